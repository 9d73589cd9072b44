// What a new look at one's own tasks brings: tasks that were not there, and tasks that were called off. Pure.
import { isInHand, type NamedTask } from '@lookout/domain';

export interface OwnNews {
  /** Sent to him and not received yet. */
  readonly fresh: readonly NamedTask[];
  readonly cancelled: readonly NamedTask[];
}

/** @param before as this phone last knew them; null: it never did, so whatever still waits is news */
export function newsIn(before: readonly NamedTask[] | null, now: readonly NamedTask[], userId: string): OwnNews {
  const known = new Map((before ?? []).map((task) => [task.id, task]));
  const waitsForHim = ({ members }: NamedTask) => members.some((member) => member.userId === userId && member.state === 'sent');
  return {
    fresh: now.filter((task) => !known.has(task.id) && isInHand(task) && waitsForHim(task)),
    cancelled: now.filter((task) => {
      const earlier = known.get(task.id);
      return task.cancelledAt !== null && earlier?.cancelledAt === null;
    }),
  };
}
