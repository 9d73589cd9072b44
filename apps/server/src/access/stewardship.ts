// Who may manage whom: the rules of user administration, pure. Nobody hands out what he does not have.
import { type Capability, covers, type GridNo } from '@lookout/domain';
import { type FieldFault, fieldFault } from '../acting/refusal.ts';

export interface Holder {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly rights: ReadonlySet<Capability>;
}

export interface Wish {
  readonly gridNo: GridNo;
  readonly gridNos: readonly GridNo[];
  readonly codes: readonly Capability[];
  readonly enabled: boolean;
  readonly topic: GridNo | null;
}

/**
 * What is wrong with making an account, or with making this one into that.
 * @param standing what the account has already: what somebody else gave may stay, it is not granted again
 */
export function faultsOfWish(
  admin: Holder,
  wish: Wish,
  standing: { codes: readonly Capability[]; gridNos: readonly GridNo[] } | null,
): FieldFault[] {
  const faults: FieldFault[] = [];
  if (!covers(admin.gridNo, wish.gridNo)) faults.push(fieldFault('gridNo', 'outside-own-grid'));
  if (wish.topic !== null && !covers(wish.gridNo, wish.topic)) faults.push(fieldFault('topic', 'topic-outside-grid'));
  for (const [index, gridNo] of wish.gridNos.entries()) {
    if (!covers(admin.gridNo, gridNo) && !standing?.gridNos.includes(gridNo))
      faults.push(fieldFault(`gridNos.${index}`, 'outside-own-grid'));
  }
  for (const [index, code] of wish.codes.entries()) {
    if (!admin.rights.has(code) && !standing?.codes.includes(code)) faults.push(fieldFault(`codes.${index}`, 'right-not-held'));
  }
  return faults;
}

/** May he set this account's password, and so become it? Of his own grid only those with no more rights than he has; below it, anybody. */
export function mayTakeOver(admin: Holder, account: Holder & { readonly gridNos: readonly GridNo[] }): boolean {
  if (![account.gridNo, ...account.gridNos].every((gridNo) => covers(admin.gridNo, gridNo))) return false;
  if (account.gridNo !== admin.gridNo) return true;
  return [...account.rights].every((code) => admin.rights.has(code));
}

/** Would an administrator shut himself out with this? */
export const locksOneselfOut = (admin: Holder, id: string, wish: Wish): boolean =>
  id === admin.id && (!wish.enabled || !wish.codes.includes('administer-users') || wish.gridNo !== admin.gridNo);

/** Does this change take something away? Then the account's sessions end (contract.md: a lost right is dead within a second). */
export function takesAway(
  standing: {
    readonly gridNo: GridNo;
    readonly codes: readonly Capability[];
    readonly gridNos: readonly GridNo[];
    readonly deviceId: string | null;
  },
  wish: {
    readonly gridNo: GridNo;
    readonly codes: readonly Capability[];
    readonly gridNos: readonly GridNo[];
    readonly deviceId: string | null;
    readonly enabled: boolean;
  },
): boolean {
  return (
    !wish.enabled ||
    wish.gridNo !== standing.gridNo ||
    standing.codes.some((code) => !wish.codes.includes(code)) ||
    standing.gridNos.some((gridNo) => !wish.gridNos.includes(gridNo)) ||
    (wish.deviceId !== null && wish.deviceId !== standing.deviceId)
  );
}
