// How an answer is wrapped (contract.md "Replies"), and how a refusal is.
import type { Row } from '@lookout/contract';
import type { Refusal } from './refusal.ts';

/** @param answer what the handler gave, in the shape its row's envelope asks for */
export function wrap(envelope: Row['envelope'], answer: unknown): unknown {
  switch (envelope) {
    case 'bare':
      return answer;
    case 'message':
      return { code: 200, message: 'OK', data: null };
    case 'list': {
      const { rows, message = 'OK' } = answer as { rows: readonly unknown[]; message?: string };
      return { code: 200, message, data: rows };
    }
    case 'data':
    case 'page':
    case 'created':
      return { code: 200, message: 'OK', data: answer };
  }
}

/** The status and body of a refusal. A login is answered in its own shape: 401 with `error`, and 400 when it cannot be read. */
export function refusalReply(refusal: Refusal, isLogin: boolean): { status: number; body: Record<string, unknown> } {
  const { status, code, message, data } = refusal;
  const detail = data === null || data === undefined ? {} : { data };
  if (isLogin && status === 401) return { status, body: { error: 'unauthorized', code, message, ...detail } };
  if (isLogin && status === 422) return { status: 400, body: { error: 'unreadable', code: 400, message, ...detail } };
  return { status, body: { code, message, ...detail } };
}
