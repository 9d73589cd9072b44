// The pictures of a camera alarm, before and after the fire began: the picture of its tower turned towards the fire, in colour or thermal.

import { MINUTE_MS } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import type { Fire } from '../fires/fire.ts';
import { createHead } from '../towers/head.ts';
import { CLEAR, zoomFor } from '../towers/optics.ts';
import type { WindAt } from '../towers/picture/burning.ts';
import { createEye, gazeOf } from '../towers/picture/eye.ts';
import { makeGround } from '../towers/picture/tiles.ts';
import type { CameraAlarm } from './alarm.ts';

/** Narrow enough to show the fire, wide enough to show its surroundings. */
const FIELD_DEGREES = 14;

/** The parts of the world that a camera shows. */
export interface CameraWorld {
  readonly surface: Surface;
  /** The fires that burn at a world time. */
  readonly burningAt: (worldMs: number) => readonly Fire[];
  readonly windAt: WindAt;
}

/** The last minute without the fire. */
const beforeFire = ({ fire }: CameraAlarm): number => fire.startsAtMs - MINUTE_MS;

/** The same view before the fire began, to compare with `pictureOf`. */
export const pictureBefore = (alarm: CameraAlarm, world: CameraWorld): Promise<Uint8Array> => shoot(alarm, beforeFire(alarm), world);

/** What the camera saw when it raised the alarm. */
export const pictureOf = (alarm: CameraAlarm, world: CameraWorld): Promise<Uint8Array> => shoot(alarm, alarm.seenAtMs, world);

/** A JPEG of 640 × 360. The same alarm has the same picture. The terrain is rendered in slices, so that the thread is not blocked. */
async function shoot(alarm: CameraAlarm, worldMs: number, { surface, burningAt, windAt }: CameraWorld): Promise<Uint8Array> {
  const { tower, channel } = alarm;
  const zooms = { visible: zoomFor('visible', FIELD_DEGREES), thermal: zoomFor('thermal', FIELD_DEGREES) };
  // Uses the head, so that limits and rounding are those of the tower's motors.
  const pose = createHead({ pan: alarm.horizonAngle, tilt: alarm.verticalAngle, ...zooms }, () => worldMs).pose();
  await makeGround(surface, gazeOf(tower, channel, pose));
  const eye = createEye(tower, channel, surface, windAt);
  const { bytes } = eye.shoot({
    worldMs,
    seconds: worldMs / 1_000,
    pose,
    isMoving: false,
    lens: CLEAR,
    fires: burningAt(worldMs),
  });
  // Loaded with the first alarm, because it loads FFmpeg and must not delay the start of the demo's weather service.
  const { jpegOf } = await import('../towers/encoder.ts');
  return jpegOf(bytes);
}
