import { contract } from '@lookout/contract';
import { createSurface, demoRelief } from '@lookout/geo';
import { expect, test, vi } from 'vitest';
import { DAY_MS } from '../clock.ts';
import { createWorld } from '../world.ts';
import { parcelOf } from './parcels.ts';
import type { Fetch } from './sender.ts';
import { createWire } from './wire.ts';

// Terrain is computed, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const START = Date.parse('2026-11-21T00:00:00+08:00');
const surface = createSurface(demoRelief());
const world = createWorld({ seed: 1, surface });
const before = { surface, burningAt: world.burningAt, windAt: world.weather.at };
const arrivals = world.arrivals(START, START + DAY_MS);
const UPLOAD_ID = '0197f0c0-0000-7000-8000-000000000001';

type Reply = { status: number; body: unknown } | Error;
const ok = (data: unknown): Reply => ({ status: 200, body: { code: 200, message: 'OK', data } });
const down = Object.assign(new TypeError('fetch failed'), {
  cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
});

interface Request {
  readonly call: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

type Kind = 'file' | 'photo' | 'plain' | 'camera';

/** A wire to a server that answers in turn. */
const aWire = (...replies: Reply[]) => {
  const requests: Request[] = [];
  const fetch: Fetch = async (url, init) => {
    const body = Buffer.from(init.body as string | Uint8Array<ArrayBuffer>);
    requests.push({ call: `${init.method} ${url.pathname}`, headers: init.headers as Record<string, string>, body });
    const reply = replies.shift() ?? ok({ id: UPLOAD_ID });
    if (reply instanceof Error) throw reply;
    return new Response(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body), { status: reply.status });
  };
  const wire = createWire({ baseUrl: 'http://server:1234', feedKey: 'key', fetch, signal: new AbortController().signal });
  const options = { wire, seed: 1, speed: 1, world: before, clock: { wallOf: (ms: number) => ms } };
  return { wire, requests, parcel: (kind: Kind) => parcelOf(one(kind), options) };
};

const one = (kind: Kind) => {
  const found = arrivals.find((arrival) =>
    kind === 'file' || kind === 'camera'
      ? arrival.kind === kind
      : arrival.kind === 'report' && arrival.report.withPhoto === (kind === 'photo'),
  );
  if (!found) throw new Error(`no ${kind} in a day`);
  return found;
};

const ingest = `${contract.fire.ingestSatellite.method} ${contract.fire.ingestSatellite.path}`;
const upload = `${contract.photos.upload.method} ${contract.photos.upload.path}`;
const report = `${contract.fire.createReport.method} ${contract.fire.createReport.path}`;

test('a file goes to the ingest call as csv, with the feed key', async () => {
  const { requests, parcel } = aWire(ok({ received: 1, accepted: 1, duplicates: 0, rejected: [] }));
  expect((await parcel('file').send()).kind).toBe('delivered');
  expect(requests.map(({ call }) => call)).toEqual([ingest]);
  expect(requests[0]?.headers).toMatchObject({ 'x-feed-key': 'key', 'content-type': 'text/csv' });
  expect(requests[0]?.body.toString()).toMatch(/^latitude,longitude,/);
});

test('a report says what the contract asks for', async () => {
  const { requests, parcel } = aWire();
  expect((await parcel('plain').send()).kind).toBe('delivered');
  const body: unknown = JSON.parse(requests[0]?.body.toString() ?? '');
  expect(contract.fire.createReport.input.safeParse(body).error).toBeUndefined();
  expect(body).not.toHaveProperty('pictures');
});

test('a report with a photo: the photo first, as a form with one PNG, then the report that names it', async () => {
  const { requests, parcel } = aWire(ok({ id: UPLOAD_ID }));
  expect((await parcel('photo').send()).kind).toBe('delivered');
  expect(requests.map(({ call }) => call)).toEqual([upload, report]);
  const boundary = /boundary=(.+)$/.exec(requests[0]?.headers['content-type'] ?? '')?.[1] ?? '';
  const form = await new Response(Uint8Array.from(requests[0]?.body ?? []), {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }).formData();
  const file = form.get('file') as File;
  expect([file.type, file.name]).toEqual(['image/png', 'demo.png']);
  expect(JSON.parse(requests[1]?.body.toString() ?? '')).toMatchObject({ pictures: [UPLOAD_ID] });
});

test('a camera’s alarm: its picture as a JPEG, then the alarm that names it', async () => {
  const { requests, parcel } = aWire(ok({ id: UPLOAD_ID }));
  expect((await parcel('camera').send()).kind).toBe('delivered');
  const alarm = `${contract.fire.createMonitorAlarm.method} ${contract.fire.createMonitorAlarm.path}`;
  expect(requests.map(({ call }) => call)).toEqual([upload, alarm]);
  expect(requests[0]?.body.toString('latin1')).toContain('filename="demo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff');
  const body: unknown = JSON.parse(requests[1]?.body.toString() ?? '');
  expect(contract.fire.createMonitorAlarm.input.safeParse(body).error).toBeUndefined();
  expect(body).toMatchObject({ pictures: [UPLOAD_ID] });
});

test('sent again after a lost answer, a report carries the same key and the photo is not sent twice', async () => {
  const { requests, parcel } = aWire(down, ok({ id: UPLOAD_ID }), down, { status: 503, body: { code: 503, message: 'busy' } });
  const again = parcel('photo');
  const outcomes = [];
  for (let attempt = 0; attempt < 4; attempt++) outcomes.push((await again.send()).kind);
  expect(outcomes).toEqual(['later', 'later', 'later', 'delivered']);
  expect(requests.map(({ call }) => call)).toEqual([upload, upload, report, report, report]);
  const keys = requests.filter(({ call }) => call === report).map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^demo-1-1-/);
});

test('a restarted simulator uses the key of its predecessor; another seed or speed does not', async () => {
  const keyOf = async (seed: number, speed: number) => {
    const { wire, requests } = aWire();
    await parcelOf(one('plain'), { wire, seed, speed, world: before, clock: { wallOf: (ms) => ms } }).send();
    return requests[0]?.headers['idempotency-key'];
  };
  expect(await keyOf(1, 1)).toBe(await keyOf(1, 1));
  expect(await keyOf(2, 1)).not.toBe(await keyOf(1, 1));
  expect(await keyOf(1, 60)).not.toBe(await keyOf(1, 1));
});

test.each<[string, Reply, string]>([
  ['nobody listens', down, 'later'],
  ['the server starts', { status: 503, body: { code: 503, message: 'not ready' } }, 'later'],
  ['too much at once', { status: 429, body: { code: 429, message: 'slower' } }, 'later'],
  ['a proxy’s page', { status: 502, body: '<html>' }, 'later'],
  ['half an answer', { status: 200, body: '{"code":200,' }, 'later'],
  ['the key is another', { status: 401, body: { code: 401, message: '推送密钥不正确' } }, 'key-refused'],
  [
    'the input is wrong',
    { status: 422, body: { code: 422, message: '输入有误', data: [{ path: 'longitude', message: '位置在中国境外' }] } },
    'refused',
  ],
  ['a business refusal', { status: 200, body: { code: 501, message: '不行' } }, 'refused'],
])('%s', async (_, reply, kind) => {
  const { wire } = aWire(reply);
  const answer = await wire.hotspots('latitude\n');
  expect(answer.kind).toBe(kind);
  if (answer.kind === 'refused') expect(answer.why).toMatch(/^HTTP \d+/);
});
