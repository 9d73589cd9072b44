// The last position of every ranger at this desk, by account, sorted by name: loaded once, then updated live.

import { liveRecords } from '@lookout/web/stores/live-records.ts';
import { isInHand, type NamedTask, type TaskState } from '../../task/task.ts';
import type { ListedRanger, TrackPoint } from '../ranger.ts';

/** Compares the phones' own times; a ranger without a position is earliest. */
const isLater = (a: TrackPoint | null, b: TrackPoint | null): boolean => a !== null && (b === null || a.at.getTime() > b.at.getTime());

/** Adds the task to the ranger or removes it. */
const withTask = (ranger: ListedRanger, task: NamedTask, state: TaskState): ListedRanger => {
  const others = ranger.taskIds.filter((id) => id !== task.id);
  const taskIds = isInHand(task) && state !== 'done' ? [...others, task.id] : others;
  return taskIds.length === ranger.taskIds.length ? ranger : { ...ranger, taskIds };
};

const names = new Intl.Collator('zh-CN');
const byName = (a: ListedRanger, b: ListedRanger): number => (a.fullName === b.fullName ? 0 : names.compare(a.fullName, b.fullName));

/** Updates only patch known rangers; they add none. */
export const rangerRecords = liveRecords<ListedRanger>({
  key: ({ userId }) => userId,
  order: byName,
  right: 'see-rangers',
  load: (client, quietly) => client.ranger.rangerList({ body: {}, ...quietly }),
  isWhole: true,
  isUnlogged: true,
  join: (known, listed) => (isLater(known.last, listed.last) ? { ...listed, last: known.last } : listed),
  effects: {
    'ranger-moved': ({ userId, position, at, publishedAt }) => {
      const last = { position, at, receivedAt: publishedAt };
      // Positions that a phone stored while offline arrive late and must not move the ranger back.
      return [{ patch: userId, by: (before) => (isLater(before.last, last) ? before : { ...before, last }) }];
    },
    'task-changed': ({ task }) =>
      task.members.map(({ userId, state }) => ({ patch: userId, by: (before) => withTask(before, task, state) })),
  },
});
