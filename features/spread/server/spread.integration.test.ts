import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { formatTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { DEMO_COVER } from '@lookout/geo';
import { importRoads } from '@lookout/server/import/roads.ts';
import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { demoCoverAt, forecastsOf, NOON, placesIn, pointOf, runIdOf, SOON, WINDY } from '@lookout/server/testing/forecasts.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { createFireArrivals } from '../service/fire-arrivals.ts';

const { runSpread, spreadOne, cancelSpread, spreadsOfFire, fuelList, saveFuel, resetFuel } = contract.spread;

let world: AlarmWorld;
let weatherService: Server;
/** The weather service's forecast; null: the service fails. */
let hourly: readonly object[] | null = null;
beforeAll(async () => {
  weatherService = createServer((_, response) => {
    response
      .writeHead(hourly === null ? 503 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: hourly === null ? '500' : '200', hourly, daily: [] }));
  }).listen(0, '127.0.0.1');
  await once(weatherService, 'listening');
  const url = `http://127.0.0.1:${(weatherService.address() as AddressInfo).port}`;
  world = await openAlarmWorld({
    env: { FIRE_ASSOCIATION: 'on', QWEATHER_KEY: 'k', QWEATHER_URL: url },
    waits: { incidentsEveryMs: 100, spreadEveryMs: 100 },
  });
});
afterAll(async () => {
  await world?.stop();
  weatherService?.close();
});

const placeOf = placesIn(() => world, { aroundDegrees: 0.0008, apartDegrees: 0.02 });
/** A place in the county more than 20 km from another: the farther of two, in its south and its north. */
function farFrom({ coordinates: [, lat = 0] }: { readonly coordinates: readonly number[] }) {
  return lat > 31.27 ? { lng: 103.5, lat: 31.06 } : { lng: 103.59, lat: 31.48 };
}

const call: AlarmWorld['call'] = (user, row, given) => world.call(user, row, given);
const { ask, run, found, ended } = forecastsOf(() => world);

/** Imports a ring of a national road around a place. `half` is half a side, in degrees. */
async function importRing({ lng, lat }: { readonly lng: number; readonly lat: number }, half: number): Promise<void> {
  const ring = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]) => [lng + x * half, lat + y * half]);
  const { store, dataDir } = world.server;
  const file = path.join(dataDir, 'ring.geojson');
  const features = [{ type: 'Feature', properties: { highway: 'trunk' }, geometry: { type: 'LineString', coordinates: ring } }];
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
  await importRoads({})(file, { store, dataDir, clock: () => new Date(), demoRelief: true, print: () => undefined });
}

