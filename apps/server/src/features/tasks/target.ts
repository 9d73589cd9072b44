// Where a task goes and who goes there, held to the sender's grid.
import { type Alarm, type GridNo, isRanger } from '@lookout/domain';
import type { Repositories } from '@lookout/store';
import { type FieldFault, fieldFault, invalid, refuseFaults } from '../../acting/refusal.ts';
import type { PlacedPosition } from '../../services/placed-position.ts';

export type Target = PlacedPosition;

/** Where the fire is, as it was placed. @throws Refusal 422 naming `position` when there is none */
export function targetOf(fire: Alarm | null): Target {
  if (fire === null) throw invalid('position', 'no-task-place');
  return { position: fire.position, gridNo: fire.gridNo, address: fire.formattedAddress };
}

export interface Person {
  readonly userId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
}

/**
 * The people who are sent, each once, in the order they were named.
 * @throws Refusal 422 naming `taskMember` and saying who is not there (or not in this grid), disabled, or no ranger
 */
export async function peopleOf(tx: Repositories, scope: GridNo, userIds: readonly string[]): Promise<Person[]> {
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const { list } = await tx.accounts.list(scope, { ids }, { limit: ids.length });
  const found = new Map(list.map((account) => [account.id, account]));
  const faults: FieldFault[] = [];
  const people = ids.flatMap((id): Person[] => {
    const account = found.get(id);
    if (!account) faults.push(fieldFault('taskMember', 'no-such-ranger', { id }));
    else if (!account.enabled) faults.push(fieldFault('taskMember', 'account-disabled', { fullName: account.fullName }));
    else if (!isRanger(account.rights)) faults.push(fieldFault('taskMember', 'not-a-ranger', { fullName: account.fullName }));
    return account ? [{ userId: account.id, fullName: account.fullName, gridNo: account.gridNo }] : [];
  });
  refuseFaults(faults);
  return people;
}
