// What a task says at a glance. Pure.
import { parseTime, type WireTask } from '@lookout/contract';
import { TASK_STATES, type TaskState } from '@lookout/domain';
import { isInHand } from '../../stores/task-records.ts';

/** How many members stand at each state, those furthest on first; states nobody stands at are left out. */
export const statesOf = ({ members }: Pick<WireTask, 'members'>): { readonly state: TaskState; readonly count: number }[] =>
  [...TASK_STATES]
    .reverse()
    .map((state) => ({ state, count: members.filter((member) => member.state === state).length }))
    .filter(({ count }) => count > 0);

/** In hand beyond the end of its window. */
export const isOverdue = (task: Pick<WireTask, 'status' | 'taskEndTime'>, now: number): boolean =>
  isInHand(task) && (parseTime(task.taskEndTime)?.getTime() ?? now) < now;

/** Most urgent first, then the one that was sent first: what a desk should look at next. */
export const byUrgency = (a: WireTask, b: WireTask): number =>
  a.priority - b.priority || (a.createTime < b.createTime ? -1 : a.createTime > b.createTime ? 1 : a.id < b.id ? -1 : 1);

export const hasReached = (member: { readonly state: TaskState }, state: TaskState): boolean =>
  TASK_STATES.indexOf(member.state) >= TASK_STATES.indexOf(state);

/** `10:15` of a wire time on the day of `now`, `11-20 10:15` on another. */
export function shortTime(wireTime: string, today: string): string {
  return wireTime.slice(0, 10) === today.slice(0, 10) ? wireTime.slice(11, 16) : wireTime.slice(5, 16);
}
