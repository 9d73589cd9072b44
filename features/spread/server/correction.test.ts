import { HOUR_MS } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { SeenOfFire, SpreadRun } from '../spread.ts';
import { correctionOf, lastToCorrect, weatherSince, weighedSince } from './correction.ts';
import type { Sighting } from './observations.ts';

const BEGIN = Date.UTC(2026, 10, 22, 4);
const after = (hours: number): number => BEGIN + hours * HOUR_MS;
const moisturePercent = { oneHour: 5, tenHour: 6, hundredHour: 7, liveHerbaceous: 30, liveWoody: 60 };
const hourAt = (atMs: number, windSpeedMetresPerSecond: number) => ({
  atMs,
  windSpeedMetresPerSecond,
  windFromDegrees: 0,
  temperatureCelsius: 20,
  humidityPercent: 40,
  moisturePercent,
});
const unknown = { origin: 'none', version: '' } as const;

const aRun = (inputs: Partial<SpreadRun['inputs']> = {}, over: Partial<SpreadRun> = {}): SpreadRun => ({
  id: 'first',
  fireId: 'fire',
  gridNo: '513221' as SpreadRun['gridNo'],
  state: 'done',
  queue: null,
  progress: 1,
  inputs: {
    beginMs: BEGIN,
    hours: 6,
    members: 1,
    seed: 1,
    model: { name: 'rothermel', version: '1' },
    ignition: { source: 'fire', shape: { type: 'Point', coordinates: [103.5, 31.5] } },
    ellipse: { semiMajorMetres: 100, semiMinorMetres: 50, bearingDegrees: 0 },
    weather: { source: 'demo', windFactor: 0.8, moisture: 'fosberg', hours: [hourAt(after(0), 4), hourAt(after(1), 8)] },
    ground: {
      centre: { lng: 103.5, lat: 31.5 },
      halfMetres: 1,
      cellMetres: 30,
      elevation: unknown,
      landCover: { ...unknown, files: [] },
      ownFuels: 0,
    },
    barriers: { breaks: 0, roads: 0 },
    correction: null,
    ...inputs,
  },
  result: null,
  failure: null,
  askedBy: '李',
  askedAt: new Date(after(0.1)),
  endedAt: null,
  ...over,
});
const hotspot = (hours: number, knownAfter = hours): Sighting => {
  const seen: SeenOfFire = {
    kind: 'satellite',
    id: `hotspot ${hours}`,
    atMs: after(hours),
    position: { lng: 103.5, lat: 31.5 },
    ellipse: { semiMajorMetres: 400, semiMinorMetres: 400, bearingDegrees: 0 },
  };
  return { seen, knownAtMs: after(knownAfter) };
};
const area = (hours: number): Sighting => ({
  seen: {
    kind: 'perimeter',
    id: `area ${hours}`,
    atMs: after(hours),
    ring: [
      [103.5, 31.5],
      [103.51, 31.5],
      [103.51, 31.51],
    ],
  },
  knownAtMs: after(hours),
});
const now = new Date(after(2.5));
const asked = { correct: null, members: 50, hours: 6, now } as const;
const idsOf = (correction: { readonly seen: readonly SeenOfFire[] } | undefined) => correction?.seen.map(({ id }) => id);