describe('a forecast', () => {
  it('of a fire has growing isochrones for each quarter of an hour, its inputs and their versions, and an entry in the history of the fire', async () => {
    const place = placeOf(DEMO_COVER.mixed);
    const alarm = await world.raise('report', place);
    const fire = await vi.waitFor(async () => {
      const { body } = await call('wenchuan', contract.incident.incident, { id: alarm });
      return body.data?.incident ?? expect.fail('no fire yet');
    }, SOON);
    const id = await run({ incidentId: fire.id, hours: 2 });
    const one = await ended(id);
    expect(one).toMatchObject({
      id,
      fireId: fire.id,
      gridNo: '513221',
      state: 'done',
      progress: 1,
      failure: null,
      inputs: { hours: 2, members: 1 },
    });
    const { features } = one.isochrones;
    expect(features.map(({ properties }: { properties: { minutes: number } }) => properties.minutes)).toEqual([
      15, 30, 45, 60, 75, 90, 105, 120,
    ]);
    const areas = features.map(({ properties }: { properties: { areaHectares: number } }) => properties.areaHectares);
    expect(areas).toEqual(areas.toSorted((a: number, b: number) => a - b));
    expect(areas.at(-1)).toBeGreaterThan(areas[0]);
    expect(one.result.areaHectares).toBeGreaterThan(0.5 * areas.at(-1));
    // Wind of 6 m/s from the south-west, under trees.
    const [hour] = one.result.behaviour;
    expect(hour).toMatchObject({ untilMinutes: 60, attack: expect.any(String), spotting: { towardsDegrees: 45 } });
    expect(hour.rateMetresPerMinute).toBeGreaterThan(0);
    expect(hour.spotting.metres).toBeGreaterThan(0);
    const [lng, lat] = features.at(-1).geometry.coordinates[0][0][0];
    expect([Math.abs(lng - place.lng) < 0.1, Math.abs(lat - place.lat) < 0.1]).toEqual([true, true]);
    expect(one.inputs).toMatchObject({
      model: { name: 'rothermel' },
      ignition: { source: 'fire', geometry: { type: 'Point' } },
      weather: { source: 'entered', windFactor: null, moisture: 'fosberg' },
      ground: { elevation: { origin: 'demo' }, landCover: { origin: 'demo', files: ['演示地类'] }, ownFuels: 0 },
      barriers: { breaks: 0, roads: 0, waters: 0 },
    });
    expect(one.inputs.weather.hours[0].moisturePercent).toMatchObject({ oneHour: 4, tenHour: 5, hundredHour: 6 });

    const fireArrivals = createFireArrivals({ store: world.server.store });
    const arrivals = (await fireArrivals.newestOf(alarm)) ?? expect.fail('none kept');
    expect(arrivals).toMatchObject({ runId: id, beginMs: Date.parse(NOON), endMs: Date.parse(NOON) + 2 * 3_600_000 });
    const [litLng, litLat] = one.inputs.ignition.geometry.coordinates;
    expect(arrivals.early({ lng: litLng, lat: litLat })).toBe(0);
    expect(arrivals.flameLengthMetres).toBeGreaterThan(0.1);
    const times = { first: arrivals.beginMs, middle: arrivals.beginMs + 3_600_000, over: arrivals.endMs, before: arrivals.beginMs - 1 };
    const current = await Promise.all(Object.values(times).map((ms) => fireArrivals.current(new Date(ms))));
    expect(current.map((all) => all.filter((run) => run.fireId === fire.id).map(({ runId }) => runId))).toEqual([[id], [id], [], []]);

    const { body: listed } = await call('aba', spreadsOfFire, { incidentId: alarm });
    expect(listed.data.map((row: { id: string }) => row.id)).toEqual([id]);
    const { body: story } = await call('wenchuan', contract.incident.incidentEvents, { id: alarm, topics: 'forecast' });
    expect(story.data).toMatchObject([{ kind: 'spread.finished', object: { kind: 'spread', id }, detail: { hours: 2 } }]);
    const audited = await world.auditOf(id);
    expect(audited.map(({ act, outcome }) => [act, outcome])).toEqual([
      ['run-spread', 'ok'],
      ['finish-spread', 'ok'],
    ]);
  });

  it('by Wang’s model names the model, has no flames, and is a separate run from Rothermel’s', async () => {
    const ignition = pointOf(placeOf(DEMO_COVER.mixed));
    const [id, usual] = [await run({ ignition, model: 'wang' }), await run({ ignition })];
    expect(usual).not.toBe(id);
    const one = await ended(id);
    expect(one).toMatchObject({ state: 'done', inputs: { model: { name: 'wang' } } });
    expect(one.result.areaHectares).toBeGreaterThan(0);
    expect(one.result.behaviour[0]).toMatchObject({ rateMetresPerMinute: expect.any(Number), flameLengthMetres: null, attack: null });
    const many = await ended(await run({ ignition, model: 'wang', members: 8 }));
    expect(many).toMatchObject({ state: 'done', inputs: { model: { name: 'wang' }, members: 8 } });
    expect((await ended(usual)).inputs.model.name).toBe('rothermel');
  });

  it('requested by fifty users at once is one run', async () => {
    const ignition = pointOf(placeOf(DEMO_COVER.conifer));
    const ids = await Promise.all(Array.from({ length: 50 }, () => run({ ignition })));
    expect(new Set(ids).size).toBe(1);
    const [id = ''] = ids;
    expect(await run({ ignition })).toBe(id);
    expect(await run({ ignition, hours: 2 })).not.toBe(id);
    expect((await ended(id)).state).toBe('done');
  });

  it('of one fire with the same weather is one run for users of two grids, and names the user who entered the weather first', async () => {
    const place = placeOf(DEMO_COVER.mixed);
    const fireId = await world.raise('report', place);
    await vi.waitFor(async () => {
      expect((await call('wenchuan', contract.incident.incident, { id: fireId })).body.data?.incident.id).toBe(fireId);
    }, SOON);
    const given = { incidentId: fireId, moisturePercent: { tenHour: 12 } };
    const first = await run(given);
    expect(await run(given, 'aba')).toBe(first);
    expect(await run({ ...given, moisturePercent: { tenHour: 13 } }, 'aba')).not.toBe(first);
    const one = await ended(first, 'aba');
    expect(one.inputs.weather).toMatchObject({ source: 'entered', moisture: 'entered', enteredMoisture: ['tenHour'] });
    expect(one.inputs.weather.enteredBy).toBe(one.requestedBy);
    expect(one.inputs.weather.hours[0].moisturePercent).toMatchObject({ oneHour: 4, tenHour: 12, hundredHour: 6 });
  });

  it('starts with the service’s weather at the fire, with the wind adapted to the terrain there', async () => {
    const place = placeOf(DEMO_COVER.mixed);
    const fireId = await world.raise('report', place);
    await vi.waitFor(async () => {
      expect((await call('wenchuan', contract.incident.incident, { id: fireId })).body.data?.incident.id).toBe(fireId);
    }, SOON);
    const seen = async (user: Officer = 'wenchuan') => await call(user, contract.spread.fireWeather, { incidentId: fireId });
    expect((await seen()).body.data).toEqual({ source: null, windFactor: 1, hours: [] });
    const at = new Date(Date.parse(NOON) + 3_600_000);
    const sky = { icon: '100', text: '晴', windDir: '西南风', windScale: '4', wind360: '225', precip: '0' };
    hourly = [{ ...sky, fxTime: at.toISOString(), temp: '24', humidity: '25' }];
    const { body } = await seen();
    expect(body.data).toMatchObject({ source: 'qweather', hours: [{ windFromDegrees: 225, temperatureCelsius: 24, humidityPercent: 25 }] });
    const [hour] = body.data.hours;
    expect(hour.windSpeedMetresPerSecond).toBeCloseTo(0.836 * 4 ** 1.5 * body.data.windFactor, 5);
    expect(body.data.windFactor).not.toBe(1);
    const one = await ended(await run({ incidentId: fireId, weather: null, begin: formatTime(at) }));
    hourly = null;
    // A run requested without entered weather has the same.
    expect(one.inputs.weather).toMatchObject({ source: 'qweather', windFactor: body.data.windFactor, enteredBy: null, hours: [hour] });
    expect((await seen('lixian')).status).toBe(404);
  });

  it('in the queue reports its position, which falls as runs ahead of it end', async () => {
    const ignition = pointOf(placeOf(DEMO_COVER.conifer));
    // Only one ensemble is calculated at a time.
    const ids: string[] = [];
    for (const hours of [3, 4, 5, 6]) ids.push(await run({ ignition, hours, members: 200 }));
    const [grown, second, third, last] = ids as [string, string, string, string];
    await vi.waitFor(async () => expect((await found(grown)).state).toBe('running'), SOON);
    const places = async () => await Promise.all([grown, second, third, last].map(async (id) => (await found(id)).queue?.place ?? null));
    expect(await places()).toEqual([null, 1, 2, 3]);
    await call('wenchuan', cancelSpread, { id: third });
    expect(await places()).toEqual([null, 1, null, 2]);
    await call('wenchuan', cancelSpread, { id: grown });
    await vi.waitFor(async () => expect(await places()).toEqual([null, null, null, 1]), SOON);
    for (const id of [second, last]) await call('wenchuan', cancelSpread, { id });
  });

  it('is stopped by wide roads, and a new run is made when they have changed', async () => {
    const place = placeOf(DEMO_COVER.mixed);
    const given = { ignition: pointOf(place), hours: 2 };
    const free = await ended(await run(given));
    await importRing(place, 0.001);
    const held = await vi.waitFor(async () => {
      const id = await run(given);
      expect(id).not.toBe(free.id);
      return await ended(id);
    }, SOON);
    expect(held.inputs.barriers.roads).toBeGreaterThan(0);
    // The ring is 190 m by 220 m.
    expect(held.result.areaHectares).toBeLessThan(4.2);
    expect(free.result.areaHectares).toBeGreaterThan(2 * held.result.areaHectares);
  });

  it('is stopped by water of imported layers, but not by narrow or schematic water; a start in water is refused', async () => {
    const place = placeOf(DEMO_COVER.mixed);
    const given = { ignition: pointOf(place), hours: 2 };
    const free = await ended(await run(given));
    const { mapLayers } = world.server.store;
    const ring = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ].map(([x = 0, y = 0]): [number, number] => [place.lng + x * 0.001, place.lat + y * 0.001]);
    const water = async (name: string, schematic: boolean, attributes: Record<string, string>) => {
      const id = await mapLayers.begin({ kind: 'water', name, gridNo: '513221' as GridNo, schematic });
      const box = [...(ring[0] as [number, number]), ...(ring[2] as [number, number])] as [number, number, number, number];
      const geometry = { type: 'LineString', coordinates: ring };
      await mapLayers.addFeatures(id, [{ name, class: null, box, areaHectares: null, lengthKilometres: 1, attributes, geometry }]);
      await mapLayers.complete(id);
    };
    await water('示意水系', true, {});
    expect(await run(given)).toBe(free.id);
    await water('小沟', false, { fclass: 'stream' });
    const crossed = await ended(await run(given));
    expect([crossed.id === free.id, crossed.inputs.barriers.waters, crossed.result.areaHectares]).toEqual([
      false,
      0,
      free.result.areaHectares,
    ]);
    await water('河', false, { fclass: 'river' });
    const held = await ended(await run(given));
    expect(held.inputs.barriers.waters).toBe(1);
    // The ring is 190 m by 220 m.
    expect(held.result.areaHectares).toBeLessThan(4.2);
    expect(free.result.areaHectares).toBeGreaterThan(2 * held.result.areaHectares);
    const reply = await ask({ ignition: { type: 'Point', coordinates: ring[0] } });
    expect([reply.status, reply.body.error.code]).toEqual([422, 'spread-nothing-burns']);
  });

  it('lists what it comes near, earliest first, and to each user only what is in the user’s grid', async () => {
    const { lng, lat } = placeOf(DEMO_COVER.mixed);
    for (const [name, at] of [
      ['近处的队伍', 0.0006],
      ['远处的队伍', 0.0016],
      ['另一头的队伍', 0.2],
    ] as const) {
      const body = { kind: 'team', code: name, name, position: { lng: lng + at, lat: lat + at } };
      const reply = await call('wenchuan', contract.resource.createResource, body);
      expect(reply.body.code, JSON.stringify(reply.body)).toBe(200);
    }
    const { mapLayers } = world.server.store;
    const layer = async (kind: 'village' | 'other', name: string, gridNo: string, at: number, attributes: Record<string, number>) => {
      const id = await mapLayers.begin({ kind, name, gridNo: gridNo as GridNo, schematic: false });
      const [west, south] = [lng + at, lat + at];
      const geometry = {
        type: 'LineString',
        coordinates: [
          [west, south],
          [west + 0.001, south],
        ],
      };
      await mapLayers.addFeatures(id, [
        {
          name: kind === 'village' ? name : '',
          class: null,
          box: [west, south, west + 0.001, south],
          areaHectares: null,
          lengthKilometres: null,
          attributes,
          geometry,
        },
      ]);
      await mapLayers.complete(id);
    };
    await layer('village', '甲村', '513221', 0.001, { 人口: 320 });
    await layer('other', '输电线路', '510000', 0.0012, {});
    await layer('other', '别县的保护区', '513222', 0.0014, {});
    const one = await ended(await run({ ignition: pointOf({ lng, lat }), hours: 3 }));
    const teams = one.impacts.filter(({ kind }: { kind: string }) => kind === 'team');
    expect(teams.map(({ name }: { name: string }) => name)).toEqual(['近处的队伍', '远处的队伍']);
    const [near, far] = teams.map(({ arrivalMinutes }: { arrivalMinutes: object }) => arrivalMinutes);
    expect(near).toMatchObject({ p10: expect.any(Number), p50: expect.any(Number) });
    expect(far.p10).toBeLessThanOrEqual(far.p50);
    expect(far.p50).toBeGreaterThan(near.p50);
    const layers = (of: typeof one) =>
      of.impacts
        .filter(({ layerName }: { layerName: string | null }) => layerName !== null)
        .map(({ kind, name, inhabitants }: Record<string, unknown>) => [kind, name, inhabitants]);
    expect(new Set(layers(one).map(String))).toEqual(new Set(['village,甲村,320', 'power-line,输电线路,']));
    expect(layers(await found(one.id, 'aba'))).toHaveLength(3);
    const times = one.impacts.map(({ arrivalMinutes }: { arrivalMinutes: { p10: number } }) => arrivalMinutes.p10);
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
  });

  it('of a fire with plots starts at its burnt area, and is stopped by the drawn fire breaks', async () => {
    const { lng, lat } = placeOf(DEMO_COVER.mixed);
    const fireId = await world.raise('report', { lng, lat });
    await vi.waitFor(async () => {
      const { body } = await call('wenchuan', contract.incident.incident, { id: fireId });
      expect(body.data?.incident.id).toBe(fireId);
    }, SOON);
    const plot = { name: '', colour: 'red', widthPixels: 3, note: null, fireId };
    const corners = [
      [-0.0006, -0.0006],
      [0.0006, -0.0006],
      [0.0006, 0.0006],
      [-0.0006, 0.0006],
    ].map(([east, north]) => ({ lng: lng + (east as number), lat: lat + (north as number) }));
    const line = [-0.01, 0.01].map((north) => ({ lng: lng + 0.0012, lat: lat + north }));
    for (const drawn of [
      { ...plot, kind: 'polygon', symbol: 'burnt-area', points: corners },
      { ...plot, kind: 'line', symbol: 'fire-break', points: line },
    ]) {
      const { body } = await call('wenchuan', contract.plot.createPlot, drawn);
      expect(body.code, JSON.stringify(body)).toBe(200);
    }
    const one = await ended(await run({ incidentId: fireId, hours: 3 }));
    expect(one.inputs).toMatchObject({ ignition: { source: 'drawn', geometry: { type: 'Polygon' } }, barriers: { breaks: 1 } });
    const places: [number, number][] = one.isochrones.features.at(-1).geometry.coordinates.flat(2);
    expect(one.isochrones.features[0].properties.areaHectares).toBeGreaterThan(1);
    // The wind blows towards the fire break.
    const within = places.filter(([, north]) => Math.abs(north - lat) < 0.004);
    expect(Math.max(...within.map(([east]) => east))).toBeLessThan(lng + 0.0013);
    expect(Math.min(...within.map(([east]) => east))).toBeLessThan(lng - 0.0006);
  });

  it('of a fire starts at the given places, and each part at its own time', async () => {
    const place = placeOf(DEMO_COVER.mixed);
    const fireId = await world.raise('report', place);
    await vi.waitFor(async () => {
      expect((await call('wenchuan', contract.incident.incident, { id: fireId })).body.data?.incident.id).toBe(fireId);
    }, SOON);
    const [north, later] = [place.lat + 0.0006, '04:30:00Z'];
    const line = { type: 'LineString', coordinates: [-0.0004, 0.0004].map((east) => [place.lng + east, north]) };
    const ignition = {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { time: NOON }, geometry: pointOf(place) },
        { type: 'Feature', properties: null, geometry: line },
        {
          type: 'Feature',
          properties: { time: NOON.replace('04:00:00Z', later) },
          geometry: pointOf({ ...place, lat: place.lat - 0.0006 }),
        },
      ],
    };
    const one = await ended(await run({ incidentId: fireId, ignition }));
    expect(one).toMatchObject({ fireId, gridNo: '513221', state: 'done', inputs: { correction: null, ellipse: null } });
    const geometry = { type: 'GeometryCollection', geometries: [pointOf(place), line] };
    expect(one.inputs.ignition).toMatchObject({ source: 'entered', geometry, later: [{ geometry: { type: 'Point' } }] });
    expect(one.isochrones.features[0].properties.areaHectares).toBeGreaterThan(0);
    const { body: listed } = await call('wenchuan', spreadsOfFire, { incidentId: fireId });
    expect(listed.data.map(({ id }: { id: string }) => id)).toContain(one.id);
    // Without a given start, the run starts at the time of the first part.
    const parts = ignition.features.filter(({ properties }) => properties !== null);
    const reply = await call('wenchuan', runSpread, {
      incidentId: fireId,
      hours: 1,
      weather: WINDY,
      ignition: { type: 'FeatureCollection', features: parts },
    });
    const begun = await ended(runIdOf(reply));
    expect(begun.inputs.begin).toBe(one.inputs.begin);
  });

  it('of one account has a limited queue; a run of another grid is accepted nevertheless, and starts in parallel', async () => {
    const places = [placeOf(DEMO_COVER.conifer), placeOf(DEMO_COVER.conifer)].map(pointOf);
    const hours = Array.from({ length: 14 }, (_, i) => 5 + i);
    const replies = await Promise.all(places.flatMap((ignition) => hours.map((long) => ask({ ignition, hours: long }))));
    // An alarm that arrives meanwhile is recorded, and users receive replies.
    await world.raise('report', { lng: 103.6, lat: 31.45 });
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(new Set(['too-many-waiting']));
    expect(refused[0]?.body.error.params).toEqual({ of: 'account', waiting: 8 });
    const other = await run({ ignition: pointOf(placeOf(DEMO_COVER.conifer)), hours: 2 }, 'guojia');
    expect((await ended(other, 'guojia')).state).toBe('done');
    const taken: string[] = replies.flatMap(({ body }) => body.data?.id ?? []);
    expect(taken.length + refused.length).toBe(28);
    await Promise.all(taken.map((id) => call('wenchuan', cancelSpread, { id })));
    for (const id of taken) expect(['cancelled', 'done']).toContain((await found(id)).state);
  });

  it('with many members has areas by probability and times by quantile, and a run of a single member does not wait for it', async () => {
    const place = placeOf(DEMO_COVER.mixed);
    const body = { kind: 'team', code: '多成员', name: '多成员', position: { lng: place.lng + 0.0016, lat: place.lat } };
    expect((await call('wenchuan', contract.resource.createResource, body)).body.code).toBe(200);
    const many = await run({ ignition: pointOf(place), members: 24, hours: 3 });
    const single = await run({ ignition: pointOf(place) });
    const one = await ended(many);
    expect((await ended(single)).endedAt <= one.endedAt).toBe(true);
    expect(one).toMatchObject({ state: 'done', progress: 1, inputs: { members: 24 } });
    const last = one.isochrones.features.filter(({ properties }: { properties: { minutes: number } }) => properties.minutes === 180);
    expect(last.map(({ properties }: { properties: { probability: number } }) => properties.probability)).toEqual([0.1, 0.5, 0.9]);
    const [team] = one.impacts.filter(({ name }: { name: string }) => name === '多成员');
    expect(team.arrivalMinutes.p10).toBeLessThan(team.arrivalMinutes.p50);
  });

  it('of another grid is not found, nor are its fire and its runs', async () => {
    const ignition = pointOf(placeOf(DEMO_COVER.mixed));
    const id = await run({ ignition });
    expect((await call('lixian', spreadOne, { id })).status).toBe(404);
    expect((await call('lixian', cancelSpread, { id })).status).toBe(404);
    expect((await ask({ ignition }, 'lixian')).body.error.code).toBe('outside-own-grid');
    const alarm = await world.raise('report', placeOf(DEMO_COVER.mixed));
    expect((await ask({ incidentId: alarm }, 'lixian')).status).toBe(404);
    expect((await call('viewer', spreadOne, { id })).status).toBe(403);
    expect((await ended(id, 'guojia')).state).toBe('done');
  });

  it('can be cancelled while it is queued or running, but not when it is over', async () => {
    const place = placeOf(DEMO_COVER.conifer);
    // Long ensembles, of which only one runs at a time, so that the others are queued.
    const ids = await Promise.all([3, 4, 5, 6].map((hours) => run({ ignition: pointOf(place), hours, members: 200 })));
    const replies = await Promise.all(ids.map((id) => call('wenchuan', cancelSpread, { id })));
    expect(replies.map(({ body }) => body.code)).toEqual([200, 200, 200, 200]);
    expect((await Promise.all(ids.map((id) => found(id)))).map(({ state }) => state)).toEqual(Array(4).fill('cancelled'));
    expect((await call('wenchuan', cancelSpread, { id: ids[0] })).body.error.code).toBe('spread-over');
    // The workers are free again, and a cancelled run may be requested again.
    const again = await run({ ignition: pointOf(place) });
    expect(await ended(again)).toMatchObject({ state: 'done', failure: null });
  });

  it('fails when its server sends no heartbeat', async () => {
    const { store } = world.server;
    const like = await store.spreadRuns.find('100000' as never, await run({ ignition: pointOf(placeOf(DEMO_COVER.mixed)) }));
    const id = '11111111-1111-4111-8111-111111111111';
    const long = new Date(Date.now() - 120_000);
    await store.spreadRuns.add({
      id,
      fireId: null,
      gridNo: '513221' as never,
      key: 'of a server that was killed',
      inputs: like?.inputs as never,
      requestedBy: '值班员',
      requestedAt: long,
    });
    expect((await ended(id)).failure).toEqual({ code: 'spread-server-stopped', message: '服务器停止，推演没有完成；请重新推演' });
  });
});

