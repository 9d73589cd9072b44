import { DAY_MS, type GridNo, HOUR_MS, MINUTE_MS, partOf } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { alarmLoadOf, type LoadAlarm, loadClassOf, spanOfLoadWindow } from './alarm-load.ts';

const ABA = '513200' as GridNo;
const WENCHUAN = '513221' as GridNo;
const LIXIAN = '513222' as GridNo;
/** Ten in the morning in Beijing. */
const BEGIN = Date.parse('2026-11-20T02:00:00Z');
const END = BEGIN + DAY_MS;

const anAlarm = (minutes: number, more: Partial<LoadAlarm> = {}): LoadAlarm => ({
  arrivedAt: BEGIN + minutes * MINUTE_MS,
  gridNo: WENCHUAN,
  kind: 'report',
  source: null,
  credibility: null,
  verdict: 'unjudged',
  isOpen: false,
  isAcknowledged: false,
  isSilent: false,
  incidentId: null,
  lng: 103.5,
  lat: 31.4,
  ...more,
});
/** A number of alarms at the same time. */
const several = (count: number, minutes: number, more: Partial<LoadAlarm> = {}) =>
  Array.from({ length: count }, () => anAlarm(minutes, more));
const loadOf = (alarms: readonly LoadAlarm[], end = END) =>
  alarmLoadOf(alarms, {
    gridNo: ABA,
    span: { begin: new Date(BEGIN), end: new Date(end) },
    now: new Date(end),
    deskBelow: (no) => partOf(ABA, no),
  });
const at = (minutes: number) => new Date(BEGIN + minutes * MINUTE_MS);
const sourceOf = (alarms: readonly LoadAlarm[]) => loadOf(alarms).sources[0];

describe('the load class of ten minutes', () => {
  it.each([
    [0, 'acceptable'],
    [1, 'acceptable'],
    [2, 'manageable'],
    [3, 'over-demanding'],
    [9, 'over-demanding'],
    [10, 'flood'],
    [500, 'flood'],
  ] as const)('%i alarms: %s', (alarms, expected) => expect(loadClassOf(alarms)).toBe(expected));
});

describe('the load of a desk', () => {
  it('counts alarms that sounded; silent ones are counted separately and in no rate', () => {
    const { desk } = loadOf([...several(3, 0), ...several(4, 0, { isSilent: true }), anAlarm(25)]);
    expect(desk).toMatchObject({ announced: 4, silent: 4, peak: 3, peakAt: at(0), mean: 4 / 144 });
    expect(desk.slots).toEqual({ acceptable: 143, manageable: 0, 'over-demanding': 1, flood: 0 });
  });

  it('includes every alarm of its grid; the desks below have only their own', () => {
    const { desk, desks } = loadOf([anAlarm(0), ...several(2, 5, { gridNo: LIXIAN }), anAlarm(7, { gridNo: ABA })]);
    expect(desk.announced).toBe(4);
    expect(desks.map(({ gridNo, announced }) => [gridNo, announced])).toEqual([
      [LIXIAN, 2],
      [WENCHUAN, 1],
    ]);
  });

  it('has the hours of the window by the clock, and the hours of the day in Beijing', () => {
    const { hours, desk } = loadOf([...several(2, 0), ...several(3, 59), anAlarm(60)]);
    expect(hours).toHaveLength(24);
    expect(hours.slice(0, 2)).toEqual([
      { begin: at(0), announced: 5, peak: 3, mean: 5 / 6 },
      { begin: at(60), announced: 1, peak: 1, mean: 1 / 6 },
    ]);
    expect(desk.hoursOfDay.map(({ announced }) => announced)).toEqual([...Array(10).fill(0), 5, 1, ...Array(12).fill(0)]);
  });

  it('averages an hour cut off by the window over its part within it, and an hour of several days over all of them', () => {
    const of = (end: number) => loadOf([...several(4, 0), ...several(2, 10)], end);
    expect(of(BEGIN + 20 * MINUTE_MS).hours).toEqual([{ begin: at(0), announced: 6, peak: 4, mean: 3 }]);
    expect(of(BEGIN + 2 * DAY_MS).desk.hoursOfDay[10]).toEqual({ announced: 6, peak: 4, mean: 0.5 });
  });

  it('counts the fires of its alarms; an alarm of no fire counts as a separate fire', () => {
    const { desk } = loadOf([...several(3, 0, { incidentId: 'a' }), anAlarm(1, { incidentId: 'b' }), anAlarm(2)]);
    expect([desk.announced, desk.fires]).toEqual([5, 3]);
  });

  it('counts alarms that are unanswered, and those open for more than a day', () => {
    const { desk } = loadOf(
      [
        anAlarm(0, { isOpen: true }),
        anAlarm(0, { isOpen: true, isAcknowledged: true }),
        anAlarm(0),
        anAlarm(30, { isOpen: true, isSilent: true }),
      ],
      END + MINUTE_MS,
    );
    expect(desk).toMatchObject({ standing: 2, stale: 2 });
    expect(desk.advice).toEqual(['clear']);
  });

  it('without an alarm has only acceptable intervals', () => {
    const { desk, desks, sources } = loadOf([]);
    expect(desk).toMatchObject({ announced: 0, fires: 0, mean: 0, peak: 0, peakAt: null, floods: [], floodShare: 0, advice: [] });
    expect(desk.slots).toEqual({ acceptable: 144, manageable: 0, 'over-demanding': 0, flood: 0 });
    expect([desks, sources]).toEqual([[], []]);
  });
});

