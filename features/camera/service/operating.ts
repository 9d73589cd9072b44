// The operator lock, which one operator at a time holds, identified by session, and the conversion of vendors' refusals to refusals of
// calls.
import type { Act } from '@lookout/server/acting/act.ts';
import { conflict, type Refusal } from '@lookout/server/acting/refusal.ts';
import { type CameraLock, type Held, type Operator, takeLock } from '@lookout/video';
import type { CameraOperator } from '../camera.ts';
import type { ReachedCamera } from './cameras.ts';
import type { VideoService } from './open-video.ts';
import { tourSteered } from './tours.ts';

/** The session of an operator. */
interface Session {
  readonly tokenHash: Uint8Array;
  readonly fullName: string;
}

export const sessionOf = ({ tokenHash }: Pick<Session, 'tokenHash'>): string => Buffer.from(tokenHash).toString('hex');

export const operatorOf = (session: Session): Operator => ({ session: sessionOf(session), name: session.fullName });

/** @param until when the lock expires; null: not known */
export const shownOperator = (lock: CameraLock | null, me: Operator, until: Date | null = null): CameraOperator => ({
  holder: lock?.operator.name ?? null,
  isMine: lock?.operator.session === me.session,
  askedBy: lock?.wanted?.by.name ?? null,
  until,
});

/**
 * Takes the lock of this camera. Its tour is paused, and the camera stops when the session dies.
 * @returns the lock
 * @throws Refusal naming the current operator
 */
export async function take(
  { heads, steering }: Pick<VideoService, 'heads' | 'steering'>,
  { audit, scope, now }: Pick<Act, 'audit' | 'scope' | 'now'>,
  me: Operator,
  { camera }: ReachedCamera,
): Promise<CameraLock> {
  const taken = await heads.change(await heads.of(camera), (head) => {
    const lock = takeLock(head.lock, me, now);
    return { state: lock.ok ? tourSteered({ ...head, lock: lock.value }, now) : head, value: lock };
  });
  if (!taken.ok) throw inUse(taken.error, me);
  steering(me.session, { gridNo: scope, right: 'watch-video' });
  audit.target('camera', camera.id, camera.gridNo);
  return taken.value;
}

/** For actions that turn a camera without steering it, such as a tour. @throws Refusal naming the current operator */
export function requireFree(lock: CameraLock | null, me: Operator, now: Date): void {
  const taken = takeLock(lock, me, now);
  if (!taken.ok) throw inUse(taken.error, me);
}

const inUse = ({ held, freeAt }: Held, me: Operator): Refusal =>
  conflict(shownOperator(held, me, freeAt), 'camera-in-use', { by: held.operator.name });