describe('a request that cannot be calculated', () => {
  const refusal = async (given: Readonly<Record<string, unknown>>) => {
    const { status, body } = await ask(given);
    return [status, body.error?.fields?.[0]?.path ?? body.error?.path ?? null, body.error?.code];
  };
  const many = Array.from({ length: 10_000 }, (_, i) => [103.4 + i / 1e7, 31.3]);

  it('is refused with the name of the field', async () => {
    const good = pointOf(placeOf(DEMO_COVER.mixed));
    const fire = await world.raise('report', { lng: good.coordinates[0] as number, lat: good.coordinates[1] as number });
    await vi.waitFor(async () => {
      expect((await call('wenchuan', contract.incident.incident, { id: fire })).body.data?.incident.id).toBe(fire);
    }, SOON);
    const feature = (time: string | null) => ({ type: 'Feature', properties: { time }, geometry: good });
    // The times of the day at 12:00 in China, on the server's current date.
    const features = (...times: readonly (string | null)[]) => ({
      type: 'FeatureCollection',
      features: times.map((time) => feature(time && NOON.replace('04:00', time))),
    });
    const replies = {
      nothing: await refusal({}),
      unheard: await refusal({ ignition: good, incidentId: '11111111-1111-4111-8111-111111111111' }),
      corrected: await refusal({ ignition: good, incidentId: fire, correct: true }),
      far: await refusal({ ignition: pointOf(farFrom(good)), incidentId: fire }),
      early: await refusal({ ignition: features(null, '03:59') }),
      late: await refusal({ ignition: features(null, '05:00') }),
      none: await refusal({ ignition: features('04:10', '04:20') }),
      noTime: await refusal({ ignition: { type: 'FeatureCollection', features: [feature(null), feature('dawn')] } }),
      empty: await refusal({ ignition: { type: 'FeatureCollection', features: [] } }),
      abroad: await refusal({ ignition: pointOf({ lng: -20, lat: 40 }) }),
      elsewhere: await refusal({ ignition: pointOf(LIXIAN) }),
      many: await refusal({ ignition: { type: 'MultiPoint', coordinates: many } }),
      storm: await refusal({ ignition: good, weather: [{ ...WINDY[0], windSpeedMetresPerSecond: 200 }] }),
      damp: await refusal({ ignition: good, weather: [{ ...WINDY[0], humidityPercent: 101 }] }),
      soaked: await refusal({ ignition: good, moisturePercent: { tenHour: 401 } }),
      disorder: await refusal({ ignition: good, weather: [WINDY[0], WINDY[0]] }),
      open: await refusal({
        ignition: {
          type: 'Polygon',
          coordinates: [
            [
              [103.4, 31.3],
              [103.41, 31.3],
              [103.41, 31.31],
              [103.4, 31.31],
            ],
          ],
        },
      }),
      long: await refusal({ ignition: good, hours: 25 }),
      model: await refusal({ ignition: good, model: 'mcarthur' }),
      past: await refusal({ ignition: good, begin: '2020-01-01 00:00:00' }),
      calm: await refusal({ ignition: good, weather: null }),
    };
    expect(replies).toEqual({
      nothing: [422, 'ignition', 'spread-place-needed'],
      unheard: [404, null, 'not-found'],
      corrected: [422, 'correct', 'spread-ignition-given'],
      far: [422, 'ignition', 'spread-ignition-far'],
      early: [422, 'ignition.features.1.properties.time', 'spread-ignition-time'],
      late: [422, 'ignition.features.1.properties.time', 'spread-ignition-time'],
      none: [422, 'ignition', 'spread-ignition-later'],
      noTime: [422, 'ignition.features.1.properties.time', expect.any(String)],
      empty: [422, 'ignition.features', 'spread-ignition-empty'],
      abroad: [422, 'ignition', 'outside-china'],
      elsewhere: [422, 'ignition', 'outside-own-grid'],
      many: [422, 'ignition.coordinates', 'spread-ignition-points'],
      storm: [422, 'weather.0.windSpeedMetresPerSecond', 'number-at-most'],
      damp: [422, 'weather.0.humidityPercent', 'number-at-most'],
      soaked: [422, 'moisturePercent.tenHour', 'number-at-most'],
      disorder: [422, 'weather.1.time', 'spread-weather-order'],
      open: [422, 'ignition.coordinates.0', 'spread-ring-open'],
      long: [422, 'hours', 'number-at-most'],
      model: [422, 'model', 'spread-model'],
      past: [422, 'begin', 'spread-begin'],
      calm: [422, 'weather', 'spread-no-weather'],
    });
  });

  it('is refused by Wang’s model in land cover without a known fuel factor', async () => {
    const ignition = pointOf(placeOf(DEMO_COVER.mixed));
    const row = {
      scheme: 'igbp',
      value: DEMO_COVER.mixed,
      fuelModel: 'TL8',
      fuelFactor: null,
      canopy: null,
      source: '外业调查',
      toConfirm: false,
    };
    expect((await call('guojia', saveFuel, row)).body.code).toBe(200);
    expect(await refusal({ ignition, model: 'wang' })).toEqual([422, 'model', 'spread-no-fuel-factor']);
    expect((await ended(await run({ ignition }))).state).toBe('done');
    expect((await call('guojia', resetFuel, { scheme: 'igbp', value: String(DEMO_COVER.mixed) })).body.code).toBe(200);
  });

  it('is refused for a fire in a river', async () => {
    const river = (() => {
      for (let lng = 103.45; lng < 103.62; lng += 0.0005)
        for (let lat = 31.3; lat < 31.6; lat += 0.0005)
          if (demoCoverAt(lng, lat) === DEMO_COVER.water && world.server.app.deps.gazetteer().gridAt({ lng, lat }, null) === '513221')
            return { lng, lat };
      return expect.fail('no river');
    })();
    expect(await refusal({ ignition: pointOf(river) })).toEqual([422, 'ignition', 'spread-nothing-burns']);
  });
});

