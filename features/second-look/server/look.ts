// One camera of a second look: it turns to the place, takes pictures for twenty frames, and goes back.

import { readPicture, storeUpload } from '@lookout/server/services/pictures.ts';
import type { MediaChannel } from '@lookout/video';
import type { ReachedCamera } from '../../camera/service/cameras.ts';
import { FRAMES, LEAST_FRAMES, type LookHeat, type LookReason, type LookView, type SecondLook } from '../second-look.ts';
import type { Judge } from '../service/judge.ts';
import type { SeeingHead } from './candidates.ts';
import type { LookNeeds } from './needs.ts';
import { SECOND_LOOK_OPERATOR } from './operator.ts';
import { goBack, isTaken, isThere, pause, turnTo } from './turning.ts';

/** How often a new picture is asked for. Cameras send a keyframe every one to four seconds. */
const FRAME_EVERY_MS = 500;
/** A camera whose keyframes come more slowly is judged by what there is. */
const PICTURES_WITHIN_MS = 75_000;
/** After so many pictures it is checked again whether the alarm is open and the camera has not been moved. */
const CHECK_EVERY_FRAMES = 4;

export interface CameraLook {
  readonly look: SecondLook;
  readonly head: SeeingHead;
  readonly view: LookView;
  readonly save: (view: LookView) => Promise<void>;
  readonly isAlarmOver: () => Promise<boolean>;
  /** The server stops. */
  readonly stopped: AbortSignal;
}

type Needs = LookNeeds & { readonly judge: Judge };

interface Shot {
  readonly jpeg: Buffer;
  readonly at: Date;
}

/** @returns the view at the end. The camera has gone back, or an officer has it. */
export async function lookWith(room: Needs, camera: CameraLook): Promise<LookView> {
  const { look, head, stopped } = camera;
  const { store } = room;
  try {
    const channel = await room.video.streams.channelOf(head.camera, 'main');
    if (!channel.ok) return { ...camera.view, reason: 'no-picture' };
    // The stream opens while the camera turns.
    const opening = room.video.engine.snapshot(channel.value);
    const reason = await turnTo(room, look, head, stopped);
    await opening;
    if (reason !== null) return { ...camera.view, reason };
    return await picturesFrom(room, camera, channel.value);
  } finally {
    const turned = (await store.secondLooks.headsOf(look.id)).find(({ head: name }) => name === head.ptzHead.name);
    if (turned !== undefined) await isThereOrReturning(room, head, turned);
  }
}

/** Someone who has moved the camera meanwhile wants it where it is. */
async function isThereOrReturning(room: Needs, head: SeeingHead, turned: Parameters<typeof goBack>[1]): Promise<void> {
  if (turned.back.kind === 'pose' && !(await isThere(head))) await room.store.secondLooks.headIsBack(turned.head, turned.lookId);
  else await goBack(room, turned);
}

async function picturesFrom(room: Needs, camera: CameraLook, channel: MediaChannel): Promise<LookView> {
  const { head, view: first, save, isAlarmOver, stopped } = camera;
  const { video, clock, judge } = room;
  const arrivedAt = clock();
  const until = performance.now() + PICTURES_WITHIN_MS;
  const pictures: Buffer[] = [];
  let [view, last]: [LookView, Date] = [first, arrivedAt];
  const ended = (reason: LookReason): LookView => ({
    ...view,
    frames: pictures.length,
    verdict: pictures.length > 0 ? 'unclear' : null,
    reason,
  });

  while (pictures.length < FRAMES && performance.now() < until) {
    if (stopped.aborted) return ended('interrupted');
    if (await isTaken(room, head.ptzHead)) return ended('taken');
    const shot = await video.engine.snapshot(channel);
    if (!shot.ok) return ended(pictures.length >= LEAST_FRAMES ? 'few' : 'no-picture');
    if (shot.value.at > last) {
      last = shot.value.at;
      pictures.push(shot.value.jpeg);
      if (pictures.length === 1) {
        view = await withFirstPicture(room, camera, view, shot.value);
        await save(view);
      } else if (pictures.length % CHECK_EVERY_FRAMES === 0) {
        view = { ...view, frames: pictures.length };
        if (await isAlarmOver()) return ended('alarm-over');
        if (!(await isThere(head))) return ended('moved');
      }
    }
    await pause(FRAME_EVERY_MS, stopped);
  }
  if (pictures.length === 0) return ended('no-picture');
  // The pictures show the place only if the camera was not moved during the last of them.
  if (!(await isThere(head))) return ended('moved');
  return { ...view, frames: pictures.length, ...(await judge.smoke(pictures)) };
}

/** The picture of now, and heat. The picture belongs to the grid of the alarm, whose desks read it wherever the camera stands. */
async function withFirstPicture(room: Needs, { look: { gridNo }, head }: CameraLook, view: LookView, shot: Shot): Promise<LookView> {
  const { store, pictures, judge } = room;
  const picture = await readPicture(shot.jpeg, { account: SECOND_LOOK_OPERATOR.session, grid: null, isDuty: true });
  const pictureId = await storeUpload({ store, pictures }, picture, { gridNo, accountId: null });
  await store.uploads.keep(pictureId);
  const thermal = head.isThermal ? shot : head.thermal && (await thermalShot(room, head.thermal));
  const heat: LookHeat | null = thermal && (await judge.heat(thermal.jpeg));
  return { ...view, frames: 1, pictureId, takenAt: shot.at, heat };
}

/** null: its thermal channel has no picture now; the visible one decides. */
async function thermalShot({ video }: Needs, thermal: ReachedCamera): Promise<Shot | null> {
  const channel = await video.streams.channelOf(thermal, 'main');
  if (!channel.ok) return null;
  const shot = await video.engine.snapshot(channel.value);
  return shot.ok ? shot.value : null;
}
