// One operator at a time steers a camera.
import type { Result } from '@lookout/domain';

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

/** Sends stop when a button is held and the operator's line is lost. */
export interface SteeringWatchdog {
  /**
   * A button is held. Call again at least every second while it is (keep-alive); after 1.5 s without, `stop` is called once.
   * @param motion names what moves, e.g. `pan` or `zoom`: one of each a camera
   */
  hold(cameraId: string, motion: string, session: string, stop: () => Promise<void>): void;
  /** Only of who holds it. False: it had been stopped already. */
  keepAlive(cameraId: string, motion: string, session: string): boolean;
  /** The operator let go: the caller sends stop itself. */
  letGo(cameraId: string, motion: string): void;
  /** The session's line is gone (logout, closed page): everything it holds stops now. */
  lost(session: string): void;
  /** Stops everything that still moves. */
  close(): Promise<void>;
}
