// Where a tower's eye looks, and which pixel shows which direction: a plane before the eye, turned with its tilt, as the product reckons it
// (geo's picture-angles).
import { anglesOfPixel, CURVATURE_PER_METRE } from '@lookout/geo';
import { HEIGHT, WIDTH } from './raster.ts';

export interface Gaze {
  /** The tower's foot, WGS 84 degrees. */
  readonly lng: number;
  readonly lat: number;
  /** Of the eye above the ground at the foot. */
  readonly towerHeightMetres: number;
  /** True direction of the middle of the picture. */
  readonly azimuthDegrees: number;
  /** Above the horizon. */
  readonly tiltDegrees: number;
  /** Horizontal field of view. */
  readonly fieldDegrees: number;
}

const RADIANS = Math.PI / 180;

/** Pixels from the middle to a direction 45° off the axis. */
export const focalPixels = ({ fieldDegrees }: Pick<Gaze, 'fieldDegrees'>): number => WIDTH / 2 / Math.tan((fieldDegrees / 2) * RADIANS);

/** The true direction that a pixel's middle shows, as the product reckons it. */
export function directionOf(gaze: Gaze, x: number, y: number): { readonly azimuthDegrees: number; readonly tiltDegrees: number } {
  const view = { panDegrees: gaze.azimuthDegrees, tiltDegrees: gaze.tiltDegrees, horizontalFieldDegrees: gaze.fieldDegrees };
  const { panDegrees, tiltDegrees } = anglesOfPixel({ ...view, aspect: WIDTH / HEIGHT }, { u: (x + 0.5) / WIDTH, v: (y + 0.5) / HEIGHT });
  return { azimuthDegrees: panDegrees, tiltDegrees };
}

/** The angle above the horizon that a row shows in the middle of the picture, degrees. */
export const rowTilt = (gaze: Gaze, y: number): number =>
  gaze.tiltDegrees + Math.atan((HEIGHT / 2 - (y + 0.5)) / focalPixels(gaze)) / RADIANS;

/**
 * Where something appears that stands so high over the eye's own level, so far away, on a curved earth: pixels from the left and from the top
 * edge, also outside the picture.
 * @returns null behind the eye
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

/** Nearly at right angles to the axis: no lens shows it. */
const LEAST_DEPTH = 0.02;
