// What a call says about itself for the audit: gathered while it runs, written once at its end.
import type { Row } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { AuditEntry } from '@lookout/store';
import { type AuditNote, type Caller, FEED_NAME } from './context.ts';

export interface AuditDraft {
  readonly note: AuditNote;
  /** The row for an outcome; null when the act's own transaction has written it. */
  entry(outcome: string): AuditEntry | null;
}

/** @param callerOf read late: the caller of a call is known only after authentication */
export function createAuditDraft(row: Pick<Row, 'act' | 'path'>, callerOf: () => Caller, address: string): AuditDraft {
  let target: { kind: string; id: string; gridNo: GridNo | null } | null = null;
  let detail: Record<string, unknown> = {};
  let actor: { accountId: string; userName: string; gridNo: GridNo } | null = null;
  let taken = false;

  const build = (outcome: string): AuditEntry => {
    const caller = callerOf();
    const person = actor ?? (caller.kind === 'account' ? caller : null);
    return {
      accountId: person?.accountId ?? null,
      userName: person?.userName ?? (caller.kind === 'feed' ? FEED_NAME : null),
      address,
      act: row.act ?? row.path,
      targetKind: target?.kind ?? null,
      targetId: target?.id ?? null,
      gridNo: target?.gridNo ?? person?.gridNo ?? null,
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
        taken = true;
        return build('ok');
      },
    },
    entry: (outcome) => (taken && outcome === 'ok' ? null : build(outcome)),
  };
}
