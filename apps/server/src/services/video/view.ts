// A camera's view: its own angles, the true azimuth, and the field of view.
import { formatTime, type WireCameraPosition } from '@lookout/contract';
import type { CameraLink } from '@lookout/store';
import { refused } from '../../acting/refusal.ts';
import { type ReachedCamera, vendorFor } from './cameras.ts';

const NO_LENS = { widestFieldDegrees: null, narrowestFieldDegrees: null };

/** 0 ≤ … < 360. */
export const around = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** @throws Refusal with the camera's reason */
export async function viewOf(reached: ReachedCamera, now: Date): Promise<WireCameraPosition> {
  const answer = await vendorFor(reached).position(reached.device);
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

// From zoom to field of view: a lens is known by its widest and its narrowest angle.

const RADIANS = Math.PI / 180;

/** Width over height of the picture, where the camera does not report it. */
const ASPECT = 16 / 9;

type Lens = Pick<CameraLink, 'widestFieldDegrees' | 'narrowestFieldDegrees'>;

const halfTangent = (degrees: number): number => Math.tan((degrees / 2) * RADIANS);

/**
 * Magnification relative to the widest angle. The focal length is linear in the camera's zoom from 0 to 1.
 * @param zoom 0 widest – 1 closest; null (not known) counts as the widest
 */
export function magnification({ widestFieldDegrees, narrowestFieldDegrees }: Lens, zoom: number | null): number {
  if (widestFieldDegrees === null || narrowestFieldDegrees === null || zoom === null) return 1;
  const most = halfTangent(widestFieldDegrees) / halfTangent(narrowestFieldDegrees);
  return 1 + Math.min(1, Math.max(0, zoom)) * (most - 1);
}

/** Horizontal, in degrees; null: the lens is not configured. */
export function fieldOfViewDegrees(lens: Lens, zoom: number | null): number | null {
  if (lens.widestFieldDegrees === null) return null;
  return (2 * Math.atan(halfTangent(lens.widestFieldDegrees) / magnification(lens, zoom))) / RADIANS;
}
