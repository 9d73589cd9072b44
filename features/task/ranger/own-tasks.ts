// A ranger's own tasks: the next step, its draft and the submitted step; changes between two polls; the route to a task. Pure.
import { type CompassPoint, compassOf } from '@lookout/domain';
import { bearingDegrees, distanceMetres, type LngLat } from '@lookout/geo';
import type { DraftPhoto } from '@lookout/web/patrol/report.ts';
import type { Entry } from '@lookout/web/patrol/upload-queue.ts';
import { isInHand, type NamedTask, TASK_STATES, type TaskProgress, type TaskState } from '../task.ts';

export const MOST_TEXT = 500;

export interface StepDraft {
  readonly owner: string;
  readonly taskId: string;
  readonly text: string;
  readonly photos: readonly DraftPhoto[];
}

export interface Step {
  /** The Idempotency-Key, created once. */
  readonly key: string;
  readonly owner: string;
  readonly taskId: string;
  readonly state: TaskProgress;
  /** Epoch milliseconds on this phone's clock. */
  readonly writtenAt: number;
  readonly text: string;
  readonly photos: readonly DraftPhoto[];
  readonly position: { readonly lng: number; readonly lat: number } | null;
}

export const emptyStepDraft = (owner: string, taskId: string): StepDraft => ({ owner, taskId, text: '', photos: [] });

const rank = (state: TaskState): number => TASK_STATES.indexOf(state);

/** The ranger's state: the more advanced of the server's state and this phone's unconfirmed steps. Refused steps do not count. */
export function stateOf(task: NamedTask, userId: string, steps: readonly Entry<Step>[]): TaskState {
  const known = task.members.find((member) => member.userId === userId)?.state ?? 'sent';
  return steps
    .filter(({ taskId, stage }) => taskId === task.id && stage.kind !== 'refused')
    .reduce<TaskState>((furthest, { state }) => (rank(state) > rank(furthest) ? state : furthest), known);
}

/** The next step; null: the task is done. */
export const nextStep = (state: TaskState): TaskProgress | null => (TASK_STATES[rank(state) + 1] as TaskProgress | undefined) ?? null;

/** Whether this ranger still has something to do. */
export const isOpenFor = (task: NamedTask, state: TaskState): boolean => task.cancelledAt === null && state !== 'done';

/** A report needs text or a photo. */
export const hasContent = ({ text, photos }: Pick<StepDraft, 'text' | 'photos'>): boolean => text.trim() !== '' || photos.length > 0;

// Changes between two polls: new tasks and cancelled ones.
export interface OwnTaskChanges {
  /** Sent to this ranger and not yet acknowledged as received. */
  readonly fresh: readonly NamedTask[];
  readonly cancelled: readonly NamedTask[];
}

/** @param before the last known tasks; null: unknown, so every task not yet received is new */
export function taskChangesIn(before: readonly NamedTask[] | null, now: readonly NamedTask[], userId: string): OwnTaskChanges {
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

// Distance and bearing to a position in a straight line, WGS84.
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
