// From a place in a camera's picture to its direction and back. A picture is a plane before the eye, turned as a whole with the camera's
// tilt: away from the horizon a pixel's azimuth depends on its row too. Angles are turned, not added.

/** Where a camera looks and what it takes in. No roll: the horizon lies level. */
export interface PictureView {
  /** Of the picture's centre; true azimuth, or the camera's own pan: what goes in comes out. */
  readonly panDegrees: number;
  /** Above the horizon; down is negative. −90 … 90 */
  readonly tiltDegrees: number;
  /** 0 < … < 180 */
  readonly horizontalFieldDegrees: number;
  /** Width by height of the picture as shown, 16 / 9 for most. */
  readonly aspect: number;
}

/** 0 … 1 from the picture's left edge, 0 … 1 from its upper edge. */
export interface Pixel {
  readonly u: number;
  readonly v: number;
}

export interface PictureAngles {
  /** 0 ≤ … < 360 */
  readonly panDegrees: number;
  readonly tiltDegrees: number;
}

const RADIANS = Math.PI / 180;

/** The direction of a pixel: by the tangent. At tilt 0, u = 0.75 of a 60° field lies 16.102° to the right (domain-notes). */
export function anglesOfPixel(view: PictureView, { u, v }: Pixel): PictureAngles {
  const half = Math.tan((view.horizontalFieldDegrees / 2) * RADIANS);
  const right = (2 * u - 1) * half;
  const up = ((1 - 2 * v) * half) / view.aspect;
  const tilt = view.tiltDegrees * RADIANS;
  const forward = Math.cos(tilt) - up * Math.sin(tilt);
  const height = Math.sin(tilt) + up * Math.cos(tilt);
  return {
    panDegrees: turn(view.panDegrees + Math.atan2(right, forward) / RADIANS),
    tiltDegrees: Math.atan2(height, Math.hypot(right, forward)) / RADIANS,
  };
}

/** Where a direction appears in the picture. @returns null when it lies behind the camera or outside the picture */
export function pixelOfAngles(view: PictureView, { panDegrees, tiltDegrees }: PictureAngles): Pixel | null {
  const off = (panDegrees - view.panDegrees) * RADIANS;
  const tilt = view.tiltDegrees * RADIANS;
  const level = Math.cos(tiltDegrees * RADIANS);
  const ahead = level * Math.cos(off);
  const height = Math.sin(tiltDegrees * RADIANS);
  const depth = ahead * Math.cos(tilt) + height * Math.sin(tilt);
  if (!(depth > 0)) return null;
  const half = Math.tan((view.horizontalFieldDegrees / 2) * RADIANS);
  const u = (1 + (level * Math.sin(off)) / depth / half) / 2;
  const v = (1 - ((height * Math.cos(tilt) - ahead * Math.sin(tilt)) * view.aspect) / depth / half) / 2;
  // Half a millionth beyond the edge is the edge: rounding must not lose a corner.
  return isWithin(u) && isWithin(v) ? { u: clamped(u), v: clamped(v) } : null;
}

export interface PointedAt extends PictureAngles {
  /** How far to turn from where the camera looks now: right and up positive, −180 … 180. */
  readonly turnPanDegrees: number;
  readonly turnTiltDegrees: number;
}

/** How the camera must stand, and turn, so that what is now at a pixel comes to the picture's centre. */
export function pointAt(view: PictureView, pixel: Pixel): PointedAt {
  const angles = anglesOfPixel(view, pixel);
  return {
    ...angles,
    turnPanDegrees: turn(angles.panDegrees - view.panDegrees + 180) - 180,
    turnTiltDegrees: angles.tiltDegrees - view.tiltDegrees,
  };
}

/** The vertical field that goes with a horizontal one: by the tangent too. */
export const verticalFieldDegrees = ({ horizontalFieldDegrees, aspect }: Pick<PictureView, 'horizontalFieldDegrees' | 'aspect'>): number =>
  (2 * Math.atan(Math.tan((horizontalFieldDegrees / 2) * RADIANS) / aspect)) / RADIANS;

const EDGE = 5e-7;
const isWithin = (share: number): boolean => share >= -EDGE && share <= 1 + EDGE;
const clamped = (share: number): number => Math.min(1, Math.max(0, share));

/** 0 ≤ … < 360; a hair below 0 must not become 360. */
function turn(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 360 ? 0 : turned;
}
