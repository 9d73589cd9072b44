// nation: the whole country on three server processes of this machine, one database and one external broker. 5,000 duty desks with the topics that the
// web page takes, 20,000 rangers that move, 50,000 cameras and sensors, 20 alarms a second, then a burst of 500 a second. It has no peer: what counts is
// that nothing is lost, how late an alarm is, and which part takes how much of the machine. The desks and the feeds run on the same cores.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, gridsToHear, TOPIC_KINDS, topicOf } from '@lookout/contract';
import { covers, type GridNo, NATION } from '@lookout/domain';
import { debianCluster } from '@lookout/store/testing';
import pg from 'pg';
import { type CrowdDesk, type CrowdReport, markerOf } from './lib/desk-crowd.ts';
import { Latencies } from './lib/latencies.ts';
import { findMosquitto, MOSQUITTO_MISSING, startMosquitto } from './lib/mosquitto.ts';
import { brief, percentile } from './lib/numbers.ts';
import { FEED_KEY, type Product, startProduct } from './lib/product.ts';
import { type Goal, printReport, printTable } from './lib/report.ts';

const SERVERS = 3;
/** Desks in one process: parsing what they receive is work too. */
const CROWDS = 2;
/** Of the desks; the rest are a county's. */
const SHARES = { nation: 0.01, province: 0.04, prefecture: 0.15 } as const;
const POSITIONS_A_CALL = 50;
const POSITION_EVERY_S = 15;
const ALARMS_A_SECOND = 20;
const BURST_A_SECOND = 500;
const BURST_S = 30;
const TOLD_WITHIN_S = 30;
const MOST_P99_MS = 500;
const WARM_UP_S = 10;
/** Longer than the burst may take. */
const PATIENCE_S = 120;
/** A prime: alarms that follow each other are in other provinces. */
const FAR_APART = 7_919;
const ALARM_PATH = contract.fire.createReport.path;
const CLOCK_TICKS = 100; // Linux: USER_HZ, in which /proc counts
const RIGHTS = ['watch-alarms', 'act-on-alarms', 'see-rangers', 'dispatch', 'watch-video'] as const;

interface Place {
  readonly no: GridNo;
  readonly lng: number;
  readonly lat: number;
}

interface DeskRow {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly token: string;
}

/** @param args minutes of steady load (10), desks (5,000), rangers (20,000), cameras and sensors (50,000) */
export async function run(args: readonly string[]): Promise<void> {
  const [minutes = 10, deskCount = 5_000, rangerCount = 20_000, deviceCount = 50_000] = args.map(Number);
  const mosquitto = findMosquitto();
  if (mosquitto === null) throw new Error(`three servers hear each other by a broker: ${MOSQUITTO_MISSING}`);
  await using stops = new AsyncDisposableStack();
  // The embedded database is for one server: it has not connections enough for three.
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
  const desks = await makeDesks(client, deskCount);
  const rangers = await makeRangers(client, rangerCount, places);
  await makeDevices(client, deviceCount, places);
  const crowds = await openCrowds(desks, products, stops);
  console.log(`${desks.length} desks at ${SERVERS} servers, ${rangers.length} rangers, ${deviceCount} cameras and sensors; begin`);

  const parts = new Map<number, Part>([
    ...products.map(({ pid }) => [pid, 'servers'] as const),
    ...[process.pid, ...crowds.map(({ pid }) => pid ?? 0)].map((pid) => [pid, 'desks and feeds'] as const),
  ]);
  const walking = startWalking(products, rangers);
  const sender = createSender(products, places);
  /** One phase, until the desks have all of it. */
  const phase = async (perSecond: number, seconds: number) => {
    const before = sumsOf(parts, ({ cpuSeconds }) => cpuSeconds);
    const begun = performance.now();
    await sender.send(perSecond, seconds);
    const sentSeconds = (performance.now() - begun) / 1000;
    const { sent, accepted } = sender.take();
    const expected = await expectedOf(client, desks, sent);
    const toldSeconds = sentSeconds - seconds + (await settled(expected, crowds));
    const wallSeconds = (performance.now() - begun) / 1000;
    const after = sumsOf(parts, ({ cpuSeconds }) => cpuSeconds);
    const reports = await Promise.all(crowds.map(reportOf));
    const latencies = new Latencies();
    for (const report of reports) latencies.addAll(report.latencies);
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
      missing: missingOf(
        expected,
        reports.flatMap(({ fires }) => fires),
      ),
      positions: reports.reduce((sum, report) => sum + report.positions, 0),
      connectionsLost: reports.reduce((sum, { lost }) => sum + lost, 0),
      /** After its last alarm was due: until then answers that come late are waited for, too. */
      toldSeconds,
      cores: Object.fromEntries(
        (Object.keys(after) as Part[]).map((part) => [part, ((after[part] ?? 0) - (before[part] ?? 0)) / wallSeconds]),
      ) as Partial<Record<Part, number>>,
    };
  };

  await phase(ALARMS_A_SECOND, WARM_UP_S); // what is compiled and cached at first is not measured
  const steady = await phase(ALARMS_A_SECOND, minutes * 60);
  const burst = await phase(BURST_A_SECOND, BURST_S);
  const walked = await walking.stop();
  const megabytes = sumsOf(parts, (one) => one.megabytes);

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
      'told to all after s': brief(one.toldSeconds),
    })),
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
      goal: `≤ ${TOLD_WITHIN_S}`,
      got: burst.toldSeconds,
      isReached: burst.toldSeconds <= TOLD_WITHIN_S,
    },
  ];
  const results = { minutes, desks: desks.length, rangers: rangers.length, devices: deviceCount, steady, burst, megabytes, walked };
  printReport({ name: 'nation', rounds: 1, missing: [], goals, results });
}