describe('a forecast of a fire that already has one', () => {
  it('starts when the last one did, is weighted by the places seen since, and extends as many hours from now as requested', () => {
    const found = correctionOf({ last: aRun(), sightings: [hotspot(-1), hotspot(1), hotspot(2)] }, asked);
    expect(found).toMatchObject({
      correction: { after: 'first', begins: 'earlier' },
      beginMs: BEGIN,
      hours: 9,
      members: 50,
      ignition: { source: 'fire' },
    });
    expect(idsOf(found?.correction)).toEqual(['hotspot 1', 'hotspot 2']);
  });

  it('starts at the time of the burnt area drawn last, from all areas drawn by then, weighted by later observations', () => {
    const found = correctionOf({ last: aRun(), sightings: [area(-1), hotspot(0.5), area(1), hotspot(2)] }, asked);
    expect(found).toMatchObject({ correction: { begins: 'front' }, beginMs: after(1), hours: 8, ignition: { source: 'drawn' } });
    expect(found?.ignition.shape).toMatchObject({ type: 'MultiPolygon', coordinates: [expect.anything(), expect.anything()] });
    expect(idsOf(found?.correction)).toEqual(['area -1', 'area 1', 'hotspot 2']);
    // A single member cannot be weighted, but it starts from the front too.
    const single = correctionOf({ last: aRun(), sightings: [area(1), hotspot(2)] }, { ...asked, members: null });
    expect([single?.members, idsOf(single?.correction)]).toEqual([1, ['area 1']]);
  });

  it('is not corrected by observations known when the last one was requested or made before its start, nor if the officer declines', () => {
    expect(correctionOf({ last: aRun(), sightings: [hotspot(0.05, 0.08), hotspot(-1, 2)] }, asked)).toBeNull();
    expect(correctionOf({ last: aRun(), sightings: [hotspot(1)] }, { ...asked, correct: false })).toBeNull();
    expect(correctionOf({ last: aRun(), sightings: [hotspot(1)] }, { ...asked, members: null })).toBeNull();
    expect(correctionOf({ last: null, sightings: [hotspot(1)] }, asked)).toBeNull();
  });

  it('uses the model of the run that it replaces', () => {
    const last = aRun({ model: { name: 'wang', version: '1' } });
    expect(correctionOf({ last, sightings: [hotspot(1)] }, asked)?.model).toBe('wang');
    expect(correctionOf({ last: aRun(), sightings: [hotspot(1)] }, asked)?.model).toBe('rothermel');
  });

  it('that follows a corrected one includes the observations of that correction', () => {
    const corrected = correctionOf({ last: aRun(), sightings: [area(1)] }, asked) ?? expect.fail('not corrected');
    const { beginMs, ignition, correction } = corrected;
    const last = aRun({ beginMs, ignition, correction }, { id: 'second', askedAt: now });
    const again = correctionOf({ last, sightings: [area(1)] }, asked);
    expect(again).toEqual({ ...corrected, correction: { ...correction, after: 'second' } });
  });

  it('with a required correction is refused without a run to correct, without observations, or if a single member would be weighted', () => {
    const refusal = (fire: Parameters<typeof correctionOf>[0], members: number | null = null): unknown => {
      try {
        return correctionOf(fire, { ...asked, correct: true, members })?.members;
      } catch (error) {
        return error;
      }
    };
    expect(JSON.stringify(refusal({ last: null, sightings: [hotspot(1)] }))).toContain('spread-none-to-correct');
    expect(JSON.stringify(refusal({ last: aRun(), sightings: [hotspot(-1)] }))).toContain('spread-nothing-seen');
    expect(JSON.stringify(refusal({ last: aRun(), sightings: [hotspot(1)] }, 1))).toContain('spread-one-not-weighed');
    expect(refusal({ last: aRun(), sightings: [hotspot(1)] })).toBe(100);
  });
});

it('the forecast to correct is the newest that is done, has started, and has an hour left of the greatest length', () => {
  const runs = [
    aRun({}, { id: 'waits', state: 'queued' }),
    aRun({ beginMs: after(3) }, { id: 'later' }),
    aRun({ beginMs: after(-21) }, { id: 'old' }),
    aRun({ beginMs: after(-20) }, { id: 'fits' }),
  ];
  expect(lastToCorrect(runs, now)?.id).toBe('fits');
  expect(lastToCorrect(runs.slice(0, 3), now)).toBeNull();
});

