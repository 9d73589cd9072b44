// Every call of the contract with input generated from its own schema and then corrupted: the server always answers with a message, never
// crashes, hangs or leaks.
import { rm } from 'node:fs/promises';
import type { Row } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoRoadsDoneFile } from '../demo/roads/demo-roads.ts';
import { nearlyOf } from './arbitrary-of.ts';
import { isFullBattery, lengthOf, seed } from './battery.ts';
import { faultOf, isLate, type RawCall, rawCaller, rawExchange } from './raw-call.ts';
import { ask, PLACES, sendReport } from './sender.ts';
import { launch, NO_WORLD, readyz, type ServerProcess, sessionAt, startedDataDir } from './server-process.ts';

const CASES = lengthOf('cases');
const rows = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, Row>).map(([name, row]) => ({ name: `${feature}.${name}`, row })),
);

let dataDir: Awaited<ReturnType<typeof startedDataDir>>;
let server: ServerProcess;
let caller: ReturnType<typeof rawCaller>;
let token: string;
let ids: string[];

beforeAll(async () => {
  process.stderr.write(`hostile-input.integration.test.ts: RELIABILITY_SEED=${seed}\n`);
  dataDir = await startedDataDir();
  // Only the full form also runs the demo's world and roads: they take longer than all calls of the short form.
  if (isFullBattery) await rm(demoRoadsDoneFile(dataDir.path));
  server = await launch({ dataDir: dataDir.path, env: isFullBattery ? {} : NO_WORLD });
  await server.ready();
  caller = rawCaller(server.base);
  token = (await sessionAt(server.base, 'guojia')).access_token;
  const report = await sendReport(server.base, 'one that is there');
  const monitoringPoints = await ask<{ id: string }[]>(server.base, token, 'POST', '/resource/api/monitor/list', {});
  // The travel time worker builds its index of the roads at the first request.
  await ask(server.base, token, 'POST', contract.travel.nearest.path, { longitude: 103.59, latitude: 31.48, kinds: ['team'] });
  // The terrain worker computes a prefecture's vegetation for the first picture, with the weather that the demo's world sends.
  const picture = () => ask(server.base, token, 'GET', `${contract.danger.dangerGrid.path}?gridNo=513200`);
  if (isFullBattery) await vi.waitFor(picture, { timeout: 60_000, interval: 500 });
  ids = [report.kind === 'ok' ? report.id : '', ...monitoringPoints.slice(0, 3).map(({ id }) => id)];
});
afterAll(async () => {
  caller?.close();
  await server?.stop();
  await dataDir?.remove();
});

/**
 * Sends the call and checks the reply against the guarantees. A failure can be repeated with the seed in fast-check's report. A reply whose
 * only fault is lateness is requested once more: a machine that stalled briefly is unlikely to stall at the same call again.
 */
async function checked(call: RawCall, allows: readonly number[] = []): Promise<{ status: number; text: string }> {
  const first = await caller.call(call);
  const reply = isLate(first) && faultOf({ ...first, ms: 0 }, allows) === null ? await caller.call(call) : first;
  const fault = faultOf(reply, allows);
  if (fault !== null)
    throw new Error(
      `${fault}: ${call.method} ${call.path.slice(0, 300)} ${String(call.body).slice(0, 600)} → ${reply.status} ${reply.text.slice(0, 400)}`,
    );
  return reply;
}

const json = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
const asQuery = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return encodeURIComponent(wellFormed(asText(value)));
  const pair = (key: string, one: unknown) => `${encodeURIComponent(key)}=${encodeURIComponent(wellFormed(asText(one)))}`;
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .flatMap(([key, one]) => (Array.isArray(one) ? one.map((each) => pair(key, each)) : [pair(key, one)]))
    .join('&')
    .slice(0, 14_000);
};
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
// A lone surrogate has no UTF-8 encoding, so it is replaced by the three bytes that a broken sender would write (U+FFFD). The server must
// accept them too.
const wellFormed = (text: string): string => text.toWellFormed();
const inPath = (path: string, params: unknown): string =>
  path.replace(
    /\{(\w+)\}/g,
    (_, name: string) =>
      encodeURIComponent(wellFormed(asText((params as Record<string, unknown> | null)?.[name] ?? 'x'))).slice(0, 300) || 'x',
  );

