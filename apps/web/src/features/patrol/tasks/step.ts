// What a ranger says about a task: which step comes next, what is written about it, and the step made of that. Pure.
import { type NamedTask, TASK_STATES, type TaskProgress, type TaskState } from '@lookout/domain';
import type { DraftPhoto } from '../report.ts';
import type { Entry } from '../upload-queue.ts';

export const MOST_TEXT = 500;

export interface StepDraft {
  readonly owner: string;
  readonly taskId: string;
  readonly text: string;
  readonly photos: readonly DraftPhoto[];
}

export interface Step {
  /** The Idempotency-Key, made once. */
  readonly key: string;
  readonly owner: string;
  readonly taskId: string;
  readonly state: TaskProgress;
  /** Epoch milliseconds by this phone's clock. */
  readonly writtenAt: number;
  readonly text: string;
  readonly photos: readonly DraftPhoto[];
  readonly position: { readonly lng: number; readonly lat: number } | null;
}

export const emptyStepDraft = (owner: string, taskId: string): StepDraft => ({ owner, taskId, text: '', photos: [] });

const rank = (state: TaskState): number => TASK_STATES.indexOf(state);

/** What the server knows of him, and what this phone has said and not yet seen confirmed: the further of both. A refused step counts for nothing. */
export function stateOf(task: NamedTask, userId: string, steps: readonly Entry<Step>[]): TaskState {
  const known = task.members.find((member) => member.userId === userId)?.state ?? 'sent';
  return steps
    .filter(({ taskId, stage }) => taskId === task.id && stage.kind !== 'refused')
    .reduce<TaskState>((furthest, { state }) => (rank(state) > rank(furthest) ? state : furthest), known);
}

/** The one button that comes next; null: everything is done. */
export const nextStep = (state: TaskState): TaskProgress | null => (TASK_STATES[rank(state) + 1] as TaskProgress | undefined) ?? null;

/** Still something to do for him. */
export const isOpenFor = (task: NamedTask, state: TaskState): boolean => task.cancelledAt === null && state !== 'done';

/** A report says something: words or a photo. */
export const hasContent = ({ text, photos }: Pick<StepDraft, 'text' | 'photos'>): boolean => text.trim() !== '' || photos.length > 0;
