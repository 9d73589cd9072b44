import type { GridNo } from '@lookout/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyToPatrol,
  beijingDay,
  changePatrolState,
  type Day,
  dayAfter,
  duenessOf,
  instantOf,
  isDay,
  isTimeOfDay,
  listedPatrolRule,
  nextOccurrences,
  ON_TIME_MS,
  occurrencesBetween,
  type PatrolRule,
  type PatrolTimes,
  STILL_SENT_MS,
  WEEKDAYS,
} from './patrol.ts';

const beijing = (text: string) => new Date(`${text.replace(' ', 'T')}:00+08:00`);
const times = (more: Partial<PatrolTimes> = {}): PatrolTimes => ({
  repeat: { kind: 'daily' },
  beginDay: '2026-11-20',
  endDay: null,
  timeOfDay: '08:30',
  durationMinutes: 240,
  exceptDays: [],
  ...more,
});
const daysOf = (rule: PatrolTimes, from: string, until: string) =>
  occurrencesBetween(rule, beijing(from), beijing(until)).map(({ day }) => day);

describe('the days of a recurring patrol', () => {
  it('are every day, at its time in Beijing', () => {
    const found = occurrencesBetween(times(), beijing('2026-11-20 00:00'), beijing('2026-11-22 00:00'));
    expect(found).toEqual([
      { day: '2026-11-20', at: beijing('2026-11-20 08:30') },
      { day: '2026-11-21', at: beijing('2026-11-21 08:30') },
    ]);
  });

  it('include the start of the window and exclude its end', () => {
    expect(daysOf(times(), '2026-11-20 08:30', '2026-11-21 08:30')).toEqual(['2026-11-20']);
    expect(daysOf(times(), '2026-11-20 08:31', '2026-11-21 08:30')).toEqual([]);
  });

  it('are the chosen days of the week: 2026-11-20 is a Friday', () => {
    const rule = times({ repeat: { kind: 'weekdays', weekdays: [5, 7] } });
    expect(daysOf(rule, '2026-11-16 00:00', '2026-11-30 00:00')).toEqual(['2026-11-20', '2026-11-22', '2026-11-27', '2026-11-29']);
  });

  it('are every third day from the first, also across the end of a month', () => {
    const rule = times({ repeat: { kind: 'every', days: 3 } });
    expect(daysOf(rule, '2026-11-27 00:00', '2026-12-06 00:00')).toEqual(['2026-11-29', '2026-12-02', '2026-12-05']);
  });

  it('end with the last day, which is included', () => {
    expect(daysOf(times({ endDay: '2026-11-21' }), '2026-11-01 00:00', '2027-01-01 00:00')).toEqual(['2026-11-20', '2026-11-21']);
    expect(nextOccurrences(times({ endDay: '2026-11-21' }), beijing('2026-11-21 09:00'), 3)).toEqual([]);
  });

  it('leave out the exceptions, so the next three are counted without them', () => {
    const rule = times({ exceptDays: ['2026-11-21', '2026-11-22'] });
    expect(nextOccurrences(rule, beijing('2026-11-20 08:00'), 3).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-23', '2026-11-24']);
  });

  it('are empty when every day is an exception, and the search terminates', () => {
    const year = Array.from({ length: 366 }, (_, index) =>
      new Date(Date.UTC(2026, 10, 20) + index * 86_400_000).toISOString().slice(0, 10),
    );
    expect(nextOccurrences(times({ exceptDays: year }), beijing('2026-11-20 00:00'), 1).map(({ day }) => day)).toEqual(['2027-11-21']);
    expect(nextOccurrences(times({ endDay: '2026-11-20', exceptDays: year }), beijing('2026-11-20 00:00'), 1)).toEqual([]);
  });

  it('are found even a year apart', () => {
    const rule = times({ repeat: { kind: 'every', days: 365 } });
    expect(nextOccurrences(rule, beijing('2026-11-21 00:00'), 2).map(({ day }) => day)).toEqual(['2027-11-20', '2028-11-19']);
  });
});

const anyDay = fc.integer({ min: 20_000, max: 22_000 }).map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10) as Day);
const anyTimes: fc.Arbitrary<PatrolTimes> = fc.record({
  repeat: fc.oneof(
    fc.constant({ kind: 'daily' as const }),
    fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }).map((weekdays) => ({ kind: 'weekdays' as const, weekdays })),
    fc.integer({ min: 1, max: 40 }).map((days) => ({ kind: 'every' as const, days })),
  ),
  beginDay: anyDay,
  endDay: fc.option(anyDay),
  timeOfDay: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
  durationMinutes: fc.constant(60),
  exceptDays: fc.array(anyDay, { maxLength: 5 }),
});
const anyInstant = fc.integer({ min: 20_000 * 86_400, max: 20_400 * 86_400 }).map((seconds) => new Date(seconds * 1_000));

