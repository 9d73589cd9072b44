import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import {
  answerWarning,
  applyToHazardWarning,
  CALM,
  causeOfRain,
  causeOfReading,
  type HazardMonitor,
  type HazardWarning,
  type HazardWarningEvent,
  type HazardWarningLevel,
  levelOfPeople,
  levelReached,
  lookAt,
  NO_RAIN_THRESHOLDS,
  NO_THRESHOLDS,
  rainNow,
  ratePerHour,
  unorderedLevel,
  WARNING_STANDS_MS,
  type WarningCause,
  type Watch,
  warningChange,
  watchOn,
} from './hazard.ts';

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 6, 1) + minutes * MINUTE);
const steps = { blue: 5, yellow: 10, orange: 20, red: 40 };
const crack: HazardMonitor = { id: 'm', code: 'C-1', kind: 'crack', name: '裂缝计1', value: steps, rate: { ...NO_THRESHOLDS, orange: 2 } };
const cause = (level: HazardWarningLevel): WarningCause => ({
  source: 'monitor',
  monitorName: '裂缝计1',
  monitorKind: 'crack',
  measure: 'value',
  value: 0,
  threshold: 0,
  level,
});

it.each([
  [0, 'small'],
  [99, 'small'],
  [100, 'medium'],
  [500, 'large'],
  [999, 'large'],
  [1_000, 'extra-large'],
] as const)('%i people threatened: %s', (people, level) => expect(levelOfPeople(people)).toBe(level));

describe('thresholds', () => {
  it.each([
    [4.9, null],
    [5, 'blue'],
    [19.9, 'yellow'],
    [20, 'orange'],
    [400, 'red'],
  ] as const)('%f reaches %s', (value, level) => expect(levelReached(value, steps)).toBe(level));

  it('a level without a threshold is skipped', () => {
    expect(levelReached(30, { ...steps, orange: null })).toBe('yellow');
    expect(levelReached(1_000, NO_THRESHOLDS)).toBeNull();
  });

  it('thresholds must rise; gaps are allowed', () => {
    expect(unorderedLevel(steps)).toBeNull();
    expect(unorderedLevel({ ...steps, yellow: 5 })).toBe('yellow');
    expect(unorderedLevel({ blue: 5, yellow: null, orange: null, red: 4 })).toBe('red');
    expect(unorderedLevel({ blue: null, yellow: null, orange: -3, red: 4 })).toBeNull();
  });
});

describe('the change per hour', () => {
  it('is calculated between two readings, and is positive for rises and falls', () => {
    expect(ratePerHour({ at: at(0), value: 3 }, { at: at(30), value: 4 })).toBeCloseTo(2, 9);
    expect(ratePerHour({ at: at(0), value: 4 }, { at: at(120), value: 1 })).toBeCloseTo(1.5, 9);
  });

  it('is unknown over too short or too long a time', () => {
    expect(ratePerHour(null, { at: at(0), value: 1 })).toBeNull();
    expect(ratePerHour({ at: at(0), value: 0 }, { at: at(9), value: 5 })).toBeNull();
    expect(ratePerHour({ at: at(0), value: 0 }, { at: at(25 * 60), value: 5 })).toBeNull();
  });

  it('reaches its own level; the higher of value and rate is the cause', () => {
    expect(causeOfReading(crack, 6, null)).toMatchObject({ measure: 'value', level: 'blue', value: 6, threshold: 5 });
    expect(causeOfReading(crack, 6, 2.5)).toMatchObject({ measure: 'rate', level: 'orange', value: 2.5, threshold: 2 });
    expect(causeOfReading({ ...crack, kind: 'rain' }, 0, 9)).toBeNull();
  });
});

describe('rain', () => {
  const hour = (ago: number, fallen: number, next: Partial<{ nextHour: number; nextDay: number }> = {}) => ({
    hour: at(-60 * ago),
    fallen,
    nextHour: next.nextHour ?? null,
    nextDay: next.nextDay ?? null,
    askedAt: at(-60 * ago + 5),
  });

  it('is the larger of fallen and forecast rain, over an hour and a day', () => {
    expect(rainNow([hour(0, 4, { nextHour: 12, nextDay: 30 }), hour(1, 20), hour(23, 10), hour(25, 99)], at(10))).toEqual({
      oneHour: 12,
      oneDay: 34,
    });
    expect(rainNow([hour(0, 4, { nextHour: 1, nextDay: 80 })], at(10))).toEqual({ oneHour: 4, oneDay: 80 });
  });

  it('is unknown without a recent weather query', () => {
    expect(rainNow([], at(0))).toEqual({ oneHour: null, oneDay: null });
    expect(rainNow([hour(3, 50)], at(0))).toEqual({ oneHour: null, oneDay: null });
    expect(causeOfRain({ oneHour: steps, oneDay: steps }, { oneHour: null, oneDay: null })).toBeNull();
  });

  it('reaches the thresholds of the point', () => {
    const thresholds = { oneHour: steps, oneDay: { ...NO_THRESHOLDS, red: 100 } };
    expect(causeOfRain(thresholds, { oneHour: 11, oneDay: 120 })).toMatchObject({ source: 'rain', measure: 'rain-24h', level: 'red' });
    expect(causeOfRain(NO_RAIN_THRESHOLDS, { oneHour: 500, oneDay: 500 })).toBeNull();
  });
});

