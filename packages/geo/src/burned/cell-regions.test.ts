import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ringCrosses } from '../areas/ring-crossing.ts';
import { cellOutlines, cellRegions, doubleArea } from './cell-regions.ts';

/** '.' marks an empty cell. */
const raster = (...lines: string[]) => ({
  columns: lines[0]?.length ?? 0,
  rows: lines.length,
  values: Uint8Array.from(lines.join(''), (one) => (one === '.' ? 0 : Number(one))),
});
const all = () => true;
const outlined = (cells: ReturnType<typeof raster>) => {
  const found = cellRegions(cells);
  return found.regions.map((region, index) => ({ ...region, rings: cellOutlines(cells, found, all)[index] ?? [] }));
};

describe('regions of cells', () => {
  it('regions are connected by edges, not by corners, and only through equal cells', () => {
    const { regions } = cellRegions(raster('11.2', '.122', '1...'));
    expect(regions.map(({ value, cells }) => [value, cells])).toEqual([
      [1, 3],
      [2, 3],
      [1, 1],
    ]);
  });

  it('regions have the outline of their cells, with corners only where it turns', () => {
    expect(outlined(raster('....', '.11.', '.11.'))[0]?.rings).toEqual([
      [
        [1, 1],
        [3, 1],
        [3, 3],
        [1, 3],
      ],
    ]);
  });

  it('regions keep their holes, also two adjacent ones', () => {
    const [region] = outlined(raster('11111', '1.1.1', '11111'));
    expect(region?.rings.map((ring) => doubleArea(ring) / 2)).toEqual([15, -1, -1]);
  });

  it('regions have no ring that touches itself: a hole that meets the outside in a corner is a hole', () => {
    const [region] = outlined(raster('11.', '1.1', '111'));
    expect(region?.rings.map((ring) => doubleArea(ring) / 2)).toEqual([8, -1]);
    expect(region?.rings.some((ring) => ringCrosses(ring))).toBe(false);
  });

  it('only the outlines of wanted regions are followed', () => {
    const cells = raster('1.1');
    expect(cellOutlines(cells, cellRegions(cells), (region) => region === 1).map((rings) => rings.length)).toEqual([0, 1]);
  });

  it('the outlines of any raster have the areas of their cells: one outer ring, the rest holes, none crossing itself', () => {
    const rasters = fc.integer({ min: 1, max: 12 }).chain((columns) =>
      fc.integer({ min: 1, max: 12 }).chain((rows) =>
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: columns * rows, maxLength: columns * rows }).map((values) => ({
          columns,
          rows,
          values: Uint8Array.from(values),
        })),
      ),
    );
    fc.assert(
      fc.property(rasters, (cells) => {
        for (const { cells: count, rings } of outlined(cells)) {
          const areas = rings.map((ring) => doubleArea(ring) / 2);
          expect(areas.reduce((sum, area) => sum + area, 0)).toBe(count);
          expect(areas.filter((area) => area > 0)).toHaveLength(1);
          expect(areas[0]).toBeGreaterThan(0);
          expect(rings.some((ring) => ringCrosses(ring))).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});