describe('for any rule', () => {
  it('adjacent time windows lose no occurrence and repeat none', () => {
    fc.assert(
      fc.property(anyTimes, fc.array(anyInstant, { minLength: 3, maxLength: 6 }), (rule, instants) => {
        const [first, ...rest] = instants.toSorted((a, b) => a.getTime() - b.getTime()) as [Date, ...Date[]];
        let from = first;
        const parts = rest.flatMap((until) => {
          const part = occurrencesBetween(rule, from, until);
          from = until;
          return part;
        });
        expect(parts).toEqual(occurrencesBetween(rule, first, from));
      }),
    );
  });

  it('an occurrence comes at most once a day, on one of the rule’s days, at its time', () => {
    fc.assert(
      fc.property(anyTimes, anyInstant, (rule, from) => {
        const found = occurrencesBetween(rule, from, new Date(from.getTime() + 60 * 86_400_000));
        expect(new Set(found.map(({ day }) => day)).size).toBe(found.length);
        for (const { day, at } of found) {
          expect(beijingDay(at)).toBe(day);
          expect(at).toEqual(instantOf(day, rule.timeOfDay));
          expect(rule.exceptDays).not.toContain(day);
          expect(day >= rule.beginDay && (rule.endDay === null || day <= rule.endDay)).toBe(true);
          // The next occurrence is never on the same day.
          expect(nextOccurrences(rule, dayAfter(day), 1)[0]?.day).not.toBe(day);
        }
      }),
    );
  });

  it('the next occurrences are the first of all that follow', () => {
    fc.assert(
      fc.property(anyTimes, anyInstant, (rule, from) => {
        const next = nextOccurrences(rule, from, 3);
        const last = next.at(-1);
        const until = last === undefined ? new Date(from.getTime() + 40 * 86_400_000) : new Date(last.at.getTime() + 1);
        expect(occurrencesBetween(rule, from, until)).toEqual(next);
      }),
    );
  });
});

it('an occurrence is on time for five minutes, sent late for a day, and missed after that', () => {
  const at = beijing('2026-11-20 08:30');
  const after = (ms: number) => duenessOf(at, new Date(at.getTime() + ms));
  expect([0, ON_TIME_MS, ON_TIME_MS + 1, STILL_SENT_MS, STILL_SENT_MS + 1].map(after)).toEqual(['made', 'made', 'late', 'late', 'missed']);
});

it('days and times of day are read strictly', () => {
  expect(['2026-02-28', '2028-02-29'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-2-1', '2026-13-01', 'x'].some(isDay)).toBe(false);
  expect(['00:00', '23:59'].every(isTimeOfDay)).toBe(true);
  expect(['24:00', '8:30', '08:60'].some(isTimeOfDay)).toBe(false);
});

describe('a rule', () => {
  const AT = beijing('2026-11-20 10:00');
  const rule = {
    id: 'r',
    gridNo: '513221' as GridNo,
    ownerGridNo: '513221' as GridNo,
    state: 'running',
    revision: 1,
    content: { ...times(), name: '清明巡护' },
    createdBy: '甲',
    changedBy: '甲',
    writtenBy: '甲',
    writtenById: 'a',
    endReason: null,
  } as unknown as PatrolRule;
  const after = (event: Parameters<typeof applyToPatrol>[1], before: PatrolRule | null = rule) => applyToPatrol(before, event, '乙');

  it('is paused, resumed and ended in the name of the officer who does so; its tasks keep the rule’s author as sender', () => {
    const paused = after({ kind: 'patrol.paused', payload: { revision: 2 }, happenedAt: AT });
    expect(paused).toMatchObject({ state: 'paused', revision: 2, changedBy: '乙', changedAt: AT, writtenBy: '甲' });
    expect(after({ kind: 'patrol.resumed', payload: { revision: 3 }, happenedAt: AT }, paused)).toMatchObject({
      state: 'running',
      revision: 3,
    });
    expect(after({ kind: 'patrol.ended', payload: { reason: '雨季', revision: 4 }, happenedAt: AT })).toMatchObject({
      state: 'ended',
      revision: 4,
      endReason: '雨季',
    });
  });

  it('belongs to its latest author after a revision', () => {
    const content = { ...rule.content, name: '春季巡护' };
    const payload = { content, gridNo: rule.gridNo, ownerGridNo: '513200' as GridNo, writtenById: 'b', revision: 2 };
    expect(after({ kind: 'patrol.revised', payload, happenedAt: AT })).toMatchObject({ content, writtenBy: '乙', writtenById: 'b' });
  });

  it('is not changed by sending its tasks', () => {
    const payload = { day: '2026-11-20', outcome: 'made', taskId: 't', skipped: [] } as const;
    expect(after({ kind: 'patrol.occurred', payload, happenedAt: AT })).toBe(rule);
    expect(after({ kind: 'patrol.occurred', payload, happenedAt: AT }, null)).toBeNull();
    expect(after({ kind: 'patrol.created', payload: { rule }, happenedAt: AT }, null)).toBe(rule);
  });

  it('is listed with its newest outcome and its next occurrences, without the days left out; a paused rule has none', () => {
    const content = { ...times({ repeat: { kind: 'weekdays', weekdays: [1, 5] }, endDay: '2026-12-01', exceptDays: ['2026-11-23'] }) };
    const named = { ...rule, content: { ...rule.content, ...content }, gridName: '汶川县' };
    const last = { day: '2026-11-20', outcome: 'made' } as const;
    const next = [beijing('2026-11-27 08:30'), beijing('2026-11-30 08:30')];
    const from = beijing('2026-11-21 00:00');
    expect(listedPatrolRule(named, from, last)).toEqual({ ...named, next, last });
    const paused = { ...named, state: 'paused' } as const;
    expect(listedPatrolRule(paused, from, null)).toEqual({ ...paused, next: [], last: null });
  });

  it('cannot leave the ended state', () => {
    expect(changePatrolState('ended', 'running')).toEqual({ ok: false, error: 'ended' });
    expect(changePatrolState('paused', 'paused')).toEqual({ ok: false, error: 'same' });
    expect(changePatrolState('paused', 'running')).toEqual({ ok: true, value: 'running' });
  });
});
