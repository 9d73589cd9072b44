import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { type CountedMark, countedAt, createTally } from './area-counts.ts';
import { badgeScale, badgeText } from './badges.ts';

interface Counted extends CountedMark {
  readonly inProgress: boolean;
}

const at = (id: string, gridNo: string, lng = 103, lat = 31, inProgress = false): Counted => ({
  id,
  lng,
  lat,
  gridNo: gridNo as GridNo,
  inProgress,
});

const isUnhandled = ({ inProgress }: Counted): boolean => !inProgress;
const countsOf = (level: 'county' | 'prefecture') => createTally(level, isUnhandled);

describe('marks counted by area', () => {
  it('alarms of a county or town count for their county or prefecture; an alarm located only by a coarser grid counts there', () => {
    const grids = ['513221', '513221001', '513200', '510000'] as GridNo[];
    expect(grids.map((no) => countedAt('prefecture', no))).toEqual(['513200', '513200', '513200', '510000']);
    expect(grids.map((no) => countedAt('county', no))).toEqual(['513221', '513221', '513200', '510000']);
  });

  it('each county of a prefecture has a separate count, at the mean position of its alarms', () => {
    const marks = [at('a', '513221', 102, 31), at('b', '513221', 104, 32), at('c', '513222')];
    expect(countsOf('county').take({ upserts: marks, removals: [] })).toEqual([
      { gridNo: '513221', count: 2, lng: 103, lat: 31.5 },
      { gridNo: '513222', count: 1, lng: 103, lat: 31 },
    ]);
  });

  it('returns only the prefectures that changed, with the mean position of their alarms', () => {
    const tally = countsOf('prefecture');
    tally.take({ upserts: [at('a', '513221', 102, 31), at('b', '510107')], removals: [] });
    expect(tally.take({ upserts: [at('c', '513222', 104, 33)], removals: [] })).toEqual([
      { gridNo: '513200', count: 2, lng: 103, lat: 32 },
    ]);
  });

  it('an alarm upserted twice counts once; one that moved counts at its new position', () => {
    const tally = countsOf('prefecture');
    tally.take({ upserts: [at('a', '513221')], removals: [] });
    expect(tally.take({ upserts: [at('a', '513221')], removals: [] })).toEqual([]);
    expect(tally.take({ upserts: [at('a', '510107')], removals: [] }).map(({ gridNo, count }) => [gridNo, count])).toEqual([
      ['513200', 0],
      ['510100', 1],
    ]);
  });

  it('handled alarms and fires in progress are not counted; an empty prefecture is returned with 0', () => {
    const tally = countsOf('prefecture');
    tally.take({ upserts: [at('a', '513221'), at('b', '513221')], removals: [] });
    tally.take({ upserts: [at('b', '513221', 103, 31, true)], removals: [] });
    expect(tally.take({ upserts: [], removals: ['a', 'nobody'] })).toEqual([{ gridNo: '513200', count: 0, lng: 0, lat: 0 }]);
  });

  it('fires in progress have a separate count: an alarm joins it when it is judged real and leaves it when it is closed', () => {
    const tally = createTally<Counted>('county', ({ inProgress }) => inProgress);
    expect(tally.take({ upserts: [at('a', '513221'), at('b', '513221')], removals: [] })).toEqual([]);
    expect(tally.take({ upserts: [at('a', '513221', 103, 31, true)], removals: [] })).toMatchObject([{ gridNo: '513221', count: 1 }]);
    expect(tally.take({ upserts: [], removals: ['a'] })).toMatchObject([{ gridNo: '513221', count: 0 }]);
  });

  it('a badge grows with its number and its text always fits', () => {
    expect([0, 1, 1000, 1e6].map(badgeScale)).toEqual([0.5, 0.5, 0.95, 1]);
    expect([1, 9999, 10_000].map(badgeText)).toEqual(['1', '9999', '9999+']);
  });
});
