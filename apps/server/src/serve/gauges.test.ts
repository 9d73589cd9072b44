import { StoreUnavailable } from '@lookout/store';
import { expect, it, vi } from 'vitest';
import { watchLive } from '../live/live-gauges.ts';
import { watchOutbox, watchStore } from './gauges.ts';
import { createMetrics } from './metrics.ts';

const readingOf = async (metrics: ReturnType<typeof createMetrics>, name: string): Promise<number | null> => {
  const [, value = null] = new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.registry.metrics()) ?? [];
  return value === null ? null : Number(value);
};

it('However many clients scrape, the database is queried once in ten seconds', async () => {
  const metrics = createMetrics();
  let now = 0;
  const walArchive = vi.fn(async () => ({ archivedAt: new Date(5_000), isFailing: true }));
  watchStore(metrics, { connections: () => ({ open: 3, inUse: 2, waiting: 1 }), walArchive }, () => now);
  await Promise.all([1, 2, 3].map(() => metrics.registry.metrics()));
  expect(walArchive).toHaveBeenCalledTimes(1);
  expect(await readingOf(metrics, 'lookout_wal_archive_failing')).toBe(1);
  expect(await readingOf(metrics, 'lookout_wal_archived_timestamp_seconds')).toBe(5);
  expect(await readingOf(metrics, 'lookout_database_calls_waiting')).toBe(1);
  now = 10_001;
  await metrics.registry.metrics();
  expect(walArchive).toHaveBeenCalledTimes(2);
});

it('A database that does not answer is reported as down, and its archive is not reported', async () => {
  const metrics = createMetrics();
  const walArchive = () => Promise.reject(new StoreUnavailable('connection', new Error('refused')));
  watchStore(metrics, { connections: () => ({ open: 0, inUse: 0, waiting: 0 }), walArchive }, () => 0);
  expect(await readingOf(metrics, 'lookout_database_up')).toBe(0);
  expect(await readingOf(metrics, 'lookout_wal_archive_failing')).toBeNull();
});

it('Without an external broker its gauge is not reported; counters have the broker’s own values', async () => {
  let isLinked: boolean | null = null;
  const metrics = createMetrics();
  const stats = () => ({ connections: 4, sessions: 3, published: 9, deliveries: 27, cut: 1, refused: 2 });
  watchLive(metrics, { stats, isLinked: () => isLinked, receivedUntil: () => 500 }, () => 2_500);
  expect(await readingOf(metrics, 'lookout_external_broker_connected')).toBeNull();
  isLinked = false;
  expect(await readingOf(metrics, 'lookout_external_broker_connected')).toBe(0);
  expect(await readingOf(metrics, 'lookout_live_deliveries_total')).toBe(27);
  expect(await readingOf(metrics, 'lookout_live_deliveries_total')).toBe(27);
  expect(await readingOf(metrics, 'lookout_event_log_age_seconds')).toBe(2);
});

it('Waiting messages of the outbox are reported by channel, with the age of the oldest; nothing is reported while the database does not answer', async () => {
  const metrics = createMetrics();
  let answer = async () => [{ channel: 'sms' as const, count: 3, oldestAt: new Date(2_000) }];
  let now = 0;
  watchOutbox(
    metrics,
    { outbox: { waiting: () => answer() } } as unknown as Parameters<typeof watchOutbox>[1],
    () => now,
    () => new Date(62_000),
  );
  expect(await readingOf(metrics, 'lookout_outbox_waiting{channel="sms"}')).toBe(3);
  expect(await readingOf(metrics, 'lookout_outbox_oldest_seconds{channel="sms"}')).toBe(60);
  expect(await readingOf(metrics, 'lookout_outbox_waiting{channel="email"}')).toBe(0);
  expect(await readingOf(metrics, 'lookout_outbox_oldest_seconds{channel="email"}')).toBe(0);
  answer = () => Promise.reject(new StoreUnavailable('connection', new Error('refused')));
  now = 10_001;
  expect(await readingOf(metrics, 'lookout_outbox_waiting{channel="sms"}')).toBeNull();
});
