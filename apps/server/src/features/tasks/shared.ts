// What the handlers of tasks have in common.
import { type WireTask, writeTask } from '@lookout/contract';
import type { AlarmPayloads, Task } from '@lookout/domain';
import type { Repositories } from '@lookout/store';
import { invalid } from '../../acting/refusal.ts';
import { accountOf, type Context } from '../../serve/context.ts';
import { eventOf, type Happened } from '../../services/journal.ts';
import type { Places } from '../../services/places.ts';

export const createTaskWriter =
  (places: () => Places) =>
  (task: Task): WireTask =>
    writeTask(task, places().grids.nameOf);

/** That a task about an alarm went on, in the alarm's own history. */
export function progressOfFire(
  context: Context,
  { id: taskId, fireId, gridNo }: Task,
  progress: Omit<AlarmPayloads['alarm.progressed'], 'taskId'>,
  happenedAt: Date,
): Happened[] {
  if (fireId === null) return [];
  const change = { kind: 'alarm.progressed', payload: { taskId, ...progress } } as const;
  return [{ event: eventOf(context, change, { objectId: fireId, gridNo, happenedAt }), after: null }];
}

/** A key is its sender's own: two accounts may use the same one. */
export function requestKeyOf(context: Context): string | null {
  const { idempotencyKey } = context.headers;
  return idempotencyKey === null ? null : `${accountOf(context).accountId}:${idempotencyKey}`;
}

/** Lays the photos where the task lies, so that whoever sees the one sees the other. @throws Refusal 422 naming `path` */
export async function claimPhotos(tx: Repositories, context: Context, photos: readonly string[], task: Pick<Task, 'gridNo'>, path: string) {
  if (photos.length === 0) return;
  const missing = await tx.uploads.claim(photos, accountOf(context).accountId, task.gridNo);
  if (missing.length > 0) throw invalid(path, 'picture-gone');
}
