// How an answer is wrapped (contract.md "Replies"), and how a refusal is: the one place where a category becomes a status, and a code words.
import {
  type Category,
  type CodedError,
  categoryOf,
  errorMessage,
  type Language,
  type Remark,
  type Row,
  remarkMessage,
} from '@lookout/contract';
import type { Refusal } from '../acting/refusal.ts';

/** @param answer what the handler gave, in the shape its row's envelope asks for */
export function wrap(envelope: Row['envelope'], answer: unknown, language: Language): unknown {
  switch (envelope) {
    case 'bare':
      return answer;
    case 'message':
      return { code: 200, message: 'OK', data: null };
    case 'list': {
      const { rows, remark } = answer as { rows: readonly unknown[]; remark?: Remark };
      return { code: 200, message: remark ? remarkMessage(remark, language) : 'OK', data: rows };
    }
    case 'data':
    case 'page':
    case 'created':
      return { code: 200, message: 'OK', data: answer };
  }
}

/** A business refusal: HTTP 200 with this code inside. */
const BUSINESS = 501;

const statuses: Readonly<Record<Category, number>> = {
  business: 200,
  'no-session': 401,
  forbidden: 403,
  'not-found': 404,
  'too-slow': 408,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  invalid: 422,
  'too-many': 429,
  'headers-too-large': 431,
  fault: 500,
  unavailable: 503,
  'disk-full': 507,
};

export const statusOf = ({ code }: Pick<CodedError, 'code'>): number => statuses[categoryOf(code)];

/** The code inside the envelope; the audit's outcome names it too. */
export function innerCodeOf(error: Pick<CodedError, 'code'>): number {
  const status = statusOf(error);
  return status === 200 ? BUSINESS : status;
}

/** Why one of many was not taken, beside what was (`whyRefused` of the contract). */
export const whyIn = (language: Language, { code, params }: CodedError) => ({
  reason: errorMessage({ code, params }, language),
  error: { code, params },
});

/** The body of an error that carries nothing but itself. */
export const errorBody = (error: CodedError, language: Language) => ({
  code: innerCodeOf(error),
  message: errorMessage(error, language),
  error: { code: error.code, params: error.params },
});

/** The status and body of a refusal. A login is answered in its own shape: 401 with `error`, and 400 when it cannot be read. */
export function refusalReply(refusal: Refusal, language: Language, isLogin: boolean): { status: number; body: Record<string, unknown> } {
  const { fields, standing } = refusal;
  const status = statusOf(refusal);
  const { code, message, error } = errorBody(refusal, language);
  const said = fields.length > 0 ? fields.map((field) => ({ path: field.path, message: errorMessage(field, language) })) : standing;
  const data = said === null ? {} : { data: said };
  // contract.md "Replies": here `error` is a word, and stays it.
  if (isLogin && status === 401) return { status, body: { error: 'unauthorized', code, message, ...data } };
  if (isLogin && status === 422) return { status: 400, body: { error: 'unreadable', code: 400, message, ...data } };
  return { status, body: { code, message, ...data, error: fields.length > 0 ? { ...error, fields } : error } };
}
