import { describe, expect, it } from 'vitest';
import { aRanger, at, contactAt } from '../../entities/testing/builders.ts';
import { chosenRangers, isLate, type RangerFilter } from './chosen.ts';

const now = Date.parse('2026-11-21T10:00:00+08:00');
const ranger = (fullName: string, time: string | null, taskIds: readonly string[] = []) =>
  aRanger(fullName, { last: contactAt(time), taskIds });
const rangers = [ranger('甲', null), ranger('乙', '2026-11-21 09:59:30'), ranger('丙', '2026-11-21 09:00:00', ['t'])];
const names = (filter: RangerFilter, text = '') => chosenRangers(rangers, filter, text, now).rangers.map(({ fullName }) => fullName);

describe('the rangers shown', () => {
  it('online ones come first; filter and search narrow them', () => {
    expect(names('all')).toEqual(['乙', '甲', '丙']);
    expect(chosenRangers(rangers, 'busy', '', now).online).toBe(1);
    expect([names('online'), names('offline'), names('busy')]).toEqual([['乙'], ['甲', '丙'], ['丙']]);
    expect([names('all', ' 丙 '), names('all', '513221').length, names('all', '没有')]).toEqual([['丙'], 3, []]);
  });

  it('a position that came a minute after it was taken is late', () => {
    const times = (taken: string, received: string) =>
      isLate({ last: { position: { lng: 103, lat: 31 }, at: at(taken), receivedAt: at(received) } });
    expect(times('2026-11-21 09:00:00', '2026-11-21 09:01:01')).toBe(true);
    expect(times('2026-11-21 09:00:00', '2026-11-21 09:00:30')).toBe(false);
    expect(isLate({ last: null })).toBe(false);
  });
});
