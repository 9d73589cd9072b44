// An act: what a service knows about its caller. A call is an act (`serve`). A timer, an import or a command creates its own act, under the
// same rules, with the same history and audit.
import type { Actor, AuditedKind, GridNo, Origin } from '@lookout/domain';
import type { AuditEntry } from '@lookout/store';

export interface Act extends Origin {
  /** The grid that the act is restricted to. Every repository call takes it. */
  readonly scope: GridNo;
  readonly now: Date;
  /** Collects the audit row. A service that changes something names the target; the journal writes the row. */
  readonly audit: AuditNote;
}

/** Returns only the actor and the request: an act carries more than an event may store. */
export const originOf = ({ actor, requestId }: Origin): Origin => ({ actor, requestId });

/** Creates an act outside a call. `name` is its name in the audit. */
export function actOf(actor: Actor, { name, scope, now }: { readonly name: string; readonly scope: GridNo; readonly now: Date }): Act {
  return { actor, requestId: null, scope, now, audit: createAuditDraft(name, () => namedOf(actor), null).note };
}

// The audit note: collected while the act runs and written once, in the transaction of the act's change or at the end of the act.

/** The actor, as an audit row names them. */
export interface Named {
  readonly accountId: string | null;
  readonly userName: string | null;
  readonly gridNo: GridNo | null;
}

interface AuditNote {
  target(kind: AuditedKind, id: string, gridNo: GridNo | null): void;
  /** Merged into earlier details. Never a password, a token or a key. */
  detail(value: Record<string, unknown>): void;
  /** The actor, for acts that begin without a session (login). */
  actor(account: { readonly accountId: string; readonly userName: string; readonly gridNo: GridNo }): void;
  /** Returns the row so far, with outcome `ok`, for the act's own transaction. No second row is written if the act succeeds. */
  take(): AuditEntry;
  /** The act leaves no row if it succeeds, because it changed nothing, or because another row covers it. A refusal is still recorded. */
  skip(): void;
}

export interface AuditDraft {
  readonly note: AuditNote;
  /** Returns the row for an outcome, or null when the act succeeded and needs no further row: it was taken or skipped. */
  entry(outcome: string): AuditEntry | null;
}

const namedOf = (actor: Actor): Named => (actor.kind === 'officer' ? actor : { accountId: null, userName: actor.name, gridNo: null });

/**
 * @param act the act's name in the audit
 * @param whoOf returns the actor; called late, because the caller is known only after authentication
 */
export function createAuditDraft(act: string, whoOf: () => Named, address: string | null): AuditDraft {
  let target: { kind: AuditedKind; id: string; gridNo: GridNo | null } | null = null;
  let detail: Record<string, unknown> = {};
  let actor: Named | null = null;
  let isDone = false;

  const build = (outcome: string): AuditEntry => {
    const { accountId, userName, gridNo } = actor ?? whoOf();
    return {
      accountId,
      userName,
      address,
      act,
      targetKind: target?.kind ?? null,
      targetId: target?.id ?? null,
      gridNo: target?.gridNo ?? gridNo,
      outcome,
      detail,
    };
  };

  return {
    note: {
      target(kind, id, gridNo) {
        target = { kind, id, gridNo };
      },
      detail(value) {
        detail = { ...detail, ...value };
      },
      actor(account) {
        actor = account;
      },
      take() {
        isDone = true;
        return build('ok');
      },
      skip() {
        isDone = true;
      },
    },
    entry: (outcome) => (isDone && outcome === 'ok' ? null : build(outcome)),
  };
}
