// The peers of `nearby`: PostgreSQL's spatial indexes queried by pgbench, and Redis GEOSEARCH over one connection.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { availableServers } from '@lookout/store/testing';
import pg from 'pg';
import { startProgram } from './child.ts';
import { endOfResp, openConnection } from './one-connection.ts';
import { freePort } from './product.ts';

const run = promisify(execFile);

export interface Centre {
  readonly lng: number;
  readonly lat: number;
}

/** The area of the resources and of the queries, degrees. */
export interface Area {
  readonly west: number;
  readonly south: number;
  readonly degreesEast: number;
  readonly degreesNorth: number;
}

export interface Peer {
  /** The ids of the nearest resources, nearest first. */
  nearest(centre: Centre, metres: number): Promise<string[]>;
  /** Queries per second, sent one after the other at random places for this long. */
  perSecond(metres: number, seconds: number): Promise<number>;
  stop(): Promise<void>;
}

const PGBENCH = [process.env.PGBENCH ?? '', '/usr/bin/pgbench', '/usr/lib/postgresql/15/bin/pgbench'];
const REDIS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'];
const firstExisting = (places: readonly string[]) => places.find((file) => file !== '' && existsSync(file)) ?? null;

export const POSTGRES_MISSING = 'PostgreSQL 15 with pgbench, cube and earthdistance (apt-get install postgresql-15)';
export const REDIS_MISSING = 'redis-server (apt-get install redis-server)';

/** The query of each variant; its rows have the same columns as ours. $lng, $lat and $metres are replaced. */
const queries = {
  /** The contrib module cube: exact nearest neighbours from a GiST index over points on the sphere. */
  'cube <->': `select id, kind, code, name, grid_no, lng, lat, attributes, earth_distance(ll_to_earth(lat, lng), ll_to_earth($lat, $lng))
    from resource where earth_box(ll_to_earth($lat, $lng), $metres) @> ll_to_earth(lat, lng)
      and earth_distance(ll_to_earth(lat, lng), ll_to_earth($lat, $lng)) <= $metres
    order by ll_to_earth(lat, lng) <-> ll_to_earth($lat, $lng) limit 20`,
  /** PostgreSQL's built-in point type in a box, then exact distances. */
  'point in box': `select id, kind, code, name, grid_no, lng, lat, attributes, earth_distance(ll_to_earth(lat, lng), ll_to_earth($lat, $lng)) as metres
    from resource where point(lng, lat) <@ box(point($lng - $metres / (111000 * cosd($lat + 0.5)), $lat - $metres / 111000.0),
      point($lng + $metres / (111000 * cosd($lat + 0.5)), $lat + $metres / 111000.0))
      and earth_distance(ll_to_earth(lat, lng), ll_to_earth($lat, $lng)) <= $metres
    order by metres limit 20`,
} as const;
export type Variant = keyof typeof queries;
export const VARIANTS = Object.keys(queries) as Variant[];

