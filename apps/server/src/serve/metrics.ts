// Monitoring endpoints: Prometheus metrics, /healthz and /readyz. Features add their own counters to the same registry.

import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type RateLimiter, requireRate } from './budgets.ts';

export function createMetrics() {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  // Event loop delay percentiles, heap, handles: the metric names that every Node dashboard uses.
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    callSeconds: new Histogram({
      name: 'lookout_http_call_seconds',
      help: 'Duration of calls by row of the contract table and status',
      labelNames: ['row', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
      registers,
    }),
    alarmsAccepted: new Counter({
      name: 'lookout_alarms_accepted_total',
      help: 'Alarms stored for good, by kind',
      labelNames: ['kind'],
      registers,
    }),
    alarmsRefused: new Counter({
      name: 'lookout_alarms_refused_total',
      help: 'What was sent as an alarm and is none, by kind: outside the grid, in the future, unreadable rows of a file',
      labelNames: ['kind'],
      registers,
    }),
    alarmPublishSeconds: new Histogram({
      name: 'lookout_alarm_publish_seconds',
      help: 'From the arrival of an alarm at any server until this server publishes it to its desks',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
      registers,
    }),
    callsTurnedAway: new Counter({
      name: 'lookout_calls_turned_away_total',
      help: 'Calls refused for want of room, not for what they asked, by error code: limits, turns, budgets, the database, the disk',
      labelNames: ['error'],
      registers,
    }),
    outboxSent: new Counter({
      name: 'lookout_outbox_sent_total',
      help: 'Messages that left this server, by channel: SMS, browser, e-mail, webhook',
      labelNames: ['channel'],
      registers,
    }),
    outboxFailed: new Counter({
      name: 'lookout_outbox_failed_total',
      help: 'Attempts to send a message that failed, by channel and by what follows: it is retried, or given up',
      labelNames: ['channel', 'end'],
      registers,
    }),
    /** A gauge of several channels, read at each scrape. A channel that is not returned is not reported. */
    gaugeByChannel(name: string, help: string, read: () => Promise<ReadonlyMap<string, number>>) {
      return new Gauge({
        name,
        help,
        labelNames: ['channel'],
        registers,
        async collect() {
          this.reset();
          for (const [channel, value] of await read()) this.set({ channel }, value);
        },
      });
    },
    /** A gauge that is read at each scrape. null: the value is unknown now and is not reported. */
    gauge(name: string, help: string, read: () => number | null | Promise<number | null>) {
      return new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await read();
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    },
    /** A counter whose value is maintained elsewhere and read at each scrape. */
    counter(name: string, help: string, read: () => number) {
      return new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

/** null: in order; otherwise a text that states what is wrong. */
type Readiness = () => Promise<string | null>;

interface HealthChecks {
  /** Checks without which the server is not ready. */
  readonly needed: readonly Readiness[];
  /** Checks whose failure leaves the server ready and is reported as degraded. */
  readonly wanted: readonly Readiness[];
}

const METRICS_FOR_MS = 1_000;

/** The metrics are some hundred kilobytes of text. */
const METRICS_WEIGHT = 20;

/**
 * @param metrics null if metrics are not served here
 * @param rates the budget of callers without an account, by address, within which anybody may read the metrics
 */
export function serveHealth(
  app: FastifyInstance,
  { needed, wanted }: HealthChecks,
  metrics: Metrics | null,
  rates: Pick<RateLimiter, 'mayPass'>,
): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  // These addresses are public, and each reply queries the database: requests at the same time share one query.
  const reasons = shared(needed);
  const degradations = shared(wanted);
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const reason = await reasons();
    if (reason !== null) return reply.code(503).send({ status: 'not ready', reason });
    const degraded = await degradations();
    return reply.send({ status: 'ready', ...(degraded !== null && { degraded }) });
  });
  if (metrics === null) return;
  let made: { readonly at: number; readonly text: Promise<string> } | null = null;
  app.get('/metrics', async (request, reply) => {
    requireRate({ kind: 'nobody' }, request.clientAddress, rates, METRICS_WEIGHT);
    // Requests within a second of another one get the same text: a scrape occupies the main thread for milliseconds.
    if (made === null || performance.now() - made.at > METRICS_FOR_MS) made = { at: performance.now(), text: metrics.registry.metrics() };
    const text = await made.text;
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text);
  });
}

/** Returns the failures of these checks as one text, or null if none fails. Concurrent callers share one run. */
function shared(checks: readonly Readiness[]): Readiness {
  let pending: Promise<string | null> | null = null;
  return () => {
    pending ??= Promise.all(checks.map((check) => check()))
      .then((answers) => answers.filter((reason) => reason !== null).join('; ') || null)
      .finally(() => {
        pending = null;
      });
    return pending;
  };
}
