import { alongCovariance } from '@lookout/geo';
import { expect, it } from 'vitest';
import { centreOf } from '../growth/ground.ts';
import { nearestSquared, squaredIn } from './nearest-cell.ts';

const grid = { columns: 60, rows: 45, cellMetres: 20, westMetres: -600, northMetres: 450 };
/** Burning patches that do not form a circle. */
const arrivals = Float32Array.from({ length: 2_700 }, (_, cell) => (cell * 7_919) % 101);

it('the nearest distance equals that of a search over every cell, also from outside the ground and for a slanted error', () => {
  const covariance = alongCovariance(35, 220, 40);
  const isMeant = (arrival: number) => arrival < 3;
  for (const point of [
    { east: 0, north: 0 },
    { east: 333, north: -120 },
    { east: 2_000, north: 1_500 },
    { east: -5_000, north: 10 },
  ]) {
    let least = Number.POSITIVE_INFINITY;
    for (const [cell, arrival] of arrivals.entries()) {
      if (!isMeant(arrival)) continue;
      const { east, north } = centreOf(grid, cell);
      const beyond = (distance: number) => Math.sign(distance) * Math.max(Math.abs(distance) - 10, 0);
      least = Math.min(least, squaredIn(covariance, { east: beyond(east - point.east), north: beyond(north - point.north) }));
    }
    expect(nearestSquared(grid, arrivals, point, covariance, isMeant, Number.POSITIVE_INFINITY)).toBeCloseTo(least, 9);
  }
});

it('the distance is the given maximum where no cell qualifies or all are farther', () => {
  const round = alongCovariance(0, 50, 50);
  expect(nearestSquared(grid, arrivals, { east: 0, north: 0 }, round, () => false, 7)).toBe(7);
  expect(nearestSquared(grid, arrivals, { east: 9_000, north: 0 }, round, () => true, 7)).toBe(7);
});
