import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { aRanger, at, contactAt } from '../../testing/builders.ts';
import { chosenOf, isLate, type RangerBranch, type RangerFilter, rangersBelow, rangerTree, tallyOf } from './ranger-tree.ts';

const now = Date.parse('2026-11-21T10:00:00+08:00');
const GRIDS = [
  {
    no: '513200',
    name: '阿坝州',
    children: [
      { no: '513221', name: '汶川县', children: [] },
      { no: '513222', name: '理县', children: [] },
    ],
  },
];
const ranger = (fullName: string, time: string | null, gridNo = '513221', taskIds: readonly string[] = []) =>
  aRanger(fullName, { last: contactAt(time), taskIds, gridNo: gridNo as GridNo });
const rangers = [
  ranger('甲', null),
  ranger('乙', '2026-11-21 09:59:30'),
  ranger('丙', '2026-11-21 09:00:00', '513222', ['t']),
  ranger('丁', '2026-11-21 09:59:50', '513221101'),
];
const treeOf = (filter: RangerFilter, text = '') => rangerTree(rangers, GRIDS, { filter, text, now });
const names = (filter: RangerFilter, text = '') =>
  treeOf(filter, text)
    .flatMap(rangersBelow)
    .map(({ fullName }) => fullName);

describe('the tree of rangers', () => {
  it('is ordered by grid with counts, online rangers first; those of a town are listed under its county', () => {
    const [aba] = treeOf('all') as [RangerBranch];
    expect(aba.branches.map(({ name, tally, rangers: own }) => [name, tally, own.map(({ fullName }) => fullName)])).toEqual([
      ['汶川县', { total: 3, online: 2, busy: 0 }, ['乙', '丁', '甲']],
      ['理县', { total: 1, online: 0, busy: 1 }, ['丙']],
    ]);
    expect(tallyOf(treeOf('all'))).toEqual({ total: 4, online: 2, busy: 1 });
  });

  it('can be filtered by state and text, keeps its counts, and leaves out empty grids', () => {
    expect([names('online'), names('offline'), names('busy')]).toEqual([['乙', '丁'], ['甲', '丙'], ['丙']]);
    expect([names('all', ' 丙 '), names('all', '513222'), names('all', '没有')]).toEqual([['丙'], ['丙'], []]);
    expect(treeOf('busy')[0]).toMatchObject({ tally: { total: 4 }, branches: [{ name: '理县' }] });
  });

  it('is flat while the grids are not known', () => {
    expect(rangerTree(rangers, [], { filter: 'all', text: '', now }).map(({ gridNo }) => gridNo)).toEqual(['513221', '513222']);
  });

  it('a position that arrived a minute after it was taken is late; of the chosen rangers only those known here are shown', () => {
    const times = (taken: string, received: string) =>
      isLate({ last: { position: { lng: 103, lat: 31 }, at: at(taken), receivedAt: at(received) } });
    expect(times('2026-11-21 09:00:00', '2026-11-21 09:01:01')).toBe(true);
    expect(times('2026-11-21 09:00:00', '2026-11-21 09:00:30')).toBe(false);
    expect(isLate({ last: null })).toBe(false);
    expect(chosenOf(['乙', '不在', '甲'], rangers).map(({ fullName }) => fullName)).toEqual(['乙', '甲']);
  });
});
