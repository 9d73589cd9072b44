// The direction of a channel, and the direction that each pixel shows: an image plane in front of the camera, tilted with it. This is the
// geometry that the product uses (geo's picture-angles).
import { anglesOfPixel, CURVATURE_PER_METRE } from '@lookout/geo';
import { HEIGHT, WIDTH } from './raster.ts';

export interface Gaze {
  /** The foot of the tower, WGS 84 degrees. */
  readonly lng: number;
  readonly lat: number;
  /** Height of the camera above the ground at the foot. */
  readonly towerHeightMetres: number;
  /** True azimuth of the centre of the picture. */
  readonly azimuthDegrees: number;
  /** The angle above the horizon. */
  readonly tiltDegrees: number;
  /** Horizontal field of view. */
  readonly fieldDegrees: number;
}

const RADIANS = Math.PI / 180;

/** Focal length in pixels: the distance from the centre to a direction 45° off the axis. */
export const focalPixels = ({ fieldDegrees }: Pick<Gaze, 'fieldDegrees'>): number => WIDTH / 2 / Math.tan((fieldDegrees / 2) * RADIANS);

/** The true direction that the centre of a pixel shows, as the product computes it. */
export function directionOf(gaze: Gaze, x: number, y: number): { readonly azimuthDegrees: number; readonly tiltDegrees: number } {
  const view = { panDegrees: gaze.azimuthDegrees, tiltDegrees: gaze.tiltDegrees, horizontalFieldDegrees: gaze.fieldDegrees };
  const { panDegrees, tiltDegrees } = anglesOfPixel({ ...view, aspect: WIDTH / HEIGHT }, { u: (x + 0.5) / WIDTH, v: (y + 0.5) / HEIGHT });
  return { azimuthDegrees: panDegrees, tiltDegrees };
}

/** The angle above the horizon at the middle of a row, degrees. */
export const rowTilt = (gaze: Gaze, y: number): number =>
  gaze.tiltDegrees + Math.atan((HEIGHT / 2 - (y + 0.5)) / focalPixels(gaze)) / RADIANS;

/**
 * The pixel, from the left and top edge, of a point at this height above the camera and this distance, on a curved earth. May lie outside the
 * picture.
 * @returns null behind the camera
 */
export function pixelOf(
  gaze: Gaze,
  azimuthDegrees: number,
  riseMetres: number,
  metres: number,
): { readonly x: number; readonly y: number } | null {
  const off = (azimuthDegrees - gaze.azimuthDegrees) * RADIANS;
  const tilt = gaze.tiltDegrees * RADIANS;
  const [ahead, right, up] = [Math.cos(off), Math.sin(off), riseMetres / metres - metres * CURVATURE_PER_METRE];
  const depth = ahead * Math.cos(tilt) + up * Math.sin(tilt);
  if (depth < LEAST_DEPTH) return null;
  const focal = focalPixels(gaze);
  return {
    x: WIDTH / 2 + (focal * right) / depth,
    y: HEIGHT / 2 - (focal * (up * Math.cos(tilt) - ahead * Math.sin(tilt))) / depth,
  };
}

/** A direction nearly at right angles to the axis is outside the field of every lens. */
const LEAST_DEPTH = 0.02;
