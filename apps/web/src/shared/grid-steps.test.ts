import type { GridNo } from '@lookout/domain';
import type { GridTree } from '@lookout/features/grid/grid.calls.ts';
import { firstGrid, REGIONS } from '@lookout/region';
import { describe, expect, it } from 'vitest';
import { gridSteps, widen } from './grid-steps.ts';

const g = (no: string) => no as GridNo;
const county = (no: string, name: string): GridTree => ({ no, name, children: [] });
const aba: GridTree = { no: '513200', name: '阿坝藏族羌族自治州', children: [county('513221', '汶川县'), county('513222', '理县')] };
const nation: GridTree[] = [
  {
    no: '100000',
    name: '全国',
    children: [
      { no: '510000', name: '四川省', children: [aba] },
      { no: '110000', name: '北京市', children: [] },
    ],
  },
];
const unlocked = REGIONS.default.gridLocks;
const boxes = (...args: Parameters<typeof gridSteps>) =>
  gridSteps(...args).map((s) => [s.value, s.options.map((o) => o.label).join(), s.locked]);

describe('the grid picker', () => {
  it('offers the whole country to a user of the nation, level by level', () => {
    expect(boxes(nation, g('510000'), { no: g('100000'), fullName: '全国' }, unlocked)).toEqual([
      ['510000', '四川省,北京市', false],
      [null, '阿坝藏族羌族自治州', false],
      [null, '', true],
    ]);
  });

  it("never offers more than the user's own grid: the levels above it are greyed and named", () => {
    expect(boxes([aba], g('513221'), { no: g('513200'), fullName: '四川省阿坝藏族羌族自治州' }, unlocked)).toEqual([
      ['510000', '四川省', true],
      ['513200', '阿坝藏族羌族自治州', true],
      ['513221', '汶川县,理县', false],
    ]);
    expect(
      boxes([county('513221', '汶川县')], g('513221'), { no: g('513221'), fullName: '四川省阿坝藏族羌族自治州汶川县' }, unlocked),
    ).toEqual([
      ['510000', '四川省', true],
      ['513200', '阿坝藏族羌族自治州', true],
      ['513221', '汶川县', true],
    ]);
  });

  it('the region’s locks grey their levels for users whose grid contains them', () => {
    const locks = REGIONS.sichuan.gridLocks;
    expect(firstGrid(g('100000'), locks)).toBe('513200');
    expect(boxes(nation, g('513200'), { no: g('100000'), fullName: '全国' }, locks)).toEqual([
      ['510000', '四川省', true],
      ['513200', '阿坝藏族羌族自治州', true],
      [null, '汶川县,理县', false],
    ]);
  });

  it('a stored grid that the locks would not allow is shown unchanged, and its locked levels cannot be changed', () => {
    const locks = REGIONS.sichuan.gridLocks;
    expect(boxes(nation, g('110000'), { no: g('100000'), fullName: '全国' }, locks)).toEqual([
      ['110000', '北京市', true],
      [null, '', true],
      [null, '', true],
    ]);
    expect(boxes(nation, g('100000'), { no: g('100000'), fullName: '全国' }, locks)).toEqual([
      [null, '', true],
      [null, '', true],
      [null, '', true],
    ]);
  });

  it('all three levels are locked where the region’s code is a county, one where it is a province', () => {
    const own = { no: g('100000'), fullName: '全国' };
    const henan: GridTree[] = [
      {
        no: '410000',
        name: '河南省',
        children: [{ no: '410700', name: '新乡市', children: [county('410781', '卫辉市'), county('410782', '辉县市')] }],
      },
    ];
    const north: GridTree[] = [{ no: '230000', name: '黑龙江省', children: [{ no: '230100', name: '哈尔滨市', children: [] }] }];
    expect(boxes(henan, g('410781'), own, REGIONS['henan-xinxiang'].gridLocks)).toEqual([
      ['410000', '河南省', true],
      ['410700', '新乡市', true],
      ['410781', '卫辉市', true],
    ]);
    expect(boxes(north, g('230000'), own, REGIONS.heilongjiang.gridLocks)).toEqual([
      ['230000', '黑龙江省', true],
      [null, '哈尔滨市', false],
      [null, '', true],
    ]);
  });

  it('before the tree is loaded, or without it, a locked level shows its number, and the levels above the own grid show their names', () => {
    expect(boxes([], g('513200'), { no: g('510000'), fullName: '四川省' }, REGIONS.sichuan.gridLocks)).toEqual([
      ['510000', '四川省', true],
      ['513200', '513200', true],
      [null, '', true],
    ]);
  });

  it("locks never restrict the picker to a grid inside or outside the user's own grid", () => {
    const locks = REGIONS.sichuan.gridLocks;
    expect(firstGrid(g('410781'), locks)).toBe('410781');
    expect(boxes([county('410781', '卫辉市')], g('410781'), { no: g('410781'), fullName: '河南省新乡市卫辉市' }, locks)).toEqual([
      ['410000', '河南省', true],
      ['410700', '新乡市', true],
      ['410781', '卫辉市', true],
    ]);
  });

  it('全部 goes up one level, never above the own grid', () => {
    expect(widen(g('513221'), 'county', g('100000'))).toBe('513200');
    expect(widen(g('513221'), 'province', g('100000'))).toBe('100000');
    expect(widen(g('513221'), 'prefecture', g('513200'))).toBe('513200');
  });
});
