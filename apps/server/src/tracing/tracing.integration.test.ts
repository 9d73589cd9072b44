// One alarm, found by its id and in one trace, from the call at one server to the clients at two.
import { randomUUID } from 'node:crypto';
import { contract } from '@lookout/features/contract.ts';
import { findMosquitto, type Mosquitto, startMosquitto } from '@lookout/live/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type MqttProbe, mqttProbe, startTestServer, type TestServer } from '../testing/index.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../testing/trace-collector.ts';

const SOON = { timeout: 20_000, interval: 50 };
const OUTSIDE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const TRACEPARENT = `00-${OUTSIDE.traceId}-${OUTSIDE.spanId}-01`;
const CREATE_REPORT = `POST ${contract.alarm.createReport.path}`;
/** More than the rows that are read without a worker (features/alarm/service/satellite-intake.ts). */
const ROWS_OF_A_LARGE_FILE = 1_500;

const binary = findMosquitto();
if (binary === null) process.stderr.write('NOT RUN: traces through mosquitto (LOOKOUT_MOSQUITTO or /usr/sbin/mosquitto is absent)\n');

let collector: TraceCollector;
let broker: Mosquitto | null = null;
let a: TestServer;
let b: TestServer;
let desks: readonly MqttProbe[];
beforeAll(async () => {
  collector = await startTraceCollector();
  broker = binary === null ? null : await startMosquitto(binary);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...(broker && { MQTT_URL: broker.url }) };
  const waits = { tracesEveryMs: 100 };
  a = await startTestServer({ env, waits });
  b = await startTestServer({ databaseUrl: a.databaseUrl, env, waits });
  desks = await Promise.all([a, b].map((server) => deskAt(server)));
});
afterAll(async () => {
  for (const desk of desks ?? []) desk.end();
  await b?.stop();
  await a?.stop();
  await broker?.remove();
  await collector?.stop();
});

async function deskAt(server: TestServer): Promise<MqttProbe> {
  const { accid, access_token } = await server.login('guojia');
  const desk = await mqttProbe(server.mqttUrl, accid, access_token);
  expect(await desk.subscribe('lookout/newFire/100000')).toBe(true);
  return desk;
}

let reports = 0;
async function report(server: TestServer, headers: Readonly<Record<string, string>>): Promise<string> {
  reports += 1;
  const body = { longitude: 103.59 + reports / 100, latitude: 31.48, description: `report ${reports}` };
  const reply = await server.call('POST', contract.alarm.createReport.path, {
    body,
    headers: { 'x-feed-key': server.feedKey, ...headers },
  });
  expect(reply.status).toBe(200);
  for (const desk of desks) expect(await desk.next()).toMatchObject({ message: { kind: 'newFire', data: { id: reply.body.data.id } } });
  return reply.body.data.id;
}

const spansOf = (alarmId: string) => collector.spans.filter(({ attributes }) => attributes['lookout.alarm.id'] === alarmId);
const named = (spans: readonly CollectedSpan[], name: string, serverId?: CollectedSpan['serverId']): CollectedSpan => {
  const found = spans.filter((span) => span.name === name && (serverId === undefined || span.serverId === serverId));
  expect(found, `${name} at ${serverId}`).toHaveLength(1);
  return found[0] as CollectedSpan;
};
/** Waits until both servers have sent their spans. */
async function traceOf(alarmId: string): Promise<readonly CollectedSpan[]> {
  await vi.waitFor(() => {
    const spans = spansOf(alarmId);
    expect(spans.filter(({ name }) => name === 'deliver')).toHaveLength(2);
    expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining([CREATE_REPORT, 'publish', 'relay']));
  }, SOON);
  return spansOf(alarmId);
}

it('all parts of an alarm at both servers have its id and are in one trace, named by its X-Request-Id', async () => {
  const requestId = randomUUID();
  const alarmId = await report(a, { 'x-request-id': requestId });
  const spans = await traceOf(alarmId);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([requestId.replaceAll('-', '')]));

  const call = named(spans, CREATE_REPORT);
  const atA = call.serverId;
  const [atB] = spans.map(({ serverId }) => serverId).filter((id) => id !== atA);
  expect(call).toMatchObject({
    service: 'fire-lookout',
    attributes: { 'http.response.status_code': 200, 'lookout.request.id': requestId },
  });
  expect(named(spans, 'record alarm')).toMatchObject({ serverId: atA, parentSpanId: call.spanId });
  const publication = named(spans, 'publish', atA);
  expect(publication).toMatchObject({
    parentSpanId: call.spanId,
    attributes: { 'lookout.live.kind': 'newFire', 'lookout.request.id': requestId },
  });
  expect(named(spans, 'deliver', atA)).toMatchObject({ parentSpanId: publication.spanId, attributes: { 'lookout.live.sockets': 1 } });
  if (broker !== null) expect(named(spans, 'announce', atA)).toMatchObject({ parentSpanId: publication.spanId });
  // The other server received none of these ids.
  const relay = named(spans, 'relay', atB);
  expect(relay.parentSpanId).toBe(publication.spanId);
  expect(named(spans, 'deliver', atB)).toMatchObject({ parentSpanId: relay.spanId, attributes: { 'lookout.live.sockets': 1 } });
});

