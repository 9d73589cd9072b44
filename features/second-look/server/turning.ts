// Turns a head to the place of a look, and back. The operator's lock is asked before each command and never taken: an officer who takes it
// wins at once, and the head then stays where he wants it.

import { NATION } from '@lookout/domain';
import { actOf } from '@lookout/server/acting/act.ts';
import { Refusal } from '@lookout/server/acting/refusal.ts';
import { type PtzPosition, takeLock, type VendorRefusal } from '@lookout/video';
import type { HeadState } from '../../camera/camera-heads.store.ts';
import type { CameraCatalogue, ReachedCamera } from '../../camera/service/cameras.ts';
import { vendorFor } from '../../camera/service/cameras.ts';
import type { Head } from '../../camera/service/heads.ts';
import type { LookReason, SecondLook } from '../second-look.ts';
import type { HeadReturn, TurnedHead } from '../second-looks.store.ts';
import type { SeeingHead } from './candidates.ts';
import { SECOND_LOOK_ACTOR } from './events.ts';
import type { LookNeeds } from './needs.ts';
import { SECOND_LOOK_OPERATOR } from './operator.ts';

/** A tour waits this long for a look; the look ends sooner and lets it go on. */
const TOUR_WAITS_MS = 120_000;
/** A turn of 180° with the zoom from one end to the other takes less. */
const ARRIVES_WITHIN_MS = 14_000;
const ASK_EVERY_MS = 250;
/** Reported angles are rounded, and zoom is a share of the motor's way. */
const NEAR_DEGREES = 0.3;
const NEAR_ZOOM = 0.02;

const WITHOUT_POSITION: readonly VendorRefusal['refusal'][] = ['position-unknown', 'not-supported'];
const SILENT: readonly VendorRefusal['refusal'][] = ['unreachable', 'timeout', 'platform-unreachable', 'platform-timeout'];

const reasonOf = ({ refusal }: VendorRefusal): LookReason => {
  if (WITHOUT_POSITION.includes(refusal)) return 'no-position';
  return SILENT.includes(refusal) ? 'offline' : 'refused';
};

const isFree = (state: HeadState, now: Date): boolean => takeLock(state.lock, SECOND_LOOK_OPERATOR, now).ok;

/** Whether an officer steers the head now. */
export async function isTaken({ video, clock }: Pick<LookNeeds, 'video' | 'clock'>, head: Head): Promise<boolean> {
  return !isFree(await video.heads.state(head), clock());
}

const offDegrees = (a: number, b: number): number => Math.abs(((((a - b) % 360) + 540) % 360) - 180);

const isAt = (at: PtzPosition, { panDegrees, tiltDegrees, zoom }: Pick<SeeingHead, 'panDegrees' | 'tiltDegrees' | 'zoom'>): boolean =>
  offDegrees(at.panDegrees, panDegrees) <= NEAR_DEGREES &&
  Math.abs(at.tiltDegrees - tiltDegrees) <= NEAR_DEGREES &&
  (zoom === null || at.zoom === null || Math.abs(at.zoom - zoom) <= NEAR_ZOOM);

/** Whether the head still looks where the look has turned it; a camera that does not answer counts as there. */
export async function isThere({ camera, ...aim }: SeeingHead): Promise<boolean> {
  const at = await vendorFor(camera).position(camera.device);
  return !at.ok || isAt(at.value, aim);
}

