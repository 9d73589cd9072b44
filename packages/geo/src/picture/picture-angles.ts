// Converts between pixels of a camera's picture and directions. A picture is a plane in front of the camera that tilts with it, so the azimuth
// of a pixel depends on its row too. Angles are rotated, not added.

/** Direction and field of view of a camera. No roll: the horizon is level. */
export interface PictureView {
  /** Direction of the picture's centre: true azimuth or the camera's own pan; results are in the same reference. */
  readonly panDegrees: number;
  /** Angle above the horizon, −90 … 90; down is negative. */
  readonly tiltDegrees: number;
  /** 0 < … < 180 */
  readonly horizontalFieldDegrees: number;
  /** Width / height of the picture as shown, mostly 16 / 9. */
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

/** The direction of a pixel, by the tangent. At tilt 0, u = 0.75 of a 60° field is 16.102° to the right. */
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

/** Where a direction appears in the picture. @returns null when it is behind the camera or outside the picture */
export function pixelOfAngles(view: PictureView, angles: PictureAngles): Pixel | null {
  const at = onPlane(view, angles);
  if (at === null) return null;
  const half = Math.tan((view.horizontalFieldDegrees / 2) * RADIANS);
  const u = (1 + at.right / half) / 2;
  const v = (1 - (at.up * view.aspect) / half) / 2;
  // Half a millionth of tolerance, so that rounding does not lose a corner.
  return isWithin(u) && isWithin(v) ? { u: clamped(u), v: clamped(v) } : null;
}

/** Where a direction meets the plane one unit in front of the camera. @returns null when it is behind the camera */
export function onPlane(
  view: PictureAngles,
  { panDegrees, tiltDegrees }: PictureAngles,
): { readonly right: number; readonly up: number } | null {
  const off = (panDegrees - view.panDegrees) * RADIANS;
  const tilt = view.tiltDegrees * RADIANS;
  const level = Math.cos(tiltDegrees * RADIANS);
  const ahead = level * Math.cos(off);
  const height = Math.sin(tiltDegrees * RADIANS);
  const depth = ahead * Math.cos(tilt) + height * Math.sin(tilt);
  if (!(depth > 0)) return null;
  return { right: (level * Math.sin(off)) / depth, up: (height * Math.cos(tilt) - ahead * Math.sin(tilt)) / depth };
}

export interface PointedAt extends PictureAngles {
  /** The turn from the present direction, −180 … 180; right and up are positive. */
  readonly turnPanDegrees: number;
  readonly turnTiltDegrees: number;
}

/** The direction, and the turn to it, that brings a pixel to the picture's centre. */
export function pointAt(view: PictureView, pixel: Pixel): PointedAt {
  const angles = anglesOfPixel(view, pixel);
  return {
    ...angles,
    turnPanDegrees: turn(angles.panDegrees - view.panDegrees + 180) - 180,
    turnTiltDegrees: angles.tiltDegrees - view.tiltDegrees,
  };
}

/** The vertical field of view for a horizontal one, by the tangent. */
export const verticalFieldDegrees = ({ horizontalFieldDegrees, aspect }: Pick<PictureView, 'horizontalFieldDegrees' | 'aspect'>): number =>
  (2 * Math.atan(Math.tan((horizontalFieldDegrees / 2) * RADIANS) / aspect)) / RADIANS;

const EDGE = 5e-7;
const isWithin = (share: number): boolean => share >= -EDGE && share <= 1 + EDGE;
const clamped = (share: number): number => Math.min(1, Math.max(0, share));

/** 0 ≤ … < 360; values slightly below 0 must not become 360. */
function turn(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 360 ? 0 : turned;
}