// The country.

async function countyPlaces(client: pg.Client): Promise<Place[]> {
  const { rows } = await client.query<Place>(`select no, lng, lat from grid where level = 'county' and lng is not null order by no`);
  return rows;
}

/** Written directly into the database, with a session each: hashing five thousand passwords is not part of any measurement. */
async function makeDesks(client: pg.Client, count: number): Promise<DeskRow[]> {
  const gridsOf = async (level: string): Promise<GridNo[]> =>
    (await client.query<{ no: GridNo }>('select no from grid where level = $1 order by no', [level])).rows.map(({ no }) => no);
  const levels = { province: await gridsOf('province'), prefecture: await gridsOf('prefecture'), county: await gridsOf('county') };
  const bounds = {
    nation: SHARES.nation * count,
    province: (SHARES.nation + SHARES.province) * count,
    prefecture: (SHARES.nation + SHARES.province + SHARES.prefecture) * count,
  };
  const gridAt = (n: number): GridNo => {
    if (n < bounds.nation) return NATION;
    const grids = n < bounds.province ? levels.province : n < bounds.prefecture ? levels.prefecture : levels.county;
    return grids[n % grids.length] ?? NATION;
  };
  const desks = Array.from(
    { length: count },
    (_, n): DeskRow => ({ id: randomUUID(), gridNo: gridAt(n), token: randomBytes(32).toString('base64url') }),
  );
  const ids = desks.map(({ id }) => id);
  const grids = desks.map(({ gridNo }) => gridNo);
  await client.query(
    `insert into account (id, user_name, password_hash, full_name, grid_no, group_id, enabled, demo, created_at, updated_at)
     select id, 'desk-' || n, 'none', '值班员' || n, grid_no, '001', true, false, now(), now()
     from unnest($1::uuid[], $2::text[]) with ordinality as d(id, grid_no, n)`,
    [ids, grids],
  );
  await client.query('insert into account_right select id, code from unnest($1::uuid[]) as d(id), unnest($2::text[]) as r(code)', [
    ids,
    [...RIGHTS],
  ]);
  await client.query(
    `insert into session (token_hash, account_id, grid_no, way, created_at, used_at, expires_at)
     select decode(hash, 'hex'), id, grid_no, 'password', now(), now(), now() + interval '1 day'
     from unnest($1::text[], $2::uuid[], $3::text[]) as s(hash, id, grid_no)`,
    [desks.map(({ token }) => createHash('sha256').update(token).digest('hex')), ids, grids],
  );
  return desks;
}

interface Walker {
  readonly id: string;
  readonly place: Place;
}