describe('a forecast with an explicit start in the past', () => {
  it('is weighted by observations since its start, but not by the place that it starts from', () => {
    const found = weighedSince({ sightings: [hotspot(1), area(1.5), hotspot(2), hotspot(9)] }, asked, BEGIN);
    expect(found).toMatchObject({ correction: { after: null, begins: 'earlier' }, beginMs: BEGIN, hours: 6, ignition: null });
    expect(idsOf(found?.correction)).toEqual(['area 1.5', 'hotspot 2']);
    expect(idsOf(weighedSince({ sightings: [hotspot(-1), hotspot(2)] }, asked, BEGIN)?.correction)).toEqual(['hotspot 2']);
    expect(weighedSince({ sightings: [hotspot(1)] }, asked, BEGIN)).toBeNull();
    expect(weighedSince({ sightings: [hotspot(-1), hotspot(2)] }, { ...asked, members: null }, BEGIN)).toBeNull();
  });
});

describe('its weather', () => {
  const log = { warn: () => undefined } as never;
  const { weather: before } = aRun().inputs;
  const hours = [3, 4, 5, 6, 7].map((later) => ({
    at: new Date(after(later)),
    windScale: '3',
    windFromDegrees: 90,
    temperatureCelsius: 22,
    humidityPercent: 30,
  }));
  const service = { forecastAt: () => Promise.resolve({ ok: true, source: 'demo', hours }) } as never;
  const question = { place: { lng: 103.5, lat: 31.5 }, beginMs: BEGIN, hours: 6, entered: null, moisture: {}, by: '李值班' };

  it('is that of the last run until the service’s first hour, without that run’s terrain factor', async () => {
    const found = await weatherSince({ weather: service, log }, question, before, now.getTime());
    expect(found).toMatchObject({ source: 'demo', windFactor: 1 });
    expect(found.hours.map(({ atMs, windSpeedMetresPerSecond: wind }) => [(atMs - BEGIN) / HOUR_MS, Math.round(wind * 10) / 10])).toEqual([
      [0, 5],
      [1, 10],
      ...[3, 4, 5, 6, 7].map((later) => [later, 4.3]),
    ]);
  });

  it('is what an officer enters from now on; hours entered before apply until then', async () => {
    const { atMs, ...said } = hourAt(after(2.4), 12);
    const entered = [{ ...said, time: new Date(atMs) }];
    const found = await weatherSince({ weather: service, log }, { ...question, entered }, before, now.getTime());
    expect(found).toMatchObject({ source: 'entered', windFactor: null });
    expect(found.hours.map(({ windSpeedMetresPerSecond }) => windSpeedMetresPerSecond)).toEqual([4, 8, 12]);
    const own = { ...before, source: 'entered', windFactor: null } as const;
    expect(await weatherSince({ weather: service, log }, question, own, now.getTime())).toEqual(own);
    const wetter = await weatherSince({ weather: service, log }, { ...question, moisture: { oneHour: 30 } }, own, now.getTime());
    expect(wetter).toMatchObject({ source: 'entered', moisture: 'entered', enteredMoisture: ['oneHour'], enteredBy: '李值班' });
    expect(wetter.hours.map(({ moisturePercent }) => moisturePercent.oneHour)).toEqual([30, 30]);
  });

  it('uses the moisture entered before, with the name of its officer, until an officer enters new values', async () => {
    const own = { ...before, moisture: 'entered', enteredMoisture: ['tenHour'], enteredBy: '王值班' } as const;
    const kept = await weatherSince({ weather: service, log }, question, own, now.getTime());
    expect(kept).toMatchObject({ source: 'demo', moisture: 'entered', enteredMoisture: ['tenHour'], enteredBy: '王值班' });
    expect(new Set(kept.hours.map(({ moisturePercent }) => moisturePercent.tenHour))).toEqual(new Set([6]));
    const changed = await weatherSince({ weather: service, log }, { ...question, moisture: { tenHour: 9 } }, own, now.getTime());
    expect(changed).toMatchObject({ enteredMoisture: ['tenHour'], enteredBy: '李值班' });
    expect(changed.hours.at(-1)?.moisturePercent.tenHour).toBe(9);
  });
});
