// Every task this desk knows, by id: those in hand from the first load, whatever a list has shown since, all kept true by live updates.
import type { LiveUpdate } from '@lookout/contract';
import { type NamedTask, type Task, taskStatus } from '@lookout/domain';
import { createRecords, type RecordsRead } from './records.ts';

/** Newest first. */
export interface TaskRecords extends RecordsRead<NamedTask> {
  /** What a list call answered, which speaks for the log up to `seq`. What live updates said later stands. */
  readonly learn: (tasks: readonly NamedTask[], seq: number) => void;
  /** Changes of tasks, in seq order; other updates only move `seq` on. */
  readonly apply: (updates: readonly LiveUpdate[]) => void;
  /** The newest update applied: ask before a list call, and hand it to `learn` with the answer. */
  readonly seq: () => number;
  readonly clear: () => void;
}

/** Finished tasks beyond this are forgotten, oldest first; one in hand never is. */
export const FINISHED_KEPT = 1_000;

export function isInHand(task: Pick<Task, 'members' | 'cancelledAt'>): boolean {
  const status = taskStatus(task);
  return status === 'waiting' || status === 'under-way';
}

/** @param nextFrame runs its argument soon and once, e.g. before the next frame; also in a hidden tab. */
export function createTaskRecords(nextFrame: (run: () => void) => void): TaskRecords {
  const { set, remove, size, clear, ...records } = createRecords<NamedTask>(nextFrame, newestFirst);
  const saidAt = new Map<string, number>();
  let heard = 0;

  const put = (task: NamedTask, seq: number) => {
    if (seq < (saidAt.get(task.id) ?? -1)) return;
    saidAt.set(task.id, seq);
    set(task.id, task);
  };
  const trim = () => {
    if (size() <= FINISHED_KEPT) return;
    const finished = records.list().filter((task) => !isInHand(task));
    for (const { id } of finished.slice(FINISHED_KEPT)) {
      remove(id);
      saidAt.delete(id);
    }
  };

  return {
    ...records,
    learn: (tasks, seq) => {
      heard = Math.max(heard, seq);
      for (const task of tasks) put(task, seq);
      trim();
    },
    apply: (updates) => {
      for (const update of updates) {
        const { seq } = update;
        if (seq === undefined) continue;
        heard = Math.max(heard, seq);
        if (update.kind === 'task-changed') put(update.task, seq);
      }
      trim();
    },
    seq: () => heard,
    clear: () => {
      saidAt.clear();
      heard = 0;
      clear();
    },
  };
}

const newestFirst = (a: NamedTask, b: NamedTask): number => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
