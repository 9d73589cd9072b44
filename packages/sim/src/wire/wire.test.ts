import { DAY_MS } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { expect, test } from 'vitest';
import { demoGround } from '../testing/demo-ground.ts';
import { createWorld } from '../world.ts';
import { parcelOf } from './parcels.ts';
import type { Fetch } from './sender.ts';
import { createWire } from './wire.ts';

const START = Date.parse('2026-11-21T00:00:00+08:00');
const surface = demoGround;
const world = createWorld({ seed: 1, surface });
const cameraWorld = { surface, burningAt: world.burningAt, windAt: world.weather.at };
const arrivals = world.arrivals(START, START + DAY_MS);
const UPLOAD_ID = '0197f0c0-0000-7000-8000-000000000001';
const BEFORE_ID = '0197f0c0-0000-7000-8000-000000000002';

type FakeResponse = { status: number; body: unknown } | Error;
const ok = (data: unknown): FakeResponse => ({ status: 200, body: { code: 200, message: 'OK', data } });
const down = Object.assign(new TypeError('fetch failed'), {
  cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
});

interface Request {
  readonly call: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

type Kind = 'file' | 'photo' | 'plain' | 'camera';

/** A wire to a server that gives these responses in sequence. */
const aWire = (...responses: FakeResponse[]) => {
  const requests: Request[] = [];
  const fetch: Fetch = async (url, init) => {
    const body = Buffer.from(init.body as string | Uint8Array<ArrayBuffer>);
    requests.push({ call: `${init.method} ${url.pathname}`, headers: init.headers as Record<string, string>, body });
    const response = responses.shift() ?? ok({ id: UPLOAD_ID });
    if (response instanceof Error) throw response;
    return new Response(typeof response.body === 'string' ? response.body : JSON.stringify(response.body), { status: response.status });
  };
  const wire = createWire({ baseUrl: 'http://server:1234', feedKey: 'key', fetch, signal: new AbortController().signal });
  const options = { wire, seed: 1, speed: 1, world: cameraWorld, clock: { wallOf: (ms: number) => ms } };
  return { wire, requests, parcel: (kind: Kind) => parcelOf(arrivalOf(kind), options) };
};

const arrivalOf = (kind: Kind) => {
  const found = arrivals.find((arrival) =>
    kind === 'file' || kind === 'camera'
      ? arrival.kind === kind
      : arrival.kind === 'report' && arrival.report.withPhoto === (kind === 'photo'),
  );
  if (!found) throw new Error(`no ${kind} in a day`);
  return found;
};

const ingest = `${contract.alarm.ingestSatellite.method} ${contract.alarm.ingestSatellite.path}`;
const upload = `${contract.photo.upload.method} ${contract.photo.upload.path}`;
const report = `${contract.alarm.createReport.method} ${contract.alarm.createReport.path}`;

test('A file is sent to the ingest call as csv, with the feed key', async () => {
  const { requests, parcel } = aWire(ok({ received: 1, accepted: 1, duplicates: 0, rejected: [] }));
  expect((await parcel('file').send()).kind).toBe('delivered');
  expect(requests.map(({ call }) => call)).toEqual([ingest]);
  expect(requests[0]?.headers).toMatchObject({ 'x-feed-key': 'key', 'content-type': 'text/csv' });
  expect(requests[0]?.body.toString()).toMatch(/^latitude,longitude,/);
});

test('A report has a body that the interface accepts', async () => {
  const { requests, parcel } = aWire();
  expect((await parcel('plain').send()).kind).toBe('delivered');
  const body: unknown = JSON.parse(requests[0]?.body.toString() ?? '');
  expect(contract.alarm.createReport.input.safeParse(body).error).toBeUndefined();
  expect(body).not.toHaveProperty('pictures');
});

test('A report with a photo sends first the photo as a form with one PNG, then the report with its id', async () => {
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

test('A camera alarm sends first its pictures before and after as JPEGs, then the alarm with their ids, before first', async () => {
  const { requests, parcel } = aWire(ok({ id: BEFORE_ID }), ok({ id: UPLOAD_ID }));
  expect((await parcel('camera').send()).kind).toBe('delivered');
  const alarm = `${contract.alarm.createMonitorAlarm.method} ${contract.alarm.createMonitorAlarm.path}`;
  expect(requests.map(({ call }) => call)).toEqual([upload, upload, alarm]);
  for (const { body } of requests.slice(0, 2))
    expect(body.toString('latin1')).toContain('filename="demo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff');
  expect(requests[0]?.body).not.toEqual(requests[1]?.body);
  const body: unknown = JSON.parse(requests[2]?.body.toString() ?? '');
  expect(contract.alarm.createMonitorAlarm.input.safeParse(body).error).toBeUndefined();
  expect(body).toMatchObject({ pictures: [BEFORE_ID, UPLOAD_ID] });
});

test('A report retried after a lost response has the same key, and the photo is not sent twice', async () => {
  const { requests, parcel } = aWire(down, ok({ id: UPLOAD_ID }), down, { status: 503, body: { code: 503, message: 'busy' } });
  const photoReport = parcel('photo');
  const outcomes = [];
  for (let attempt = 0; attempt < 4; attempt++) outcomes.push((await photoReport.send()).kind);
  expect(outcomes).toEqual(['later', 'later', 'later', 'delivered']);
  expect(requests.map(({ call }) => call)).toEqual([upload, upload, report, report, report]);
  const keys = requests.filter(({ call }) => call === report).map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^demo-1-1-/);
});

test('a restarted simulator uses the same keys; another seed or speed has others', async () => {
  const keyOf = async (seed: number, speed: number) => {
    const { wire, requests } = aWire();
    await parcelOf(arrivalOf('plain'), { wire, seed, speed, world: cameraWorld, clock: { wallOf: (ms) => ms } }).send();
    return requests[0]?.headers['idempotency-key'];
  };
  expect(await keyOf(1, 1)).toBe(await keyOf(1, 1));
  expect(await keyOf(2, 1)).not.toBe(await keyOf(1, 1));
  expect(await keyOf(1, 60)).not.toBe(await keyOf(1, 1));
});

test.each<[string, FakeResponse, string]>([
  ['connection refused', down, 'later'],
  ['the server starts', { status: 503, body: { code: 503, message: 'not ready' } }, 'later'],
  ['too many requests', { status: 429, body: { code: 429, message: 'slower' } }, 'later'],
  ['a page of a proxy', { status: 502, body: '<html>' }, 'later'],
  ['a truncated response', { status: 200, body: '{"code":200,' }, 'later'],
  ['a wrong key', { status: 401, body: { code: 401, message: '推送密钥不正确' } }, 'key-refused'],
  [
    'the input is wrong',
    { status: 422, body: { code: 422, message: '输入有误', data: [{ path: 'longitude', message: '位置在中国境外' }] } },
    'refused',
  ],
  ['a business refusal', { status: 200, body: { code: 501, message: '不行' } }, 'refused'],
])('%s', async (_, response, kind) => {
  const { wire } = aWire(response);
  const answer = await wire.hotspots('latitude\n');
  expect(answer.kind).toBe(kind);
  if (answer.kind === 'refused') expect(answer.why).toMatch(/^HTTP \d+/);
});
