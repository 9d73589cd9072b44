// One operator at a time steers a camera.
import { ok, type Result, refuse } from '@lookout/domain';

export interface Operator {
  /** The session: one person at two desks is two operators. */
  readonly session: string;
  readonly name: string;
}

export interface CameraLock {
  /** What turns as one: a camera, or several in one housing. */
  readonly head: string;
  readonly operator: Operator;
  readonly since: Date;
  /** Last act or keep-alive. */
  readonly lastActAt: Date;
  /** Who asked for it, and waits for the owner's word. */
  readonly wantedBy: Operator | null;
}

/** Somebody else has the camera. */
export interface Held {
  readonly held: CameraLock;
  /** From when on it may be taken without the owner's word. */
  readonly freeAt: Date;
}

export interface OperatorLocks {
  /** Takes the camera when it is free, ours, handed over, or its owner has been idle for too long. Every act of steering begins with it. */
  take(head: string, operator: Operator): Result<CameraLock, Held>;
  /** The owner is asked (a listener hears it); who is already the owner, or finds it free, has it at once. */
  request(head: string, operator: Operator): Result<CameraLock, Held>;
  /** The owner gives it to who asked. Null: not the owner, or nobody asked. */
  handOver(head: string, owner: Operator): CameraLock | null;
  release(head: string, operator: Operator): void;
  /** The session died: everything it held is free. */
  releaseAll(session: string): void;
  /** Null: nobody steers it. */
  of(head: string): CameraLock | null;
  /** Every change, once: taken, asked for, handed over, freed (`lock` null). Returns the way out. */
  onChange(listener: (head: string, lock: CameraLock | null) => void): () => void;
}

// Who steers which camera. Pure but for the clock it is given.

export interface OperatorLockOptions {
  readonly clock: () => Date;
  /** An owner who did nothing for so long loses the camera to who takes it. */
  readonly idleMs?: number;
  /** An owner who was asked and does not answer, and does nothing, loses it after so long. */
  readonly askedMs?: number;
}

const IDLE_MS = 60_000;
const ASKED_MS = 15_000;

export function createOperatorLocks({ clock, idleMs = IDLE_MS, askedMs = ASKED_MS }: OperatorLockOptions): OperatorLocks {
  const locks = new Map<string, CameraLock>();
  const askedAt = new Map<string, number>();
  const listeners = new Set<(head: string, lock: CameraLock | null) => void>();

  const set = (head: string, lock: CameraLock | null): void => {
    if (lock) locks.set(head, lock);
    else locks.delete(head);
    if (!lock?.wantedBy) askedAt.delete(head);
    for (const listener of listeners) listener(head, lock);
  };
  const begin = (head: string, operator: CameraLock['operator']): CameraLock => {
    const lock = { head, operator, since: clock(), lastActAt: clock(), wantedBy: null };
    set(head, lock);
    return lock;
  };
  /** Who asked and has waited long enough needs a shorter idleness of the owner. */
  const freeAt = ({ head, lastActAt, wantedBy }: CameraLock, session: string): number => {
    const idle = lastActAt.getTime() + idleMs;
    const asked = askedAt.get(head);
    if (wantedBy?.session !== session || asked === undefined) return idle;
    return Math.min(idle, Math.max(asked, lastActAt.getTime()) + askedMs);
  };

  return {
    take(head, operator) {
      const held = locks.get(head);
      if (held?.operator.session === operator.session) {
        // A keep-alive tells nobody anything new.
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
      // The first to ask is the one who is asked for; a second waits for the lock like everybody.
      if (held.wantedBy) return taken;
      const lock = { ...held, wantedBy: operator };
      askedAt.set(head, clock().getTime());
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
