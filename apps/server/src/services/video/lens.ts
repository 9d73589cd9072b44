// From a camera's zoom to its field of view: the lens is known by its widest and its narrowest angle.
import type { CameraLink } from '@lookout/store';

const RADIANS = Math.PI / 180;

/** Width over height of the picture, where the camera does not say. */
export const ASPECT = 16 / 9;

type Lens = Pick<CameraLink, 'widestFieldDegrees' | 'narrowestFieldDegrees'>;

const halfTangent = (degrees: number): number => Math.tan((degrees / 2) * RADIANS);

/**
 * How many times nearer than at the widest. The focal length goes evenly with the camera's zoom from 0 to 1.
 * @param zoom 0 widest – 1 closest; null (not known) counts as the widest
 */
export function magnification({ widestFieldDegrees, narrowestFieldDegrees }: Lens, zoom: number | null): number {
  if (widestFieldDegrees === null || narrowestFieldDegrees === null || zoom === null) return 1;
  const most = halfTangent(widestFieldDegrees) / halfTangent(narrowestFieldDegrees);
  return 1 + Math.min(1, Math.max(0, zoom)) * (most - 1);
}

/** Across the picture, degrees; null: nobody has said what the lens is. */
export function fieldOfViewDegrees(lens: Lens, zoom: number | null): number | null {
  if (lens.widestFieldDegrees === null) return null;
  return (2 * Math.atan(halfTangent(lens.widestFieldDegrees) / magnification(lens, zoom))) / RADIANS;
}
