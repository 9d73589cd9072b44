// Every task this desk knows, by id: those in hand from the first load, whatever a list has shown since, all kept true by `delegate`
// messages.
import type { LiveData, LiveMessage, WireTask } from '@lookout/contract';
import { createRecords, type RecordsRead } from './records.ts';

/** Newest first. */
export interface TaskRecords extends RecordsRead<WireTask> {
  /** What a list call answered, which speaks for the log up to `seq`. What live messages said later stands. */
  readonly learn: (tasks: readonly WireTask[], seq: number) => void;
  /** `delegate` messages, in seq order; others only move `seq` on. */
  readonly apply: (messages: readonly LiveMessage[]) => void;
  /** The newest message applied: ask before a list call, and hand it to `learn` with the answer. */
  readonly seq: () => number;
  readonly clear: () => void;
}

/** Finished tasks beyond this are forgotten, oldest first; one in hand never is. */
export const FINISHED_KEPT = 1_000;

export const isInHand = ({ status }: Pick<WireTask, 'status'>): boolean => status === 'waiting' || status === 'under-way';

/** @param nextFrame runs its argument soon and once, e.g. before the next frame; also in a hidden tab. */
export function createTaskRecords(nextFrame: (run: () => void) => void): TaskRecords {
  const { set, remove, size, clear, ...records } = createRecords<WireTask>(nextFrame, newestFirst);
  const saidAt = new Map<string, number>();
  let heard = 0;

  const put = (task: WireTask, seq: number) => {
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
    apply: (messages) => {
      for (const message of messages) {
        const { seq } = message;
        if (seq === undefined) continue;
        heard = Math.max(heard, seq);
        if (message.kind === 'delegate') put(taskIn(message.data), seq);
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

/** The task out of a `delegate` message, without the step that made it so. */
export function taskIn({ step: _, ...task }: LiveData<'delegate'>): WireTask {
  return task;
}

const newestFirst = (a: WireTask, b: WireTask): number =>
  a.createTime < b.createTime ? 1 : a.createTime > b.createTime ? -1 : a.id < b.id ? 1 : -1;
