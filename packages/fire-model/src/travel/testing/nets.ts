// Small nets and grounds whose travel times can be calculated manually.
import { buildRoadNet, type RoadLine, type RoadNetOptions } from '../build-road-net.ts';
import { createWalkGround, type GroundFrame, type WalkGround } from '../walk-ground.ts';

export const at = (lng: number, lat: number) => ({ lng, lat });

/** A place in the test world: thousandths of a degree east and north of 103° E 31° N. */
export const spot = (east: number, north: number) => at(103 + east / 1000, 31 + north / 1000);

export const aLine = (points: readonly (readonly [number, number])[], overrides: Partial<RoadLine> = {}): RoadLine => ({
  points: points.map(([east, north]) => spot(east, north)),
  class: 'trunk',
  ...overrides,
});

export function aBuiltNet(lines: readonly RoadLine[], options: RoadNetOptions = {}) {
  const built = buildRoadNet(lines, options);
  if (!built.ok) throw new Error(built.error);
  return built.value;
}

/** Some 29 m × 30 m a cell. */
export const aFrame = (columns: number, rows: number): GroundFrame => ({
  columns,
  rows,
  west: 103,
  north: 31,
  lngDegrees: 0.0003,
  latDegrees: 0.00027,
});

export function aGround(
  columns: number,
  rows: number,
  heightAt: (column: number, row: number) => number = () => 0,
  factorAt: (column: number, row: number) => number = () => 1,
): WalkGround {
  const cells = (value: (column: number, row: number) => number) =>
    Float32Array.from({ length: columns * rows }, (_, cell) => value(cell % columns, Math.floor(cell / columns)));
  return createWalkGround(aFrame(columns, rows), { heights: cells(heightAt), factors: cells(factorAt) });
}
