// Where every ranger of this desk was last, by account. The list call says it all once; live updates move them from then on.
import type { LiveUpdate } from '@lookout/contract';
import type { ListedRanger, NamedTask, TrackPoint } from '@lookout/domain';
import { createRecords, type RecordsRead } from './records.ts';
import { isInHand } from './task-records.ts';

/** In the order of names. */
export interface RangerRecords extends RecordsRead<ListedRanger> {
  /** What the list call answered. A position heard meanwhile that is newer stands. */
  readonly load: (rangers: readonly ListedRanger[]) => void;
  /** People are moved and given tasks; other updates are passed over, and so is whom this desk does not know. */
  readonly apply: (updates: readonly LiveUpdate[]) => void;
  readonly clear: () => void;
}

/** @param nextFrame runs its argument soon and once, e.g. before the next frame; also in a hidden tab. */
export function createRangerRecords(nextFrame: (run: () => void) => void): RangerRecords {
  const { set, remove, size: _, clear, ...records } = createRecords<ListedRanger>(nextFrame, byName);

  const move = (userId: string, last: TrackPoint) => {
    const before = records.get(userId);
    // A burst after silence comes late: what was said earlier must not move anybody back.
    if (!before || isLater(before.last, last)) return;
    set(userId, { ...before, last });
  };
  /** Who was given a task, or is done with it. */
  const takeTask = (task: NamedTask) => {
    for (const { userId, state } of task.members) {
      const before = records.get(userId);
      if (!before) continue;
      const others = before.taskIds.filter((id) => id !== task.id);
      const taskIds = isInHand(task) && state !== 'done' ? [...others, task.id] : others;
      if (taskIds.length !== before.taskIds.length) set(userId, { ...before, taskIds });
    }
  };

  return {
    ...records,
    load: (rangers) => {
      const present = new Set(rangers.map(({ userId }) => userId));
      for (const { userId } of records.list()) if (!present.has(userId)) remove(userId);
      for (const ranger of rangers) {
        const before = records.get(ranger.userId);
        set(ranger.userId, before && isLater(before.last, ranger.last) ? { ...ranger, last: before.last } : ranger);
      }
      records.setState('loaded');
    },
    apply: (updates) => {
      for (const update of updates) {
        if (update.kind === 'ranger-moved') {
          const { userId, position, at, toldAt } = update;
          move(userId, { position, at, receivedAt: toldAt });
        } else if (update.kind === 'task-changed') takeTask(update.task);
      }
    },
    clear,
  };
}

/** By the phones' own times; who was never heard of is earlier than everybody. */
const isLater = (a: TrackPoint | null, b: TrackPoint | null): boolean => a !== null && (b === null || a.at.getTime() > b.at.getTime());

const names = new Intl.Collator('zh-CN');
const byName = (a: ListedRanger, b: ListedRanger): number => (a.fullName === b.fullName ? 0 : names.compare(a.fullName, b.fullName));
