// What can happen to a task, and what it looks like afterwards.
import type { Task, TaskFile, TaskStep } from '../task.ts';
import type { OccurrencesOf } from './event.ts';

export interface TaskPayloads {
  /** Sent out: the task as it was dispatched, with a first step for each member. */
  'task.dispatched': { readonly task: Task; readonly steps: readonly TaskStep[] };
  'task.advanced': { readonly step: TaskStep };
  'task.cancelled': { readonly reason: string };
}
export type TaskEvent = OccurrencesOf<TaskPayloads>;

/** @returns the task and its steps after the event */
export function applyToTask(file: TaskFile | null, event: TaskEvent): TaskFile | null {
  if (event.kind === 'task.dispatched') return event.payload;
  if (file === null) return null;
  const { task, steps } = file;
  switch (event.kind) {
    case 'task.advanced': {
      const { step } = event.payload;
      const { userId, state, at: stateAt } = step;
      const members = task.members.map((member) => (member.userId === userId ? { ...member, state, stateAt } : member));
      return { task: { ...task, members }, steps: [...steps, step] };
    }
    case 'task.cancelled':
      return { task: { ...task, cancelledAt: event.happenedAt, cancelReason: event.payload.reason }, steps };
  }
}
