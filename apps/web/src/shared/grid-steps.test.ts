import type { GridTree } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { REGIONS } from '@lookout/region';
import { describe, expect, it } from 'vitest';
import { firstGrid, gridSteps, widen } from './grid-steps.ts';

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
const boxes = (...args: Parameters<typeof gridSteps>) =>
  gridSteps(...args).map((s) => [s.value, s.options.map((o) => o.label).join(), s.locked]);

describe('the grid picker', () => {
  it('offers the whole country to the nation, level by level', () => {
    expect(boxes(nation, g('510000'), { no: g('100000'), fullName: '全国' }, null)).toEqual([
      ['510000', '四川省,北京市', false],
      [null, '阿坝藏族羌族自治州', false],
      [null, '', true],
    ]);
  });

  it('never offers more than the own grid: the levels above it are greyed and named', () => {
    expect(boxes([aba], g('513221'), { no: g('513200'), fullName: '四川省阿坝藏族羌族自治州' }, null)).toEqual([
      ['510000', '四川省', true],
      ['513200', '阿坝藏族羌族自治州', true],
      ['513221', '汶川县,理县', false],
    ]);
    expect(boxes([county('513221', '汶川县')], g('513221'), { no: g('513221'), fullName: '四川省阿坝藏族羌族自治州汶川县' }, null)).toEqual(
      [
        ['510000', '四川省', true],
        ['513200', '阿坝藏族羌族自治州', true],
        ['513221', '汶川县', true],
      ],
    );
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

  it('locks never narrow below, nor beside, the user’s own grid', () => {
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
