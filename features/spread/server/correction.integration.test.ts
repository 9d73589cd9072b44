// Correction of a forecast by observations of its fire.

import { MINUTE_MS } from '@lookout/domain';
import { DEMO_COVER } from '@lookout/geo';
import { type AlarmWorld, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { placesIn } from '@lookout/server/testing/forecasts.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';

const { runSpread, spreadOne, spreadsOfFire, fireObservations } = contract.spread;
const SOON = { timeout: 30_000, interval: 150 };
const STARTED = Date.now();
const minutesAgo = (minutes: number): string => new Date(STARTED - minutes * MINUTE_MS).toISOString();

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld({ env: { FIRE_ASSOCIATION: 'on' }, waits: { incidentsEveryMs: 100, spreadEveryMs: 100 } });
});
afterAll(() => world?.stop());

const placeOf = placesIn(() => world, { aroundDegrees: 0.001, apartDegrees: 0.05 });
const newPlace = () => placeOf(DEMO_COVER.mixed);
const call: AlarmWorld['call'] = (user, row, given) => world.call(user, row, given);
const HEADER = 'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight';
/** A hotspot of 400 m, observed so many minutes ago. @returns the id of its alarm */
async function hotspot({ lng, lat }: { readonly lng: number; readonly lat: number }, minutes: number): Promise<string> {
  const at = minutesAgo(minutes);
  const row = `${lat.toFixed(5)},${lng.toFixed(5)},330.6,0.4,0.4,${at.slice(0, 10)},${at.slice(11, 16).replace(':', '')},N,n,2.0NRT,294,39.7,D`;
  const { server } = world;
  const before = await server.store.events.head();
  await server.call('POST', contract.alarm.ingestSatellite.path, {
    body: `${HEADER}\n${row}\n`,
    headers: { 'x-feed-key': server.feedKey, 'content-type': 'text/csv' },
  });
  const fresh = await server.store.events.readRange(before, 100);
  const recorded = fresh.find(({ event }) => event.kind === 'alarm.recorded' && event.payload.alarm.facts.kind === 'satellite');
  return recorded?.event.objectId ?? expect.fail('no alarm of the hotspot');
}
const weather = [{ time: minutesAgo(600), windFromDegrees: 270, windSpeedMetresPerSecond: 5, temperatureCelsius: 28, humidityPercent: 20 }];
const run = async (given: Readonly<Record<string, unknown>>) => {
  const reply = await call('wenchuan', runSpread, { hours: 1, ...given });
  return reply.body.data?.id ?? expect.fail(JSON.stringify(reply.body));
};
const ended = (id: string) =>
  vi.waitFor(async () => {
    const one = (await call('wenchuan', spreadOne, { id })).body.data;
    expect(one.state, JSON.stringify(one.failure)).toBe('done');
    return one;
  }, SOON);
const fireOf = (alarmId: string, count: number) =>
  vi.waitFor(async () => {
    const { body } = await call('wenchuan', contract.incident.incident, { id: alarmId });
    expect(body.data?.incident.alarmIds).toHaveLength(count);
    return body.data.incident.id as string;
  }, SOON);
const drawn = async (fireId: string, { lng, lat }: { readonly lng: number; readonly lat: number }, half: number) => {
  const points = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x = 0, y = 0]) => ({ lng: lng + x * half, lat: lat + y * half }));
  const plot = { kind: 'polygon', symbol: 'burnt-area', name: '', colour: 'red', widthPixels: 3, note: null, points, fireId };
  const { body } = await call('wenchuan', contract.plot.createPlot, plot);
  expect(body.code, JSON.stringify(body)).toBe(200);
};
const observedOf = async (fireId: string) => (await call('wenchuan', fireObservations, { incidentId: fireId })).body.data;