/** @returns null: the head looks at the place; otherwise why not. It then was not moved, or goes back. */
export async function turnTo(room: LookNeeds, look: SecondLook, head: SeeingHead, stopped: AbortSignal): Promise<LookReason | null> {
  const { store, video, clock } = room;
  const { camera, ptzHead, panDegrees, tiltDegrees, zoom } = head;
  const before = await vendorFor(camera).position(camera.device);
  if (!before.ok) return reasonOf(before.error);
  const now = clock();
  const state = await video.heads.state(ptzHead);
  if (!isFree(state, now)) return 'busy';
  const back: HeadReturn = state.tour?.dueAt != null ? { kind: 'tour' } : { kind: 'pose', ...poseOf(before.value) };
  const turned: TurnedHead = { head: ptzHead.name, cameraId: camera.camera.id, lookId: look.id, back };
  // The movement is logged before the camera is ordered to move.
  const act = actOf(SECOND_LOOK_ACTOR, { name: 'second-look-turn', scope: NATION, now });
  act.audit.target('camera', camera.camera.id, camera.camera.gridNo);
  act.audit.detail({ lookId: look.id, panDegrees, tiltDegrees, zoom, back });
  const mayTurn = await store.transaction(async (tx) => {
    if (!(await tx.secondLooks.turnHead(turned))) return false;
    await tx.audit.append([act.audit.take()]);
    return true;
  });
  if (!mayTurn) return 'resting';
  const isOurs = await video.heads.change(ptzHead, (current) => {
    if (!isFree(current, clock())) return { state: current, value: false };
    const tour = current.tour?.dueAt == null ? current.tour : { ...current.tour, dueAt: new Date(clock().getTime() + TOUR_WAITS_MS) };
    return { state: tour === current.tour ? current : { ...current, tour }, value: true };
  });
  if (!isOurs) {
    await store.secondLooks.headIsBack(turned.head, look.id);
    return 'taken';
  }
  const turn = await vendorFor(camera).absolute(camera.device, { panDegrees, tiltDegrees, zoom });
  if (!turn.ok) return reasonOf(turn.error);
  return arrival(room, head, stopped);
}

const poseOf = ({ panDegrees, tiltDegrees, zoom }: PtzPosition) => ({ panDegrees, tiltDegrees, zoom });

async function arrival(room: LookNeeds, head: SeeingHead, stopped: AbortSignal): Promise<LookReason | null> {
  const until = performance.now() + ARRIVES_WITHIN_MS;
  while (performance.now() < until) {
    if (stopped.aborted) return 'interrupted';
    if (await isTaken(room, head.ptzHead)) return 'taken';
    const at = await vendorFor(head.camera).position(head.camera.device);
    if (!at.ok) return reasonOf(at.error);
    if (isAt(at.value, head)) return null;
    await pause(ASK_EVERY_MS, stopped);
  }
  return 'not-reached';
}

/** Ends early when the server stops. */
export const pause = (ms: number, stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stopped.addEventListener('abort', end, { once: true });
    if (stopped.aborted) end();
  });

/** Lets the tour go on, or turns the head to where it was found, unless an officer has it or has moved it. */
export async function goBack(
  { store, video, clock, log }: Pick<LookNeeds, 'store' | 'video' | 'clock' | 'log'>,
  { head, cameraId, lookId, back }: TurnedHead,
): Promise<void> {
  const reached = await reachedOf(video.cameras, cameraId);
  if (reached !== null) {
    const isReturning = await video.heads.change(await video.heads.of(reached.camera), (state) => {
      const now = clock();
      if (!isFree(state, now)) return { state, value: false };
      const isOnTour = back.kind === 'tour' && state.tour?.dueAt != null;
      return { state: isOnTour && state.tour ? { ...state, tour: { ...state.tour, dueAt: now } } : state, value: true };
    });
    if (isReturning && back.kind === 'tour') video.tours.wake();
    if (isReturning && back.kind === 'pose') {
      const { panDegrees, tiltDegrees, zoom } = back;
      const turn = await vendorFor(reached).absolute(reached.device, { panDegrees, tiltDegrees, zoom });
      if (!turn.ok) log.warn({ cameraId, reason: turn.error }, 'a camera did not go back after a second look');
    }
  }
  await store.secondLooks.headIsBack(head, lookId);
}

/** null: the camera was removed meanwhile. */
async function reachedOf(cameras: CameraCatalogue, cameraId: string): Promise<ReachedCamera | null> {
  try {
    return await cameras.find(NATION, cameraId);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
