// Operator locks: only one operator at a time controls a camera. Pure functions: the caller passes in the lock and stores the result.
import { ok, type Result, refuse } from '@lookout/domain';

export interface Operator {
  /** The session: a person with two sessions is two operators. */
  readonly session: string;
  readonly name: string;
}

export interface CameraLock {
  readonly operator: Operator;
  readonly since: Date;
  /** Time of the last act or keep-alive. */
  readonly lastActAt: Date;
  /** The operator who requested the lock and waits for the owner's answer. */
  readonly wanted: { readonly by: Operator; readonly at: Date } | null;
}

/** Another operator holds the lock. */
export interface LockedByOther {
  /** The current lock, to be stored. */
  readonly held: CameraLock;
  /** When the lock may be taken without the owner's consent. */
  readonly freeAt: Date;
}

interface LockTimes {
  /** After this idle time another operator may take the lock. */
  readonly idleMs: number;
  /** After this time without an answer or an act, the owner loses the lock to the requester. */
  readonly answerWithinMs: number;
}

export const LOCK_TIMES: LockTimes = { idleMs: 60_000, answerWithinMs: 15_000 };

const beginning = (operator: Operator, now: Date): CameraLock => ({ operator, since: now, lastActAt: now, wanted: null });

/** When the lock may be taken; earlier for the operator who requested it. */
function freeAt({ lastActAt, wanted }: CameraLock, session: string, { idleMs, answerWithinMs }: LockTimes): number {
  const idle = lastActAt.getTime() + idleMs;
  if (wanted?.by.session !== session) return idle;
  return Math.min(idle, Math.max(wanted.at.getTime(), lastActAt.getTime()) + answerWithinMs);
}

/**
 * Takes the lock when it is free, already ours, or its owner was idle for too long. Must be called before every control action.
 * @param current null: no operator controls the camera
 */
export function takeLock(current: CameraLock | null, operator: Operator, now: Date, times = LOCK_TIMES): Result<CameraLock, LockedByOther> {
  if (current?.operator.session === operator.session) return ok({ ...current, lastActAt: now });
  const free = current ? freeAt(current, operator.session, times) : 0;
  return current && now.getTime() < free ? refuse({ held: current, freeAt: new Date(free) }) : ok(beginning(operator, now));
}

/**
 * Requests the lock from its owner. Succeeds immediately when it is free or already ours; of several requests only the first is passed on.
 */
export function requestLock(
  current: CameraLock | null,
  operator: Operator,
  now: Date,
  times = LOCK_TIMES,
): Result<CameraLock, LockedByOther> {
  const taken = takeLock(current, operator, now, times);
  if (taken.ok || taken.error.held.wanted) return taken;
  const lock = { ...taken.error.held, wanted: { by: operator, at: now } };
  return refuse({ held: lock, freeAt: new Date(freeAt(lock, operator.session, times)) });
}

/** The owner hands the lock to the requester. null: the caller is not the owner, or there is no request. */
export function handOverLock(current: CameraLock | null, owner: Operator, now: Date): CameraLock | null {
  return current?.wanted && current.operator.session === owner.session ? beginning(current.wanted.by, now) : null;
}

/** The lock after this session releases it or stops waiting for it: the lock of the waiting operator, or none. */
export function releaseLock(current: CameraLock | null, session: string, now: Date): CameraLock | null {
  if (current?.operator.session === session) return current.wanted ? beginning(current.wanted.by, now) : null;
  return current?.wanted?.by.session === session ? { ...current, wanted: null } : current;
}
