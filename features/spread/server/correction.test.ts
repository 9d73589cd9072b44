import { HOUR_MS } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { SpreadRun } from '../spread.ts';
import type { SpreadObservation } from '../spread-inputs.ts';
import { correctionOf, lastToCorrect, weighedSince } from './correction.ts';
import type { KnownObservation } from './observations.ts';
import { weatherSince } from './weather.ts';

const BEGIN = new Date(Date.UTC(2026, 10, 22, 4));
const after = (hours: number): Date => new Date(BEGIN.getTime() + hours * HOUR_MS);
const moisturePercent = { oneHour: 5, tenHour: 6, hundredHour: 7, liveHerbaceous: 30, liveWoody: 60 };
const hourAt = (time: Date, windSpeedMetresPerSecond: number) => ({
  time,
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
    begin: BEGIN,
    hours: 6,
    members: 1,
    seed: 1,
    model: { name: 'rothermel', version: '1' },
    ignition: { source: 'fire', geometry: { type: 'Point', coordinates: [103.5, 31.5] }, later: [] },
    ellipse: { semiMajorMetres: 100, semiMinorMetres: 50, azimuthDegrees: 0 },
    weather: {
      source: 'demo',
      windFactor: 0.8,
      moisture: 'fosberg',
      enteredMoisture: [],
      enteredBy: null,
      hours: [hourAt(after(0), 4), hourAt(after(1), 8)],
    },
    ground: {
      centre: { lng: 103.5, lat: 31.5 },
      halfMetres: 1,
      cellMetres: 30,
      elevation: unknown,
      landCover: { ...unknown, files: [] },
      canopy: null,
      ownFuels: 0,
    },
    barriers: { breaks: 0, roads: 0, waters: 0 },
    correction: null,
    ...inputs,
  },
  result: null,
  failure: null,
  requestedBy: '李',
  requestedAt: after(0.1),
  endedAt: null,
  ...over,
});
const hotspot = (hours: number, knownAfter = hours): KnownObservation => {
  const observation: SpreadObservation = {
    kind: 'satellite',
    id: `hotspot ${hours}`,
    time: after(hours),
    position: { lng: 103.5, lat: 31.5 },
    ellipse: { semiMajorMetres: 400, semiMinorMetres: 400, azimuthDegrees: 0 },
  };
  return { observation, knownAt: after(knownAfter) };
};
const area = (hours: number): KnownObservation => ({
  observation: {
    kind: 'perimeter',
    id: `area ${hours}`,
    time: after(hours),
    ring: [
      [103.5, 31.5],
      [103.51, 31.5],
      [103.51, 31.51],
    ],
  },
  knownAt: after(hours),
});
const now = after(2.5);
const asked = { correct: null, members: 50, hours: 6, now } as const;
const idsOf = (correction: { readonly observations: readonly SpreadObservation[] } | undefined) =>
  correction?.observations.map(({ id }) => id);

describe('a forecast of a fire that already has one', () => {
  it('starts when the last one did, is weighted by the places seen since, and extends as many hours from now as requested', () => {
    const found = correctionOf({ last: aRun(), known: [hotspot(-1), hotspot(1), hotspot(2)] }, asked);
    expect(found).toMatchObject({
      correction: { after: 'first', begins: 'earlier' },
      begin: BEGIN,
      hours: 9,
      members: 50,
      previous: { ignition: { source: 'fire' } },
    });
    expect(idsOf(found?.correction)).toEqual(['hotspot 1', 'hotspot 2']);
  });

  it('starts at the time of the burnt area drawn last, from all areas drawn by then, weighted by later observations', () => {
    const found = correctionOf({ last: aRun(), known: [area(-1), hotspot(0.5), area(1), hotspot(2)] }, asked);
    expect(found).toMatchObject({
      correction: { begins: 'front' },
      begin: after(1),
      hours: 8,
      previous: { ignition: { source: 'drawn' } },
    });
    expect(found?.previous?.ignition.geometry).toMatchObject({ type: 'MultiPolygon', coordinates: [expect.anything(), expect.anything()] });
    expect(idsOf(found?.correction)).toEqual(['area -1', 'area 1', 'hotspot 2']);
    // A single member cannot be weighted, but it starts from the front too.
    const single = correctionOf({ last: aRun(), known: [area(1), hotspot(2)] }, { ...asked, members: null });
    expect([single?.members, idsOf(single?.correction)]).toEqual([1, ['area 1']]);
  });

  it('is not corrected by observations known when the last one was requested or made before its start, nor if the officer declines', () => {
    expect(correctionOf({ last: aRun(), known: [hotspot(0.05, 0.08), hotspot(-1, 2)] }, asked)).toBeNull();
    expect(correctionOf({ last: aRun(), known: [hotspot(1)] }, { ...asked, correct: false })).toBeNull();
    expect(correctionOf({ last: aRun(), known: [hotspot(1)] }, { ...asked, members: null })).toBeNull();
    expect(correctionOf({ last: null, known: [hotspot(1)] }, asked)).toBeNull();
  });

  it('uses the model of the run that it replaces', () => {
    const last = aRun({ model: { name: 'wang', version: '1' } });
    expect(correctionOf({ last, known: [hotspot(1)] }, asked)?.previous?.model).toBe('wang');
    expect(correctionOf({ last: aRun(), known: [hotspot(1)] }, asked)?.previous?.model).toBe('rothermel');
  });

  it('that follows a corrected one includes the observations of that correction', () => {
    const corrected = correctionOf({ last: aRun(), known: [area(1)] }, asked) ?? expect.fail('not corrected');
    const { begin, correction, previous } = corrected;
    const { ignition } = previous ?? expect.fail('it starts by itself');
    const last = aRun({ begin, ignition, correction }, { id: 'second', requestedAt: now });
    const again = correctionOf({ last, known: [area(1)] }, asked);
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
    expect(JSON.stringify(refusal({ last: null, known: [hotspot(1)] }))).toContain('spread-none-to-correct');
    expect(JSON.stringify(refusal({ last: aRun(), known: [hotspot(-1)] }))).toContain('spread-nothing-seen');
    expect(JSON.stringify(refusal({ last: aRun(), known: [hotspot(1)] }, 1))).toContain('spread-one-not-weighed');
    expect(refusal({ last: aRun(), known: [hotspot(1)] })).toBe(100);
  });
});

