import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { extractRawText } from 'mammoth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { siteFilePath } from '../site.calls.ts';

vi.setConfig({ testTimeout: 60_000 });

const { beginSiteSearch, siteSearch, siteSearches, endSiteSearch, readSitePlaces } = contract.site;
const COUNTY = '513221';
const SOON = { timeout: 45_000, interval: 100 };
const MASTS = { count: 2, mastMetres: 30, rangeMetres: 5_000, targetMetres: 10 };
const RIDGES = { source: 'ridges', spacingMetres: 4_000 };

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.stop());

const begin = (given: Readonly<Record<string, unknown>> = {}, user: Officer = 'wenchuan') =>
  world.call(user, beginSiteSearch, { gridNo: COUNTY, ...MASTS, candidates: RIDGES, ...given });
const own = (row: { readonly method: string; readonly path: string }, id: string, user: Officer = 'wenchuan') =>
  world.server.call(row.method, row.path.replace('{id}', id), { token: world.tokens[user] });

/** The search once it is over. */
async function ended(id: string, user: Officer = 'wenchuan') {
  const isOver = (state: string): boolean => state === 'done' || state === 'failed';
  await expect.poll(async () => isOver((await own(siteSearch, id, user)).body.data.state), SOON).toBe(true);
  return (await own(siteSearch, id, user)).body.data;
}

const fileOf = (id: string, format: string, user: Officer = 'wenchuan') =>
  fetch(`${world.server.base}${siteFilePath}?${new URLSearchParams({ id, format })}`, {
    headers: { authorization: `Bearer ${world.tokens[user]}` },
  });

interface PlacesReply {
  readonly code: number;
  readonly data: { readonly places: unknown; readonly rejected: readonly { readonly line: number; readonly reason: string }[] };
}
async function read(name: string, text: string, user: Officer = 'wenchuan') {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  const reply = await fetch(world.server.base + readSitePlaces.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.tokens[user]}` },
    body: form,
  });
  return (await reply.json()) as PlacesReply;
}

describe('a search for sites', () => {
  it('finds ridges by itself, says what each place adds and what all add, and gives the files', async () => {
    const begun = await begin();
    expect(begun.body).toMatchObject({ code: 200, data: { question: { gridNo: COUNTY, gridName: '汶川县', source: 'ridges' } } });
    const { id } = begun.body.data;
    const done = await ended(id);
    expect(done).toMatchObject({ state: 'done', percent: 100, failure: null });
    const { result } = done;
    expect(result.candidates).toBeGreaterThan(10);
    expect(result.forestHectares).toBeGreaterThan(1_000);
    expect(result.chosen).toHaveLength(2);
    const [first, second] = result.chosen;
    expect(first.addedWeight).toBeGreaterThanOrEqual(second.addedWeight);
    expect(first.addedHectares + second.addedHectares).toBeLessThanOrEqual(result.forestHectares - result.seenHectares);

    const geo = (await (await fileOf(id, 'geojson')).json()) as { features: { properties: { name: string } }[] };
    expect(geo.features.map(({ properties }) => properties.name)).toEqual([first.name, second.name]);
    expect(await (await fileOf(id, 'kml')).text()).toContain(`<name>1 ${first.name}</name>`);
    expect(
      Buffer.from(await (await fileOf(id, 'pdf')).arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('%PDF');
    const word = await extractRawText({ buffer: Buffer.from(await (await fileOf(id, 'docx')).arrayBuffer()) });
    expect(word.value).toContain(first.position.lng.toFixed(5));
    expect((await fileOf(id, 'dwg')).status).toBe(422);
  });

  it('belongs to its officer alone, and is listed until it is removed', async () => {
    const { id } = (await begin({ candidates: { source: 'places', places: [{ name: '卧龙', position: WENCHUAN }] } })).body.data;
    const { result } = await ended(id);
    expect(result).toMatchObject({ candidates: 1, outside: 0 });
    for (const row of [siteSearch, endSiteSearch]) expect((await own(row, id, 'aba')).status).toBe(404);
    expect((await fileOf(id, 'kml', 'aba')).status).toBe(404);
    const listed = async () => (await world.call('wenchuan', siteSearches)).body.data.map((one: { id: string }) => one.id);
    expect((await listed())[0]).toBe(id);
    expect((await own(endSiteSearch, id)).status).toBe(200);
    expect(await listed()).not.toContain(id);
    expect((await own(siteSearch, id)).status).toBe(404);
  });

  it('replaces the unfinished one, and says why it found nothing', async () => {
    const before = (await begin({ candidates: { ...RIDGES, spacingMetres: 300 } })).body.data;
    const places = [{ name: '别县', position: LIXIAN }];
    const { id } = (await begin({ candidates: { source: 'places', places } })).body.data;
    expect((await own(siteSearch, before.id)).status).toBe(404);
    expect(await ended(id)).toMatchObject({ state: 'failed', failure: 'no-candidates', result: null });
    expect(await (await fileOf(id, 'kml')).json()).toMatchObject({ error: { code: 'site-not-done' } });
  });

  it('is refused for a province, for places without number, and outside the own grid', async () => {
    expect((await begin({ gridNo: '510000' }, 'sichuan')).body.error).toMatchObject({ code: 'site-grid-level' });
    expect((await begin({ candidates: { source: 'places', places: [] } })).status).toBe(422);
    expect((await begin({ count: 0 })).status).toBe(422);
    expect((await begin({ gridNo: '513222' })).status).toBe(404);
  });
});

describe('a file of candidate places', () => {
  it('is read from a table and from map files; each bad line says why, and the others are read', async () => {
    const table = await read(
      'places.csv',
      `名称,经度,纬度\n卧龙,${WENCHUAN.lng},${WENCHUAN.lat}\n错,东,31\n远,2.35,48.85\n邻,${LIXIAN.lng},${LIXIAN.lat}\n`,
    );
    expect(table.data.places).toEqual([{ name: '卧龙', position: WENCHUAN }]);
    expect(table.data.rejected.map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(table.data.rejected.every(({ reason }) => reason !== '')).toBe(true);

    const point = (coordinates: readonly number[], name: string) => ({
      type: 'Feature',
      properties: { name },
      geometry: { type: 'Point', coordinates },
    });
    const line = {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'LineString',
        coordinates: [
          [103.5, 31.4],
          [103.6, 31.4],
        ],
      },
    };
    const features = [point([WENCHUAN.lng, WENCHUAN.lat], '甲'), line, { type: 'Feature', geometry: null }];
    const map = await read('places.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    expect(map.data.places).toEqual([{ name: '甲', position: WENCHUAN }]);
    expect(map.data.rejected.map(({ line }) => line)).toEqual([2, 3]);
    expect((await read('places.csv', '')).code).toBe(422);
    expect((await read('places.dwg', 'x')).code).toBe(422);
  });
});
