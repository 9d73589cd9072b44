import { destination, roundCovariance } from '@lookout/geo';
import { expect, it } from 'vitest';
import { calibrate } from './calibration.ts';
import type { PlacedLook } from './detection.ts';

const HERE = { lng: 103.6, lat: 31.5 };

/** Fires seen by two cameras and a person, whose errors are `factors` times as large as stated. */
function fires(count: number, factors: { readonly camera: number; readonly person: number }): PlacedLook[][] {
  let state = 7;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 4_294_967_296;
  };
  const gaussian = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return Array.from({ length: count }, () =>
    (['camera', 'camera', 'person'] as const).map((source, i) => {
      const sigma = 100 * factors[source];
      const [east, north] = [gaussian() * sigma, gaussian() * sigma];
      const position = destination(HERE, (Math.atan2(east, north) * 180) / Math.PI, Math.hypot(east, north));
      return { look: `${source}/${i}`, source, position, covariance: roundCovariance(100), atMs: 0 };
    }),
  );
}

it('Errors that match the stated ones leave the factors unchanged', () => {
  const { camera, person, satellite } = calibrate(fires(400, { camera: 1, person: 1 }));
  expect(camera).toBeGreaterThanOrEqual(1);
  expect(camera).toBeLessThan(1.15);
  expect(person).toBeLessThan(1.15);
  expect(satellite).toBe(1);
});

it('Larger errors are detected, and the accurate source is not blamed for the other', () => {
  const { camera, person } = calibrate(fires(400, { camera: 1, person: 3 }));
  expect(person).toBeGreaterThan(1.8);
  expect(person).toBeGreaterThan(camera);
});

it('Too few comparisons change no factor, and no factor falls below 1', () => {
  expect(calibrate(fires(5, { camera: 3, person: 3 }))).toEqual({ satellite: 1, camera: 1, person: 1, sensor: 1 });
  expect(calibrate(fires(400, { camera: 0.2, person: 0.2 }))).toEqual({ satellite: 1, camera: 1, person: 1, sensor: 1 });
});
