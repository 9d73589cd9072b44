import type { GridNo } from '@lookout/domain';
import { DEFAULT_HOME, homeOf, REGIONS } from '@lookout/region';
import { describe, expect, it } from 'vitest';
import { type AreaRow, createAreaCache, featuresOf, loadFarAreas, readPoint } from './areas.ts';

const aba = '513200' as GridNo;
const row: AreaRow = { gridNo: aba, areasPoint: '{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]}', approximate: false };

function aStorage(full = false) {
  const stored = new Map<string, string>();
  return {
    kept: stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      stored.set(name, value);
    },
    removeItem: (name: string) => void stored.delete(name),
  };
}

describe('the regional grid cache', () => {
  // Proves §3.19b
  it('answers for a day without a request', async () => {
    let now = 0;
    const cache = createAreaCache(aStorage(), () => now);
    const requests: unknown[] = [];
    const client = {
      grid: {
        areaData: async ({ query }: { query: unknown }) => {
          requests.push(query);
          return [row];
        },
      },
    } as never;
    const load = () => loadFarAreas(client, cache, aba, 'prefectures');
    await load();
    expect(requests).toEqual([{ gridNo: aba, level: 'prefectures' }]);
    now = 23 * 3_600_000;
    expect(await load()).toEqual([row]);
    expect(requests).toHaveLength(1);
    await loadFarAreas(client, cache, aba, 'counties');
    expect(requests).toHaveLength(2);
    now = 25 * 3_600_000;
    await load();
    expect(requests).toHaveLength(3);
  });

  it('full storage or an unreadable entry counts as no cache and raises no error', () => {
    const full = createAreaCache(aStorage(true), () => 0);
    full.write(aba, 'prefectures', [row]);
    expect(full.read(aba, 'prefectures')).toBeNull();
    const storage = aStorage();
    storage.kept.set('regionalGrid.2.513200.counties', '{"at":');
    expect(createAreaCache(storage, () => 0).read(aba, 'counties')).toBeNull();
  });
});

it('a row without a readable boundary is left out', () => {
  const features = featuresOf([row, { ...row, areasPoint: null }, { ...row, areasPoint: 'POLYGON' }]).features;
  expect(features).toEqual([
    {
      properties: { gridNo: aba },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [1, 2],
            [3, 4],
            [5, 6],
            [1, 2],
          ],
        ],
      },
    },
  ]);
});

it('a centre is read from its `POINT` text', () => {
  expect(readPoint('POINT(102.22137 31.89979)')).toEqual({ lng: 102.22137, lat: 31.89979 });
  expect(['', null, 'POINT(1)', 'POINT(a b)'].map(readPoint)).toEqual([null, null, null, null]);
});

describe('home', () => {
  const centre = { lng: 102, lat: 32 };
  // Proves §6.3
  it("is the group's own view: its longitude and latitude, not the area's centre", () => {
    expect(homeOf(centre, aba, '001003001', REGIONS.sichuan)).toEqual({ lng: 102.2, lat: 32, heightMetres: 600_000 });
    expect(homeOf(centre, '513221' as GridNo, '001003001', REGIONS.sichuan)).toEqual({ lng: 102.2, lat: 32, heightMetres: 600_000 });
  });
  it("is the area's centre for a group whose view is outside the user's grid", () => {
    expect(homeOf(centre, '410781' as GridNo, '001003001', REGIONS.sichuan)).toEqual({ ...centre, heightMetres: 300_000 });
  });
  it("uses the region's range if the group has no view, and shows a country in full", () => {
    expect(homeOf(centre, '440000' as GridNo, '009', REGIONS.sichuan).heightMetres).toBe(755_000);
    expect(homeOf(centre, '100000' as GridNo, '001', REGIONS.sichuan).heightMetres).toBe(6_000_000);
  });
  // Proves §8.10
  it('is the default view (120, 36, 300 km) if the call does not answer 200', () => {
    expect(homeOf(null, aba, '001003001', REGIONS.sichuan)).toEqual(DEFAULT_HOME);
  });
});