/** One peer for each variant, over the same table; null: PostgreSQL is not installed. @param fill fills the table `resource` */
export async function startPostgresPeers(area: Area, fill: (client: pg.Client) => Promise<void>): Promise<Record<Variant, Peer> | null> {
  const pgbench = firstExisting(PGBENCH);
  const [debian] = availableServers().filter(({ name }) => name.includes('Debian'));
  if (pgbench === null || debian === undefined) return null;
  const server = await debian.startOwn();
  const url = await server.newDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'lookout-bench-'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create extension cube');
  await client.query('create extension earthdistance');
  // The earth radius of the product, so that distances are equal.
  await client.query(
    `create or replace function earth() returns float8 language sql immutable parallel safe as 'select 6371008.8::float8'`,
  );
  await client.query(`create table resource (id text primary key, kind text, code text, name text, grid_no text, lng float8, lat float8,
    attributes jsonb)`);
  await fill(client);
  await client.query('create index on resource using gist (ll_to_earth(lat, lng))');
  await client.query('create index on resource using gist (point(lng, lat))');
  await client.query('vacuum analyze resource');
  const stop = async () => {
    await client.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };

  const peerOf = (variant: Variant): Peer => ({
    async nearest({ lng, lat }, metres) {
      const text = queries[variant].replaceAll('$lng', `${lng}`).replaceAll('$lat', `${lat}`).replaceAll('$metres', `${metres}`);
      return (await client.query<{ id: string }>(text)).rows.map(({ id }) => id);
    },
    async perSecond(metres, seconds) {
      const script = join(folder, 'nearby.sql');
      const tenThousandths = (from: number, degrees: number) =>
        `random(${Math.round(from * 1e4)}, ${Math.round((from + degrees) * 1e4)}) / 10000.0`;
      const query = queries[variant]
        .replaceAll('$lng', ':lng')
        .replaceAll('$lat', ':lat')
        .replaceAll('$metres', `${metres}`)
        .replaceAll('\n', ' ');
      await writeFile(
        script,
        `\\set lng ${tenThousandths(area.west, area.degreesEast)}\n\\set lat ${tenThousandths(area.south, area.degreesNorth)}\n${query};\n`,
      );
      const { stdout } = await run(pgbench, ['-n', '-c', '1', '-j', '1', '-M', 'prepared', '-T', `${seconds}`, '-f', script, url]);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
    },
    stop,
  });
  return { 'cube <->': peerOf('cube <->'), 'point in box': { ...peerOf('point in box'), stop: async () => undefined } };
}

const command = (...args: readonly (string | number)[]): string =>
  `*${args.length}\r\n${args.map((arg) => `$${Buffer.byteLength(String(arg))}\r\n${arg}\r\n`).join('')}`;

/** null: Redis is not installed. @param resources id and position of every resource */
export async function startRedisPeer(resources: Iterable<{ readonly id: string } & Centre>, next: () => Centre): Promise<Peer | null> {
  const binary = firstExisting(REDIS);
  if (binary === null) return null;
  const port = await freePort();
  const server = startProgram(binary, [
    '--port',
    `${port}`,
    '--save',
    '',
    '--appendonly',
    'no',
    '--bind',
    '127.0.0.1',
    '--loglevel',
    'warning',
  ]);
  const open = async (deadline: number): ReturnType<typeof openConnection> =>
    openConnection(port, (response) => endOfResp(response)).catch(async (error: unknown) => {
      if (performance.now() > deadline) throw error;
      await new Promise((wake) => setTimeout(wake, 20));
      return open(deadline);
    });
  const connection = await open(performance.now() + 10_000);
  let batch: (string | number)[] = [];
  const send = async () => {
    const response = await connection.request(command('GEOADD', 'resource', ...batch));
    if (!response.startsWith(':')) throw new Error(response);
    batch = [];
  };
  for (const { id, lng, lat } of resources) {
    batch.push(lng, lat, id);
    if (batch.length >= 3_000) await send();
  }
  if (batch.length > 0) await send();
  const query = ({ lng, lat }: Centre, metres: number) =>
    connection.request(command('GEOSEARCH', 'resource', 'FROMLONLAT', lng, lat, 'BYRADIUS', metres, 'm', 'ASC', 'COUNT', 20, 'WITHDIST'));
  return {
    nearest: async (centre, metres) =>
      [...(await query(centre, metres)).matchAll(/\$36\r\n([0-9a-f-]{36})/g)].map(([, id]) => id as string),
    async perSecond(metres, seconds) {
      const begun = performance.now();
      let count = 0;
      for (; performance.now() - begun < seconds * 1000; count += 1) await query(next(), metres);
      return count / ((performance.now() - begun) / 1000);
    },
    async stop() {
      connection.close();
      await server.stop();
    },
  };
}

/** The value of a metric in the text of the product's /metrics. */
export const metricOf = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
