// Why a message of the outbox was not sent.
import type { CodedError } from '@lookout/contract';

/** A message was not accepted; `error` is the reason. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly error: CodedError;
  /** Another attempt would have the same result. */
  readonly isFinal: boolean;

  constructor(error: CodedError, { isFinal = false, cause }: { readonly isFinal?: boolean; readonly cause?: unknown } = {}) {
    super(error.code, { cause });
    this.error = error;
    this.isFinal = isFinal;
  }
}
