// What the camera shows with its alarm: the very picture of its tower, turned towards the fire, in colour or by heat.
import type { Surface } from '@lookout/geo';
import type { Fire } from '../fires/fire.ts';
import { createHead } from '../towers/head.ts';
import { CLEAR, zoomFor } from '../towers/optics.ts';
import type { WindAt } from '../towers/picture/burning.ts';
import { createEye, gazeOf } from '../towers/picture/eye.ts';
import { makeGround } from '../towers/picture/tiles.ts';
import type { CameraAlarm } from './alarm.ts';

/** Near enough to see what burns, wide enough to see where. */
const FIELD_DEGREES = 14;

/** The world that a camera has before it. */
export interface CameraWorld {
  readonly surface: Surface;
  /** What burns at a moment of the world. */
  readonly burningAt: (worldMs: number) => readonly Fire[];
  readonly windAt: WindAt;
}

/** A JPEG of 640 × 360. The same alarm has the same picture. The ground is made a little at a time: others are answered meanwhile. */
export async function pictureOf(alarm: CameraAlarm, { surface, burningAt, windAt }: CameraWorld): Promise<Uint8Array> {
  const { tower, channel, seenAtMs } = alarm;
  const zooms = { visible: zoomFor('visible', FIELD_DEGREES), thermal: zoomFor('thermal', FIELD_DEGREES) };
  // As the tower's motors stand when they are sent there.
  const pose = createHead({ pan: alarm.horizonAngle, tilt: alarm.verticalAngle, ...zooms }, () => seenAtMs).pose();
  await makeGround(surface, gazeOf(tower, channel, pose));
  const eye = createEye(tower, channel, surface, windAt);
  const { bytes } = eye.shoot({
    worldMs: seenAtMs,
    seconds: seenAtMs / 1_000,
    pose,
    isMoving: false,
    lens: CLEAR,
    fires: burningAt(seenAtMs),
  });
  // Loaded with the first alarm: it brings FFmpeg, for which the demo world's weather must not wait.
  const { jpegOf } = await import('../towers/encoder.ts');
  return jpegOf(bytes);
}
