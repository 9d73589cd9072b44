// What a failed try means for a report: try later, or never so again. Pure.
import { CallFailed, type FieldFault } from '@lookout/client';

export type Later = 'line' | 'session' | 'busy';
export type Verdict =
  /** The report is good as far as we know: it waits. */
  | { readonly kind: 'later'; readonly why: Later }
  /** The server will say the same again: somebody has to change something. */
  | { readonly kind: 'refused'; readonly message: string; readonly fields: readonly FieldFault[] };

const TOO_MANY = 429;
/** §8: a business refusal inside an HTTP 200, not a fault of the server. */
const BUSINESS_REFUSAL = 501;

/** @throws what is no failure of a call: a fault of ours must not look like a bad line */
export function verdictOf(error: unknown): Verdict {
  // Given up because no answer came in time.
  if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError'))
    return { kind: 'later', why: 'line' };
  if (!(error instanceof CallFailed)) throw error;
  const { outcome } = error;
  switch (outcome.kind) {
    case 'line-lost':
      return { kind: 'later', why: 'line' };
    case 'logged-out':
      return { kind: 'later', why: 'session' };
    // HTTP 400 means a login that cannot be read, and nothing else of ours: something between us and the server spoke.
    case 'warning':
      return { kind: 'later', why: 'busy' };
    case 'error': {
      const { code } = outcome;
      const passes = code === TOO_MANY || code < 200 || (code >= 500 && code !== BUSINESS_REFUSAL);
      return passes ? { kind: 'later', why: 'busy' } : { kind: 'refused', message: outcome.message, fields: error.fields };
    }
  }
}
