// Tracing by OpenTelemetry: the only home of its library, imported by app.ts where an endpoint is set and nowhere else (decision 0055).
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
import { messages as words } from '../run/messages.ts';
import type { Log } from '../services/deps.ts';
import { publicationIdOf, traceIdOf } from './trace-ids.ts';
import type { Learnt, LiveTracing, SamplerName, TracedCall, Tracing, TracingConfig } from './tracing.ts';

interface TracingOptions extends TracingConfig {
  readonly version: string;
  /** Different for each server process. */
  readonly serverId: string;
  readonly log: Pick<Log, 'warn'>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Shorter in tests. */
  readonly sendEveryMs?: number;
}

/** Names of ours begin with `lookout.`; the rest are OpenTelemetry's semantic conventions. */
const ATTRIBUTES = {
  alarmId: 'lookout.alarm.id',
  alarms: 'lookout.alarm.count',
  seq: 'lookout.seq',
  requestId: 'lookout.request.id',
  call: 'lookout.call',
  kind: 'lookout.live.kind',
  sockets: 'lookout.live.sockets',
} as const;

/** Where a live message names its alarm. */
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

/** A flood is published after its call was answered. */
const CALLS_REMEMBERED = 1_000;
/** Messages on their way to the desks; beyond this many at once the rest are not traced. */
const MOST_UNDER_WAY = 10_000;
const SEND_EVERY_MS = 5_000;
const STOP_WITHIN_MS = 1_000;
const SERVER_FAULT = 500;

export function openTracing(options: TracingOptions): Tracing {
  // The library speaks to the whole process; with several servers in one (tests) the last is spoken to.
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
    // Its queue is bounded: what a collector does not take in time is dropped.
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: options.sendEveryMs ?? SEND_EVERY_MS })],
  });
  const tracer = provider.getTracer('lookout', options.version);
  const running = new AsyncLocalStorage<Span>();
  const calls = new LRUCache<string, Span>({ max: CALLS_REMEMBERED });
  const start = (name: string, given: SpanOptions, parent: Context) => tracer.startSpan(name, given, parent);
  /** The first span of a trace at this server. */
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
          // A call with an id of its own has a trace of its own, which points at the one of the outside.
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
            // Its text may hold values of the database.
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

/** The caller's span, by its `traceparent`; null: there is none, or it is not one. */
function outsideOf(headers: TracedCall['headers']): SpanContext | null {
  return trace.getSpanContext(propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)) ?? null;
}

const below = (parent: SpanContext): Context => trace.setSpanContext(ROOT_CONTEXT, parent);

const attributesOf = ({ alarmId, seq, alarms }: Learnt) => ({
  ...(alarmId !== undefined && { [ATTRIBUTES.alarmId]: alarmId }),
  ...(seq !== undefined && { [ATTRIBUTES.seq]: seq }),
  ...(alarms !== undefined && { [ATTRIBUTES.alarms]: alarms }),
});

// Messages: published by the server that committed them, relayed by the others. Nobody tells these of the span of the publication; they work it out.

interface LiveParts {
  startIn(traceId: string, name: string, given: SpanOptions, parent?: Context, spanId?: string): Span;
  start(name: string, given: SpanOptions, parent: Context): Span;
  callOf(requestId: string): Span | undefined;
}

function traceLive({ startIn, start, callOf }: LiveParts): LiveTracing {
  const published = new LRUCache<number, Span>({ max: MOST_UNDER_WAY });
  const relayed = new LRUCache<number, Span>({ max: MOST_UNDER_WAY });
  /** Whether the sampler takes this trace: without a parent of its own the same at every server that has the same settings. */
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

    announced(message, announce) {
      const parent = published.get(message.seq);
      const span = parent && announce && start('announce', { kind: SpanKind.PRODUCER }, trace.setSpan(ROOT_CONTEXT, parent));
      try {
        announce?.();
        if (span) describe(span, message);
      } finally {
        span?.end();
        end(published, message.seq);
      }
    },
  };
}

/** null: it belongs to no trace. Without a call an alarm's own id names it. */
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

/** @returns the alarm's id. Its content is not read for a trace that is not kept: a flood's messages are only written when somebody reads them. */
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

// Ids: random, but for spans that other servers must be able to name.

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
    /** @param begin starts one span, at once */
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

/** What the library has to say: that spans were not taken, or dropped. Once a minute, and no fault of anything else. */
function calmDiagnostics({ log, now }: Pick<TracingOptions, 'log' | 'now'>): DiagLogger {
  const calm = calmed({ ...log, info: nothing, error: nothing }, now);
  const tell = (detail: string) => calm.warn({ detail: detail.slice(0, LONGEST_DETAIL) }, words.tracesNotTaken);
  return { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing };
}

const nothing = (): void => undefined;