it('the forecast to correct is the newest that is done, has started, and has an hour left of the greatest length', () => {
  const runs = [
    aRun({}, { id: 'waits', state: 'queued' }),
    aRun({ begin: after(3) }, { id: 'later' }),
    aRun({ begin: after(-21) }, { id: 'old' }),
    aRun({ begin: after(-20) }, { id: 'fits' }),
  ];
  expect(lastToCorrect(runs, now)?.id).toBe('fits');
  expect(lastToCorrect(runs.slice(0, 3), now)).toBeNull();
});

describe('a forecast with an explicit start in the past', () => {
  it('is weighted by observations since its start, but not by the place that it starts from', () => {
    const found = weighedSince({ known: [hotspot(1), area(1.5), hotspot(2), hotspot(9)] }, asked, BEGIN);
    expect(found).toMatchObject({ correction: { after: null, begins: 'earlier' }, begin: BEGIN, hours: 6, previous: null });
    expect(idsOf(found?.correction)).toEqual(['area 1.5', 'hotspot 2']);
    expect(idsOf(weighedSince({ known: [hotspot(-1), hotspot(2)] }, asked, BEGIN)?.correction)).toEqual(['hotspot 2']);
    expect(weighedSince({ known: [hotspot(1)] }, asked, BEGIN)).toBeNull();
    expect(weighedSince({ known: [hotspot(-1), hotspot(2)] }, { ...asked, members: null }, BEGIN)).toBeNull();
  });
});

describe('its weather', () => {
  const log = { warn: () => undefined } as never;
  const { weather: before } = aRun().inputs;
  const hours = [3, 4, 5, 6, 7].map((later) => ({
    at: after(later),
    windScale: '3',
    windFromDegrees: 90,
    temperatureCelsius: 22,
    humidityPercent: 30,
  }));
  const service = { forecastAt: () => Promise.resolve({ ok: true, source: 'demo', hours }) } as never;
  const question = { place: { lng: 103.5, lat: 31.5 }, begin: BEGIN, hours: 6, entered: null, moisture: {}, by: '李值班' };

  it('is that of the last run until the service’s first hour, without that run’s terrain factor', async () => {
    const found = await weatherSince({ weather: service, log }, question, before, now);
    expect(found).toMatchObject({ source: 'demo', windFactor: 1 });
    expect(
      found.hours.map(({ time, windSpeedMetresPerSecond: wind }) => [
        (time.getTime() - BEGIN.getTime()) / HOUR_MS,
        Math.round(wind * 10) / 10,
      ]),
    ).toEqual([[0, 5], [1, 10], ...[3, 4, 5, 6, 7].map((later) => [later, 4.3])]);
  });

  it('is what an officer enters from now on; hours entered before apply until then', async () => {
    const entered = [hourAt(after(2.4), 12)];
    const found = await weatherSince({ weather: service, log }, { ...question, entered }, before, now);
    expect(found).toMatchObject({ source: 'entered', windFactor: null });
    expect(found.hours.map(({ windSpeedMetresPerSecond }) => windSpeedMetresPerSecond)).toEqual([4, 8, 12]);
    const own = { ...before, source: 'entered', windFactor: null } as const;
    expect(await weatherSince({ weather: service, log }, question, own, now)).toEqual(own);
    const wetter = await weatherSince({ weather: service, log }, { ...question, moisture: { oneHour: 30 } }, own, now);
    expect(wetter).toMatchObject({ source: 'entered', moisture: 'entered', enteredMoisture: ['oneHour'], enteredBy: '李值班' });
    expect(wetter.hours.map(({ moisturePercent }) => moisturePercent.oneHour)).toEqual([30, 30]);
  });

  it('uses the moisture entered before, with the name of its officer, until an officer enters new values', async () => {
    const own = { ...before, moisture: 'entered', enteredMoisture: ['tenHour'], enteredBy: '王值班' } as const;
    const kept = await weatherSince({ weather: service, log }, question, own, now);
    expect(kept).toMatchObject({ source: 'demo', moisture: 'entered', enteredMoisture: ['tenHour'], enteredBy: '王值班' });
    expect(new Set(kept.hours.map(({ moisturePercent }) => moisturePercent.tenHour))).toEqual(new Set([6]));
    const changed = await weatherSince({ weather: service, log }, { ...question, moisture: { tenHour: 9 } }, own, now);
    expect(changed).toMatchObject({ enteredMoisture: ['tenHour'], enteredBy: '李值班' });
    expect(changed.hours.at(-1)?.moisturePercent.tenHour).toBe(9);
  });
});
