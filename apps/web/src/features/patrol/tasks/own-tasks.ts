// What a ranger says about a task: which step comes next, what is written about it, and the step made of that. Pure.
import { type CompassPoint, compassOf, isInHand, type NamedTask, TASK_STATES, type TaskProgress, type TaskState } from '@lookout/domain';
import { bearingDegrees, distanceMetres, type LngLat } from '@lookout/geo';
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

// What a new look at one's own tasks brings: tasks that were not there, and tasks that were called off. Pure.
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

// How a place lies from where the ranger stands: along the ground as the crow flies, WGS84. Pure.
interface Way {
  readonly metres: number;
  /** Clockwise from true north, 0 ≤ b < 360. */
  readonly degrees: number;
  readonly point: CompassPoint;
}

export function wayTo(from: LngLat, to: LngLat): Way {
  const degrees = bearingDegrees(from, to);
  return { metres: distanceMetres(from, to), degrees, point: compassOf(degrees) };
}