async function makeRangers(client: pg.Client, count: number, places: readonly Place[]): Promise<Walker[]> {
  const rangers = Array.from({ length: count }, (_, n): Walker => ({ id: randomUUID(), place: places[n % places.length] as Place }));
  const ids = rangers.map(({ id }) => id);
  await client.query(
    `insert into account (id, user_name, password_hash, full_name, grid_no, group_id, enabled, demo, created_at, updated_at)
     select id, 'ranger-' || n, 'none', '护林员' || n, grid_no, '001', true, false, now(), now()
     from unnest($1::uuid[], $2::text[]) with ordinality as r(id, grid_no, n)`,
    [ids, rangers.map(({ place }) => place.no)],
  );
  await client.query(`insert into account_right select id, 'report-as-ranger' from unnest($1::uuid[]) as r(id)`, [ids]);
  return rangers;
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

// The desks.

async function openCrowds(desks: readonly DeskRow[], products: readonly Product[], stops: AsyncDisposableStack): Promise<ChildProcess[]> {
  const seats = desks.map(
    ({ id, gridNo, token }, n): CrowdDesk => ({
      port: products[n % products.length]?.port ?? 0,
      // As many as fit into one duty hall.
      address: `10.${Math.floor(n / 1_000) % 256}.${Math.floor(n / 10) % 256}.1`,
      userName: id,
      token,
      topics: TOPIC_KINDS.flatMap((kind) => gridsToHear(kind, gridNo).map((grid) => topicOf(kind, grid))),
    }),
  );
  const crowds = Array.from({ length: CROWDS }, () => fork(join(import.meta.dirname, 'lib/desk-crowd.ts')));
  for (const crowd of crowds) stops.defer(() => void crowd.kill());
  await Promise.all(
    crowds.map(async (crowd, at) => {
      crowd.send({ desks: seats.filter((_, n) => n % CROWDS === at) });
      const [answer] = (await once(crowd, 'message')) as [{ readonly isOpen?: true; readonly failure?: string }];
      if (!answer.isOpen) throw new Error(`a desk was not let in: ${answer.failure}`);
    }),
  );
  return crowds;
}

async function reportOf(crowd: ChildProcess): Promise<CrowdReport> {
  crowd.send({ report: true });
  const [{ report }] = (await once(crowd, 'message')) as [{ readonly report: CrowdReport }];
  return report;
}

interface Sent {
  readonly fire: number;
  readonly isAccepted: boolean;
}

/** So far, since the last report. */
async function deliveriesOf(crowd: ChildProcess): Promise<number> {
  crowd.send({ count: true });
  const [{ count }] = (await once(crowd, 'message')) as [{ readonly count: number }];
  return count;
}

// The feeds.

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

function post({ port }: Product, path: string, body: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'x-feed-key': FEED_KEY };
    const call = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    call.once('error', () => resolve(0));
    call.end(body);
  });
}

/** Calls `work` so often a second, late ones at once; a late answer delays no other. */
async function paced(perSecond: number, count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const inFlight: Promise<unknown>[] = [];
  for (let n = 0; n < count; n += 1) {
    const wait = begun + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((wake) => setTimeout(wake, wait));
    inFlight.push(work(n));
  }
  await Promise.all(inFlight);
}

function createSender(products: readonly Product[], places: readonly Place[]) {
  let fire = 0;
  let sent: Sent[] = [];
  let accepted: number[] = [];
  const sendOne = async (): Promise<void> => {
    fire += 1;
    const mine = fire;
    const place = places[(mine * FAR_APART) % places.length] as Place;
    const sentAt = performance.timeOrigin + performance.now();
    const body = JSON.stringify({ longitude: place.lng, latitude: place.lat, description: markerOf(mine, sentAt), reporterName: '测试' });
    const isAccepted = (await post(products[mine % products.length] as Product, ALARM_PATH, body)) === 200;
    if (isAccepted) accepted.push(performance.timeOrigin + performance.now() - sentAt);
    sent.push({ fire: mine, isAccepted });
  };
  return {
    send: (perSecond: number, seconds: number) => paced(perSecond, Math.round(perSecond * seconds), sendOne),
    take() {
      const taken = { sent, accepted };
      [sent, accepted] = [[], []];
      return taken;
    },
  };
}