describe('the watch', () => {
  const yellow: Watch = { level: 'yellow', belowSince: null };

  it('rises at once, and does not warn again while the level is unchanged', () => {
    expect(watchOn(CALM, 'yellow', at(0))).toEqual({ watch: yellow, step: 'rise' });
    expect(watchOn(yellow, 'yellow', at(1)).step).toBe('stay');
    expect(watchOn(yellow, 'red', at(1))).toEqual({ watch: { level: 'red', belowSince: null }, step: 'rise' });
  });

  it('falls only after the level was lower for half an hour without a break', () => {
    let { watch, step } = watchOn(yellow, 'blue', at(0));
    expect([watch, step]).toEqual([{ level: 'yellow', belowSince: at(0) }, 'stay']);
    expect(watchOn(watch, null, new Date(at(0).getTime() + WARNING_STANDS_MS - 1)).step).toBe('stay');
    ({ watch } = watchOn(watch, 'yellow', at(20)));
    expect(watch).toEqual(yellow);
    ({ watch } = watchOn(watch, null, at(25)));
    expect(watchOn(watch, null, at(54)).step).toBe('stay');
    expect(watchOn(watch, null, at(55))).toEqual({ watch: CALM, step: 'fall' });
    expect(watchOn(watch, 'blue', at(55))).toEqual({ watch: { level: 'blue', belowSince: null }, step: 'fall' });
  });

  it('a peak between two checks raises a warning even if it is over, and falls after the usual delay', () => {
    const { watch, turns } = lookAt(CALM, { peak: cause('red'), now: cause('blue') }, at(0));
    expect(turns).toEqual([{ step: 'rise', level: 'red', cause: cause('red') }]);
    expect(watch).toEqual({ level: 'red', belowSince: at(0) });
    expect(lookAt(watch, { peak: null, now: cause('blue') }, at(31)).turns).toEqual([{ step: 'fall', level: 'blue' }]);
  });
});

describe('a warning', () => {
  const warning: HazardWarning = {
    id: 'w',
    hazardId: 'h',
    hazardName: '东山滑坡',
    hazardKind: 'slide',
    position: { lng: 103.5, lat: 31.4 },
    people: 12,
    gridNo: '513221' as GridNo,
    level: 'blue',
    highest: 'blue',
    cause: cause('blue'),
    raisedAt: at(0),
    changedAt: at(0),
    acknowledged: null,
    handled: null,
    closed: null,
  };
  const make = () => warning;
  const rise = { step: 'rise', level: 'red', cause: cause('red') } as const;
  const after = (one: HazardWarning, change: { kind: string; payload: unknown } | null) =>
    applyToHazardWarning(one, { ...change, happenedAt: at(5) } as unknown as HazardWarningEvent, '王五') as HazardWarning;

  it('is raised once; later rises and falls change it', () => {
    expect(warningChange(null, rise, make)).toEqual({ kind: 'hazard-warning.raised', payload: { warning } });
    const risen = after(warning, warningChange(warning, rise, make));
    expect(risen).toMatchObject({ level: 'red', highest: 'red', cause: cause('red'), changedAt: at(5), raisedAt: at(0) });
    const lowered = after(risen, warningChange(risen, { step: 'fall', level: 'yellow' }, make));
    expect(lowered).toMatchObject({ level: 'yellow', highest: 'red' });
    const lifted = after(lowered, warningChange(lowered, { step: 'fall', level: null }, make));
    expect(lifted).toMatchObject({ level: null, highest: 'red' });
    expect(warningChange(null, { step: 'fall', level: null }, make)).toBeNull();
  });

  it('is acknowledged, handled and closed, each once; it can be closed only when handled or lifted', () => {
    expect(answerWarning(warning, { kind: 'close', note: '巡查无异常' })).toEqual({ ok: false, error: 'warning-not-handled' });
    expect(answerWarning({ ...warning, level: null }, { kind: 'close', note: '已解除' }).ok).toBe(true);
    const acts = [{ kind: 'acknowledge' }, { kind: 'handle', note: '已撤离' }, { kind: 'close', note: '巡查无异常' }] as const;
    const closed = acts.reduce((one, act) => {
      const answered = answerWarning(one, act);
      if (!answered.ok) throw new Error(answered.error);
      return after(one, answered.value);
    }, warning);
    expect(closed).toMatchObject({
      acknowledged: { by: '王五', note: null, at: at(5) },
      handled: { note: '已撤离' },
      closed: { note: '巡查无异常' },
    });
    const half = { ...closed, closed: null };
    expect(answerWarning(half, acts[0])).toEqual({ ok: false, error: 'warning-acknowledged' });
    expect(answerWarning(half, acts[1])).toEqual({ ok: false, error: 'warning-handled' });
    for (const act of acts) expect(answerWarning(closed, act)).toEqual({ ok: false, error: 'warning-closed' });
  });
});
