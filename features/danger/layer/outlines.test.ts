import { describe, expect, it } from 'vitest';
import { outlinesOf } from './outlines.ts';

/** A circle of many points, closed. */
const circle = (lng: number, lat: number, radius: number, points = 4_000) =>
  Array.from({ length: points + 1 }, (_, n) => {
    const angle = (2 * Math.PI * (n % points)) / points;
    return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });

describe('areas to be filled', () => {
  it('outlines keep their shape with few points, and are open at the end', () => {
    const geometry = { type: 'Polygon', coordinates: [circle(103, 31, 1)] };
    const [outline] = outlinesOf({ features: [{ properties: { gridNo: '513200' }, geometry }] }).get('513200') ?? [];
    const outer = outline?.outer ?? [];
    expect(outer.length).toBeGreaterThan(100);
    expect(outer.length).toBeLessThan(1_700);
    expect(outer.at(-1)).not.toEqual(outer[0]);
    for (const [lng, lat] of outer) expect(Math.hypot(lng - 103, lat - 31)).toBeCloseTo(1, 6);
  });

  it('outlines have holes and separate islands; an islet of zero width is omitted', () => {
    const coordinates = [[circle(103, 31, 1), circle(103, 31, 0.3)], [circle(106, 31, 0.5)], [circle(108, 31, 0.000_1)]];
    const areas = outlinesOf({ features: [{ properties: { gridNo: 'x' }, geometry: { type: 'MultiPolygon', coordinates } }] });
    expect(areas.get('x')?.map(({ holes }) => holes.length)).toEqual([1, 0]);
  });

  it('features that are not areas, or have no grid code, are omitted', () => {
    const line = { type: 'LineString', coordinates: circle(0, 0, 1) };
    expect(
      outlinesOf({
        features: [
          { properties: { gridNo: 'a' }, geometry: line },
          { properties: { gridNo: 'b' }, geometry: null },
          { properties: null, geometry: { type: 'Polygon', coordinates: [circle(0, 0, 1)] } },
        ],
      }).size,
    ).toBe(0);
  });
});
