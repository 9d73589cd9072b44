import { type GridNo, type HolidayCalendar, holidayOn } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import {
  confirmedRule,
  dueReports,
  type ReportCondition,
  type ReportDeadline,
  type ReportingFacts,
  type ReportingRule,
  recipientGrids,
  revisedRule,
} from './reporting-rule.ts';

/** 10:00 in Beijing, an ordinary Saturday. */
const JUDGED = new Date('2026-11-21T02:00:00Z');
const later = (minutes: number) => new Date(JUDGED.getTime() + minutes * 60_000);
const grid = (no: string) => no as GridNo;

const CALENDAR: HolidayCalendar = {
  everyYear: { '10-01': '国庆节' },
  years: { '2026': [{ name: '春节', from: '2026-02-15', to: '2026-02-23' }] },
};

const aFire = (more: Partial<ReportingFacts> = {}): ReportingFacts => ({
  gridNo: grid('513221'),
  judgedAt: JUDGED,
  burningSince: later(-60),
  outAt: null,
  area: null,
  pixels: [],
  borders: {},
  facilities: [],
  noted: {},
  holidays: CALENDAR,
  ...more,
});

const aRule = (condition: ReportCondition, more: Partial<ReportingRule> = {}): ReportingRule => ({
  id: condition.kind,
  gridNo: grid('510000'),
  condition,
  deadline: 'at-once',
  to: 'next',
  form: 'bulletin',
  escalateAfterMinutes: 15,
  enabled: true,
  source: { document: '川森防指[2011]3号', line: '', assumed: null },
  revision: 0,
  changed: null,
  confirmed: null,
  ...more,
});

/** The reports owed by one rule. */
const owed = (condition: ReportCondition, facts: Partial<ReportingFacts> = {}, now = later(60)) => {
  const [report] = dueReports(aFire(facts), [aRule(condition)], now);
  return report && { reason: report.reason, since: report.owedAt };
};

describe('a condition', () => {
  it('area: the larger of the drawn area and the officer’s entry; due from the first that reached it', () => {
    const area = { kind: 'area', hectares: 100 } as const;
    expect(owed(area)).toBeUndefined();
    expect(owed(area, { area: { value: 99.9, at: later(5) } })).toBeUndefined();
    expect(owed(area, { area: { value: 100, at: later(5) } })).toEqual({
      reason: { kind: 'area', hectares: 100, least: 100 },
      since: later(5),
    });
    const both = { area: { value: 120, at: later(9) }, noted: { areaHectares: { value: 110, at: later(7) } } };
    expect(owed(area, both)).toEqual({ reason: { kind: 'area', hectares: 120, least: 100 }, since: later(7) });
  });

  it('pixels: the number in one pass, not the sum of the passes', () => {
    const pixels = { kind: 'pixels', count: 3 } as const;
    const pass = (value: number, minutes: number) => ({ value, at: later(minutes) });
    expect(owed(pixels, { pixels: [pass(2, 1), pass(2, 9)] })).toBeUndefined();
    expect(owed(pixels, { pixels: [pass(2, 1), pass(4, 20), pass(3, 8)] })).toEqual({
      reason: { kind: 'pixels', count: 3, least: 3 },
      since: later(8),
    });
  });

  it('burning: from that hour on, and not if the fire was out before', () => {
    const burning = { kind: 'burning', hours: 24 } as const;
    expect(owed(burning, {}, later(23 * 60 - 1))).toBeUndefined();
    expect(owed(burning, {}, later(23 * 60))).toEqual({ reason: { kind: 'burning', hours: 24 }, since: later(23 * 60) });
    expect(owed(burning, { outAt: later(60) }, later(48 * 60))).toBeUndefined();
  });

  it('border: only of the level that the rule names, up to and including the distance; an unknown border is not near', () => {
    const border = { kind: 'border', level: 'province', metres: 5_000 } as const;
    expect(owed(border, { borders: { county: 10, prefecture: 10 } })).toBeUndefined();
    expect(owed(border, { borders: { province: 5_001 } })).toBeUndefined();
    expect(owed(border, { borders: { province: 5_000 } })?.reason).toEqual({
      kind: 'border',
      level: 'province',
      metres: 5_000,
      within: 5_000,
    });
  });

  it('casualties: the number of dead or of badly injured', () => {
    const casualties = { kind: 'casualties', dead: 3, badlyHurt: 10 } as const;
    const noted = (dead: number, badlyHurt: number) => ({
      noted: { dead: { value: dead, at: later(3) }, badlyHurt: { value: badlyHurt, at: later(4) } },
    });
    expect(owed(casualties)).toBeUndefined();
    expect(owed(casualties, noted(2, 9))).toBeUndefined();
    expect(owed(casualties, noted(3, 0))?.since).toEqual(later(3));
    expect(owed(casualties, noted(0, 10))).toEqual({ reason: { kind: 'casualties', dead: 0, badlyHurt: 10 }, since: later(4) });
  });

  it('threat: a facility on record nearby, or an officer’s statement, which can also deny a threat', () => {
    const threat = { kind: 'threat', metres: 1_000 } as const;
    const near = { facilities: [{ name: '加油站', metres: 800 }] };
    expect(owed(threat, { facilities: [{ name: '加油站', metres: 1_001 }] })).toBeUndefined();
    expect(owed(threat, near)?.reason).toEqual({ kind: 'threat', facility: '加油站', metres: 800 });
    expect(owed(threat, { ...near, noted: { threat: { value: false, at: later(2) } } })).toBeUndefined();
    expect(owed(threat, { noted: { threat: { value: true, at: later(2) } } })).toEqual({
      reason: { kind: 'threat', facility: null, metres: null },
      since: later(2),
    });
  });

  it('forest, media, help: as an officer states', () => {
    const at = later(2);
    for (const [value, isOwed] of [
      ['ordinary', false],
      ['reserve', true],
      ['primeval', true],
    ] as const)
      expect(owed({ kind: 'forest' }, { noted: { forest: { value, at } } }) !== undefined).toBe(isOwed);
    for (const kind of ['media', 'help'] as const) {
      expect(owed({ kind })).toBeUndefined();
      expect(owed({ kind }, { noted: { [kind]: { value: false, at } } })).toBeUndefined();
      expect(owed({ kind }, { noted: { [kind]: { value: true, at } } })).toEqual({ reason: { kind }, since: at });
    }
  });

  it('holiday: by the calendar, from the first holiday on which the fire burns, or as an officer states', () => {
    const holiday = { kind: 'holiday' } as const;
    expect(owed(holiday)).toBeUndefined();
    const eve = new Date('2026-02-14T14:00:00Z');
    const on = (judgedAt: Date, now: string) => owed(holiday, { judgedAt, burningSince: judgedAt }, new Date(now));
    expect(on(eve, '2026-02-14T15:59:00Z')).toBeUndefined();
    // Midnight in Beijing.
    expect(on(eve, '2026-02-14T16:01:00Z')).toEqual({ reason: { kind: 'holiday', name: '春节' }, since: new Date('2026-02-14T16:00:00Z') });
    const during = new Date('2026-02-16T03:00:00Z');
    expect(on(during, '2026-02-16T03:30:00Z')?.since).toEqual(during);
    expect(owed(holiday, { noted: { holiday: { value: true, at: later(1) } } })?.reason).toEqual({ kind: 'holiday', name: null });
    expect(owed(holiday, { judgedAt: during, noted: { holiday: { value: false, at: during } } }, during)).toBeUndefined();
  });
});

