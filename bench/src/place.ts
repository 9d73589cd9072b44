// place: finds the county of a random place in China by the seeded boundaries, in one process, compared with PostGIS's ST_Contains with its
// index, queried by pgbench over one connection. Both sides look up the same places and must find the same counties.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { levelOf } from '@lookout/domain';
import { createAreaIndex } from '@lookout/geo';
import { gazetteerSeed } from '@lookout/store/seed';
import { availableServers } from '@lookout/store/testing';
import pg from 'pg';
import { brief, briefSpread, percentile, spreadOf } from './lib/numbers.ts';
import { printReport, printTable } from './lib/report.ts';

const execute = promisify(execFile);

const PLACES = 20_000;
/** The box of China, degrees. */
const BOX = { west: 73, south: 18, degreesEast: 62, degreesNorth: 36 } as const;
const PGBENCH = [process.env.PGBENCH ?? '', '/usr/bin/pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find((file) => existsSync(file));
const MISSING = 'PostgreSQL 15 with PostGIS (apt-get install postgresql-15 postgresql-15-postgis-3)';
const GOAL_MICROSECONDS = 20;
const GOAL_RATIO = 20;

/** In the second table every county is cut into pieces of at most 256 vertices, as PostGIS's manual advises for large areas. */
const TABLES = { ST_Contains: 'county', 'ST_Contains, ST_Subdivide': 'county_piece' } as const;

interface Place {
  readonly lng: number;
  readonly lat: number;
}

/** @param args rounds (3), seconds a measurement (5) */
export async function run(args: readonly string[]): Promise<void> {
  const [rounds, seconds] = [Number(args[0] ?? 3), Number(args[1] ?? 5)];
  const counties = gazetteerSeed().boundaries.filter(({ no }) => levelOf(no) === 'county');
  const index = createAreaIndex(counties);
  const places = randomPlaces(({ lng, lat }) => index.at(lng, lat) !== null);
  const peer = await startPostgis(counties, places);
  const microseconds: number[][] = [];
  const perSecond = new Map<string, number[]>();
  try {
    const differing = peer === null ? null : await peer.differing((place) => index.at(place.lng, place.lat));
    for (let round = 0; round < rounds; round++) {
      microseconds.push(places.map(({ lng, lat }) => timed(() => index.at(lng, lat))));
      for (const [name, table] of Object.entries(TABLES))
        if (peer !== null) perSecond.set(name, [...(perSecond.get(name) ?? []), await peer.perSecond(table, seconds)]);
      console.log(`round ${round + 1} of ${rounds} done`);
    }
    printResults(microseconds, perSecond, differing, rounds);
  } finally {
    await peer?.stop();
  }
}

function timed(act: () => unknown): number {
  const begun = process.hrtime.bigint();
  act();
  return Number(process.hrtime.bigint() - begun) / 1_000;
}

function randomPlaces(isInChina: (place: Place) => boolean): Place[] {
  const places: Place[] = [];
  while (places.length < PLACES) {
    const place = { lng: BOX.west + Math.random() * BOX.degreesEast, lat: BOX.south + Math.random() * BOX.degreesNorth };
    if (isInChina(place)) places.push(place);
  }
  return places;
}

interface Postgis {
  /** Number of 2,000 places for which PostGIS finds another county. */
  differing(countyAt: (place: Place) => string | null): Promise<number>;
  perSecond(table: string, seconds: number): Promise<number>;
  stop(): Promise<void>;
}

/** null: PostGIS is not installed. */
async function startPostgis(counties: ReturnType<typeof gazetteerSeed>['boundaries'], places: readonly Place[]): Promise<Postgis | null> {
  const [debian] = availableServers().filter(({ name }) => name.includes('Debian'));
  if (PGBENCH === undefined || debian === undefined) return null;
  const server = await debian.startOwn();
  const url = await server.newDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'lookout-bench-'));
  const stop = async () => {
    await client.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await client.query('create extension postgis');
  } catch (error) {
    await stop();
    if ((error as { code?: string }).code === '0A000') return null;
    throw error;
  }
  await client.query('create table county (no text primary key, shape geometry(multipolygon, 4326))');
  for (const { no, geometry } of counties)
    await client.query('insert into county values ($1, st_setsrid(st_geomfromgeojson($2), 4326))', [no, JSON.stringify(geometry)]);
  await client.query('create table county_piece as select no, st_subdivide(st_makevalid(shape)) as shape from county');
  await client.query('create table place (id int primary key, at geometry(point, 4326))');
  await client.query(
    'insert into place select id, st_setsrid(st_makepoint(lng, lat), 4326) from json_to_recordset($1) as p(id int, lng float8, lat float8)',
    [JSON.stringify(places.map((place, i) => ({ id: i + 1, ...place })))],
  );
  for (const table of Object.values(TABLES)) await client.query(`create index on ${table} using gist (shape)`);
  await client.query('vacuum analyze');
  const query = (table: string, id: string) => `select no from place join ${table} on st_contains(shape, at) where id = ${id}`;
  return {
    async differing(countyAt) {
      let count = 0;
      for (let i = 0; i < 2_000; i++) {
        const { rows } = await client.query<{ no: string }>(query('county', `${i + 1}`));
        if (rows[0]?.no !== countyAt(places[i] as Place)) count++;
      }
      return count;
    },
    async perSecond(table, seconds) {
      const script = join(folder, 'place.sql');
      await writeFile(script, `\\set id random(1, ${PLACES})\n${query(table, ':id')};\n`);
      const { stdout } = await execute(PGBENCH, ['-n', '-c', '1', '-j', '1', '-M', 'prepared', '-T', `${seconds}`, '-f', script, url]);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
    },
    stop,
  };
}

function printResults(
  microseconds: readonly (readonly number[])[],
  perSecond: ReadonlyMap<string, readonly number[]>,
  differing: number | null,
  rounds: number,
): void {
  const medians = spreadOf(microseconds.map((values) => percentile(values, 0.5)));
  const peers = [...perSecond].map(([name, values]) => [name, spreadOf(values.map((each) => 1e6 / each))] as const);
  const best = Math.min(...peers.map(([, { median }]) => median));
  const mean = spreadOf(microseconds.map((values) => values.reduce((sum, value) => sum + value, 0) / values.length));
  printTable([
    {
      who: 'ours',
      'median µs': briefSpread(medians),
      'mean µs': briefSpread(mean),
      'p99 µs': brief(percentile(microseconds.flat(), 0.99)),
    },
    ...peers.map(([name, spread]) => ({ who: `PostGIS, ${name}`, 'median µs': '', 'mean µs': briefSpread(spread), 'p99 µs': '' })),
  ]);
  if (differing !== null) console.log(`of 2,000 places PostGIS finds another county for ${differing}`);
  printReport({
    name: 'place',
    rounds,
    missing: peers.length === 0 ? [MISSING] : [],
    goals: [
      { what: 'median, µs', goal: `≤ ${GOAL_MICROSECONDS}`, got: medians.median, isReached: medians.median <= GOAL_MICROSECONDS },
      // Means on both sides, because pgbench reports no median.
      ...(peers.length === 0
        ? []
        : [
            {
              what: 'the better PostGIS / ours',
              goal: `≥ ${GOAL_RATIO}`,
              got: best / mean.median,
              isReached: best / mean.median >= GOAL_RATIO,
            },
          ]),
    ],
    results: { medians, mean, peers: Object.fromEntries(peers), differing },
  });
}
