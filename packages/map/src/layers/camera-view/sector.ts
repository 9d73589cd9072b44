// What a camera sees of the ground, as far as the monitoring radius: a slice of a circle around it.
import { destination, type LngLat } from '@lookout/geo';

const STEP_DEGREES = 2;

/** The outline from the eye along the arc, degrees clockwise from true north. A field of a whole circle is its circle. */
export function sectorOutline(eye: LngLat, azimuthDegrees: number, fieldDegrees: number, metres: number): LngLat[] {
  const isCircle = fieldDegrees >= 360;
  const steps = Math.max(1, Math.ceil(fieldDegrees / STEP_DEGREES));
  const first = azimuthDegrees - fieldDegrees / 2;
  const arc = Array.from({ length: isCircle ? steps : steps + 1 }, (_, index) =>
    destination(eye, first + (index * fieldDegrees) / steps, metres),
  );
  return isCircle ? arc : [eye, ...arc];
}
