// One fire seen by several sources is several alarms: which of them speak of the same place.
import type { Alarm, AlarmFacts, Position } from './alarm.ts';
import { haversineMetres } from './place-bearing.ts';

export const SAME_PLACE_METRES = 3_000;
export const SAME_PLACE_MS = 24 * 3_600_000;

/** Who says it: two satellites, two cameras or two people are two sources; one camera twice is one. */
export function sourceOf(facts: AlarmFacts): string {
  switch (facts.kind) {
    case 'satellite':
      return `satellite:${facts.satellite}`;
    case 'camera':
      return `camera:${facts.monitorId ?? facts.deviceId ?? ''}`;
    case 'report':
      return `report:${facts.reporterId ?? facts.reporterPhone ?? facts.reporterName ?? ''}`;
    case 'smoke':
      return `smoke:${facts.deviceId}`;
    case 'danger':
      return 'danger';
  }
}

type Said = Pick<Alarm, 'id' | 'position' | 'observedAt' | 'facts'>;

/** Another source, within 3 km and 24 h. Symmetric: each of the two points to the other. */
export const isSamePlace = (one: Said, other: Said): boolean =>
  one.id !== other.id &&
  sourceOf(one.facts) !== sourceOf(other.facts) &&
  Math.abs(one.observedAt.getTime() - other.observedAt.getTime()) <= SAME_PLACE_MS &&
  haversineMetres(one.position, other.position) <= SAME_PLACE_METRES;

/** A box in degrees that holds the circle around a place; at the poles all longitudes. */
export function boxAround({ lng, lat }: Position, metres: number): { west: number; south: number; east: number; north: number } {
  const dLat = metres / METRES_PER_DEGREE;
  const shrink = Math.cos((Math.min(89.9, Math.abs(lat) + dLat) * Math.PI) / 180);
  const dLng = Math.min(180, dLat / shrink);
  return { west: lng - dLng, south: Math.max(-90, lat - dLat), east: lng + dLng, north: Math.min(90, lat + dLat) };
}

/** Of latitude on the sphere of `haversineMetres`, a trifle short so that the box is never too small. */
const METRES_PER_DEGREE = 111_190;
