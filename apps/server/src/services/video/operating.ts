// Who has a camera in his hands: one operator at a time, known by his session; and what a maker refuses, as a refusal of ours.

import { formatTime, type WireOperator } from '@lookout/contract';
import type { Camera } from '@lookout/domain';

import type { CameraLock, MakerAnswer, Operator } from '@lookout/video';
import { type AccountCaller, accountOf, type Context } from '../../serve/context.ts';
import { business, conflict } from '../../serve/refusal.ts';
import type { VideoService } from './open-video.ts';
import type { ReachedCamera } from './reached.ts';

export const sessionOf = ({ tokenHash }: AccountCaller): string => Buffer.from(tokenHash).toString('hex');

export const operatorOf = (caller: AccountCaller): Operator => ({ session: sessionOf(caller), name: caller.fullName });

export const writeLock = (lock: CameraLock | null, me: Operator, until: Date | null): WireOperator => ({
  holder: lock?.operator.name ?? null,
  isMine: lock?.operator.session === me.session,
  askedBy: lock?.wantedBy?.name ?? null,
  until: until && formatTime(until),
});

/** Cameras of one device at one point are the eyes of one head: who steers one of them turns them all. */
export const headOf = ({ monitorId, deviceId }: Pick<Camera, 'monitorId' | 'deviceId'>): string => `${monitorId ?? ''}/${deviceId}`;

/** The caller steers this camera from now on: its round waits, and it stops when his session dies. @throws Refusal 409 with who has it */
export function take({ locks, steering, cruises }: VideoService, context: Context, { camera }: ReachedCamera): Operator {
  const me = operatorOf(accountOf(context));
  const taken = locks.take(headOf(camera), me);
  if (!taken.ok) {
    const { held, freeAt } = taken.error;
    throw conflict(`${held.operator.name}正在操作该摄像头`, writeLock(held, me, freeAt));
  }
  steering(me.session);
  cruises.steered(headOf(camera));
  context.audit.target('camera', camera.id, camera.gridNo);
  return me;
}

/** @throws Refusal 501 in the maker's words */
export async function done<T>(answer: MakerAnswer<T>): Promise<T> {
  const said = await answer;
  if (!said.ok) throw business(said.error.text);
  return said.value;
}
