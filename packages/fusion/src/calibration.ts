// Learns the real errors of the sources from what they saw together: a source that states 100 m and is off by 150 m reports ellipses that
// do not contain the fire.
import { addCovariances, CHI_SQUARED_95, mahalanobisSquared, planeOffset } from '@lookout/geo';
import { DETECTION_SOURCES, type DetectionSource, type ErrorScales, type PlacedLook } from './detection.ts';
import { fusedPosition } from './fused-position.ts';

/** With fewer comparisons than this, a source's stated errors are used as they are. */
const LEAST_COMPARISONS = 30;
/** Upper limit of a factor: a source that would need more is probably broken. */
const LARGEST_SCALE = 3;

/**
 * Factors on the stated deviations by source, never below 1. Each look is compared with the fused position of the other looks at its fire.
 * When errors are as stated, 95 % of the squared distances are below 5.991 (χ², 2 degrees); the factor is chosen so that this holds.
 * @param fires each with its detections and their covariances as stated; known heat is left out, because it is not one place
 */
export function calibrate(fires: Iterable<readonly PlacedLook[]>): ErrorScales {
  const distances: Record<DetectionSource, number[]> = { satellite: [], camera: [], person: [], sensor: [] };
  for (const fire of fires) {
    const looks = [...Map.groupBy(fire, ({ look }) => look).values()];
    if (looks.length < 2) continue;
    for (const own of looks) {
      const others = looks.filter((look) => look !== own).flat();
      const [one, rest] = [fusedPosition(own), fusedPosition(others)];
      const offset = planeOffset(rest.position, one.position);
      distances[(own[0] as PlacedLook).source].push(mahalanobisSquared(offset, addCovariances(one.covariance, rest.covariance)));
    }
  }
  const scaleOf = (values: readonly number[]): number => {
    if (values.length < LEAST_COMPARISONS) return 1;
    const at95 = [...values].sort((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1] as number;
    return Math.min(LARGEST_SCALE, Math.max(1, Math.sqrt(at95 / CHI_SQUARED_95)));
  };
  return Object.fromEntries(DETECTION_SOURCES.map((source) => [source, scaleOf(distances[source])])) as unknown as ErrorScales;
}