it('a later act of an officer is another trace with the same alarm id, with its transaction and its journal', async () => {
  const alarmId = await report(a, {});
  await traceOf(alarmId);
  const { access_token: token } = await b.login('guojia');
  const requestId = randomUUID();
  const body = { id: alarmId, kind: 'report' };
  const reply = await b.call('POST', contract.alarm.acknowledge.path, { token, body, headers: { 'x-request-id': requestId } });
  expect(reply.body).toMatchObject({ code: 200 });
  const inTrace = () => collector.spans.filter(({ traceId }) => traceId === requestId.replaceAll('-', ''));
  const call = `POST ${contract.alarm.acknowledge.path}`;
  const expected = [call, 'append to the journal', 'database transaction', 'deliver', 'deliver', 'publish', 'relay'];
  const names = () => inTrace().flatMap(({ name }) => (name === 'announce' ? [] : [name]));
  await vi.waitFor(() => expect(names().toSorted()).toEqual(expected), SOON);
  const answered = named(inTrace(), call);
  expect(answered.attributes['lookout.alarm.id']).toBe(alarmId);
  const transaction = named(inTrace(), 'database transaction');
  expect(transaction.parentSpanId).toBe(answered.spanId);
  const journal = named(inTrace(), 'append to the journal');
  expect(journal.parentSpanId).toBe(transaction.spanId);
  expect(named(inTrace(), 'publish')).toMatchObject({
    attributes: { 'lookout.seq': journal.attributes['lookout.seq'], 'lookout.alarm.id': alarmId },
  });
});

it('a caller’s trace continues through both servers; a call with an id of its own links to it', async () => {
  const alarmId = await report(a, { traceparent: TRACEPARENT });
  const spans = await traceOf(alarmId);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([OUTSIDE.traceId]));
  expect(named(spans, CREATE_REPORT)).toMatchObject({
    parentSpanId: OUTSIDE.spanId,
    attributes: { 'lookout.request.id': OUTSIDE.traceId },
  });

  const other = await traceOf(await report(a, { traceparent: TRACEPARENT, 'x-request-id': 'desk-7' }));
  expect(other[0]?.traceId).not.toBe(OUTSIDE.traceId);
  expect(named(other, CREATE_REPORT).links).toMatchObject([OUTSIDE]);
});

it('an invalid traceparent is ignored, and reads are not traced', async () => {
  const alarmId = await report(a, { traceparent: '00-garbage-01' });
  expect(named(await traceOf(alarmId), CREATE_REPORT).parentSpanId).toBeUndefined();
  const { access_token: token } = await a.login('guojia');
  await a.call('GET', `${contract.duty.events.path}?since=0&limit=1`, { token });
  await traceOf(await report(a, {}));
  expect(collector.spans.filter(({ name }) => name.startsWith('GET '))).toEqual([]);
});

// This test is last, because it leaves its messages unread.
it('a large file is traced to its worker, its transaction and each of its alarms', async () => {
  const requestId = randomUUID();
  const at = (n: number) => `${(31 + n / 10_000).toFixed(4)},${(103.5 + n / 10_000).toFixed(4)}`;
  const seen = new Date(Date.now() - 3_600_000).toISOString();
  const rows = Array.from(
    { length: ROWS_OF_A_LARGE_FILE },
    (_, n) => `${at(n)},330.5,1.0,1.0,${seen.slice(0, 10)},${seen.slice(11, 16)},Terra,MODIS,80,6.1NRT,300.1,20.5,D`,
  );
  const header =
    'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_t31,frp,daynight';
  const headers = { 'x-feed-key': a.feedKey, 'content-type': 'text/csv', 'x-request-id': requestId };
  const body = [header, ...rows].join('\n');
  const reply = await a.call('POST', contract.alarm.ingestSatellite.path, { body, headers });
  expect(reply.body.data).toMatchObject({ accepted: ROWS_OF_A_LARGE_FILE });
  const inTrace = (name: string) => collector.spans.filter((span) => span.traceId === requestId.replaceAll('-', '') && span.name === name);
  const callName = `POST ${contract.alarm.ingestSatellite.path}`;
  await vi.waitFor(() => {
    for (const name of [callName, 'publish', 'relay', 'deliver']) expect(inTrace(name).length, name).toBeGreaterThan(0);
  }, SOON);
  const [call] = inTrace(callName);
  for (const name of ['read in a worker', 'record alarms'])
    for (const { parentSpanId } of inTrace(name)) expect(parentSpanId).toBe(call?.spanId);
  expect(inTrace('read in a worker').length).toBeGreaterThan(0);
  expect(inTrace('record alarms')[0]?.attributes['lookout.alarm.count']).toBeGreaterThan(0);
  for (const { attributes } of inTrace('publish')) expect(attributes['lookout.alarm.id']).toMatch(/^[\da-f-]{36}$/);
});