describe('whatever a full-rights user sends, the answer is { code, message }: no 5xx, no wait over 2 s, no stack, SQL or path', () => {
  it.each(rows)('$name', { timeout: 60_000 + CASES * 2_500 }, async ({ row }) => {
    const none = fc.constant(undefined);
    const parts = fc.record({
      params: row.params ? nearlyOf(row.params, ids) : none,
      query: row.query ? nearlyOf(row.query, ids) : fc.oneof(none, fc.constant({ gridNo: ['510000', '410781'] })),
      body: row.input ? nearlyOf(row.input, ids) : none,
    });
    // A successful logout would leave the other calls without a session.
    const own = row.path.endsWith('/jwt/invalid') ? (await sessionAt(server.base, 'heilongjiang')).access_token : token;
    await fc.assert(
      fc.asyncProperty(parts, async ({ params, query, body }) => {
        const text = query === undefined ? '' : asQuery(query);
        await checked({
          method: row.method,
          path: inPath(row.path, params) + (text === '' ? '' : `?${text}`),
          headers: { ...json(), authorization: `Bearer ${own}` },
          body: body === undefined ? undefined : JSON.stringify(body),
        });
      }),
      { numRuns: CASES, seed },
    );
  });
});

describe('malformed bodies and addresses', () => {
  // A second account, because the first has reached the rate limit after ten thousand calls.
  beforeAll(async () => {
    token = (await sessionAt(server.base, 'aba')).access_token;
  });

  const LIST = '/fire/api/appFirealarm/list';
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  const bodies: readonly (readonly [name: string, body: string | Uint8Array])[] = [
    ['nothing', ''],
    ['half of JSON', '{"gridNo":"5132'],
    ['a word', 'hello'],
    ['a number', '17'],
    ['null', 'null'],
    ['an array', '[]'],
    ['text', '"513221"'],
    ['a byte order mark', `\ufeff{}`],
    ['bytes that are no UTF-8', bytes('{"address":"\xff\xfe\xc0"}')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['100,000 brackets deep', '['.repeat(100_000)],
    ['100,000 objects deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['a key twice', '{"gridNo":"513221","gridNo":"410781"}'],
    ['__proto__', '{"__proto__":{"gridNo":"410781"},"gridNo":"51%"}'],
    ['a lone surrogate', '{"address":"\\ud800"}'],
    ['NUL', '{"address":"a\\u0000b"}'],
    ['a number beyond all numbers', '{"pageNo":1e999,"isReal":1e999,"findType":-1e999}'],
    ['a megabyte of one text', JSON.stringify({ address: 'x'.repeat(1_000_000) })],
    ['two megabytes', JSON.stringify({ address: 'x'.repeat(2_000_000) })],
    ['100,000 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, 1])))],
  ];
  it.each(bodies)('a body of %s is answered with a message', async (_name, body) => {
    const { status } = await checked({ method: 'POST', path: LIST, headers: json(), body });
    expect([200, 413, 422]).toContain(status);
  });

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/json; charset=gbk',
    'application/json, text/csv',
    '\u00e9',
    'x'.repeat(4_000),
  ])('a content type %.60s is answered with a message', async (type) => {
    for (const path of [LIST, '/fire/api/satelliteFirealarm/ingest', '/oa/api/upload', '/auth/api/auth/user/loginNew'])
      await checked({ method: 'POST', path, headers: { ...json(), 'content-type': type }, body: '{"a":1}' });
  });

  it('a compressed body is refused, however small', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'x'])
      for (const path of [LIST, '/fire/api/satelliteFirealarm/ingest', '/oa/api/upload'])
        expect((await checked({ method: 'POST', path, headers: { ...json(), 'content-encoding': encoding }, body: 'xxxx' })).status).toBe(
          422,
        );
  });

  it.each([
    '?gridNo=513221&gridNo=410781',
    '?gridNo[]=513221',
    '?gridNo[no]=513221',
    '?__proto__[gridNo]=410781',
    '?constructor.prototype.gridNo=410781',
    '?gridNo=%00',
    '?gridNo=%ff%fe',
    '?gridNo=%',
    '?gridNo=%ED%A0%80',
    '?gridNo=51%25',
    '?gridNo=%EF%BC%95%EF%BC%91%EF%BC%93%EF%BC%92%EF%BC%92%EF%BC%91',
    `?gridNo=${'5'.repeat(10_000)}`,
    `?${'gridNo=513221&'.repeat(700)}`,
    '?limit=1e309&beginTime=x',
    '?limit=0x10',
    '?token=x&token=y',
    '?&&&==&',
  ])('a query %.60s is answered with a message', async (query) => {
    for (const path of [
      '/fire/api/Statistic/getLatestFireAlarmList',
      '/resource/api/grid/getGrid',
      '/auth/api/auth/user/get/userAreaNew',
      '/fire/api/event',
    ])
      await checked({ method: 'GET', path: path + query, headers: json() });
  });

  it('a call with two different grids is refused: query and body must agree, or 422', async () => {
    const wenchuan = { ...json(), authorization: `Bearer ${(await sessionAt(server.base, 'wenchuan')).access_token}` };
    for (const path of ['/fire/api/satelliteFirealarm/getSatelliteFirealarmNew', LIST]) {
      const reply = await checked({
        method: 'POST',
        path: `${path}?gridNo=513221&gridNo=410781`,
        headers: wenchuan,
        body: '{"gridNo":"410781"}',
      });
      expect(reply.status, path).toBeGreaterThanOrEqual(400);
    }
  });

  it.each([
    '/resource/api/monitor/%00',
    '/resource/api/monitor/..%2f..%2fetc',
    `/resource/api/monitor/${'a'.repeat(3_000)}`,
    '/files/..%2f..%2fpasswd',
    '/files/%2e%2e',
    '/files/%00',
    '/files/x',
    '/fire/api/%',
    '/fire/api/nothing',
    '//fire/api/event',
    '/fire/api/event/',
    '/FIRE/API/EVENT',
  ])('a malformed address %.60s is answered with a message', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect((await checked({ method, path, headers: json() })).status).toBeGreaterThanOrEqual(400);
  });

  it.each([
    ['no HTTP', '\x16\x03\x01 hello\r\n\r\n', 422],
    ['half a request line', 'GET\r\n\r\n', 422],
    ['two lengths', 'POST /fire/api/event HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 422],
    [
      'a length and chunks',
      'POST /fire/api/event HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      422,
    ],
    ['100 KB of headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ])('bytes that are %s are answered with a message, and the connection is closed', async (_name, bytesSent, status) => {
    const { head, body } = await rawExchange(server.port, bytesSent);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(body)).toEqual({ code: status, message: expect.any(String), error: { code: expect.any(String), params: {} } });
  });

  it('malformed headers are answered: tokens, idempotency keys, device ids of any form', async () => {
    const odd = [
      '',
      ' ',
      'Bearer',
      'Bearer ',
      'Bearer  x',
      `Bearer ${'x'.repeat(8_000)}`,
      'Basic eDp5',
      'bearer null',
      'Bearer \u00ff\u00fe',
    ];
    for (const authorization of odd)
      expect((await checked({ method: 'GET', path: '/fire/api/event', headers: { authorization } })).status).toBe(401);
    const body = JSON.stringify({ ...PLACES.wenchuan, description: 'x' });
    for (const key of ['\u00ff', "'; --", 'x'.repeat(8_000), ' ', '__proto__'])
      await checked({
        method: 'POST',
        path: '/fire/api/reportFirealarm',
        headers: { ...json(), 'idempotency-key': key, 'x-device-id': key, 'x-feed-key': '' },
        body,
      });
  });

  it('scripts in any text are returned as the same text, in JSON that no browser renders as a page', async () => {
    const script = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u2028';
    const texts = { description: script, comment: script, address: script, reporterName: script.slice(0, 60), reporterPhone: '<b>1</b>' };
    const made = await checked({
      method: 'POST',
      path: '/fire/api/reportFirealarm',
      headers: json(),
      body: JSON.stringify({ ...PLACES.wenchuan, ...texts }),
    });
    const { id } = (JSON.parse(made.text) as { data: { id: string } }).data;
    const listed = await checked({ method: 'POST', path: LIST, headers: json(), body: '{}' });
    const rowsSeen = (JSON.parse(listed.text) as { data: ({ id: string } & typeof texts)[] }).data;
    expect(rowsSeen.find((one) => one.id === id)).toMatchObject(texts);
  });
});

it('after all of these the same process serves calls, and has logged no internal error', async () => {
  expect(server.isRunning()).toBe(true);
  expect((await readyz(server.base)).isReady).toBe(true);
  expect(server.stderr()).toBe('');
});
