// The operator lock: one operator at a time, identified by session; and vendors' refusals as refusals of calls.
import { formatTime, type WireOperator } from '@lookout/contract';
import type { Camera } from '@lookout/domain';
import type { CameraLock, Operator, VendorAnswer } from '@lookout/video';
import type { Act } from '../../acting/act.ts';
import { conflict, refused } from '../../acting/refusal.ts';
import type { ReachedCamera } from './cameras.ts';
import type { VideoService } from './open-video.ts';

/** The session of an operator. */
interface Session {
  readonly tokenHash: Uint8Array;
  readonly fullName: string;
}

export const sessionOf = ({ tokenHash }: Pick<Session, 'tokenHash'>): string => Buffer.from(tokenHash).toString('hex');

export const operatorOf = (session: Session): Operator => ({ session: sessionOf(session), name: session.fullName });

export const writeLock = (lock: CameraLock | null, me: Operator, until: Date | null): WireOperator => ({
  holder: lock?.operator.name ?? null,
  isMine: lock?.operator.session === me.session,
  askedBy: lock?.wantedBy?.name ?? null,
  until: until && formatTime(until),
});

/** Cameras of one device at one point share a pan-tilt head: steering one of them moves all. */
export const headOf = ({ monitoringPointId, deviceId }: Pick<Camera, 'monitoringPointId' | 'deviceId'>): string =>
  `${monitoringPointId ?? ''}/${deviceId}`;

/** Takes the lock of this camera: its tour is paused, and the camera stops when the session dies. @throws Refusal naming the present operator */
export function take(
  { locks, steering, tours }: VideoService,
  { audit, scope }: Pick<Act, 'audit' | 'scope'>,
  me: Operator,
  { camera }: ReachedCamera,
): void {
  const taken = locks.take(headOf(camera), me);
  if (!taken.ok) {
    const { held, freeAt } = taken.error;
    throw conflict(writeLock(held, me, freeAt), 'camera-in-use', { by: held.operator.name });
  }
  steering(me.session, scope);
  tours.steered(headOf(camera));
  audit.target('camera', camera.id, camera.gridNo);
}

/** The value of a vendor's answer. @throws Refusal with the vendor's reason */
export async function unwrap<T>(answer: VendorAnswer<T>): Promise<T> {
  const result = await answer;
  if (!result.ok) throw refused('camera-refused', result.error);
  return result.value;
}
