// nearby: the nearest 20 of 1,000,000 resources within 15 and 50 km of a random place, over HTTP on one keep-alive connection, compared
// with PostgreSQL's own indexes queried by pgbench and Redis GEOSEARCH, also on one connection each. Also measured: how soon a moved ranger
// is found.

import { type GridNo, NATION } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { RESOURCE_KINDS } from '@lookout/features/resource/resource.ts';
import { startProductsServer } from '@lookout/store/testing';
import pg from 'pg';
import { makeDesks } from './lib/crowds.ts';
import {
  type Area,
  type Centre,
  metricOf,
  type Peer,
  POSTGRES_MISSING,
  REDIS_MISSING,
  startPostgresPeers,
  startRedisPeer,
  VARIANTS,
} from './lib/nearby-peers.ts';
import { brief, briefSpread, percentile, spreadOf } from './lib/numbers.ts';
import { endOfHttp, openConnection } from './lib/one-connection.ts';
import { makePeople } from './lib/people.ts';
import { FEED_KEY, type Product, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const A_PIECE = 50_000;
const NEAREST = 20;
const RADII = [15_000, 50_000] as const;
/** Sichuan and its neighbours. */
const AREA: Area = { west: 98, south: 26, degreesEast: 10, degreesNorth: 8 };
/** Calls per second are limited for each session and account, so the calls are spread over several of them. */
const SESSIONS = 40;
/** Each session makes this many calls in a row, as a desk does, so that its account is cached. */
const CALLS_IN_A_ROW = 300;
const COMPARED = 200;
/** All kinds except the demo world's towers and cameras, which are not in the peers' tables. */
const KINDS = RESOURCE_KINDS.join();
const STEADY_MS = 3_000;
const INDEX_TIMEOUT_MS = 600_000;
/** Resources like those of the demo world. */
const FILL = `insert into resource (id, kind, code, name, grid_no, lng, lat, attributes, updated_at)
  select gen_random_uuid(), (array['team','waterSource','checkStation','watchTower','cemetery'])[1 + n % 5], 'B' || n, '林区资源' || n,
    '5132' || lpad((21 + n % 13)::text, 2, '0'), ${AREA.west} + random() * ${AREA.degreesEast}, ${AREA.south} + random() * ${AREA.degreesNorth},
    jsonb_build_object('人数', n % 50), now()
  from generate_series($1::int, $2::int) n`;

const randomCentre = (): Centre => ({
  lng: Number((AREA.west + Math.random() * AREA.degreesEast).toFixed(4)),
  lat: Number((AREA.south + Math.random() * AREA.degreesNorth).toFixed(4)),
});

/** @param args rounds (3), seconds a measurement (5), resources (1,000,000) */
export async function run(args: readonly string[]): Promise<void> {
  const [rounds, seconds, resources] = [Number(args[0] ?? 3), Number(args[1] ?? 5), Number(args[2] ?? 1_000_000)];
  const database = await startProductsServer();
  const url = await database.newDatabase();
  const product = await startProduct({ DATABASE_URL: url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await untilDemoLoaded(client);
  for (let first = 1; first <= resources; first += A_PIECE) await client.query(FILL, [first, first + A_PIECE - 1]);
  await announceResources(product);
  const lag = await untilIndexed(product);
  await client.query('vacuum analyze resource');
  const placed = await client.query<{ id: string } & Centre>('select id::text, lng, lat from resource');
  const postgres = await startPostgresPeers(AREA, (peer) => copyInto(peer, client));
  const redis = await startRedisPeer(placed.rows, randomCentre);
  placed.rows.length = 0;
  const peers: [string, Peer][] = [
    ...(postgres === null ? [] : VARIANTS.map((variant): [string, Peer] => [`PostgreSQL, ${variant}`, postgres[variant]])),
    ...(redis === null ? [] : [['Redis GEOSEARCH', redis] as [string, Peer]]),
  ];
  try {
    // Each session has its own account, because calls are limited for each account.
    const tokens = (await makeDesks(client, new Array<GridNo>(SESSIONS).fill(NATION))).map(({ token }) => token);
    const ours = await openOurs(product, tokens);
    const differing = await compare(ours.nearest, peers);
    const perSecond = new Map<string, number[]>();
    const tookMs: number[] = [];
    const record = (side: string, metres: number, value: number) => {
      const key = `${side} ${metres / 1000} km`;
      perSecond.set(key, [...(perSecond.get(key) ?? []), value]);
    };
    for (let round = 0; round < rounds; round += 1) {
      for (const metres of RADII) {
        record('ours', metres, await ours.perSecond(metres, seconds, tookMs));
        for (const [side, peer] of peers) record(side, metres, await peer.perSecond(metres, seconds));
      }
      console.log(`round ${round + 1} of ${rounds} done`);
    }
    ours.close();
    const foundMs = await movedRanger(product, client, tokens[0] as string);
    const megabytes = await product.residentMegabytes();
    printResults({ perSecond, tookMs, differing, foundMs, megabytes, ...lag }, peers, rounds);
  } finally {
    for (const [, peer] of peers) await peer.stop();
    await client.end();
    await product.stop();
    await database.stop();
  }
}

/** Waits for the demo world's own resources, which must not arrive while results are compared. */
async function untilDemoLoaded(client: pg.Client): Promise<void> {
  const count = async () => Number((await client.query<{ count: string }>('select count(*) from resource')).rows[0]?.count);
  for (let before = -1, now = await count(); now === 0 || now !== before; ) {
    await new Promise((wake) => setTimeout(wake, 3_000));
    [before, now] = [now, await count()];
  }
}

/**
 * Rows written directly into the database are not in the event log. Sending one resource through the API causes the product to rebuild its
 * index.
 */
async function announceResources({ base }: Product): Promise<void> {
  const last = { resourceType: 'team', resourceCode: 'B0', name: '林区资源0', position: { lng: 103.59, lat: 31.48, z: null } };
  const response = await fetch(base + contract.resource.putResources.path, {
    method: contract.resource.putResources.method,
    headers: { 'content-type': 'application/json', 'x-feed-key': FEED_KEY },
    body: JSON.stringify([last]),
  });
  const { data } = (await response.json()) as { data?: { accepted: number } };
  if (data?.accepted !== 1) throw new Error(`the last resource was refused: HTTP ${response.status} ${JSON.stringify(data)}`);
}

/** Copies the resources with their ids. */
async function copyInto(peer: pg.Client, client: pg.Client): Promise<void> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await client.query<{ id: string }>(
      'select id, kind, code, name, grid_no, lng, lat, attributes from resource where id > $1 order by id limit 50000',
      [last],
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
    await peer.query('insert into resource select * from json_populate_recordset(null::resource, $1::json)', [JSON.stringify(rows)]);
  }
}

/** Resolves when queries are answered from memory, with the time until then and the event-loop lag during it. */
async function untilIndexed({ base }: Product): Promise<{ indexedSeconds: number; lagP99Ms: number }> {
  const begun = performance.now();
  const lags: number[] = [];
  // The rebuild may not have begun: only a readiness that lasts longer than a check counts.
  for (let readySince: number | null = null; ; ) {
    const text = await (await fetch(`${base}/metrics`)).text();
    const isReady = metricOf(text, 'lookout_resource_index_ready') === 1;
    lags.push(metricOf(text, 'nodejs_eventloop_lag_p99_seconds') * 1000);
    readySince = isReady ? (readySince ?? performance.now()) : null;
    if (readySince !== null && performance.now() - readySince > STEADY_MS)
      // Each value covers the time since the last request; the first one covers the time before this measurement.
      return { indexedSeconds: (readySince - begun) / 1000, lagP99Ms: Math.max(...lags.slice(1)) };
    if (performance.now() - begun > INDEX_TIMEOUT_MS) throw new Error('the index did not get ready');
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

async function openOurs({ port }: Product, tokens: readonly string[]) {
  const connection = await openConnection(port, endOfHttp);
  const { method, path } = contract.resource.around;
  let calls = 0;
  const query = async ({ lng, lat }: Centre, radius: number): Promise<string> => {
    const token = tokens[Math.floor(calls++ / CALLS_IN_A_ROW) % tokens.length];
    const body = JSON.stringify({ longitude: lng, latitude: lat, radius, limit: NEAREST, resourceType: KINDS });
    const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
    const response = await connection.request(`${head}content-length: ${body.length}\r\n\r\n${body}`);
    if (!response.startsWith('HTTP/1.1 200')) throw new Error(response.slice(0, 300));
    return response;
  };
  return {
    async nearest(centre: Centre, metres: number): Promise<string[]> {
      const response = await query(centre, metres);
      const { data } = JSON.parse(response.slice(response.indexOf('\r\n\r\n'))) as { data: { id: string }[] };
      return data.map(({ id }) => id);
    },
    /** @param tookMs receives the time of each query */
    async perSecond(metres: number, seconds: number, tookMs: number[]): Promise<number> {
      const begun = performance.now();
      let count = 0;
      for (let before = begun; before - begun < seconds * 1000; count += 1) {
        await query(randomCentre(), metres);
        const now = performance.now();
        tookMs.push(now - before);
        before = now;
      }
      return count / ((performance.now() - begun) / 1000);
    },
    close: connection.close,
  };
}

/**
 * For each peer, the number of places whose results or order differ from ours. Redis rounds positions to 0.6 m, so only the set is
 * compared.
 */
async function compare(nearest: Peer['nearest'], peers: readonly [string, Peer][]): Promise<Record<string, number>> {
  const differing: Record<string, number> = Object.fromEntries(peers.map(([side]) => [side, 0]));
  for (let place = 0; place < COMPARED; place += 1) {
    const [centre, metres] = [randomCentre(), RADII[place % RADII.length] as number];
    const mine = await nearest(centre, metres);
    for (const [side, peer] of peers) {
      const theirs = await peer.nearest(centre, metres);
      const isSame = side.startsWith('Redis') ? new Set([...mine, ...theirs]).size <= mine.length + 1 : mine.join() === theirs.join();
      if (!isSame) differing[side] = (differing[side] ?? 0) + 1;
    }
  }
  return differing;
}

/** The longest of twenty times from sending a ranger's position to finding the ranger there. */
async function movedRanger({ base }: Product, client: pg.Client, token: string): Promise<number> {
  const [ranger] = await makePeople(client, 1);
  const { position, rangerList } = contract.ranger;
  const took: number[] = [];
  for (let move = 0; move < 20; move += 1) {
    const { lng, lat } = randomCentre();
    const rows = [{ userId: ranger, position: { lng, lat }, actualUploadTime: new Date().toISOString() }];
    const begun = performance.now();
    for (let isFound = false; !isFound; ) {
      const headers = { 'content-type': 'application/json', 'x-feed-key': FEED_KEY, authorization: `Bearer ${token}` };
      if (took.length === move) {
        const sent = await fetch(base + position.path, { method: 'POST', headers, body: JSON.stringify(rows) });
        if (!sent.ok) throw new Error(`a position was answered with ${sent.status}`);
        const { data } = (await sent.json()) as { data: { accepted: number } };
        // The server may not know a newly created ranger yet.
        if (data.accepted === 0) continue;
      }
      const body = JSON.stringify({ position: { lng, lat }, radiusMetres: 100 });
      const response = await fetch(base + rangerList.path, { method: 'POST', headers, body });
      const { data } = (await response.json()) as { data: { userId: string }[] };
      isFound = data.some(({ userId }) => userId === ranger);
    }
    took.push(performance.now() - begun);
  }
  return Math.max(...took.slice(1));
}

interface Figures {
  readonly perSecond: ReadonlyMap<string, readonly number[]>;
  readonly tookMs: readonly number[];
  readonly differing: Readonly<Record<string, number>>;
  readonly foundMs: number;
  readonly megabytes: number;
  readonly indexedSeconds: number;
  readonly lagP99Ms: number;
}

function printResults({ perSecond, tookMs, ...figures }: Figures, peers: readonly [string, Peer][], rounds: number): void {
  const medianOf = (side: string, metres: number) => spreadOf(perSecond.get(`${side} ${metres / 1000} km`) ?? []).median;
  printTable([...perSecond].map(([side, values]) => ({ side, 'queries/s': briefSpread(spreadOf(values)) })));
  const [p50, p99] = [percentile(tookMs, 0.5), percentile(tookMs, 0.99)];
  console.log(
    `ours: p50 ${brief(p50)} ms, p99 ${brief(p99)} ms; packed after ${brief(figures.indexedSeconds)} s; ${brief(figures.megabytes)} MB`,
  );
  const postgres = peers.map(([side]) => side).filter((side) => side.startsWith('PostgreSQL'));
  const goals: Goal[] = RADII.filter(() => postgres.length > 0).map((metres) => {
    const got = medianOf('ours', metres) / Math.max(...postgres.map((side) => medianOf(side, metres)));
    return { what: `${metres / 1000} km, queries/s, ours / the best of PostgreSQL's`, goal: '≥ 2', got, isReached: got >= 2 };
  });
  if (peers.some(([side]) => side.startsWith('Redis'))) {
    const got = medianOf('ours', 50_000) / medianOf('Redis GEOSEARCH', 50_000);
    goals.push({ what: '50 km, queries/s, ours / Redis', goal: '≥ 1.0', got, isReached: got >= 1 });
  }
  goals.push({ what: 'ours p99, ms', goal: '≤ 5', got: p99, isReached: p99 <= 5 });
  for (const [side, got] of Object.entries(figures.differing))
    goals.push({ what: `${COMPARED} places, other answers than ${side}`, goal: '0', got, isReached: got === 0 });
  goals.push({ what: 'a moved ranger found after, ms', goal: '≤ 1,000', got: figures.foundMs, isReached: figures.foundMs <= 1_000 });
  goals.push({ what: 'event loop p99 while packing, ms', goal: '≤ 50', got: figures.lagP99Ms, isReached: figures.lagP99Ms <= 50 });
  goals.push({ what: 'server process, MB', goal: '≤ 1,200', got: figures.megabytes, isReached: figures.megabytes <= 1_200 });
  const missing = [
    ...(postgres.length > 0 ? [] : [POSTGRES_MISSING]),
    ...(peers.some(([side]) => side.startsWith('Redis')) ? [] : [REDIS_MISSING]),
  ];
  printReport({ name: 'nearby', rounds, missing, goals, results: { ...figures, p50, p99, perSecond: Object.fromEntries(perSecond) } });
}
