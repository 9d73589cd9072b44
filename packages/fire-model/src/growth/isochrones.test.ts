import { describe, expect, it } from 'vitest';
import { type CellGrid, centreOf } from './ground.ts';
import { isochronesOf } from './isochrones.ts';

const grid: CellGrid = { columns: 81, rows: 61, cellMetres: 10, westMetres: -405, northMetres: 305 };
const cells = Array.from({ length: 81 * 61 }, (_, cell) => centreOf(grid, cell));
/** A fire that spreads 2 m/min from the middle. */
const round = Float32Array.from(cells, ({ east, north }) => Math.hypot(east, north) / 2);

describe('isochrones', () => {
  it('isochrones of a round fire are circles, not stairs: each corner within 0.2 m, the area within 1 %', () => {
    for (const { minutes, areaHectares, polygons } of isochronesOf({ grid, arrivalMinutes: round }, [30, 60, 120])) {
      const [outline = [], ...others] = polygons.flat();
      expect(others).toEqual([]);
      for (const { east, north } of outline) expect(Math.abs(Math.hypot(east, north) - 2 * minutes)).toBeLessThan(0.2);
      expect(outline.at(-1)).toEqual(outline[0]);
      expect(Math.abs((areaHectares * 10_000) / (Math.PI * (2 * minutes) ** 2) - 1)).toBeLessThan(0.01);
    }
  });

  it('isochrones have a hole where it does not burn, along the edges of the cells, clockwise', () => {
    const lake = round.map((minutes, cell) => {
      const { east, north } = centreOf(grid, cell);
      return Math.abs(east - 50) < 20 && Math.abs(north) < 20 ? Number.POSITIVE_INFINITY : minutes;
    });
    const [whole, holed] = [round, lake].map((arrivalMinutes) => isochronesOf({ grid, arrivalMinutes }, [100])[0]);
    expect(holed?.polygons).toHaveLength(1);
    const hole = holed?.polygons[0]?.[1] ?? [];
    // Three cells wide and high, without its four corners, which a contour cuts.
    expect((whole?.areaHectares ?? 0) - (holed?.areaHectares ?? 0)).toBeCloseTo((900 - 4 * 12.5) / 10_000, 6);
    expect(Math.max(...hole.map(({ east }) => east))).toBe(65);
    expect(Math.min(...hole.map(({ north }) => north))).toBe(-15);
  });

  it('isochrones are empty before the fire, and end at the edge of the ground', () => {
    expect(isochronesOf({ grid, arrivalMinutes: round }, [-1])).toEqual([{ minutes: -1, areaHectares: 0, polygons: [] }]);
    const [all] = isochronesOf({ grid, arrivalMinutes: round }, [1_000]);
    expect(all?.areaHectares).toBeCloseTo((810 * 610 - 4 * 12.5) / 10_000, 6);
  });

  it('areas in the holes of others are separate areas, with their own holes, whatever the order of the minutes', () => {
    // Two fires, each a square within a ring, with nothing between them.
    const nested = Float32Array.from(cells, ({ east, north }) => {
      const far = Math.max(Math.abs(Math.abs(east) - 200), Math.abs(north));
      if (far < 45) return 10;
      return far > 75 && far < 105 ? 20 : Number.POSITIVE_INFINITY;
    });
    const [late, early] = isochronesOf({ grid, arrivalMinutes: nested }, [20, 10]);
    expect(early?.polygons.map((rings) => rings.length)).toEqual([1, 1]);
    const inside = late?.polygons.map((rings) =>
      rings.map((ring) => [Math.max(...ring.map(({ east }) => east)) - 200, Math.max(...ring.map(({ north }) => north))]),
    );
    expect(inside?.toSorted((a, b) => a.length - b.length)).toEqual([
      [[-355, 45]],
      [[45, 45]],
      [
        [-295, 105],
        [-325, 75],
      ],
      [
        [105, 105],
        [75, 75],
      ],
    ]);
  });

  it('cells that touch only by their corners are separate areas', () => {
    const board = Float32Array.from(cells, (_, cell) => (((cell % 81) + Math.floor(cell / 81)) % 2 === 0 ? 1 : Number.POSITIVE_INFINITY));
    const [all] = isochronesOf({ grid, arrivalMinutes: board }, [1]);
    expect(all?.polygons).toHaveLength(Math.ceil((81 * 61) / 2));
    expect(all?.areaHectares).toBeCloseTo(Math.ceil((81 * 61) / 2) * 0.005, 6);
  });
});
