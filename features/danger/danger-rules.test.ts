import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { RATING_TABLE } from './danger-rating.ts';
import {
  applyToDangerRules,
  type DangerRules,
  dangerRulesInForce,
  HOLIDAYS,
  holidaysOn,
  NO_RAISING,
  wrongHoliday,
} from './danger-rules.ts';

const grid = (no: string) => no as GridNo;

describe('holidays', () => {
  it('that recur every year or fall in one year are reported on their days, including the first and the last', () => {
    const names = ['2026-04-02', '2026-04-03', '2027-04-06', '2026-03-03', '2027-03-03'].map((day) => holidaysOn(day, HOLIDAYS));
    expect(names).toEqual([[], ['清明节'], ['清明节'], ['元宵节'], []]);
  });

  it('may span the end of the year, and a name is reported once', () => {
    const holiday = { name: '岁末', from: '12-30', to: '01-02', source: '本地', toConfirm: false };
    expect(['2026-12-29', '2026-12-30', '2027-01-02', '2027-01-03'].map((day) => holidaysOn(day, [holiday, holiday]).length)).toEqual([
      0, 1, 1, 0,
    ]);
  });

  it('with impossible days are found', () => {
    const days = (from: string, to: string) =>
      wrongHoliday([
        { from: '02-29', to: '02-29' },
        { from, to },
      ]);
    expect(days('2026-04-03', '2026-04-06')).toBeNull();
    expect([days('2026-02-30', '2026-03-01'), days('2026-04-06', '2026-04-03'), days('04-03', '2026-04-06'), days('x', 'x')]).toEqual([
      1, 1, 1, 1,
    ]);
    expect(wrongHoliday(HOLIDAYS)).toBeNull();
  });
});

it('a grid follows the nearest table, the nearest holidays and the nearest raising, each independently', () => {
  const base = { version: 1, changedBy: '甲', changedAt: new Date(0) };
  const raising = { ...NO_RAISING, source: '省文件' };
  const set = new Map<string, DangerRules>([
    ['510000', { ...base, gridNo: grid('510000'), rating: { ...RATING_TABLE }, holidays: [], raising }],
    ['513200', { ...base, gridNo: grid('513200'), rating: null, holidays: HOLIDAYS, raising: null }],
  ]);
  const of = (no: GridNo) => set.get(no);
  expect(dangerRulesInForce(grid('513221'), of)).toMatchObject({
    ratingFrom: '510000',
    holidaysFrom: '513200',
    raisingFrom: '510000',
    raising,
  });
  expect(dangerRulesInForce(grid('510100'), of)).toMatchObject({ ratingFrom: '510000', holidaysFrom: '510000', holidays: [] });
  expect(dangerRulesInForce(grid('410781'), of)).toEqual({
    rating: RATING_TABLE,
    ratingFrom: null,
    holidays: HOLIDAYS,
    holidaysFrom: null,
    raising: NO_RAISING,
    raisingFrom: null,
  });
});

it('rules that were saved before raising existed have none', () => {
  const { raising: _, ...rules } = {
    gridNo: grid('513221'),
    rating: null,
    holidays: [],
    raising: null,
    version: 1,
    changedBy: '甲',
    changedAt: new Date(0),
  };
  expect(applyToDangerRules(null, { payload: { rules } } as never)).toEqual({ ...rules, raising: null });
});
