import { covers, type GridNo } from '@lookout/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstGrid, isLocked, lockedGrid, PICKER_LEVELS, pickedGrid } from './grid-locks.ts';
import { REGIONS } from './regions.ts';

const g = (no: string) => no as GridNo;

const { sichuan, heilongjiang, 'henan-xinxiang': xinxiang, 'yunnan-qujing': qujing } = REGIONS;
const ofCode = (code: string) => ({ ...heilongjiang.gridLocks, code: g(code) });

/** §6: "410781 … all locked; 513200 … province and city locked; codes beginning 23 … province locked." The others lock nothing. */
describe.each([
  ['410781 in the nation’s hands', xinxiang.gridLocks, '100000', ['province', 'prefecture', 'county'], '410781', '410781'],
  ['410781 in its province’s', xinxiang.gridLocks, '410000', ['province', 'prefecture', 'county'], '410781', '410781'],
  ['410781 in its own', xinxiang.gridLocks, '410781', ['province', 'prefecture', 'county'], '410781', '410781'],
  ['410781 in those of the county beside it', xinxiang.gridLocks, '410782', [], '410782', '410782'],
  ['513200 in the nation’s hands', sichuan.gridLocks, '100000', ['province', 'prefecture'], '513200', '513200'],
  ['513200 in its province’s', sichuan.gridLocks, '510000', ['province', 'prefecture'], '513200', '513200'],
  ['513200 in those of a county of it', sichuan.gridLocks, '513221', [], '513221', '513221'],
  ['513200 in those of the prefecture beside it', sichuan.gridLocks, '513300', [], '513300', '513300'],
  ['513200 in those of another province', sichuan.gridLocks, '410000', [], '410000', '410000'],
  ['230000 in the nation’s hands', heilongjiang.gridLocks, '100000', ['province'], '230000', '230000'],
  ['230000 in those of a city of it', heilongjiang.gridLocks, '230100', [], '230100', '230100'],
  ['230100: a code beginning 23', ofCode('230100'), '100000', ['province'], '230100', '230000'],
  ['230102: a code beginning 23', ofCode('230102'), '230000', ['province'], '230102', '230000'],
  ['530300, which locks nothing', qujing.gridLocks, '530000', [], '530300', '530000'],
  ['the default in the nation’s hands', REGIONS.default.gridLocks, '100000', [], '100000', '100000'],
  ['the default in a prefecture’s', REGIONS.default.gridLocks, '513200', [], '513200', '513200'],
] as const)('%s', (_, locks, own, locked, first, bound) => {
  it('these levels are locked, the pickers start at the initial grid and cannot leave the locked grid', () => {
    expect(PICKER_LEVELS.filter((level) => isLocked(level, g(own), locks))).toEqual(locked);
    expect(firstGrid(g(own), locks)).toBe(first);
    expect(lockedGrid(g(own), locks)).toBe(bound);
  });
});

describe('a filter’s grid is', () => {
  it.each([
    ['where it was set, below the lock', '513221', '513221'],
    ['where it was set, at the lock', '513200', '513200'],
    ['at the lock for what lies beside it', '513300', '513200'],
    ['at the lock for what lies above it', '510000', '513200'],
    ['at the lock for another province', '410781', '513200'],
    ['at the lock when nothing was asked for', null, '513200'],
  ])('%s', (_, asked, picked) => {
    expect(pickedGrid(asked === null ? null : g(asked), g('100000'), sichuan.gridLocks)).toBe(picked);
  });

  it('anywhere in the user’s own grid where nothing is locked, also above the initial grid', () => {
    const asked = [null, g('530100'), g('530000'), g('510000')];
    expect(asked.map((no) => pickedGrid(no, g('530000'), qujing.gridLocks))).toEqual(['530300', '530100', '530000', '530300']);
  });
});

it('locks start at the province: below an unlocked level nothing is locked', () => {
  for (const { gridLocks } of Object.values(REGIONS)) expect(PICKER_LEVELS.slice(0, gridLocks.locked.length)).toEqual(gridLocks.locked);
});

it('whatever grid is requested, a picker stays in the user’s own grid', () => {
  const grids = fc
    .constantFrom('100000', '510000', '513200', '513221', '513221100', '410781', '410700', '230100', '530300', '441900')
    .map(g);
  fc.assert(
    fc.property(grids, grids, fc.constantFrom(...Object.values(REGIONS)), (own, asked, { gridLocks }) => {
      expect(covers(own, lockedGrid(own, gridLocks))).toBe(true);
      expect(covers(lockedGrid(own, gridLocks), pickedGrid(asked, own, gridLocks))).toBe(true);
    }),
  );
});
