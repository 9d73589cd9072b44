import { HOUR_MS } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { faultOf, LONGEST_MS, readWindow, replayOfAlarm, replayUntilNow, withoutWindow, writeWindow } from './replay-window.ts';

const BEGIN = Date.parse('2026-11-27T02:00:00Z');

describe('the time window of a replay in the URL', () => {
  it('is read as it was written, and other parameters are unchanged', () => {
    const window = { begin: BEGIN, end: BEGIN + HOUR_MS, moment: BEGIN + 60_000 };
    const search = writeWindow('?alarm=7&right=warning', window);
    expect(search).toBe('?alarm=7&right=warning&begin=2026-11-27+10:00:00&end=2026-11-27+11:00:00&moment=2026-11-27+10:01:00');
    expect(readWindow(search)).toEqual(window);
  });

  it.each([
    ['nothing', ''],
    ['no end', '?begin=2026-11-27+10:00:00'],
    ['an end before the beginning', '?begin=2026-11-27+10:00:00&end=2026-11-27+09:00:00'],
    ['more than five days', '?begin=2026-11-20+10:00:00&end=2026-11-27+09:00:00'],
    ['no time', '?begin=yesterday&end=today'],
  ])('is null with %s', (_, search) => expect(readWindow(search)).toBeNull());

  it.each([
    ['before it', '2026-11-27+09:00:00', BEGIN],
    ['after it', '2026-11-28+09:00:00', BEGIN + HOUR_MS],
    ['that is none', 'x', BEGIN],
  ])('moves a moment %s into the window', (_, moment, expected) =>
    expect(readWindow(`?begin=2026-11-27+10:00:00&end=2026-11-27+11:00:00&moment=${moment}`)?.moment).toBe(expected),
  );

  it('of an alarm begins before the alarm arrived and ends now, or at the longest replay', () => {
    const alarm = { id: '0197f0c0-0000-7000-8000-000000000001', arrivedAt: new Date(BEGIN) };
    const of = (now: number) => readWindow(replayOfAlarm(alarm, now).replace(/^[^?]*/, ''));
    expect(of(BEGIN + HOUR_MS)).toEqual({ begin: BEGIN - 600_000, end: BEGIN + HOUR_MS, moment: BEGIN });
    expect(of(BEGIN + 30 * 24 * HOUR_MS)).toEqual({ begin: BEGIN - 600_000, end: BEGIN - 600_000 + LONGEST_MS, moment: BEGIN });
    expect(replayOfAlarm(alarm, BEGIN + HOUR_MS)).toMatch(/^\/replay\?alarm=0197f0c0/);
  });

  it("of the live map ends now and has the live map's view and panels, which are restored on return", () => {
    const address = replayUntilNow('?at=103.5,31.2,9000&right=warning', BEGIN);
    expect(readWindow(address.replace(/^[^?]*/, ''))).toEqual({ begin: BEGIN - LONGEST_MS, end: BEGIN, moment: BEGIN });
    expect(withoutWindow(address.replace(/^[^?]*/, ''))).toBe('?at=103.5,31.2,9000&right=warning');
    expect(withoutWindow(replayUntilNow('', BEGIN).replace(/^[^?]*/, ''))).toBe('');
  });

  it('reports what is wrong with it', () => {
    expect([faultOf(null, BEGIN), faultOf(BEGIN, BEGIN), faultOf(BEGIN, BEGIN + LONGEST_MS + 1), faultOf(BEGIN, BEGIN + 1)]).toEqual([
      'windowNeeded',
      'windowEmpty',
      'windowTooLong',
      null,
    ]);
  });
});
