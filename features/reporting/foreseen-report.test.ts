import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { SpreadRun } from '../spread/spread.ts';
import type { SpreadImpact, SpreadIsochrone } from '../spread/spread-result.ts';
import { foreseenReports, type KnownForecast } from './foreseen-report.ts';
import type { ReportCondition, ReportDeadline, ReportingFacts, ReportingRule } from './reporting-rule.ts';

const JUDGED = new Date('2026-11-21T02:00:00Z');
const later = (minutes: number) => new Date(JUDGED.getTime() + minutes * 60_000);
const grid = (no: string) => no as GridNo;
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
  holidays: { everyYear: {}, years: {} },
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
const area = (minutes: number, areaHectares: number, probability: number | null = null): SpreadIsochrone => ({
  minutes,
  areaHectares,
  probability,
  coordinates: [],
});
const hit = (kind: SpreadImpact['kind'], gridNo: string, p50: number | null, p10: number | null = null): SpreadImpact => ({
  kind,
  id: `${kind} ${gridNo} ${p50}`,
  name: `${kind} ${gridNo}`,
  layerName: null,
  position: { lng: 103, lat: 31 },
  gridNo: grid(gridNo),
  inhabitants: null,
  arrivalMinutes: { p10, p50, p90: null },
});
/** Begun when the fire was judged. */
const aForecast = (isochrones: readonly SpreadIsochrone[], impacts: readonly SpreadImpact[] = []): KnownForecast => ({
  run: {
    inputs: { begin: JUDGED, hours: 6 },
    result: { isochrones, impacts, areaHectares: 0, reachesEdge: false, seconds: 1 },
  } as unknown as SpreadRun,
  impacts,
});
const AREA = { kind: 'area', hectares: 100 } as const;
const GROWING = aForecast([area(60, 40), area(120, 130), area(180, 260)]);

/** The reports foreseen by one rule. */
const foreseen = (condition: ReportCondition, forecast: KnownForecast, facts: Partial<ReportingFacts> = {}, now = later(5)) => {
  const [report] = foreseenReports(aFire(facts), [aRule(condition)], forecast, now);
  return report && { reason: report.reason, at: report.expectedAt, due: report.dueAt };
};

describe('a report is foreseen', () => {
  it('area: at the first time at which the burned area is reached, in an ensemble by half of its members', () => {
    const at = { reason: { kind: 'area', hectares: 130, least: 100 }, at: later(120), due: later(135) };
    expect(foreseen(AREA, GROWING)).toEqual(at);
    expect(foreseen(AREA, aForecast([area(60, 99.9)]))).toBeUndefined();
    const ensemble = aForecast([area(60, 300, 0.1), area(60, 40, 0.5), area(120, 400, 0.1), area(120, 130, 0.5), area(120, 20, 0.9)]);
    expect(foreseen(AREA, ensemble)).toEqual(at);
  });

  it('border: where the fire crosses a border of that level, not where it comes near, nor at a border of a lower level', () => {
    const forecast = aForecast([], [hit('border', '513222', 90), hit('border', '621225', 150), hit('border', '513221101', 10)]);
    expect(foreseen({ kind: 'border', level: 'county', metres: 1_000 }, forecast)).toMatchObject({ at: later(90) });
    expect(foreseen({ kind: 'border', level: 'prefecture', metres: 2_000 }, forecast)?.reason).toEqual({
      kind: 'border',
      level: 'prefecture',
      name: 'border 621225',
    });
    expect(foreseen({ kind: 'border', level: 'province', metres: 5_000 }, forecast)?.at).toEqual(later(150));
    expect(foreseen({ kind: 'border', level: 'province', metres: 5_000 }, aForecast([], [hit('border', '513222', 90)]))).toBeUndefined();
  });

  it('threat: where the fire reaches homes or a key facility, at the first of them', () => {
    const threat = { kind: 'threat', metres: 1_000 } as const;
    const forecast = aForecast([], [hit('DangerSource', '513221', 80), hit('village', '513221', 70), hit('team', '513221', 20)]);
    expect(foreseen(threat, forecast)).toEqual({ reason: { kind: 'threat', name: 'village 513221' }, at: later(70), due: later(85) });
    expect(foreseen(threat, aForecast([], [hit('team', '513221', 20)]))).toBeUndefined();
  });

  it('not if fewer than half of the members predict it: a false alarm is costly', () => {
    expect(foreseen({ kind: 'threat', metres: 1_000 }, aForecast([], [hit('village', '513221', null, 40)]))).toBeUndefined();
  });

  it('not by conditions known only to officers, satellites or the calendar', () => {
    const others: ReportCondition[] = [
      { kind: 'pixels', count: 1 },
      { kind: 'burning', hours: 24 },
      { kind: 'casualties', dead: 1, badlyHurt: 1 },
      { kind: 'forest' },
      { kind: 'holiday' },
      { kind: 'media' },
      { kind: 'help' },
    ];
    for (const condition of others) expect(foreseen(condition, GROWING), condition.kind).toBeUndefined();
  });
});

describe('a report is not foreseen', () => {
  it('when its rule is met already, is off, or counts from when the fire is out', () => {
    expect(foreseen(AREA, GROWING, { area: { value: 120, at: JUDGED } })).toBeUndefined();
    const of = (more: Partial<ReportingRule>) => foreseenReports(aFire(), [aRule(AREA, more)], GROWING, later(5));
    expect(of({ enabled: false })).toEqual([]);
    expect(of({ deadline: 'hour-after-out' satisfies ReportDeadline })).toEqual([]);
    expect(of({})).toHaveLength(1);
  });

  it('when the fire is out, or the forecast time has passed without the forecast event', () => {
    expect(foreseen(AREA, GROWING, { outAt: later(4) })).toBeUndefined();
    expect(foreseen(AREA, GROWING, {}, later(121))).toBeUndefined();
  });
});

it('foreseen reports are in the order of their times, each rule once', () => {
  const forecast = aForecast([area(120, 130)], [hit('border', '621225', 150), hit('village', '513221', 70)]);
  const rules = [aRule({ kind: 'border', level: 'province', metres: 5_000 }), aRule(AREA), aRule({ kind: 'threat', metres: 1_000 })];
  expect(foreseenReports(aFire(), rules, forecast, later(5)).map(({ rule }) => rule.id)).toEqual(['threat', 'area', 'border']);
});
