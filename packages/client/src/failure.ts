// How a call ends badly: one error type that carries the contract's own reading of what came back.
import type { Outcome } from '@lookout/contract';

export type FailedOutcome = Exclude<Outcome, { kind: 'passed' }>;

/** One field of a 422: the path as the form knows it (`a.b.0`) and the words for the person. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** A call that did not pass. `outcome` says what it means to a person, `fields` which inputs were refused (422). */
export class CallFailed extends Error {
  readonly outcome: FailedOutcome;
  readonly fields: readonly FieldFault[];
  /** The data of a refusal: what stands on a 409, in the words of the house; null elsewhere. */
  readonly data: unknown;

  constructor(outcome: FailedOutcome) {
    super(outcome.message);
    this.name = 'CallFailed';
    this.outcome = outcome;
    this.fields = outcome.kind === 'error' ? fieldFaultsOf(outcome.data) : [];
    this.data = outcome.kind === 'error' ? outcome.data : null;
  }
}

/** Reads the `data: [{ path, message }]` of a 422; whatever has another shape is no field fault. */
export function fieldFaultsOf(data: unknown): FieldFault[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const { path, message } = item as { path?: unknown; message?: unknown };
    if (typeof message !== 'string') return [];
    return [{ path: Array.isArray(path) ? path.join('.') : String(path ?? ''), message }];
  });
}

/** The session behind the call is dead: logged out, forced out, password changed, a right lost. */
export const isDeadSession = (error: unknown): boolean => error instanceof CallFailed && error.outcome.kind === 'logged-out';

/** No answer came at all. */
export const isLineLost = (error: unknown): boolean => error instanceof CallFailed && error.outcome.kind === 'line-lost';