describe('a flood', () => {
  it('begins with more than ten in ten minutes and ends with fewer than five', () => {
    const { desk } = loadOf([...several(11, 10), ...several(5, 20), ...several(4, 30), ...several(12, 60)]);
    expect(desk.floods).toEqual([
      { begin: at(10), end: at(30), alarms: 16, peak: 11 },
      { begin: at(60), end: at(70), alarms: 12, peak: 12 },
    ]);
    expect(desk.floodShare).toBeCloseTo(30 / 1_440);
    expect(desk.advice).toContain('staff');
  });

  it('has not begun with exactly ten', () => expect(loadOf(several(10, 10)).desk.floods).toEqual([]));

  it('that lasts to the end of the window has no end yet', () => {
    const { desk } = loadOf(several(11, 1_435));
    expect(desk.floods).toEqual([{ begin: at(1_430), end: null, alarms: 11, peak: 11 }]);
  });
});

describe('a source', () => {
  const camera = (more: Partial<LoadAlarm> = {}): Partial<LoadAlarm> => ({ kind: 'camera', source: 'tower-1', ...more });

  it('chatters with three alarms in a minute; each alarm of a burst counts once', () => {
    const burst = [0, 0.3, 0.6, 0.9, 5, 5.5, 6].map((minutes) => anAlarm(minutes, camera()));
    // The last three take exactly a minute, which does not count as within a minute.
    expect(sourceOf(burst)).toMatchObject({ total: 7, chattering: 4, advice: ['repair'] });
  });

  it('does not chatter without a device: a satellite’s pass reports many places at once', () =>
    expect(sourceOf(several(20, 0, { kind: 'satellite', source: 'N' }))).toMatchObject({ chattering: 0 }));

  it('repeats itself when it reports the same fire again; two people are two witnesses', () => {
    const told = [
      anAlarm(0, camera({ incidentId: 'a' })),
      anAlarm(2, camera({ incidentId: 'a' })),
      anAlarm(4, camera({ incidentId: 'b' })),
    ];
    expect(sourceOf(told)).toMatchObject({ repeated: 1 });
    expect(sourceOf(several(2, 0, { incidentId: 'a' }))).toMatchObject({ repeated: 0 });
    expect(sourceOf([0, 5, 10, 15, 20, 25].map((minutes) => anAlarm(minutes, camera({ incidentId: 'a' }))))?.advice).toEqual(['fold']);
  });

  it('a camera that is mostly wrong needs a mask, once enough was judged; silenced alarms do not count', () => {
    const judged = (wrong: number, more: Partial<LoadAlarm> = {}) =>
      Array.from({ length: 5 }, (_, n) => anAlarm(10 * n, camera({ verdict: n < wrong ? 'false' : 'real', ...more })));
    expect(sourceOf(judged(3))).toMatchObject({ false: 3, real: 2, advice: ['mask'] });
    expect(sourceOf(judged(2))?.advice).toEqual([]);
    expect(sourceOf(judged(3).slice(0, 4))?.advice).toEqual([]);
    expect(sourceOf(judged(5, { isSilent: true }))).toMatchObject({ total: 0, silent: 5, advice: [] });
  });

  it('a satellite whose product rates half of its detections as low confidence, or that is mostly wrong, needs its confidence checked', () => {
    const pixels = (low: number) =>
      Array.from({ length: 10 }, (_, n) =>
        anAlarm(n, { kind: 'satellite', source: 'N', credibility: n < low ? 30 : 60, lng: 100 + n / 10 }),
      );
    expect(sourceOf(pixels(5))).toMatchObject({ lowConfidence: 5, advice: ['confidence'] });
    expect(sourceOf(pixels(4))?.advice).toEqual([]);
  });

  it('heat at one place on four days that was never a fire should be registered as a known heat source', () => {
    const days = (count: number, more: Partial<LoadAlarm> = {}) =>
      Array.from({ length: count }, (_, n) => anAlarm(n * 1_440, { kind: 'satellite', source: 'N', ...more }));
    const of = (alarms: readonly LoadAlarm[]) => loadOf(alarms, BEGIN + 7 * DAY_MS).sources[0];
    expect(of(days(4))).toMatchObject({ recurring: 4, advice: ['known-heat'] });
    expect(of(days(3))).toMatchObject({ recurring: 0, advice: [] });
    expect(of([...days(4), anAlarm(0, { kind: 'satellite', source: 'N', verdict: 'real' })])).toMatchObject({ recurring: 0 });
    expect(of(days(4, { kind: 'report', source: null }))).toMatchObject({ recurring: 0 });
  });

  it('the heaviest source comes first, with its share of the load; a desk loaded mainly by one source gets that advice', () => {
    const { sources, desk } = loadOf([
      ...Array.from({ length: 9 }, (_, n) => anAlarm(10 * n, camera())),
      ...Array.from({ length: 3 }, (_, n) => anAlarm(10 * n, { kind: 'smoke', source: 's1' })),
    ]);
    expect(sources.map(({ source, share }) => [source, share])).toEqual([
      ['tower-1', 0.75],
      ['s1', 0.25],
    ]);
    expect(desk.advice).toEqual(['first-source']);
    expect(loadOf(Array.from({ length: 12 }, (_, n) => anAlarm(10 * n))).desk.advice).toEqual([]);
  });
});

it('a window ends with the current minute and has the requested number of hours', () => {
  const { begin, end } = spanOfLoadWindow(24, new Date('2026-11-20T02:03:04Z'));
  expect(end).toEqual(new Date('2026-11-20T02:04:00Z'));
  expect(end.getTime() - begin.getTime()).toBe(24 * HOUR_MS);
});
