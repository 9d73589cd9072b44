// One act: all that a service asks of whoever acts. A call is one (`serve`); a timer, an import or a command makes its own, and acts by the same
// rules, with the same history and audit.
import type { Actor, GridNo, Origin } from '@lookout/domain';
import { type AuditNote, createAuditDraft, namedOf } from './audit-note.ts';

export interface Act extends Origin {
  /** The grid the act is held to. Every repository call takes it. */
  readonly scope: GridNo;
  readonly now: Date;
  /** What the audit is to say of it. A service that changes something names the target; the journal writes the row. */
  readonly audit: AuditNote;
}

/** Who acts and by which request, alone: an act carries more than an event may keep. */
export const originOf = ({ actor, requestId }: Origin): Origin => ({ actor, requestId });

/** An act that no call brought. `name` is what the audit calls it. */
export function actOf(actor: Actor, { name, scope, now }: { readonly name: string; readonly scope: GridNo; readonly now: Date }): Act {
  return { actor, requestId: null, scope, now, audit: createAuditDraft(name, () => namedOf(actor), null).note };
}
