// Ends tasks: one that is cancelled, or all of a fire that was closed. With its line in the history of its alarm.

import type { Act } from '@lookout/server/acting/act.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { AlarmPayloads } from '../../alarm/alarm-events.ts';
import type { Repositories } from '../../store.ts';
import { applyToTask, type Task, type TaskEvent, type TaskFile, taskStatus } from '../task.ts';

/** Tasks of one fire that are ended together: more than are ever sent to one. */
const MOST_TASKS = 1_000;

/** In a transaction, under the task's lock: a task in hand is cancelled. */
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

/** In a transaction: what is still in hand of the fire of an alarm is cancelled, as far as it lies in the actor's grid. */
export async function cancelTasksOfFire(tx: Repositories, act: Act, alarmId: string, reason: string): Promise<readonly Happened[]> {
  const { list } = await tx.tasks.open(act.scope, { fireId: alarmId, withDrills: true }, { limit: MOST_TASKS });
  const happened: Happened[] = [];
  // Always in the same order: two that end the same tasks wait for each other.
  for (const id of list.map((task) => task.id).toSorted()) {
    const task = await tx.tasks.lockForUpdate(act.scope, id);
    // Done in the meantime.
    if (task === null || ['done', 'cancelled'].includes(taskStatus(task))) continue;
    happened.push(...(await cancelTask(tx, act, task, reason)).happened);
  }
  return happened;
}

/** The progress of a task in the history of its alarm. */
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
