// Members of a task: rangers of the sender's grid; and the initial task file.
import { randomUUID } from 'node:crypto';
import { type GridNo, isRanger } from '@lookout/domain';
import { type FieldFault, fieldFault, refuseFaults } from '@lookout/server/acting/refusal.ts';
import type { Account } from '../../admin/admin.ts';
import type { Repositories } from '../../store.ts';
import type { Task, TaskFile } from '../task.ts';

export interface Person {
  readonly userId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
}

const personOf = ({ id, fullName, gridNo }: Account): Person => ({ userId: id, fullName, gridNo });

async function accountsOf(tx: Repositories, scope: GridNo, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  const { list } = await tx.accounts.list(scope, { ids }, { limit: ids.length });
  return new Map(list.map((account) => [account.id, account]));
}

/**
 * The members without duplicates, in the order given.
 * @param path of the field that a fault names
 * @throws Refusal 422 for members who are unknown (or of another grid), disabled, or not rangers
 */
export async function peopleOf(tx: Repositories, scope: GridNo, userIds: readonly string[], path = 'taskMember'): Promise<Person[]> {
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const found = await accountsOf(tx, scope, ids);
  const faults: FieldFault[] = [];
  const people = ids.flatMap((id): Person[] => {
    const account = found.get(id);
    if (!account) faults.push(fieldFault(path, 'no-such-ranger', { id }));
    else if (!account.enabled) faults.push(fieldFault(path, 'account-disabled', { fullName: account.fullName }));
    else if (!isRanger(account.rights)) faults.push(fieldFault(path, 'not-a-ranger', { fullName: account.fullName }));
    return account ? [personOf(account)] : [];
  });
  refuseFaults(faults);
  return people;
}

/** Checks people chosen earlier: returns those who can still be sent, and the names of the others. */
export async function stillThere(
  tx: Repositories,
  scope: GridNo,
  members: readonly { readonly userId: string; readonly fullName: string }[],
): Promise<{ readonly people: readonly Person[]; readonly skipped: readonly string[] }> {
  const found = await accountsOf(
    tx,
    scope,
    members.map(({ userId }) => userId),
  );
  const people: Person[] = [];
  const skipped: string[] = [];
  for (const { userId, fullName } of members) {
    const account = found.get(userId);
    if (account?.enabled && isRanger(account.rights)) people.push(personOf(account));
    else skipped.push(fullName);
  }
  return { people, skipped };
}

/** A task with the first step of each of its members. */
export const fileOf = (task: Task): TaskFile => ({
  task,
  steps: task.members.map(({ userId, fullName, stateAt: at }) => ({
    id: randomUUID(),
    taskId: task.id,
    userId,
    fullName,
    at,
    text: null,
    photos: [],
    position: null,
    state: 'sent' as const,
  })),
});
