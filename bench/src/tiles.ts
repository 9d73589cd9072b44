// tiles: vector tiles of z8 and z10 over 1,000,000 features. The product serves them from its cache with session and grid checks; the peer is
// tileserver-gl-light with the same tiles in a .pmtiles file. Both gzipped, eight requests in parallel, one side after the other.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { startProductsServer } from '@lookout/store/testing';
import pg from 'pg';
import { signIn } from './lib/desk.ts';
import { brief, briefSpread, percentile, spreadOf } from './lib/numbers.ts';
import { startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';
import { installTileserver, startTileserver } from './lib/tileserver.ts';

const FEATURES = 1_000_000;
/** Around Sichuan, degrees. */
const AREA = { west: 100, south: 28, degrees: 6 };
const LEVELS = [8, 10] as const;
const TILES_A_LEVEL = 24;
const REQUESTS_A_ROUND = 2_000;
const PARALLEL = 8;
const DESKS = 20;
const LEAST_RATIO = 1;

interface Tile {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** @param args rounds (3), features (1,000,000) */
export async function run(args: readonly string[]): Promise<void> {
  const [rounds, features] = [Number(args[0] ?? 3), Number(args[1] ?? FEATURES)];
  const database = await startProductsServer();
  const url = await database.newDatabase();
  const product = await startProduct({ DATABASE_URL: url });
  const tileserver = await installTileserver();
  try {
    await fill(url, features);
    // A session may make 400 calls a second, so the requests are spread over several desks.
    const desks = await Promise.all(Array.from({ length: DESKS }, () => signIn(product.base, 'guojia')));
    const [desk] = desks;
    if (!desk) throw new Error('nobody logged in');
    const layer = (await desk.client.mapLayer.layerList({})).find(({ name }) => name === LAYER);
    if (!layer) throw new Error('the layer that was filled is not listed');
    const authorised = desks.map(({ token }) => ({ authorization: `Bearer ${token}` }));
    const addressOf = ({ level, x, y }: Tile) =>
      product.base + layer.tileUrl.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y));

    const results: Record<string, { ours: number[]; peer: number[]; firstMs: number[] }> = {};
    for (const level of LEVELS) {
      const tiles = tilesOf(level).slice(0, TILES_A_LEVEL);
      const firstMs: number[] = [];
      const bytes = new Map<Tile, Buffer>();
      for (const tile of tiles) {
        const begun = performance.now();
        bytes.set(tile, gzipSync(await fetchTile(addressOf(tile), authorised[0] ?? {})));
        firstMs.push(performance.now() - begun);
      }
      const peer =
        tileserver.why === null
          ? await startTileserver(
              tileserver.folder,
              [...bytes].map(([tile, data]) => ({ ...tile, data })),
            )
          : null;
      const result = { ours: [] as number[], peer: [] as number[], firstMs };
      for (let round = 0; round < rounds; round += 1) {
        result.ours.push(await perSecond(tiles.map(addressOf), authorised));
        if (peer) result.peer.push(await perSecond(tiles.map(peer.addressOf), [{}]));
        console.log(`z${level}: round ${round + 1} of ${rounds} done`);
      }
      await peer?.stop();
      results[`z${level}`] = result;
    }
    printResults(results, features, tileserver.why);
  } finally {
    await product.stop();
    await database.stop();
    await rm(tileserver.folder, { recursive: true, force: true });
  }
}

const LAYER = 'bench';

/** Creates small squares, evenly spread, by SQL because an import file would have 400 MB. */
async function fill(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const id = randomUUID();
    const { west, south, degrees } = AREA;
    const box = [`(${west + degrees},${south + degrees}),(${west},${south})`];
    await client.query(
      `insert into map_layer (id, kind, name, grid_no, schematic, version, feature_count, extent, updated_at)
        values ($1, 'village', $2, '100000', false, 1, $3, $4, now())`,
      [id, LAYER, count, box[0]],
    );
    await client.query(
      `insert into map_feature (layer_id, name, extent, span, attributes, geometry)
        select $1, '', box(point(x, y), point(x + s, y + s)), s, '{}', format(
          '{"type":"Polygon","coordinates":[[[%s,%s],[%s,%s],[%s,%s],[%s,%s],[%s,%s]]]}', x, y, x + s, y, x + s, y + s, x, y + s, x, y)::json
        from (select $2 + (n * 7919 % 1000003) / 1000003.0 * $4 as x, $3 + (n * 104729 % 1000003) / 1000003.0 * $4 as y,
          0.0005 + (n % 20) * 0.0005 as s from generate_series(1::bigint, $5::bigint) n) f`,
      [id, west, south, degrees, count],
    );
    await client.query('analyze map_feature');
  } finally {
    await client.end();
  }
}

/** The tiles of the area, starting in the north-west. */
function tilesOf(level: number): Tile[] {
  const across = 2 ** level;
  const column = (lng: number) => Math.floor(((lng + 180) / 360) * across);
  const row = (lat: number) => Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * across);
  const tiles: Tile[] = [];
  for (let x = column(AREA.west); x <= column(AREA.west + AREA.degrees); x += 1)
    for (let y = row(AREA.south + AREA.degrees); y <= row(AREA.south); y += 1) tiles.push({ level, x, y });
  return tiles;
}

async function fetchTile(address: string, headers: Record<string, string>): Promise<Buffer> {
  const response = await fetch(address, { headers: { ...headers, 'accept-encoding': 'gzip' } });
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

async function perSecond(addresses: readonly string[], headers: readonly Record<string, string>[]): Promise<number> {
  let next = 0;
  const begun = performance.now();
  const work = async (): Promise<void> => {
    while (next < REQUESTS_A_ROUND) {
      const n = next++;
      await fetchTile(addresses[n % addresses.length] as string, headers[n % headers.length] as Record<string, string>);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return REQUESTS_A_ROUND / ((performance.now() - begun) / 1000);
}

interface Result {
  readonly ours: number[];
  readonly peer: number[];
  readonly firstMs: number[];
}

function printResults(results: Readonly<Record<string, Result>>, features: number, why: string | null): void {
  const goals: Goal[] = [];
  const rows = Object.entries(results).map(([name, { ours, peer, firstMs }]) => {
    const [mine, theirs] = [spreadOf(ours), peer.length > 0 ? spreadOf(peer) : null];
    const ratio = theirs && mine.median / theirs.median;
    if (ratio !== null)
      goals.push({
        what: `${name}: cached tiles a second, ours / tileserver-gl-light`,
        goal: `≥ ${LEAST_RATIO}`,
        got: ratio,
        isReached: ratio >= LEAST_RATIO,
      });
    return {
      tiles: name,
      'ours a second': briefSpread(mine),
      'peer a second': theirs ? briefSpread(theirs) : '—',
      ratio: ratio === null ? '—' : brief(ratio),
      'first time p50 ms': brief(percentile(firstMs, 0.5)),
      'p99 ms': brief(percentile(firstMs, 0.99)),
    };
  });
  printTable(rows);
  const rounds = Object.values(results)[0]?.ours.length ?? 0;
  printReport({ name: 'tiles', rounds, missing: why === null ? [] : [why], goals, results: { features, ...results } });
}
