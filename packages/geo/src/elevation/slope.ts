// Slope and aspect of the terrain at a position.
import { destination, type LngLat } from '../coordinates/geodesic.ts';
import type { Surface } from './surface.ts';

export interface Slope {
  readonly slopeDegrees: number;
  /** The direction the slope faces (downhill), degrees clockwise from north; null: level. */
  readonly aspectDegrees: number | null;
}

/** About a cell of a 30 m model and its neighbours: a fire is larger than a single cell. */
const REACH_METRES = 60;
const LEVEL_DEGREES = 0.5;

/** Central differences over 120 m north–south and east–west. @returns null where the terrain is unknown */
export function slopeAt({ heightAt }: Pick<Surface, 'heightAt'>, position: LngLat): Slope | null {
  const [north, east, south, west] = [0, 90, 180, 270].map((azimuth) => {
    const at = destination(position, azimuth, REACH_METRES);
    return heightAt(at.lng, at.lat);
  });
  if (north == null || east == null || south == null || west == null) return null;
  const [toNorth, toEast] = [(north - south) / (2 * REACH_METRES), (east - west) / (2 * REACH_METRES)];
  const slopeDegrees = (Math.atan(Math.hypot(toNorth, toEast)) * 180) / Math.PI;
  if (slopeDegrees < LEVEL_DEGREES) return { slopeDegrees, aspectDegrees: null };
  return { slopeDegrees, aspectDegrees: ((Math.atan2(-toEast, -toNorth) * 180) / Math.PI + 360) % 360 };
}
