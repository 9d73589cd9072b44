import { aggregationAt, isWithin } from '@lookout/map/bands.ts';
import { fakeHost } from '@lookout/map/layers/testing/fake-host.ts';
import type { BillboardCollection, LabelCollection } from 'cesium';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addedUp, type KindCount, resourceCountLayer } from './resource-counts.ts';

const row = (gridNo: string, count: number, more: Partial<KindCount> = {}): KindCount => ({
  gridNo,
  gridName: '汶川县',
  lng: 103,
  lat: 31,
  count,
  ...more,
});

// Cesium lets the browser parse a label's font.
beforeAll(() => {
  const written = { getPropertyValue: () => '16px' };
  const body = { appendChild: () => undefined, removeChild: () => undefined };
  const defaultView = { getComputedStyle: () => written };
  vi.stubGlobal('document', { createElement: () => ({ style: {} }), body, defaultView });
});
afterAll(() => vi.unstubAllGlobals());

describe('counts of resources', () => {
  it('the kinds of a grid are added up, at the mean position of what they count', () => {
    expect(addedUp([row('513221', 3), row('513221', 1, { lng: 107 }), row('513222', 2)])).toEqual([
      row('513221', 4, { lng: 104 }),
      row('513222', 2),
    ]);
  });

  // Proves §9.11b
  it('a grid with a count of 0 or less is not shown', () => {
    expect(addedUp([row('513221', 0), row('513222', -1), row('513223', 1)]).map(({ gridNo }) => gridNo)).toEqual(['513223']);
  });

  // Proves §9.11a
  it('each level shows exactly at the heights where the specification counts by it', () => {
    const heights = [69_999.999, 70_000, 295_999.999, 296_000, 1_000_000, 1_000_000.001];
    const shows = (level: 'prefecture' | 'county') => heights.map((height) => isWithin(height, resourceCountLayer(level, '').heights));
    expect(shows('county')).toEqual(heights.map((height) => aggregationAt(height) === 'level3'));
    expect(shows('prefecture')).toEqual(heights.map((height) => aggregationAt(height) === 'level2'));
    expect([shows('county'), shows('prefecture')]).toEqual([
      [false, true, true, false, false, false],
      [false, false, false, true, true, false],
    ]);
  });

  // Proves §9.12b
  it('each grid has a badge with its number and name that is picked as its level; a grid that is no longer counted loses its badge', () => {
    const { host, primitives } = fakeHost();
    const layer = resourceCountLayer('county', 'data:,').mount(host);
    const [badges, labels] = primitives as [BillboardCollection, LabelCollection];
    layer.apply([row('513221', 12), row('513222', 10_000, { gridName: '八个字的名字是这' })]);
    expect(badges.length).toBe(2);
    expect(Array.from({ length: labels.length }, (_, n) => labels.get(n).text)).toEqual(['12', '汶川县', '9999+', '八个字的名字是…']);
    expect(badges.get(0).id).toEqual({ kind: 'resource-count', level: 'county', lng: 103, lat: 31 });
    layer.apply([row('513222', 1)]);
    expect([badges.length, labels.get(0).text]).toEqual([1, '1']);
    layer.show(false);
    expect([badges.show, labels.show]).toEqual([false, false]);
    layer.destroy();
    expect(primitives).toEqual([]);
  });
});
