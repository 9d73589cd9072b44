// Where a camera looks, in its own angles and in true ones, and how wide.
import { formatTime, type WireCameraPosition } from '@lookout/contract';
import { refused } from '../../acting/refusal.ts';
import { ASPECT, fieldOfViewDegrees, magnification } from './lens.ts';
import { type ReachedCamera, speaking } from './reached.ts';

const NO_LENS = { widestFieldDegrees: null, narrowestFieldDegrees: null };

/** 0 ≤ … < 360. */
export const around = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** @throws Refusal with why the camera does not say */
export async function viewOf(reached: ReachedCamera, now: Date): Promise<WireCameraPosition> {
  const answer = await speaking(reached).position(reached.device);
  if (!answer.ok) throw refused('camera-refused', answer.error);
  const { panDegrees, tiltDegrees, zoom } = answer.value;
  const lens = reached.link ?? NO_LENS;
  return {
    horizontal: panDegrees,
    vertical: tiltDegrees,
    zoom: magnification(lens, zoom),
    azimuth: around(panDegrees + reached.camera.northCorrectionDegrees),
    fieldOfView: fieldOfViewDegrees(lens, zoom),
    aspect: ASPECT,
    at: formatTime(now),
  };
}
