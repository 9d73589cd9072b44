// The ground a satellite pixel covers, and its colour.
import { AGE_LEGEND, ageClassOf } from '../alarms/age.ts';
import type { AlarmMark, Footprint } from '../alarms/mark.ts';

const KILOMETRES_PER_DEGREE = 111.32;

/**
 * Corners of the pixel around its centre, degrees, south-west first, counter-clockwise.
 * The files give its size but not its turn: scan is drawn east–west, track north–south (the satellites fly nearly over the poles,
 * so the truth is turned by some ten degrees).
 */
export function footprintCorners(
  lng: number,
  lat: number,
  { scanKilometres, trackKilometres }: Footprint,
): ReadonlyArray<readonly [number, number]> {
  const halfLat = trackKilometres / 2 / KILOMETRES_PER_DEGREE;
  const halfLng = scanKilometres / 2 / (KILOMETRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  return [
    [lng - halfLng, lat - halfLat],
    [lng + halfLng, lat - halfLat],
    [lng + halfLng, lat + halfLat],
    [lng - halfLng, lat + halfLat],
  ];
}

/** CSS colour of a footprint at a moment: that of the legend for its age. */
export const footprintColour = (mark: Pick<AlarmMark, 'observedAt'>, now: Date): string =>
  AGE_LEGEND[ageClassOf(mark.observedAt, now)]?.colour ?? AGE_LEGEND[0].colour;
