import { CAPABILITIES, type Capability, type GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { mayReceive, TOPIC_KINDS, topicRights, topicsOf } from './live-topics.ts';

const holder = (gridNo: string, rights: readonly Capability[] = CAPABILITIES) => ({ gridNo: gridNo as GridNo, rights: new Set(rights) });

describe('topics', () => {
  it('a message for a county goes to the county, its prefecture, its province and the nation; a town’s goes to its county', () => {
    const four = ['513221', '513200', '510000', '100000'].map((g) => `lookout/newFire/${g}`);
    expect(topicsOf('newFire', '513221' as GridNo)).toEqual(four);
    expect(topicsOf('newFire', '513221100' as GridNo)).toEqual(four);
    expect(topicsOf('newFire', '100000' as GridNo)).toEqual(['lookout/newFire/100000']);
  });

  // Proves §7.30b
  it('has every kind of the specification', () => {
    const specified = ['newFire', 'plotDetail', 'countyReport', 'cityReport', 'delegate', 'teamTrajectory', 'fireAlarm'];
    expect(TOPIC_KINDS).toEqual(expect.arrayContaining(specified));
  });

  it('an account may receive its own grid and those below', () => {
    expect(['513200', '513221', '513221100'].map((g) => mayReceive(holder('513200'), `lookout/newFire/${g}`))).toEqual([true, true, true]);
    expect(['510000', '100000', '513300', '410781'].map((g) => mayReceive(holder('513200'), `lookout/newFire/${g}`))).toEqual(
      Array(4).fill(false),
    );
  });

  it('a wildcard is checked as a filter: only the nation may use one for every grid, and no account one for every kind', () => {
    for (const filter of ['lookout/newFire/+', 'lookout/newFire/#']) {
      expect(mayReceive(holder('513200'), filter)).toBe(false);
      expect(mayReceive(holder('100000'), filter)).toBe(true);
    }
    for (const filter of [
      '#',
      '+',
      'lookout/#',
      'lookout/+/513221',
      '+/newFire/513221',
      '$share/g/lookout/newFire/513221',
      '$SYS/#',
      'lookout/newFire',
      'lookout/newFire/513221/x',
      'lookout/other/513221',
      'lookout/newFire/５１３２２１',
      'lookout/newFire/51322',
      '',
    ])
      expect([filter, mayReceive(holder('100000'), filter)]).toEqual([filter, false]);
  });

  it('every kind needs its right in addition to the grid', () => {
    for (const kind of TOPIC_KINDS) {
      expect(mayReceive(holder('513221', []), `lookout/${kind}/513221`)).toBe(false);
      expect(mayReceive(holder('513221', [topicRights[kind]]), `lookout/${kind}/513221`)).toBe(true);
    }
  });
});
