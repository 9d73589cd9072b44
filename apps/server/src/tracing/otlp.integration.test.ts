// A collector that is unavailable, slow or answers garbage costs nothing but spans.
import { MINUTE_MS } from '@lookout/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SamplerName } from '../settings/tracing-config.ts';
import { startTraceCollector, type TraceCollector } from '../testing/trace-collector.ts';
import { openTracing } from './otlp.ts';
import type { Tracing } from './tracing.ts';

const SOON = { timeout: 20_000, interval: 20 };

let collector: TraceCollector;
let now = 0;
const warned: unknown[] = [];
const log = { warn: (fields: object) => void warned.push(fields) };
const opened: Tracing[] = [];
beforeEach(async () => {
  collector = await startTraceCollector();
  warned.length = 0;
});
afterEach(async () => {
  for (const tracing of opened.splice(0)) await tracing.stop();
  await collector.stop();
});

const open = (options: { readonly endpoint?: string; readonly sampler?: SamplerName; readonly ratio?: number } = {}): Tracing => {
  const { endpoint = collector.url, sampler = 'parentbased_always_on', ratio = 1 } = options;
  const service = { serviceName: 'test', version: '1', serverId: 'one', log, now: () => now };
  const tracing = openTracing({ ...service, endpoint, sampler, ratio, sendEveryMs: 10 });
  opened.push(tracing);
  return tracing;
};
let calls = 0;
const answerCall = (tracing: Tracing, headers = {}): Promise<string> => {
  calls += 1;
  const call = { name: 'alarm.createReport', method: 'POST', path: '/fire/api/reportFirealarm', requestId: `call-${calls}`, headers };
  return tracing.call(
    call,
    () => tracing.part('part', async () => 'answer'),
    () => 200,
  );
};

it('a call and its parts are sent as spans, each below its parent', async () => {
  expect(await answerCall(open())).toBe('answer');
  await vi.waitFor(() => expect(collector.spans).toHaveLength(2), SOON);
  const [part, call] = collector.spans;
  expect(call).toMatchObject({ name: 'POST /fire/api/reportFirealarm', service: 'test', serverId: 'one' });
  expect(part).toMatchObject({ name: 'part', traceId: call?.traceId, parentSpanId: call?.spanId });
});

it('a failing part fails its call, and a part outside a call has no span', async () => {
  const tracing = open();
  const failing = tracing.call(
    { name: 'x', method: 'POST', path: '/x', requestId: 'failing', headers: {} },
    () => tracing.part('part', () => Promise.reject(new Error('the secret of a value'))),
    () => 500,
  );
  await expect(failing).rejects.toThrow('the secret of a value');
  expect(await tracing.part('alone', async () => 7)).toBe(7);
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toEqual(['part', 'POST /x']), SOON);
  expect(JSON.stringify(collector.spans)).not.toContain('secret');
});

it.each([
  ['away', 'http://127.0.0.1:9', undefined],
  ['broken', undefined, [500, 'no']],
  ['talking garbage', undefined, [200, '<html>']],
] as const)('a collector that is %s disturbs no call', async (_how, endpoint, answer) => {
  if (answer) collector.answerWith(answer[0], answer[1]);
  const tracing = open(endpoint === undefined ? {} : { endpoint });
  for (let n = 0; n < 100; n += 1) expect(await answerCall(tracing)).toBe('answer');
  await vi.waitFor(() => expect(warned).toHaveLength(1), SOON);
});

it('a collector that does not answer loses the spans that exceed the queue, and is logged once a minute', async () => {
  const letGo = collector.hold();
  const tracing = open();
  const burst = async () => {
    for (let n = 0; n < 5_000; n += 1) await answerCall(tracing);
  };
  await burst();
  letGo();
  await vi.waitFor(() => expect(collector.spans.length).toBeGreaterThan(1_000), SOON);
  // The queue, and the batch in flight.
  expect(collector.spans.length).toBeLessThanOrEqual(2_048 + 512);
  // The library reports dropped spans with the next span that it accepts.
  await answerCall(tracing);
  await vi.waitFor(() => expect(warned).toHaveLength(1), SOON);
  for (const [later, times] of [
    [1, 1],
    [MINUTE_MS, 2],
  ] as const) {
    now += later;
    const again = collector.hold();
    await burst();
    again();
    const sent = collector.spans.length;
    await vi.waitFor(() => expect(collector.spans.length).toBeGreaterThan(sent + 1_000), SOON);
    await answerCall(tracing);
    expect(warned).toHaveLength(times);
  }
});

it('stops within about a second although a collector never answers', async () => {
  const letGo = collector.hold();
  const tracing = open();
  await answerCall(tracing);
  await vi.waitFor(() => expect(collector.requests()).toBe(1), SOON);
  await answerCall(tracing);
  await tracing.stop();
  letGo();
});

it('a sampler decides by the trace id alone, so that servers agree; without a sampled parent the span is omitted', async () => {
  const none = open({ sampler: 'traceidratio', ratio: 0 });
  await answerCall(none);
  const parent = open();
  await answerCall(parent, { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' });
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toEqual(['part', 'POST /fire/api/reportFirealarm']), SOON);
  expect(collector.spans[1]?.links).toMatchObject([{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }]);
});

it.each([
  '',
  'garbage',
  '00-0-0-00',
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  'x'.repeat(100_000),
])('an invalid traceparent is ignored', (traceparent) => {
  expect(open().requestIdOf({ traceparent })).toBeNull();
});
