// A task as the desks hear of it, and what its handlers say alike.
import { type TaskNews, type WireTask, writeTask, writeTaskStep } from '@lookout/contract';
import type { Task, TaskStep } from '@lookout/domain';
import type { EventDraft, Repositories } from '@lookout/store';
import { accountOf, type Context } from '../../serve/context.ts';
import { invalid } from '../../serve/refusal.ts';
import type { Places } from '../../services/places.ts';

export const createTaskWriter =
  (places: () => Places) =>
  (task: Task): WireTask =>
    writeTask(task, places().book.nameOf);
export type TaskWriter = ReturnType<typeof createTaskWriter>;

/** @param step null: sent out, or cancelled */
export function taskNews(write: TaskWriter, task: Task, step: TaskStep | null): EventDraft {
  const data: TaskNews = { ...write(task), step: step && writeTaskStep(step) };
  return { kind: 'delegate', gridNo: task.gridNo, data };
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
  if (missing.length > 0) throw invalid([{ path, message: '照片不存在，请重新上传' }]);
}