describe('a forecast of a fire that was observed since its start', () => {
  // weighing.test.ts, whose members are always the same, tests that the forecast moves towards the observations. Here the seed depends on
  // the time.
  it('is weighted by the observations and lists them, and the previous run shows how far it was off', async () => {
    const place = newPlace();
    const first = await hotspot(place, 110);
    const fireId = await fireOf(first, 1);
    const before = await ended(await run({ incidentId: fireId, begin: minutesAgo(100), hours: 2, members: 40, weather }));
    expect([before.inputs.correction, before.result.weighing, before.error]).toEqual([null, null, null]);
    expect((await observedOf(fireId)).observations).toMatchObject([
      { kind: 'satellite', id: first, fresh: false, position: { lng: expect.any(Number) } },
    ]);
    expect((await call('wenchuan', runSpread, { incidentId: fireId, hours: 1, weather, correct: true })).body.error.code).toBe(
      'spread-nothing-seen',
    );

    const side = { lng: place.lng + 0.001, lat: place.lat + 0.006 };
    await hotspot(side, 30);
    const last = await hotspot({ ...side, lng: side.lng + 0.001 }, 15);
    await world.raise('smoke', place, { alarmDatetime: minutesAgo(10) });
    await fireOf(last, 4);
    const known = await observedOf(fireId);
    expect(known.last).toMatchObject({ id: before.id, begin: before.inputs.begin });
    expect(known.observations.map(({ kind, fresh }: Record<string, unknown>) => [kind, fresh])).toEqual([
      ['satellite', false],
      ['satellite', true],
      ['satellite', true],
    ]);

    // Corrected by default, because the fire has a forecast. Its entered weather continues to apply.
    const id = await run({ incidentId: fireId, hours: 1, members: 40 });
    const after = await ended(id);
    expect(after.inputs).toMatchObject({ begin: before.inputs.begin, hours: 3, members: 40 });
    expect(after.inputs.correction).toMatchObject({ after: before.id, begins: 'earlier' });
    expect(after.inputs.correction.observations.map((one: { id: string }) => one.id).at(-1)).toBe(last);
    expect(after.inputs.weather).toMatchObject({ source: 'entered', windFactor: null });
    expect(after.inputs.ignition).toEqual(before.inputs.ignition);
    const { effectiveMembers, temper, kinds } = after.result.weighing;
    expect(kinds).toMatchObject([{ kind: 'satellite', count: 2 }]);
    expect(effectiveMembers).toBeLessThan(35);
    expect(effectiveMembers).toBeGreaterThanOrEqual(7.99);
    expect(temper).toBeGreaterThan(0);
    // The same question, from any user, returns the same run, even if that run is itself the latest.
    expect(await run({ incidentId: fireId, hours: 1, members: 40 })).toBe(id);

    const error = (await ended(before.id)).error;
    expect(error).toMatchObject({ perimeter: null, places: { count: 2 } });
    // Half of the members may have burned nowhere in common by then, because they start within a wide pixel.
    expect(error.places.meanMetresOff ?? 1_000).toBeGreaterThan(100);
    const { body: listed } = await call('wenchuan', spreadsOfFire, { incidentId: fireId });
    expect(listed.data.map(({ isCorrected, agreement }: Record<string, unknown>) => [isCorrected, agreement])).toEqual([
      // The run was made from these observations, so they do not test it.
      [true, null],
      [false, error.places.within],
    ]);
    const { body: story } = await call('wenchuan', contract.incident.incidentEvents, { id: fireId, topics: 'forecast' });
    expect(story.data.map(({ detail }: { detail: object }) => detail)).toEqual([
      { hours: 2, areaHectares: expect.any(Number), seen: 0 },
      { hours: 3, areaHectares: expect.any(Number), seen: 2 },
    ]);
    const audited = await world.auditOf(id);
    expect(audited.map(({ act }) => act)).toEqual(['run-spread', 'finish-spread', 'run-spread']);
  });

  it('starts at the burnt area drawn since, and at the time of drawing', async () => {
    const place = newPlace();
    const first = await hotspot(place, 110);
    const fireId = await fireOf(first, 1);
    const before = await ended(await run({ incidentId: fireId, begin: minutesAgo(100), hours: 3, weather }));
    await drawn(fireId, place, 0.004);
    const drawing = (await observedOf(fireId)).observations.at(-1);
    expect(drawing).toMatchObject({ kind: 'perimeter', fresh: true });
    expect(drawing.ring).toHaveLength(4);
    // A single member is not weighted.
    const after = await ended(await run({ incidentId: fireId, hours: 1, correct: true, members: 1 }));
    expect(after.result.weighing).toBeNull();
    expect(after.inputs).toMatchObject({
      begin: drawing.time,
      hours: 2,
      ignition: { source: 'drawn', geometry: { type: 'Polygon' } },
      correction: { after: before.id, begins: 'front', observations: [{ kind: 'perimeter' }] },
    });
    // 760 m by 890 m burn from the first minute.
    expect(after.isochrones.features[0].properties.areaHectares).toBeGreaterThan(50);

    const { perimeter } = (await ended(before.id)).error;
    expect(perimeter).toMatchObject({ time: drawing.time, jaccard: expect.any(Number) });
    expect(perimeter.observedHectares).toBeGreaterThan(60);
    expect(perimeter.areaBias).toBeLessThan(1);
  });

  it('is not corrected if the officer declines, or without a forecast to correct or a fire', async () => {
    const place = newPlace();
    const first = await hotspot(place, 110);
    const fireId = await fireOf(first, 1);
    const refusal = async (given: Readonly<Record<string, unknown>>) => {
      const { status, body } = await call('wenchuan', runSpread, { hours: 1, weather, correct: true, ...given });
      return [status, body.error?.fields?.[0]?.path ?? body.error?.path ?? null, body.error?.code];
    };
    expect(await refusal({ incidentId: fireId })).toEqual([422, 'correct', 'spread-none-to-correct']);
    const ignition = { type: 'Point', coordinates: [place.lng, place.lat] };
    expect(await refusal({ ignition })).toEqual([422, 'correct', 'spread-none-to-correct']);
    await ended(await run({ incidentId: fireId, begin: minutesAgo(100), hours: 2, weather }));
    await fireOf(await hotspot({ ...place, lat: place.lat + 0.002 }, 20), 2);
    expect(await refusal({ incidentId: fireId, members: 1 })).toEqual([422, 'members', 'spread-one-not-weighed']);
    const plain = await ended(await run({ incidentId: fireId, hours: 1, weather, members: 5, correct: false }));
    expect(plain.inputs.correction).toBeNull();
    // An alarm judged false is no observation of a fire.
    expect((await observedOf(fireId)).observations).toHaveLength(2);
    expect((await world.act('wenchuan', 'monitorJudge', { fireId: first, isReal: 0 })).body.code).toBe(200);
    expect((await observedOf(fireId)).observations).toEqual([]);
    expect((await call('lixian', fireObservations, { incidentId: fireId })).status).toBe(404);
    expect((await call('viewer', fireObservations, { incidentId: fireId })).status).toBe(403);
  });
});
