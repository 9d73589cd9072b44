import { covers, type GridNo, NATION, parseGridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { DEFAULT_HOME, GROUP_REGIONS, gridShownTo, homeViewOf, streamKindOf } from './group-policy.ts';

describe('group policy', () => {
  it('hls for ids that contain one of the three codes, and for exactly 001003', () => {
    const hls = ['001003', '001003001', '001003002', '001003003', '001003001001', '9001003002'];
    expect(hls.map(streamKindOf)).toEqual(hls.map(() => 'hls'));
  });

  it('flv for all others: 001003 counts only as the whole id', () => {
    const flv = ['', '001', '0010030', '001003004', '001005001', '001006', '001007'];
    expect(flv.map(streamKindOf)).toEqual(flv.map(() => 'flv'));
  });

  it('a group without its own home view has that of the group above it, or else the default', () => {
    expect(homeViewOf('001003001999')).toEqual(homeViewOf('001003001'));
    expect([homeViewOf('001'), homeViewOf(''), homeViewOf('777')]).toEqual([DEFAULT_HOME, DEFAULT_HOME, DEFAULT_HOME]);
  });

  it('a group is shown its own grid or that of the group above it, an unknown group the user’s grid', () => {
    expect(['001003', '001003001', '001003001999', '001006', '777', ''].map((id) => gridShownTo(id, NATION))).toEqual([
      ...['510000', '513200', '513200', '230000', NATION, NATION],
    ]);
  });

  it('never more than the user’s own grid, whatever the group', () => {
    const [wenchuan, weihui] = ['513221', '410781'] as GridNo[] as [GridNo, GridNo];
    expect(['001', '001003', '001003001', '001006', 'toString'].map((id) => gridShownTo(id, wenchuan))).toEqual(Array(5).fill(wenchuan));
    for (const groupId of Object.keys(GROUP_REGIONS)) expect(covers(weihui, gridShownTo(groupId, weihui))).toBe(true);
  });

  it('every group’s grid is valid and lies in that of the group above it', () => {
    for (const [id, { gridNo }] of Object.entries(GROUP_REGIONS)) {
      expect(parseGridNo(gridNo)).toBe(gridNo);
      expect(covers(gridShownTo(id.slice(0, -3), NATION), gridNo)).toBe(true);
    }
  });

  it('the default home is that of the specification', () => {
    expect(DEFAULT_HOME).toEqual({ lng: 120, lat: 36, heightMetres: 300_000 });
  });
});
