// Facts derived from a task. Pure.
import { isInHand, type NamedTask, TASK_STATES, type Task, type TaskState } from '../task.ts';

/** Members per state, the most advanced state first. States without members are left out. */
export const statesOf = ({ members }: Pick<Task, 'members'>): { readonly state: TaskState; readonly count: number }[] =>
  [...TASK_STATES]
    .reverse()
    .map((state) => ({ state, count: members.filter((member) => member.state === state).length }))
    .filter(({ count }) => count > 0);

/** Whether a task is still open after the end of its window. */
export const isOverdue = (task: Pick<Task, 'members' | 'cancelledAt' | 'endsAt'>, now: number): boolean =>
  isInHand(task) && task.endsAt.getTime() < now;

/** Most urgent first, then oldest: the order in which a desk should handle them. */
export const byUrgency = (a: NamedTask, b: NamedTask): number =>
  a.priority - b.priority || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

export const hasReached = (member: { readonly state: TaskState }, state: TaskState): boolean =>
  TASK_STATES.indexOf(member.state) >= TASK_STATES.indexOf(state);
