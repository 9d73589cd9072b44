// ONVIF's numbers ↔ degrees. The generic space is −1 … 1 for −180° … 180° of pan and −90° … 90° of tilt; the spherical one is degrees.
import type { PtzPosition } from '../port.ts';

const HALF_TURN = { pan: 180, tilt: 90 } as const;
const DEGREES = { pan: 1, tilt: 1 } as const;

export type Scale = { readonly pan: number; readonly tilt: number };

/** @param space the default absolute position space of the profile */
export const scaleOf = (space: unknown): Scale =>
  typeof space === 'string' && space.includes('SphericalPositionSpace') ? DEGREES : HALF_TURN;

export function toDegrees({ x, y, zoom }: { x: number; y: number; zoom: number | null }, scale: Scale): PtzPosition {
  const pan = x * scale.pan;
  return { panDegrees: ((pan % 360) + 360) % 360, tiltDegrees: y * scale.tilt, zoom };
}

/** Pan in −180° … 180°, tilt and zoom within what there is. */
export function toNumbers(
  { panDegrees, tiltDegrees }: { panDegrees: number; tiltDegrees: number },
  scale: Scale,
): { x: number; y: number } {
  const pan = ((((panDegrees + 180) % 360) + 360) % 360) - 180;
  return { x: rounded(pan / scale.pan), y: rounded(Math.max(-90, Math.min(90, tiltDegrees)) / scale.tilt) };
}

/** Short numbers without an exponent: not every camera reads 1e-7. */
const rounded = (value: number): number => Number(value.toFixed(6));
