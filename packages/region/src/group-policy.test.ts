import { covers, type GridNo, lineage, NATION, parseGridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { DEFAULT_HOME, GROUP_REGIONS, gridShownTo, groupHomeOf, streamKindOf } from './group-policy.ts';

describe('group policy', () => {
  // Proves §6.2a
  it('group ids that contain one of the three codes, or equal 001003, use hls', () => {
    const hls = ['001003', '001003001', '001003002', '001003003', '001003001001', '9001003002'];
    expect(hls.map(streamKindOf)).toEqual(hls.map(() => 'hls'));
  });

  // Proves §6.2b
  it('all other group ids use flv: 001003 counts only as the whole id', () => {
    const flv = ['', '001', '0010030', '001003004', '001005001', '001006', '001007'];
    expect(flv.map(streamKindOf)).toEqual(flv.map(() => 'flv'));
  });

  it.each([
    ['001003', '510000', '513221', { lng: 102.9, lat: 30.6, heightMetres: 1_400_000 }],
    ['001003001', '513200', '513221', { lng: 102.2, lat: 32, heightMetres: 600_000 }],
    ['001003001001', '513221', '513221100', { lng: 103.45, lat: 31.3, heightMetres: 160_000 }],
    ['001005001', '410781', '410781001', { lng: 114.1, lat: 35.45, heightMetres: 105_000 }],
    ['001006', '230000', '230102', { lng: 128, lat: 48, heightMetres: 1_600_000 }],
    ['001007', '530300', '530302', { lng: 103.9, lat: 25.6, heightMetres: 300_000 }],
  ])(
    'the home view of %s applies, including longitude and latitude, to users of %s, of the grids above it and of %s below',
    (groupId, gridNo, below, home) => {
      for (const own of lineage(below as GridNo)) expect(groupHomeOf(groupId, own)).toEqual(home);
      // A group without a row has the home view of the group above it.
      expect(groupHomeOf(`${groupId}999`, gridNo as GridNo)).toEqual(home);
    },
  );

  it('the nation’s group, an unknown group and a group outside the user’s grid decide no home view', () => {
    expect(['001', '001004', '', '777', 'toString'].map((id) => groupHomeOf(id, NATION))).toEqual([null, null, null, null, null]);
    expect(groupHomeOf('001003001', '410781' as GridNo)).toBe(null);
    expect(groupHomeOf('001003001002', '513221' as GridNo)).toBe(null);
  });

  it('a group is shown its own grid or that of the group above it, an unknown group is shown the user’s grid', () => {
    expect(['001003', '001003001', '001003001999', '001006', '777', ''].map((id) => gridShownTo(id, NATION))).toEqual([
      ...['510000', '513200', '513200', '230000', NATION, NATION],
    ]);
  });

  it('no group is shown more than the user’s own grid', () => {
    const [wenchuan, weihui] = ['513221', '410781'] as GridNo[] as [GridNo, GridNo];
    expect(['001', '001003', '001003001', '001006', 'toString'].map((id) => gridShownTo(id, wenchuan))).toEqual(Array(5).fill(wenchuan));
    for (const groupId of Object.keys(GROUP_REGIONS)) expect(covers(weihui, gridShownTo(groupId, weihui))).toBe(true);
  });

  // Proves §6.3
  it.each([
    ['the group’s, inside the user’s', '001003001', '100000', '513200'],
    ['the group’s, inside the province', '001003001', '510000', '513200'],
    ['the same', '001003001', '513200', '513200'],
    ['the user’s, inside the group’s', '001003001', '513221', '513221'],
    ['the user’s, beside the group’s', '001003001', '513300', '513300'],
    ['the user’s, in another province', '001003001', '410781', '410781'],
    ['Weihui’s', '001005001', '410000', '410781'],
    ['Heilongjiang’s', '001006', '100000', '230000'],
    ['a city of Heilongjiang', '001006', '230100', '230100'],
    ['Qujing’s', '001007', '530000', '530300'],
    ['the nation’s group: the user’s', '001', '510000', '510000'],
    ['a group of a province that has no row', '001004', '440000', '440000'],
  ])('the grid shown is %s', (_, groupId, own, shown) => {
    expect(gridShownTo(groupId, own as GridNo)).toBe(shown);
  });

  it('every group’s grid is valid and inside the grid of the group above it', () => {
    for (const [id, { gridNo }] of Object.entries(GROUP_REGIONS)) {
      expect(parseGridNo(gridNo)).toBe(gridNo);
      expect(covers(gridShownTo(id.slice(0, -3), NATION), gridNo)).toBe(true);
    }
  });

  // Proves §9.5a
  it('the default home is that of the specification', () => {
    expect(DEFAULT_HOME).toEqual({ lng: 120, lat: 36, heightMetres: 300_000 });
  });
});
