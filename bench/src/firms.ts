// firms: a FIRMS file of 50,000 rows through the ingest call, which finds duplicates and grids, compared with PostgreSQL's COPY of the same
// file into a table with the file's columns and the same unique key.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@lookout/features/contract.ts';
import { startProductsServer } from '@lookout/store/testing';
import pg from 'pg';
import { brief, briefSpread, spreadOf } from './lib/numbers.ts';
import { FEED_KEY, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';

const ROWS = 50_000;
const COLUMNS =
  'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight';

/**
 * The rows of a round lie in this hour, those of the following rounds in the hours before it: rows older than a day are history and raise
 * no alarm.
 */
const NEWEST = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;

/** A day of hotspots over south-west China: every row is another pixel, except that one in a hundred is a duplicate. */
function firmsFile(round: number): string {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const n = i % 100 === 99 ? i - 1 : i;
    const lat = (26 + ((n * 7919) % 50_000) / 10_000).toFixed(5);
    const lng = (101 + ((n * 104_729) % 50_000) / 10_000).toFixed(5);
    const at = new Date(NEWEST - (round % 20) * 3_600_000 + (n % 60) * 60_000).toISOString();
    return `${lat},${lng},330.1,0.39,0.36,${at.slice(0, 10)},${at.slice(11, 13)}${at.slice(14, 16)},N,VIIRS,n,2.0NRT,290.2,${(n % 97) / 10},D`;
  });
  return `${COLUMNS}\n${rows.join('\n')}\n`;
}

/** @param args rounds (3) */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? 3);
  const product = await startProduct();
  const database = await startProductsServer();
  const client = new pg.Client({ connectionString: await database.newDatabase() });
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'lookout-bench-'));
  await chmod(folder, 0o755); // PostgreSQL reads the file as another user
  const seconds = { ours: [] as number[], copy: [] as number[] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const csv = firmsFile(round);
      const began = performance.now();
      const response = await fetch(product.base + contract.alarm.ingestSatellite.path, {
        method: 'POST',
        headers: { 'content-type': 'text/csv', 'x-feed-key': FEED_KEY },
        body: csv,
      });
      const { data } = (await response.json()) as { data: { received: number; accepted: number; duplicates: number; rejected: unknown[] } };
      seconds.ours.push((performance.now() - began) / 1000);
      console.log(
        `round ${round + 1}: ${data.received} received, ${data.accepted} accepted, ${data.duplicates} duplicates, ${data.rejected.length} rejected`,
      );
      seconds.copy.push(await copy(client, folder, csv));
    }
  } finally {
    await client.end();
    await database.stop();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const [ours, peer] = [spreadOf(seconds.ours), spreadOf(seconds.copy)];
  printTable([
    { side: 'ours', seconds: briefSpread(ours), 'rows/s': brief(ROWS / ours.median) },
    { side: 'COPY', seconds: briefSpread(peer), 'rows/s': brief(ROWS / peer.median) },
  ]);
  const ratio = ours.median / peer.median;
  printReport({
    name: 'firms',
    rounds,
    missing: [],
    goals: [{ what: '50,000 rows, ours / COPY', goal: '≤ 6', got: ratio, isReached: ratio <= 6, ours: ours.median, peer: peer.median }],
    results: seconds,
  });
}

/** PostgreSQL reads the file itself, which is the fastest COPY; duplicates are removed beforehand, since COPY refuses them. */
async function copy(client: pg.Client, folder: string, csv: string): Promise<number> {
  const file = join(folder, 'firms.csv');
  const lines = csv.trimEnd().split('\n');
  await writeFile(file, `${[...new Set(lines)].join('\n')}\n`, { mode: 0o644 });
  await client.query('drop table if exists firms');
  await client.query(
    `create table firms (latitude float8, longitude float8, bright_ti4 float8, scan float8, track float8, acq_date date, acq_time text,
      satellite text, instrument text, confidence text, version text, bright_ti5 float8, frp float8, daynight text,
      unique (satellite, acq_date, acq_time, latitude, longitude))`,
  );
  const began = performance.now();
  await client.query(`copy firms from program 'cat "${file}"' csv header`);
  return (performance.now() - began) / 1000;
}
