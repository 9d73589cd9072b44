// Who may manage whom: the rules of user administration, pure. Nobody grants what they do not have.
import { type Capability, covers, type GridNo } from '@lookout/domain';
import { type FieldFault, fieldFault } from '../acting/refusal.ts';

export interface Holder {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly rights: ReadonlySet<Capability>;
}

export interface AccountChange {
  readonly gridNo: GridNo;
  readonly gridNos: readonly GridNo[];
  readonly codes: readonly Capability[];
  readonly enabled: boolean;
  readonly topic: GridNo | null;
}

/**
 * What the administrator may not grant of a new account, or of a change to one.
 * @param current what the account has already: it may stay, also where the administrator could not grant it; null: a new account
 */
export function faultsOfChange(
  admin: Holder,
  requested: AccountChange,
  current: { codes: readonly Capability[]; gridNos: readonly GridNo[] } | null,
): FieldFault[] {
  const faults: FieldFault[] = [];
  if (!covers(admin.gridNo, requested.gridNo)) faults.push(fieldFault('gridNo', 'outside-own-grid'));
  if (requested.topic !== null && !covers(requested.gridNo, requested.topic)) faults.push(fieldFault('topic', 'topic-outside-grid'));
  for (const [index, gridNo] of requested.gridNos.entries()) {
    if (!covers(admin.gridNo, gridNo) && !current?.gridNos.includes(gridNo))
      faults.push(fieldFault(`gridNos.${index}`, 'outside-own-grid'));
  }
  for (const [index, code] of requested.codes.entries()) {
    if (!admin.rights.has(code) && !current?.codes.includes(code)) faults.push(fieldFault(`codes.${index}`, 'right-not-held'));
  }
  return faults;
}

/** May an administrator set this account's password, and so act as it? In the own grid only if it has no right that the administrator lacks; below it, any. */
export function mayTakeOver(admin: Holder, account: Holder & { readonly gridNos: readonly GridNo[] }): boolean {
  if (![account.gridNo, ...account.gridNos].every((gridNo) => covers(admin.gridNo, gridNo))) return false;
  if (account.gridNo !== admin.gridNo) return true;
  return [...account.rights].every((code) => admin.rights.has(code));
}

/** Does the change take an administrator's own access to user administration? */
export const locksOneselfOut = (admin: Holder, id: string, requested: AccountChange): boolean =>
  id === admin.id && (!requested.enabled || !requested.codes.includes('administer-users') || requested.gridNo !== admin.gridNo);

/** Does this change take something away? If so, the account's sessions end (contract.md: a lost right is dead within a second). */
export function takesAway(
  current: {
    readonly gridNo: GridNo;
    readonly codes: readonly Capability[];
    readonly gridNos: readonly GridNo[];
    readonly deviceId: string | null;
  },
  requested: {
    readonly gridNo: GridNo;
    readonly codes: readonly Capability[];
    readonly gridNos: readonly GridNo[];
    readonly deviceId: string | null;
    readonly enabled: boolean;
  },
): boolean {
  return (
    !requested.enabled ||
    requested.gridNo !== current.gridNo ||
    current.codes.some((code) => !requested.codes.includes(code)) ||
    current.gridNos.some((gridNo) => !requested.gridNos.includes(gridNo)) ||
    (requested.deviceId !== null && requested.deviceId !== current.deviceId)
  );
}