it('a calendar has the fixed days of every year, and the others only of years that were entered', () => {
  const on = (day: string) => holidayOn(CALENDAR, new Date(`${day}T12:00:00+08:00`));
  expect(['2026-02-15', '2026-02-23', '2026-02-24', '2027-02-15', '2027-10-01'].map(on)).toEqual(['春节', '春节', false, null, '国庆节']);
});

describe('a report', () => {
  const byDeadline = (deadline: ReportDeadline, facts: Partial<ReportingFacts>, now = later(600)) =>
    dueReports(aFire(facts), [aRule({ kind: 'every-fire' }, { deadline })], now).map(({ dueAt }) => dueAt);

  it('is due at once (15 min), in half an hour, in two hours, or an hour after the fire is out', () => {
    expect(byDeadline('at-once', {})).toEqual([later(15)]);
    expect(byDeadline('half-hour', {})).toEqual([later(30)]);
    expect(byDeadline('two-hours', {})).toEqual([later(120)]);
    expect(byDeadline('hour-after-out', {})).toEqual([]);
    expect(byDeadline('hour-after-out', { outAt: later(200) })).toEqual([later(260)]);
  });

  it('is owed from the judgement at the earliest, and never for facts known only after the fire is out', () => {
    const noted = (minutes: number) => ({ noted: { media: { value: true, at: later(minutes) } } });
    expect(owed({ kind: 'media' }, noted(-30))?.since).toEqual(JUDGED);
    expect(owed({ kind: 'media' }, { ...noted(30), outAt: later(20) })).toBeUndefined();
    expect(owed({ kind: 'media' }, { ...noted(10), outAt: later(20) })?.since).toEqual(later(10));
  });

  it('is never owed by a rule that is off; each rule is checked separately', () => {
    const rules = [aRule({ kind: 'media' }), aRule({ kind: 'every-fire' }, { enabled: false }), aRule({ kind: 'help' })];
    const noted = { media: { value: true, at: JUDGED }, help: { value: true, at: JUDGED } } as const;
    expect(dueReports(aFire({ noted }), rules, later(1)).map(({ rule }) => rule.id)).toEqual(['media', 'help']);
  });

  it('goes to the grid above, the prefecture, the province, or both; never to its own grid', () => {
    const of = (no: string) =>
      (['next', 'prefecture', 'province', 'prefecture-and-province'] as const).map((to) => recipientGrids(grid(no), to));
    expect(of('513221')).toEqual([['513200'], ['513200'], ['510000'], ['513200', '510000']]);
    expect(of('513200')).toEqual([['510000'], ['510000'], ['510000'], ['510000']]);
    expect(of('510000')).toEqual([['100000'], ['100000'], ['100000'], ['100000']]);
    expect(of('100000')).toEqual([[], [], [], []]);
  });
});

it('a changed rule must be confirmed again', () => {
  const confirmed = confirmedRule(aRule({ kind: 'media' }), '甲', JUDGED);
  expect(confirmed).toMatchObject({ revision: 1, confirmed: { by: '甲', at: JUDGED } });
  const { condition, to, form, escalateAfterMinutes, enabled } = confirmed;
  const changed = revisedRule(confirmed, { condition, deadline: 'two-hours', to, form, escalateAfterMinutes, enabled }, '乙', later(1));
  expect(changed).toMatchObject({ deadline: 'two-hours', revision: 2, changed: { by: '乙', at: later(1) }, confirmed: null });
});
