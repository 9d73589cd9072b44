// Tracing with OpenTelemetry. This is the only file that uses its library. Only app.ts imports it, and only if an endpoint is set (decision
// 0055).
import { AsyncLocalStorage } from 'node:async_hooks';
import { calmed, INTERNAL, type NumberedMessage } from '@lookout/live';
import {
  type Context,
  type DiagLogger,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log-lines/log.ts';
import { messages as words } from '../settings/messages.ts';
import type { SamplerName, TracingConfig } from '../settings/tracing-config.ts';
import { publicationIdOf, traceIdOf } from './trace-ids.ts';
import type { Learnt, LiveTracing, TracedCall, Tracing } from './tracing.ts';

interface TracingOptions extends TracingConfig {
  readonly version: string;
  /** Different for each server process. */
  readonly serverId: string;
  readonly log: Pick<Log, 'warn'>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** The interval at which spans are sent; tests use a shorter one. */
  readonly sendEveryMs?: number;
}

/** Our own names begin with `lookout.`; the others are OpenTelemetry's semantic conventions. */
const ATTRIBUTES = {
  alarmId: 'lookout.alarm.id',
  alarms: 'lookout.alarm.count',
  seq: 'lookout.seq',
  requestId: 'lookout.request.id',
  call: 'lookout.call',
  kind: 'lookout.live.kind',
  sockets: 'lookout.live.sockets',
} as const;

/** The field of a live message that holds its alarm's id. */
const ALARM_FIELD: Readonly<Partial<Record<NumberedMessage['kind'], string>>> = {
  newFire: 'id',
  fireAlarm: 'id',
  countyReport: 'id',
  cityReport: 'id',
  delegate: 'fireId',
};

const SAMPLERS: Readonly<Record<SamplerName, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/** Spans of answered calls are retained, because many messages may be published after the answer. */
const CALLS_REMEMBERED = 1_000;
/** Messages on their way to the clients; at most this many are traced at once. */
const MOST_UNDER_WAY = 10_000;
const SEND_EVERY_MS = 5_000;
const STOP_WITHIN_MS = 1_000;
const SERVER_FAULT = 500;

export function openTracing(options: TracingOptions): Tracing {
  // The library has one logger per process; with several servers in a process (tests) the last one gets the messages.
  diag.setLogger(calmDiagnostics(options), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const ids = createIds();
  const exporter = new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
      'service.instance.id': options.serverId,
    }),
    sampler: SAMPLERS[options.sampler](options.ratio),
    idGenerator: ids,
    // Its queue is bounded: spans that a collector does not accept in time are dropped.
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: options.sendEveryMs ?? SEND_EVERY_MS })],
  });
  const tracer = provider.getTracer('lookout', options.version);
  const running = new AsyncLocalStorage<Span>();
  const calls = new LRUCache<string, Span>({ max: CALLS_REMEMBERED });
  const start = (name: string, given: SpanOptions, parent: Context) => tracer.startSpan(name, given, parent);
  /** Starts the first span of a trace on this server. */
  const startIn = (traceId: string, name: string, given: SpanOptions, parent: Context = ROOT_CONTEXT, spanId?: string) =>
    ids.as({ traceId, ...(spanId !== undefined && { spanId }) }, () => start(name, given, parent));

  return {
    requestIdOf: (headers) => outsideOf(headers)?.traceId ?? null,

    call({ name, method, path, requestId, headers }, work, status) {
      const outside = outsideOf(headers);
      const traceId = traceIdOf(requestId);
      const goesOn = outside?.traceId === traceId;
      const span = startIn(
        traceId,
        `${method} ${path}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, 'http.route': path, [ATTRIBUTES.call]: name, [ATTRIBUTES.requestId]: requestId },
          // A call with an id of its own has a separate trace, which links to the caller's trace.
          links: outside === null || goesOn ? [] : [{ context: outside }],
        },
        outside !== null && goesOn ? below(outside) : ROOT_CONTEXT,
      );
      calls.set(requestId, span);
      return running.run(span, () =>
        work().finally(() => {
          span.setAttribute('http.response.status_code', status());
          if (status() >= SERVER_FAULT) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        }),
      );
    },

    part(name, work) {
      const parent = running.getStore();
      if (parent === undefined || !parent.isRecording()) return work(() => undefined);
      const span = start(name, {}, trace.setSpan(ROOT_CONTEXT, parent));
      return running.run(span, () =>
        work((learnt) => void span.setAttributes(attributesOf(learnt)))
          .catch((error: unknown) => {
            // The error's text may contain database values, so it is not recorded.
            span.setStatus({ code: SpanStatusCode.ERROR });
            throw error;
          })
          .finally(() => span.end()),
      );
    },

    live: traceLive({ startIn, start, callOf: (requestId) => calls.get(requestId) }),

    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_WITHIN_MS);
      });
      const over = provider.shutdown().catch((error: unknown) => diag.error(String(error)));
      await Promise.race([over, patience]);
      clearTimeout(timer);
    },
  };
}

const propagator = new W3CTraceContextPropagator();

/** The caller's span from its `traceparent`; null: missing or invalid. */
function outsideOf(headers: TracedCall['headers']): SpanContext | null {
  return trace.getSpanContext(propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)) ?? null;
}

const below = (parent: SpanContext): Context => trace.setSpanContext(ROOT_CONTEXT, parent);

const attributesOf = ({ alarmId, seq, alarms }: Learnt) => ({
  ...(alarmId !== undefined && { [ATTRIBUTES.alarmId]: alarmId }),
  ...(seq !== undefined && { [ATTRIBUTES.seq]: seq }),
  ...(alarms !== undefined && { [ATTRIBUTES.alarms]: alarms }),
});

// Messages are published by the server that committed them and relayed by the others. The others compute the id of the publication's span,
// so it need not be sent.

interface LiveParts {
  startIn(traceId: string, name: string, given: SpanOptions, parent?: Context, spanId?: string): Span;
  start(name: string, given: SpanOptions, parent: Context): Span;
  callOf(requestId: string): Span | undefined;
}

function traceLive({ startIn, start, callOf }: LiveParts): LiveTracing {
  const published = new LRUCache<number, Span>({ max: MOST_UNDER_WAY });
  const relayed = new LRUCache<number, Span>({ max: MOST_UNDER_WAY });
  /** Whether the sampler keeps this trace. Without a parent, all servers with the same settings decide alike. */
  const flagsOf = (traceId: string): number => startIn(traceId, 'sampled?', {}).spanContext().traceFlags;
  const end = (spans: LRUCache<number, Span>, seq: number): void => {
    spans.get(seq)?.end();
    spans.delete(seq);
  };

  return {
    committed(messages) {
      const alarmIds = new Map<Span, Set<string>>();
      for (const message of messages) {
        const traceId = traceOf(message);
        if (traceId === null) continue;
        const call = message.requestId === undefined ? undefined : callOf(message.requestId);
        const parent = call && trace.setSpan(ROOT_CONTEXT, call);
        const span = startIn(traceId, 'publish', { kind: SpanKind.PRODUCER }, parent, publicationIdOf(traceId, message.seq));
        published.set(message.seq, span);
        const alarmId = describe(span, message);
        if (call?.isRecording() && alarmId !== null) alarmIds.set(call, (alarmIds.get(call) ?? new Set()).add(alarmId));
      }
      for (const [call, ids] of alarmIds)
        call.setAttributes(attributesOf(ids.size === 1 ? { alarmId: [...ids][0] as string } : { alarms: ids.size }));
    },

    received(message) {
      if (published.has(message.seq) || relayed.has(message.seq)) return;
      const traceId = traceOf(message);
      if (traceId === null) return;
      const publication = { traceId, spanId: publicationIdOf(traceId, message.seq), traceFlags: flagsOf(traceId), isRemote: true };
      const span = start('relay', { kind: SpanKind.CONSUMER }, below(publication));
      relayed.set(message.seq, span);
      describe(span, message);
    },

    delivered(message, deliver) {
      const parent = published.get(message.seq) ?? relayed.get(message.seq);
      if (parent === undefined) return void deliver();
      const span = start('deliver', {}, trace.setSpan(ROOT_CONTEXT, parent));
      try {
        span.setAttribute(ATTRIBUTES.sockets, deliver());
        describe(span, message);
      } finally {
        span.end();
        end(relayed, message.seq);
      }
    },

    forwarded(message, forward) {
      const parent = published.get(message.seq);
      const span = parent && forward && start('announce', { kind: SpanKind.PRODUCER }, trace.setSpan(ROOT_CONTEXT, parent));
      try {
        forward?.();
        if (span) describe(span, message);
      } finally {
        span?.end();
        end(published, message.seq);
      }
    },
  };
}

/** null: the message belongs to no trace. Without a call, the alarm's own id names the trace. */
function traceOf(message: NumberedMessage): string | null {
  if (message.kind === INTERNAL) return null;
  const name = message.requestId ?? alarmOf(message);
  return name === null ? null : traceIdOf(name);
}

function alarmOf({ kind, data }: NumberedMessage): string | null {
  const field = ALARM_FIELD[kind];
  const id = field === undefined ? undefined : (data as Readonly<Record<string, unknown>>)[field];
  return typeof id === 'string' ? id : null;
}

/**
 * @returns the alarm's id. For a trace that is not recorded the content is not read, because the messages of a flood are only serialized
 * when someone reads them.
 */
function describe(span: Span, message: NumberedMessage): string | null {
  if (!span.isRecording()) return null;
  const { seq, kind, requestId } = message;
  const alarmId = alarmOf(message);
  span.setAttributes({
    ...attributesOf({ seq, ...(alarmId !== null && { alarmId }) }),
    [ATTRIBUTES.kind]: kind,
    ...(requestId !== undefined && { [ATTRIBUTES.requestId]: requestId }),
  });
  return alarmId;
}

// Ids are random, except for spans that other servers must be able to name.

interface Ids {
  readonly traceId?: string;
  readonly spanId?: string;
}

function createIds() {
  const random = new RandomIdGenerator();
  let given: Ids = {};
  return {
    generateTraceId: () => given.traceId ?? random.generateTraceId(),
    generateSpanId: () => given.spanId ?? random.generateSpanId(),
    /** @param begin starts one span synchronously */
    as(ids: Ids, begin: () => Span): Span {
      given = ids;
      try {
        return begin();
      } finally {
        given = {};
      }
    },
  };
}

const LONGEST_DETAIL = 300;

/** Logs the library's warnings about refused or dropped spans once a minute; they affect nothing else. */
function calmDiagnostics({ log, now }: Pick<TracingOptions, 'log' | 'now'>): DiagLogger {
  const calm = calmed({ ...log, info: nothing, error: nothing }, now);
  const report = (detail: string) => calm.warn({ detail: detail.slice(0, LONGEST_DETAIL) }, words.tracesNotTaken);
  return { error: report, warn: report, info: nothing, debug: nothing, verbose: nothing };
}

const nothing = (): void => undefined;
