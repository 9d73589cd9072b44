// A task (任务): people sent to a place, and the state of each.

import {
  eventObject,
  type GridNo,
  type Named,
  type OccurrencesOf,
  ok,
  type Position,
  type Result,
  refuse,
  withGridName,
} from '@lookout/domain';
import type { AlarmKind } from '../alarm/alarm.ts';
import { isDrill, type MaybeDrill } from '../exercise/drill.ts';
import type { TaskPatrol } from './patrol.ts';
import type { Priority } from './priority.ts';

/** In the order of the specification's numbers 1–4 (§3): person-reported, monitoring point, satellite, newly found. */
export const TASK_TYPES = ['person-report', 'monitoring-point', 'satellite', 'newly-found'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

const typeOfKind = {
  report: 'person-report',
  danger: 'person-report',
  camera: 'monitoring-point',
  smoke: 'monitoring-point',
  satellite: 'satellite',
} as const satisfies Record<AlarmKind, TaskType>;
/** The type of a task follows from its alarm. A task without an alarm is for a newly found fire. */
export const taskTypeOf = (kind: AlarmKind | null): TaskType => (kind === null ? 'newly-found' : typeOfKind[kind]);

/** The default task window: the next four hours. */
export const TASK_WINDOW_MS = 4 * 3_600_000;
export const MAX_COUNT = 999;

/** The state of one ranger: 已派发, 已接收, 途中, 已到达, 已回报, 已完成. States only move forward, and a later state includes the earlier ones. */
export const TASK_STATES = ['sent', 'received', 'on-the-way', 'arrived', 'reported', 'done'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** The states a ranger can report; `sent` is set by the dispatch. */
export type TaskProgress = Exclude<TaskState, 'sent'>;

export interface TaskDraft {
  readonly content: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly priority: Priority;
  readonly type: TaskType;
  readonly position: Position;
  readonly gridNo: GridNo;
  /** Address of the position. */
  readonly address: string;
  readonly fireId: string | null;
  readonly fireKind: AlarmKind | null;
  readonly operatorId: string;
  readonly operatorName: string;
  /** Ids of uploads. */
  readonly photos: readonly string[];
  readonly peopleCount: number;
  readonly vehicleCount: number;
  readonly equipmentCount: number;
  readonly reserve: string | null;
  /** 检查清单: one item per line; absent: none. */
  readonly checklist?: string;
  /** Absent: the task was dispatched by an officer. */
  readonly patrol?: TaskPatrol;
}

export interface TaskMember {
  readonly userId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
  readonly state: TaskState;
  readonly stateAt: Date;
}

export interface Task extends TaskDraft, MaybeDrill {
  readonly id: string;
  readonly createdAt: Date;
  readonly cancelledAt: Date | null;
  readonly cancelReason: string | null;
  readonly members: readonly TaskMember[];
}

/** A task with the names of its grid and of its members' grids. */
export interface NamedTask extends Named<Omit<Task, 'members'>> {
  readonly members: readonly Named<TaskMember>[];
}

/** @param nameOf returns null for an unknown number */
export const namedTask = (task: Task, nameOf: (no: GridNo) => string | null): NamedTask => ({
  ...withGridName(task, nameOf),
  members: task.members.map((member) => withGridName(member, nameOf)),
});

/** A ranger's progress report. */
export interface TaskStep {
  readonly id: string;
  readonly taskId: string;
  readonly userId: string;
  readonly fullName: string;
  readonly state: TaskState;
  readonly at: Date;
  readonly text: string | null;
  readonly photos: readonly string[];
  readonly position: Position | null;
}

/** One member's part of a task: their state and reports. */
export interface MemberStory extends Named<TaskMember> {
  readonly taskId: string;
  readonly steps: readonly TaskStep[];
}

/** A task with all reports, in the order they were recorded. */
export interface TaskFile {
  readonly task: Task;
  readonly steps: readonly TaskStep[];
}

/** The state of a task as a whole: 待接收, 进行中, 已完成, 已取消. */
export type TaskStatus = 'waiting' | 'under-way' | 'done' | 'cancelled';
export const TASK_STATUSES = ['waiting', 'under-way', 'done', 'cancelled'] as const satisfies readonly TaskStatus[];

export function taskStatus({ members, cancelledAt }: Pick<Task, 'members' | 'cancelledAt'>): TaskStatus {
  if (cancelledAt) return 'cancelled';
  if (members.every(({ state }) => state === 'done')) return 'done';
  return members.some(({ state }) => state !== 'sent') ? 'under-way' : 'waiting';
}

/** Whether the task is neither done nor cancelled. */
export function isInHand(task: Pick<Task, 'members' | 'cancelledAt'>): boolean {
  const status = taskStatus(task);
  return status === 'waiting' || status === 'under-way';
}

const rank = (state: TaskState): number => TASK_STATES.indexOf(state);

/** A ranger's next state. Reports may be repeated until the task is done. No state can be taken back. */
export function advance(now: TaskState, next: TaskProgress): Result<TaskState, 'already-further'> {
  const isRepeatedReport = now === 'reported' && next === 'reported';
  return rank(next) > rank(now) || isRepeatedReport ? ok(next) : refuse('already-further');
}

export interface TaskPayloads {
  /** The task as dispatched, with a first step for each member. */
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

export const taskObject = eventObject<TaskPayloads, TaskFile>()({
  apply: applyToTask,
  keeping: {
    'task.dispatched': 'while-open',
    'task.advanced': 'while-open',
    'task.cancelled': 'while-open',
  },
  isOpen: ({ task }) => isInHand(task) || isDrill(task),
  summaries: {
    'task.dispatched': ({ task }) => ({
      fireId: task.fireId,
      memberIds: task.members.map(({ userId }) => userId),
      priority: task.priority,
    }),
    'task.advanced': ({ step }) => ({ state: step.state }),
  },
});
