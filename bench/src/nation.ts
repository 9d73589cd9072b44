// nation: the whole country on three server processes of this machine, one database and one external broker. 5,000 duty desks with the
// topics that the web page subscribes to, 20,000 moving rangers, 50,000 cameras and sensors, 20 alarms a second, then a burst of 500 a
// second. It has no peer: the questions are whether anything is lost, how late an alarm is, and which part uses how much of the machine.
// The desks and the feeds run on the same cores.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debianCluster } from '@lookout/store/testing';
import pg from 'pg';
import { expectedOf, gridsOfDesks, makeDesks, missingOf, openCrowds, receivedBy, settled } from './lib/crowds.ts';
import { alarmSender, countyPlaces, makeWalkers, type Place, startWalking } from './lib/feeds.ts';
import { findMosquitto, MOSQUITTO_MISSING, startMosquitto } from './lib/mosquitto.ts';
import { brief, percentile } from './lib/numbers.ts';
import { processes, type Running } from './lib/processes.ts';
import { type Product, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const SERVERS = 3;
/** Shares of the desks by level; the rest are county desks. */
const SHARES = { nation: 0.01, province: 0.04, prefecture: 0.15 };
const POSITION_EVERY_S = 15;
const ALARMS_A_SECOND = 20;
const BURST_A_SECOND = 500;
const BURST_S = 30;
const NOTIFIED_WITHIN_S = 30;
const MOST_P99_MS = 500;
const WARM_UP_S = 10;
/** Timeout in seconds, longer than the burst may take. */
const PATIENCE_S = 120;
/** A prime step, so that consecutive alarms lie in different provinces. */
const FAR_APART = 7_919;

/** @param args minutes of steady load (10), desks (5,000), rangers (20,000), cameras and sensors (50,000) */
export async function run(args: readonly string[]): Promise<void> {
  const [minutes = 10, deskCount = 5_000, rangerCount = 20_000, deviceCount = 50_000] = args.map(Number);
  const mosquitto = findMosquitto();
  if (mosquitto === null) throw new Error(`three servers hear each other by a broker: ${MOSQUITTO_MISSING}`);
  await using stops = new AsyncDisposableStack();
  // The embedded database serves one server: it does not have enough connections for three.
  const cluster = await debianCluster();
  stops.defer(() => rm(cluster.folder, { recursive: true, force: true }));
  const database = await cluster.start({ fsync: 'on', shared_buffers: '512MB' });
  stops.defer(() => database.stop());
  const url = await cluster.newDatabase('gazetteer');
  const broker = await startMosquitto(mosquitto);
  stops.defer(() => broker.stop());
  const keys = await mkdtemp(join(tmpdir(), 'lookout-nation-'));
  stops.defer(() => rm(keys, { recursive: true, force: true }));
  const env = {
    DATABASE_URL: url,
    MQTT_URL: `mqtt://127.0.0.1:${broker.feedPort}`,
    KEYS_FILE: join(keys, 'keys.json'),
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const products: Product[] = [];
  for (let n = 0; n < SERVERS; n += 1) {
    const product = await startProduct(env);
    stops.defer(() => product.stop());
    products.push(product);
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  stops.defer(() => client.end());

  const places = await countyPlaces(client);
  const desks = await makeDesks(client, await gridsOfDesks(client, deskCount, SHARES));
  const rangers = await makeWalkers(client, rangerCount, places);
  await makeDevices(client, deviceCount, places);
  const ports = products.map(({ port }) => port);
  const crowds = await openCrowds(desks, ports, stops);
  console.log(`${desks.length} desks at ${SERVERS} servers, ${rangers.length} rangers, ${deviceCount} cameras and sensors; begin`);

  const parts = new Map<number, Part>([
    ...products.map(({ pid }) => [pid, 'servers'] as const),
    ...[process.pid, ...crowds.map(({ pid }) => pid ?? 0)].map((pid) => [pid, 'desks and feeds'] as const),
  ]);
  const walking = startWalking(ports, rangers, POSITION_EVERY_S);
  const sender = alarmSender(ports, (fire) => places[(fire * FAR_APART) % places.length] as Place);
  /** Runs one phase, until the desks have received all of it. */
  const phase = async (perSecond: number, seconds: number) => {
    const before = sumsOf(parts, ({ cpuSeconds }) => cpuSeconds);
    const begun = performance.now();
    await sender.send(perSecond, seconds);
    const sentSeconds = (performance.now() - begun) / 1000;
    const { sent, accepted } = sender.take();
    const expected = await expectedOf(client, desks, sent);
    const publishedSeconds = sentSeconds - seconds + (await settled(expected, crowds, PATIENCE_S));
    const wallSeconds = (performance.now() - begun) / 1000;
    const after = sumsOf(parts, ({ cpuSeconds }) => cpuSeconds);
    const { latencies, fires, positions, lost } = await receivedBy(crowds);
    return {
      phase: `${perSecond}/s for ${seconds} s`,
      sent: sent.length,
      refused: sent.length - accepted.length,
      sentSeconds,
      acceptedP50Ms: percentile(accepted, 0.5),
      acceptedP99Ms: percentile(accepted, 0.99),
      deskP50Ms: latencies.percentile(0.5),
      deskP99Ms: latencies.percentile(0.99),
      deliveries: latencies.count,
      missing: missingOf(expected, fires),
      positions,
      connectionsLost: lost,
      /** Measured from the time at which the last alarm was due. It includes the wait for late responses. */
      notifiedSeconds: publishedSeconds,
      cores: Object.fromEntries(
        (Object.keys(after) as Part[]).map((part) => [part, ((after[part] ?? 0) - (before[part] ?? 0)) / wallSeconds]),
      ) as Partial<Record<Part, number>>,
    };
  };

  await phase(ALARMS_A_SECOND, WARM_UP_S); // Warm-up: the first compilation and caching are not measured.
  const steady = await phase(ALARMS_A_SECOND, minutes * 60);
  const burst = await phase(BURST_A_SECOND, BURST_S);
  const walked = await walking.stop();
  const megabytes = sumsOf(parts, (one) => one.megabytes);
  const bytesEach = await bytesOnDisk(client);

  printTable(
    (Object.keys(megabytes) as Part[]).map((part) => ({
      part,
      'cores, steady': brief(steady.cores[part] ?? Number.NaN),
      'cores, burst': brief(burst.cores[part] ?? Number.NaN),
      'MB at the end': brief(megabytes[part] ?? Number.NaN),
    })),
  );
  printTable(
    [steady, burst].map((one) => ({
      alarms: one.phase,
      sent: one.sent,
      'accepted p50/p99 ms': `${brief(one.acceptedP50Ms)} / ${brief(one.acceptedP99Ms)}`,
      'at the desks p50/p99 ms': `${one.deskP50Ms} / ${one.deskP99Ms}`,
      deliveries: one.deliveries,
      positions: one.positions,
      'received by all after s': brief(one.notifiedSeconds),
    })),
  );
  console.log(
    `on the disk, with indexes: ${brief(bytesEach.alarm)} bytes an alarm with its event and audit${bytesEach.position === null ? '' : `, ${brief(bytesEach.position)} a position`}`,
  );
  const none = (what: string, got: number): Goal => ({ what, goal: '0', got, isReached: got === 0 });
  const goals: Goal[] = [
    none('deliveries of alarms missing or twice', steady.missing + burst.missing),
    none('alarms refused', steady.refused + burst.refused),
    none('calls with positions refused', walked.refused),
    none('live connections lost', steady.connectionsLost + burst.connectionsLost),
    {
      what: 'alarm sent to desk, p99 ms, outside the burst',
      goal: `≤ ${MOST_P99_MS}`,
      got: steady.deskP99Ms,
      isReached: steady.deskP99Ms <= MOST_P99_MS,
    },
    {
      what: 'the burst told to all, seconds after its last alarm was due',
      goal: `≤ ${NOTIFIED_WITHIN_S}`,
      got: burst.notifiedSeconds,
      isReached: burst.notifiedSeconds <= NOTIFIED_WITHIN_S,
    },
  ];
  const results = {
    minutes,
    desks: desks.length,
    rangers: rangers.length,
    devices: deviceCount,
    steady,
    burst,
    megabytes,
    bytesEach,
    walked,
  };
  printReport({ name: 'nation', rounds: 1, missing: [], goals, results });
}

/** Half of them cameras, half smoke sensors; one in twenty is offline. */
async function makeDevices(client: pg.Client, count: number, places: readonly Place[]): Promise<void> {
  const columns = [places.map(({ no }) => no), places.map(({ lng }) => lng), places.map(({ lat }) => lat)];
  await client.query(
    `insert into camera (id, device_id, channel_num, name, north_correction_degrees, lng, lat, grid_no, online, updated_at)
     select gen_random_uuid()::text, 'N' || n, 1, '塔' || n, 0, p.lng + (random() - 0.5) / 5, p.lat + (random() - 0.5) / 5, p.no, n % 20 <> 0, now()
     from generate_series(1, $1::int) n
     join unnest($2::text[], $3::float8[], $4::float8[]) with ordinality as p(no, lng, lat, i) on p.i = 1 + n % cardinality($2::text[])`,
    [Math.ceil(count / 2), ...columns],
  );
  await client.query(
    `insert into resource (id, kind, code, name, online, grid_no, lng, lat, attributes, updated_at)
     select gen_random_uuid(), 'smokeSensor', 'N' || n, '烟感' || n, n % 20 <> 0, p.no, p.lng + (random() - 0.5) / 5, p.lat + (random() - 0.5) / 5, '{}', now()
     from generate_series(1, $1::int) n
     join unnest($2::text[], $3::float8[], $4::float8[]) with ordinality as p(no, lng, lat, i) on p.i = 1 + n % cardinality($2::text[])`,
    [Math.floor(count / 2), ...columns],
  );
}

/** Stored bytes of each table with its indexes; null: no ranger moved. */
async function bytesOnDisk(client: pg.Client): Promise<{ readonly alarm: number; readonly position: number | null }> {
  const tables = (...names: string[]) => names.map((name) => `relname ~ '^${name}(_|$)'`).join(' or ');
  const { rows } = await client.query<{ alarm: number; position: number | null }>(
    `select sum(pg_total_relation_size(oid)) filter (where ${tables('alarm', 'event', 'audit')})::float8 / greatest((select count(*) from alarm), 1) as alarm,
       sum(pg_total_relation_size(oid)) filter (where ${tables('ranger_track')})::float8 / nullif((select count(*) from ranger_track), 0) as position
     from pg_class where relkind = 'r'`,
  );
  return rows[0] ?? { alarm: Number.NaN, position: null };
}

type Part = 'servers' | 'what servers start' | 'database' | 'broker' | 'desks and feeds';

function partOf({ pid, parent, program }: Running, known: ReadonlyMap<number, Part>): Part | null {
  if (program === 'postgres') return 'database';
  if (program === 'mosquitto') return 'broker';
  return known.get(pid) ?? (known.get(parent) === 'servers' ? 'what servers start' : null);
}

/**
 * Sums by part of the machine. @param of seconds or megabytes. The database's shared memory counts in each of its processes that has
 * touched it
 */
function sumsOf(known: ReadonlyMap<number, Part>, of: (one: Running) => number): Readonly<Partial<Record<Part, number>>> {
  const sums: Partial<Record<Part, number>> = {};
  for (const one of processes()) {
    const part = partOf(one, known);
    if (part !== null) sums[part] = (sums[part] ?? 0) + of(one);
  }
  return sums;
}
