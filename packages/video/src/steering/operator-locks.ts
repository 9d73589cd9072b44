// Operator's locks: one operator at a time steers a camera.
import { ok, type Result, refuse } from '@lookout/domain';

export interface Operator {
  /** The session: one person with two sessions is two operators. */
  readonly session: string;
  readonly name: string;
}

export interface CameraLock {
  /** The PTZ head: one camera, or several in one housing that turn together. */
  readonly head: string;
  readonly operator: Operator;
  readonly since: Date;
  /** Time of the last act or keep-alive. */
  readonly lastActAt: Date;
  /** The operator who requested the lock and waits for the owner's answer. */
  readonly wantedBy: Operator | null;
}

/** Another operator holds the lock. */
export interface Held {
  readonly held: CameraLock;
  /** When it may be taken without the owner's consent. */
  readonly freeAt: Date;
}

export interface OperatorLocks {
  /** Takes the lock when it is free, already ours, handed over, or its owner was idle too long. Called before every act of steering. */
  take(head: string, operator: Operator): Result<CameraLock, Held>;
  /** Requests the lock from its owner (listeners are notified). Succeeds immediately when it is free or already ours. */
  request(head: string, operator: Operator): Result<CameraLock, Held>;
  /** The owner hands the lock to the requester. Null: not the owner, or no request. */
  handOver(head: string, owner: Operator): CameraLock | null;
  release(head: string, operator: Operator): void;
  /** Releases all locks of an ended session. */
  releaseAll(session: string): void;
  /** Null: nobody steers it. */
  of(head: string): CameraLock | null;
  /** Called once per change: taken, requested, handed over, released (`lock` null). @returns stop */
  onChange(listener: (head: string, lock: CameraLock | null) => void): () => void;
}

// Operator's locks: one operator at a time steers a camera. Pure except for the injected clock.

export interface OperatorLockOptions {
  readonly clock: () => Date;
  /** After this idle time another operator may take the lock. */
  readonly idleMs?: number;
  /** After this time without an answer or an act, the owner loses the lock to the requester. */
  readonly answerWithinMs?: number;
}

const IDLE_MS = 60_000;
const ANSWER_WITHIN_MS = 15_000;

export function createOperatorLocks({ clock, idleMs = IDLE_MS, answerWithinMs = ANSWER_WITHIN_MS }: OperatorLockOptions): OperatorLocks {
  const locks = new Map<string, CameraLock>();
  const requestedAt = new Map<string, number>();
  const listeners = new Set<(head: string, lock: CameraLock | null) => void>();

  const set = (head: string, lock: CameraLock | null): void => {
    if (lock) locks.set(head, lock);
    else locks.delete(head);
    if (!lock?.wantedBy) requestedAt.delete(head);
    for (const listener of listeners) listener(head, lock);
  };
  const begin = (head: string, operator: CameraLock['operator']): CameraLock => {
    const lock = { head, operator, since: clock(), lastActAt: clock(), wantedBy: null };
    set(head, lock);
    return lock;
  };
  /** When the lock may be taken; earlier for the operator who requested it. */
  const freeAt = ({ head, lastActAt, wantedBy }: CameraLock, session: string): number => {
    const idle = lastActAt.getTime() + idleMs;
    const requested = requestedAt.get(head);
    if (wantedBy?.session !== session || requested === undefined) return idle;
    return Math.min(idle, Math.max(requested, lastActAt.getTime()) + answerWithinMs);
  };

  return {
    take(head, operator) {
      const held = locks.get(head);
      if (held?.operator.session === operator.session) {
        // A keep-alive is no change for listeners.
        const lock = { ...held, lastActAt: clock() };
        locks.set(head, lock);
        return ok(lock);
      }
      const free = held ? freeAt(held, operator.session) : 0;
      return held && clock().getTime() < free ? refuse({ held, freeAt: new Date(free) }) : ok(begin(head, operator));
    },

    request(head, operator) {
      const taken = this.take(head, operator);
      if (taken.ok) return taken;
      const { held } = taken.error;
      // Only the first request is passed on to the owner; others wait for the lock.
      if (held.wantedBy) return taken;
      const lock = { ...held, wantedBy: operator };
      requestedAt.set(head, clock().getTime());
      set(head, lock);
      return refuse({ held: lock, freeAt: new Date(freeAt(lock, operator.session)) });
    },

    handOver(head, owner) {
      const held = locks.get(head);
      if (!held?.wantedBy || held.operator.session !== owner.session) return null;
      return begin(head, held.wantedBy);
    },

    release(head, operator) {
      const held = locks.get(head);
      if (!held) return;
      if (held.operator.session === operator.session) {
        if (held.wantedBy) begin(head, held.wantedBy);
        else set(head, null);
      } else if (held.wantedBy?.session === operator.session) set(head, { ...held, wantedBy: null });
    },

    releaseAll(session) {
      for (const { head, operator, wantedBy } of [...locks.values()])
        if (operator.session === session || wantedBy?.session === session) this.release(head, { session, name: '' });
    },

    of: (head) => locks.get(head) ?? null,

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
