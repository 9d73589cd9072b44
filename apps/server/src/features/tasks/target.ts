// Where a task goes and who goes there, held to the sender's grid.
import { type Alarm, type GridNo, isRanger } from '@lookout/domain';
import type { Repositories } from '@lookout/store';
import { type FieldError, invalid } from '../../serve/refusal.ts';
import type { PlacedPosition } from '../../services/placed-position.ts';

export type Target = PlacedPosition;

/** Where the fire is, as it was placed. @throws Refusal 422 naming `position` when there is none */
export function targetOf(fire: Alarm | null): Target {
  if (fire === null) throw invalid([{ path: 'position', message: '请选择任务地点' }]);
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
  const faults: FieldError[] = [];
  const people = ids.flatMap((id): Person[] => {
    const account = found.get(id);
    const fault = !account
      ? `没有这个护林员，或不在您的网格内：${id}`
      : !account.enabled
        ? `${account.fullName}的账户已停用`
        : !isRanger(account.rights)
          ? `${account.fullName}不是护林员`
          : null;
    if (fault !== null) faults.push({ path: 'taskMember', message: fault });
    return account ? [{ userId: account.id, fullName: account.fullName, gridNo: account.gridNo }] : [];
  });
  if (faults.length > 0) throw invalid(faults);
  return people;
}
