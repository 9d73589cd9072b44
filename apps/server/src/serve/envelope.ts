// Format of replies and refusals (docs/interface.md "Replies"). Only this module maps a category to a status, and a code to a message.
import {
  type Category,
  type CodedError,
  type ErrorCode,
  EVERY_ITEM,
  type Language,
  type Remark,
  type RemarkCode,
  type Row,
  remarkMessage,
  type TimePlaces,
  timePlacesOf,
  writeTimes,
} from '@lookout/contract';
import { categoryOf, errorMessage } from '@lookout/features/errors.ts';
import { StoreUnavailable } from '@lookout/store';
import { Refusal, refused } from '../acting/refusal.ts';
import { jsonText } from './json-text.ts';

/** @param answer the handler's result, in the shape of its row's envelope */
export function writeAnswer(envelope: Row['envelope'], times: TimePlaces | null, answer: unknown): unknown {
  if (times === null || envelope === 'message') return answer;
  const items = envelope === 'list' ? 'rows' : envelope === 'page' ? 'list' : null;
  return writeTimes(items === null ? times : { [items]: { [EVERY_ITEM]: times } }, answer);
}

/** @param answer the handler's result with its times as text */
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
    case 'page': {
      const { remark, ...page } = answer as { remark?: Remark };
      return { code: 200, message: remark ? remarkMessage(remark, language) : 'OK', data: page };
    }
    case 'data':
    case 'created':
      return { code: 200, message: 'OK', data: answer };
  }
}

/** A business refusal: HTTP 200 with this code in the envelope. */
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

/** The code in the envelope; the audit's outcome contains it too. */
export function innerCodeOf(error: Pick<CodedError, 'code'>): number {
  const status = statusOf(error);
  return status === 200 ? BUSINESS : status;
}

const TURNED_AWAY: ReadonlySet<Category> = new Set(['too-slow', 'too-many', 'unavailable', 'disk-full']);

/** Whether the call was refused for lack of capacity, not because of its content. */
export const isTurnedAway = ({ code }: Pick<CodedError, 'code'>): boolean => TURNED_AWAY.has(categoryOf(code));

/** The error of one rejected row in a batch reply (`whyRefused` of the contract). */
export const whyIn = (language: Language, { code, params }: CodedError) => ({
  reason: errorMessage({ code, params }, language),
  error: { code, params },
});

/** The body of an error without further data. */
export const errorBody = (error: CodedError, language: Language) => ({
  code: innerCodeOf(error),
  message: errorMessage(error, language),
  error: { code: error.code, params: error.params },
});

/** The `error` of a login's 401 for programs, where it is more specific than `unauthorized`. */
const LOGIN_ERRORS: Readonly<Partial<Record<ErrorCode, string>>> = { 'one-time-code-needed': 'otp_required' };

/**
 * The status and body of a refusal. A login has a different shape: 401 with `error`, and 400 when it is unreadable.
 * @param times where the times of the current state in a conflict are
 */
export function refusalReply(
  refusal: Refusal,
  language: Language,
  isLogin: boolean,
  times: TimePlaces | null = null,
): { status: number; body: Record<string, unknown> } {
  const { fields } = refusal;
  const existing = writeTimes(times, refusal.existing);
  const status = statusOf(refusal);
  const { code, message, error } = errorBody(refusal, language);
  const details = fields.length > 0 ? fields.map((field) => ({ path: field.path, message: errorMessage(field, language) })) : existing;
  const data = details === null ? {} : { data: details };
  // For a login `error` is a string (docs/interface.md "Replies").
  if (isLogin && status === 401) return { status, body: { error: LOGIN_ERRORS[refusal.code] ?? 'unauthorized', code, message, ...data } };
  if (isLogin && status === 422) return { status: 400, body: { error: 'unreadable', code: 400, message, ...data } };
  return { status, body: { code, message, ...data, error: fields.length > 0 ? { ...error, fields } : error } };
}

export interface FaultLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export function asRefusal(error: unknown, about: { call: string; requestId: string }, log: FaultLog): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    log.warn({ ...about, reason: error.reason }, 'the database is unavailable');
    if (error.reason === 'disk-full') return refused('disk-full');
    return refused(error.reason === 'busy' ? 'server-busy' : 'server-unavailable');
  }
  log.error({ ...about, err: error }, 'a call failed by a fault of ours');
  return refused('internal-fault');
}

// A reply that is long, frequent and rarely changes: its JSON is written once, and each call only sends the bytes.

interface ListAnswer<T> {
  readonly rows: readonly T[];
}

const texts = new WeakMap<object, Buffer>();

/** @returns a reusable answer for a row with envelope `list`; the rows themselves are not retained */
export function readyList<T>(rows: readonly T[]): ListAnswer<T> {
  const text = Buffer.from(JSON.stringify(wrap('list', { rows }, 'zh')));
  const answer: ListAnswer<T> = {
    /** Read only where replies are validated (tests). */
    get rows() {
      return (JSON.parse(text.toString()) as { data: T[] }).data;
    },
  };
  texts.set(answer, text);
  return answer;
}

/**
 * Creates a reusable answer for a row with envelope `data`. Its JSON is written now, once for all callers.
 * @returns the answer with its times as text; a handler only passes it on
 */
export async function readyData<T extends object>({ reply }: Pick<Row, 'reply'>, answer: T): Promise<T> {
  const written = writeAnswer('data', timePlacesOf(reply), answer) as T;
  texts.set(written, Buffer.from(await jsonText(wrap('data', written, 'zh'))));
  return written;
}

/** The whole body of the reply; undefined for every other answer. */
export const readyText = (answer: unknown): Buffer | undefined =>
  typeof answer === 'object' && answer !== null ? texts.get(answer) : undefined;

/**
 * The remark of a list that was cut off at its limit.
 * @param code states which of the rows are included, where the list has an order
 */
export const stoppedAt = (limit: number, code: CutCode = 'list-cut'): Remark => ({ code, params: { limit } });

type CutCode = Exclude<RemarkCode, `${string}fire-weather${string}` | 'bucket-away' | 'past-forecast-fire'>;