function startWalking(products: readonly Product[], rangers: readonly Walker[]) {
  let isOver = false;
  let refused = 0;
  let calls = 0;
  const aSecond = rangers.length / POSITION_EVERY_S / POSITIONS_A_CALL;
  const walk = async (): Promise<void> => {
    for (let n = 0; !isOver; ) {
      // In pieces, so that the end is not far.
      await paced(aSecond, Math.max(1, Math.round(aSecond)), async () => {
        const first = (n * POSITIONS_A_CALL) % rangers.length;
        n += 1;
        const at = new Date().toISOString();
        const rows = rangers.slice(first, first + POSITIONS_A_CALL).map(({ id, place }) => ({
          userId: id,
          position: { lng: place.lng + Math.random() / 100, lat: place.lat + Math.random() / 100 },
          actualUploadTime: at,
        }));
        calls += 1;
        if ((await post(products[n % products.length] as Product, contract.rangers.position.path, JSON.stringify(rows))) !== 200)
          refused += 1;
      });
    }
  };
  const walking = rangers.length === 0 ? Promise.resolve() : walk();
  return {
    async stop() {
      isOver = true;
      await walking;
      return { calls, refused };
    },
  };
}

// What came of it.

/** To how many desks each accepted alarm goes, by the grid in which it was stored. */
async function expectedOf(client: pg.Client, desks: readonly DeskRow[], sent: readonly Sent[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ fire: number; grid_no: GridNo }>(
    `select split_part(facts::json ->> 'description', '-', 2)::int as fire, grid_no from alarm where facts like '%nation-%'`,
  );
  const gridOf = new Map(rows.map(({ fire, grid_no }) => [fire, grid_no]));
  const desksOf = new Map<GridNo, number>();
  const deskCount = (gridNo: GridNo): number => {
    const known = desksOf.get(gridNo) ?? desks.filter((desk) => covers(desk.gridNo, gridNo)).length;
    desksOf.set(gridNo, known);
    return known;
  };
  const accepted = sent.filter(({ isAccepted }) => isAccepted);
  return new Map(
    accepted.map(({ fire }) => {
      const gridNo = gridOf.get(fire);
      if (gridNo === undefined) throw new Error(`alarm ${fire} was accepted and is not in the database`);
      return [fire, deskCount(gridNo)];
    }),
  );
}

/** Waits until the desks have all of it, at most `PATIENCE_S`. @returns the seconds */
async function settled(expected: ReadonlyMap<number, number>, crowds: readonly ChildProcess[]): Promise<number> {
  const begun = performance.now();
  const wanted = [...expected.values()].reduce((sum, count) => sum + count, 0);
  for (;;) {
    const counts = await Promise.all(crowds.map(deliveriesOf));
    const seconds = (performance.now() - begun) / 1000;
    if (counts.reduce((sum, count) => sum + count, 0) >= wanted || seconds > PATIENCE_S) return seconds;
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

/** Deliveries that were expected and did not come, or came twice. */
function missingOf(expected: ReadonlyMap<number, number>, received: CrowdReport['fires']): number {
  const came = new Map<number, number>();
  for (const [fire, count] of received) came.set(fire, (came.get(fire) ?? 0) + count);
  return [...expected].reduce((sum, [fire, count]) => sum + Math.abs(count - (came.get(fire) ?? 0)), 0);
}

// The machine, by part. Linux only.

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly program: string;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

const PAGE_MEGABYTES = 4_096 / 2 ** 20;

function processes(): Running[] {
  return readdirSync('/proc').flatMap((name): Running[] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [
        {
          pid: Number(name),
          parent: Number(fields[1]),
          program: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
          cpuSeconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS,
          megabytes: Number(fields[21]) * PAGE_MEGABYTES,
        },
      ];
    } catch {
      return []; // It has ended meanwhile.
    }
  });
}

type Part = 'servers' | 'what servers start' | 'database' | 'broker' | 'desks and feeds';

function partOf({ pid, parent, program }: Running, known: ReadonlyMap<number, Part>): Part | null {
  if (program === 'postgres') return 'database';
  if (program === 'mosquitto') return 'broker';
  return known.get(pid) ?? (known.get(parent) === 'servers' ? 'what servers start' : null);
}

/** @param of seconds or megabytes. Shared memory of the database counts in each of its processes that has touched it */
function sumsOf(known: ReadonlyMap<number, Part>, of: (one: Running) => number): Readonly<Partial<Record<Part, number>>> {
  const sums: Partial<Record<Part, number>> = {};
  for (const one of processes()) {
    const part = partOf(one, known);
    if (part !== null) sums[part] = (sums[part] ?? 0) + of(one);
  }
  return sums;
}
