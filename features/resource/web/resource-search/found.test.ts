import type { Named } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { Asset } from '../../resource.ts';
import { boxOfView, countKinds, exportRows, withWay } from './found.ts';
import { resourceSearchZh } from './messages.ts';

const at = (name: string, lng: number, lat: number, kind: Asset['kind'] = 'team') =>
  ({
    id: name,
    name,
    kind,
    code: `C-${name}`,
    online: false,
    gridName: '汶川县',
    gridNo: '513221',
    attributes: {},
    districtName: null,
    streetName: null,
    leaderName: '张三',
    leaderPhone: null,
    description: null,
    rangeMetres: null,
    horizontalAngleDegrees: null,
    position: { lng, lat },
    heightMetres: 1300,
  }) as Named<Asset>;

describe('search results', () => {
  it('are listed nearest first with distance and bearing', () => {
    const found = withWay([at('远', 103, 32), at('近', 103.01, 31)], { lng: 103, lat: 31 });
    expect(found.map(({ name }) => name)).toEqual(['近', '远']);
    expect(found[1]?.distanceMetres).toBeCloseTo(110_860, -3);
    expect([found[0]?.bearingDegrees, found[1]?.bearingDegrees].map((degrees) => Math.round(degrees ?? -1))).toEqual([90, 0]);
  });

  it('are counted by kind, and exported with a value under every header', () => {
    const found = withWay([at('甲', 103, 31), at('乙', 103, 32, 'waterSource')], { lng: 103, lat: 30.99 });
    expect(countKinds(found)).toEqual([
      ['team', 1],
      ['waterSource', 1],
    ]);
    const { columns } = resourceSearchZh;
    const [header, row] = exportRows(found.slice(0, 1), {
      columns,
      kindNames: resourceSearchZh.kindNames,
      online: '在线',
      offline: '离线',
    });
    expect(header).toEqual(columns);
    expect(row).toEqual(['甲', '扑火队伍', 'C-甲', '离线', '汶川县', '513221', 103, 31, 1300, 1109, 0, '张三', null, null]);
    expect(row).toHaveLength(columns.length);
  });
});

describe('the box of the view', () => {
  it('is as wide and high as the window; degrees of longitude are shorter towards the pole', () => {
    const { west, south, east, north } = boxOfView({ lng: 103, lat: 60, metresPerPixel: 111.32 }, 1_000, 500);
    expect(north - south).toBeCloseTo(0.5);
    expect(east - west).toBeCloseTo(2);
    expect((west + east) / 2).toBeCloseTo(103);
  });

  it('is clamped to valid coordinates', () => {
    expect(boxOfView({ lng: 0, lat: 0, metresPerPixel: 100_000 }, 2_000, 1_000)).toEqual({ west: -180, south: -90, east: 180, north: 90 });
  });
});
