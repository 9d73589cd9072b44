// Ends tasks: a single cancelled task, or all tasks of a fire that was closed. Each end is recorded in the history of the alarm.

import type { Act } from '@lookout/server/acting/act.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { AlarmPayloads } from '../../alarm/alarm-events.ts';
import type { Repositories } from '../../store.ts';
import { applyToTask, type Task, type TaskEvent, type TaskFile, taskStatus } from '../task.ts';

/** Maximum tasks of one fire that are ended together: more than are ever sent to one fire. */
const MOST_TASKS = 1_000;

/** Must be called in a transaction that holds the task's lock. Cancels an open task. */
export async function cancelTask(
  tx: Repositories,
  act: Act,
  task: Task,
  reason: string,
): Promise<{ readonly after: TaskFile; readonly happened: readonly Happened[] }> {
  const event = eventOf(act, { kind: 'task.cancelled', payload: { reason } }, { objectId: task.id, gridNo: task.gridNo }) as TaskEvent;
  const after = applyToTask({ task, steps: [] }, event);
  if (after === null) throw new Error('a task that was cancelled is gone');
  await tx.tasks.cancel(task.id, reason, act.now);
  const ofFire = progressOfFire(act, task, { state: 'cancelled', text: null, photos: [], reason }, act.now);
  return { after, happened: [{ event, after }, ...ofFire] };
}

/** Must be called in a transaction. Cancels all open tasks of an alarm's fire that lie within the actor's grid. */
export async function cancelTasksOfFire(tx: Repositories, act: Act, alarmId: string, reason: string): Promise<readonly Happened[]> {
  const { list } = await tx.tasks.open(act.scope, { fireId: alarmId, withDrills: true }, { limit: MOST_TASKS });
  const happened: Happened[] = [];
  // Always in the same order, so that two transactions that end the same tasks wait for each other instead of deadlocking.
  for (const id of list.map((task) => task.id).toSorted()) {
    const task = await tx.tasks.lockForUpdate(act.scope, id);
    // Ended in the meantime.
    if (task === null || ['done', 'cancelled'].includes(taskStatus(task))) continue;
    happened.push(...(await cancelTask(tx, act, task, reason)).happened);
  }
  return happened;
}

/** Records the progress of a task in the history of its alarm. */
export function progressOfFire(
  act: Act,
  { id: taskId, fireId, gridNo }: Task,
  progress: Omit<AlarmPayloads['alarm.progressed'], 'taskId'>,
  happenedAt: Date,
): Happened[] {
  if (fireId === null) return [];
  const change = { kind: 'alarm.progressed', payload: { taskId, ...progress } } as const;
  return [{ event: eventOf(act, change, { objectId: fireId, gridNo, happenedAt }), after: null }];
}
