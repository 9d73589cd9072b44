// The rules of user administration, as pure functions: which accounts an administrator may manage. Nobody grants what they do not have.
import { type Capability, covers, type GridNo } from '@lookout/domain';
import { type FieldFault, fieldFault } from '../acting/refusal.ts';

export interface Holder {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly rights: ReadonlySet<Capability>;
}

export interface AccountChange {
  readonly gridNo: GridNo;
  readonly grids: readonly GridNo[];
  readonly rights: readonly Capability[];
  readonly enabled: boolean;
  readonly topic: GridNo | null;
}

/** The properties of an account that may exceed those of its administrator. */
type Holding = Pick<AccountChange, 'gridNo' | 'grids' | 'rights'>;

/**
 * Returns what the administrator may not grant: everything beyond his own grid, organisation or rights, even if another administrator
 * granted it earlier.
 */
export function faultsOfChange(
  admin: Holder & { readonly groupId: string },
  requested: AccountChange & { readonly groupId: string },
): FieldFault[] {
  const faults: FieldFault[] = [];
  if (!covers(admin.gridNo, requested.gridNo)) faults.push(fieldFault('gridNo', 'outside-own-grid'));
  if (!requested.groupId.startsWith(admin.groupId)) faults.push(fieldFault('groupId', 'outside-own-group'));
  if (requested.topic !== null && !covers(requested.gridNo, requested.topic)) faults.push(fieldFault('topic', 'topic-outside-grid'));
  for (const [index, gridNo] of requested.grids.entries()) {
    if (!covers(admin.gridNo, gridNo)) faults.push(fieldFault(`grids.${index}`, 'outside-own-grid'));
  }
  for (const [index, code] of requested.rights.entries()) {
    if (!admin.rights.has(code)) faults.push(fieldFault(`rights.${index}`, 'right-not-held'));
  }
  return faults;
}

/**
 * Whether an administrator may change this account or set its password, which would let him act as it. He may only if it has no grid and no
 * right that he lacks: an account below him may hold rights of its own, and he could move it upwards and log in with it.
 */
export const maySteward = (admin: Holder, account: Holding): boolean =>
  [account.gridNo, ...account.grids].every((gridNo) => covers(admin.gridNo, gridNo)) &&
  account.rights.every((code) => admin.rights.has(code));

/** Whether the change removes an administrator's own access to user administration. */
export const locksOneselfOut = (admin: Holder, id: string, requested: AccountChange): boolean =>
  id === admin.id && (!requested.enabled || !requested.rights.includes('administer-users') || requested.gridNo !== admin.gridNo);

/** Whether this change takes something away. If it does, the account's sessions end, so that a lost right has no effect after a second. */
export function takesAway(
  current: {
    readonly gridNo: GridNo;
    readonly rights: readonly Capability[];
    readonly grids: readonly GridNo[];
    readonly deviceId: string | null;
  },
  requested: {
    readonly gridNo: GridNo;
    readonly rights: readonly Capability[];
    readonly grids: readonly GridNo[];
    readonly deviceId: string | null;
    readonly enabled: boolean;
  },
): boolean {
  return (
    !requested.enabled ||
    requested.gridNo !== current.gridNo ||
    current.rights.some((code) => !requested.rights.includes(code)) ||
    current.grids.some((gridNo) => !requested.grids.includes(gridNo)) ||
    (requested.deviceId !== null && requested.deviceId !== current.deviceId)
  );
}