describe('the table of fuels', () => {
  it('has the product’s rows, which the national administrator may replace, with an event', async () => {
    const conifers = async () =>
      (await call('wenchuan', fuelList)).body.data.find(
        ({ scheme, value }: { scheme: string; value: number }) => scheme === 'igbp' && value === 1,
      );
    expect(await conifers()).toMatchObject({ fuelModel: 'TL8', isOwn: false, toConfirm: true });
    const row = {
      scheme: 'igbp',
      value: 1,
      fuelModel: 'tu5',
      fuelFactor: 'pine',
      canopy: { coverPercent: 60, heightMetres: 15, crownRatio: 0.6, baseHeightMetres: 2, bulkDensityKilogramsPerCubicMetre: 0.12 },
      source: '外业调查',
      toConfirm: false,
    };
    expect((await call('aba', saveFuel, row)).status).toBe(403);
    expect((await call('guojia', saveFuel, row)).body.data).toEqual({ ...row, name: null, fuelModel: 'TU5', isOwn: true });
    expect(await conifers()).toEqual({ ...row, name: null, fuelModel: 'TU5', isOwn: true });
    const codes = [
      await call('guojia', saveFuel, { ...row, fuelModel: 'XX1' }),
      await call('guojia', saveFuel, { ...row, fuelFactor: 'bamboo' }),
      await call('guojia', saveFuel, { ...row, value: 99 }),
    ].map(({ body }) => body.error.code);
    expect(codes).toEqual(['no-such-fuel-model', 'no-such-fuel-factor', 'no-such-fuel-class']);
    expect((await call('guojia', resetFuel, { scheme: 'igbp', value: '1' })).body.code).toBe(200);
    expect(await conifers()).toMatchObject({ fuelModel: 'TL8', isOwn: false });
    expect((await call('guojia', resetFuel, { scheme: 'igbp', value: '1' })).status).toBe(404);
    expect((await world.auditOf('igbp/1')).map(({ act }) => act)).toEqual(['save-fuel', 'reset-fuel']);
  });
});
