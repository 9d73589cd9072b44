// The operator lock: one operator at a time, identified by session; and vendors' refusals as refusals of calls.
import { formatTime, type WireOperator } from '@lookout/contract';
import type { CameraLock, Held, Operator, VendorAnswer } from '@lookout/video';
import type { Act } from '../../acting/act.ts';
import { conflict, type Refusal, refused } from '../../acting/refusal.ts';
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

/** Takes the lock of this camera: its tour is paused, and the camera stops when the session dies. @throws Refusal naming the present operator */
export async function take(
  { heads, locks, steering, tours }: VideoService,
  { audit, scope }: Pick<Act, 'audit' | 'scope'>,
  me: Operator,
  { camera }: ReachedCamera,
): Promise<void> {
  const { name } = await heads.of(camera);
  const taken = locks.take(name, me);
  if (!taken.ok) throw inUse(taken.error, me);
  steering(me.session, scope);
  tours.steered(name);
  audit.target('camera', camera.id, camera.gridNo);
}

/** For what turns a camera without being steered, as a tour does. @throws Refusal naming the present operator */
export function requireFree({ locks }: Pick<VideoService, 'locks'>, me: Operator, head: string): void {
  const isMine = locks.of(head)?.operator.session === me.session;
  const taken = locks.take(head, me);
  if (!taken.ok) throw inUse(taken.error, me);
  if (!isMine) locks.release(head, me);
}

const inUse = ({ held, freeAt }: Held, me: Operator): Refusal =>
  conflict(writeLock(held, me, freeAt), 'camera-in-use', { by: held.operator.name });

/** The value of a vendor's answer. @throws Refusal with the vendor's reason */
export async function unwrap<T>(answer: VendorAnswer<T>): Promise<T> {
  const result = await answer;
  if (!result.ok) throw refused('camera-refused', result.error);
  return result.value;
}
