// Where every ranger of this desk was last, by account, in the order of names. The list call says it all once; live updates move them from then on.
import { isInHand, type ListedRanger, type NamedTask, type TaskState, type TrackPoint } from '@lookout/domain';
import { liveRecords } from '../../stores/live-records.ts';

/** By the phones' own times; who was never heard of is earlier than everybody. */
const isLater = (a: TrackPoint | null, b: TrackPoint | null): boolean => a !== null && (b === null || a.at.getTime() > b.at.getTime());

/** Who was given a task, or is done with it. */
const withTask = (ranger: ListedRanger, task: NamedTask, state: TaskState): ListedRanger => {
  const others = ranger.taskIds.filter((id) => id !== task.id);
  const taskIds = isInHand(task) && state !== 'done' ? [...others, task.id] : others;
  return taskIds.length === ranger.taskIds.length ? ranger : { ...ranger, taskIds };
};

const names = new Intl.Collator('zh-CN');
const byName = (a: ListedRanger, b: ListedRanger): number => (a.fullName === b.fullName ? 0 : names.compare(a.fullName, b.fullName));

/** Whom this desk does not know, no update makes known. */
export const rangerRecords = liveRecords<ListedRanger>({
  key: ({ userId }) => userId,
  order: byName,
  right: 'see-rangers',
  load: (client, quietly) => client.rangers.rangerList({ body: {}, ...quietly }),
  isWhole: true,
  isUnlogged: true,
  join: (known, listed) => (isLater(known.last, listed.last) ? { ...listed, last: known.last } : listed),
  said: {
    'ranger-moved': ({ userId, position, at, toldAt }) => {
      const last = { position, at, receivedAt: toldAt };
      // A burst after silence comes late: what was said earlier must not move anybody back.
      return [{ patch: userId, by: (before) => (isLater(before.last, last) ? before : { ...before, last }) }];
    },
    'task-changed': ({ task }) =>
      task.members.map(({ userId, state }) => ({ patch: userId, by: (before) => withTask(before, task, state) })),
  },
});
