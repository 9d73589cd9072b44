// Whether a failed attempt is retried later or was refused for good.
import type { FieldFault } from '@lookout/client';

/** Why it is retried: no connection, no session, or a busy server. */
export type Later = 'line' | 'session' | 'busy';
export type Verdict =
  /** The entry stays queued. */
  | { readonly kind: 'later'; readonly why: Later }
  /** A retry would be refused again: the user has to change something. */
  | { readonly kind: 'refused'; readonly message: string; readonly fields: readonly FieldFault[] };
