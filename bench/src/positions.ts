// positions: 10,000 rangers move; a feed sends their positions in calls of fifty, and a national desk receives them live. Then batches of
// ten thousand, two in flight, compared with PostgreSQL's COPY of the same rows into a table with the same key.
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NATION } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { topicOf } from '@lookout/features/live-topics.ts';
import { startProductsServer } from '@lookout/store/testing';
import pg from 'pg';
import { signIn } from './lib/desk.ts';
import { brief, briefSpread, percentile, spreadOf } from './lib/numbers.ts';
import { makePeople } from './lib/people.ts';
import { FEED_KEY, type Product, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';
import { subscribe } from './lib/subscriber.ts';

const PEOPLE = 10_000;
const A_CALL = 50;
const WHOLE_BATCH = 10_000;
const BATCHES_A_ROUND = 10;
const CLOCK_TICKS = 100; // Linux: USER_HZ, in which /proc counts
const MOST_CPU_SHARE = 0.25;
const LEAST_OF_COPY = 0.3;
const LIVE_TIMEOUT_MS = 10_000;

interface Row {
  readonly userId: string;
  readonly position: { readonly lng: number; readonly lat: number };
  readonly actualUploadTime: string;
}

interface IngestResult {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly unknown[];
}

/** @param args seconds (60), positions a second (1,000), rounds of whole batches (3) */
export async function run(args: readonly string[]): Promise<void> {
  const [seconds, perSecond, rounds] = [Number(args[0] ?? 60), Number(args[1] ?? 1_000), Number(args[2] ?? 3)];
  const database = await startProductsServer();
  const url = await database.newDatabase();
  const product = await startProduct({ DATABASE_URL: url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const people = await makePeople(client, PEOPLE);
    const walk = await walking(product, client, people, seconds, perSecond);
    const batches = await wholeBatches(product, client, people, rounds);
    printResults(walk, batches, rounds);
  } finally {
    await client.end();
    await product.stop();
    await database.stop();
  }
}

const send = async ({ base }: Product, body: string): Promise<IngestResult> => {
  const response = await fetch(base + contract.ranger.position.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-feed-key': FEED_KEY },
    body,
  });
  const { data } = (await response.json()) as { data: IngestResult };
  if (!response.ok) throw new Error(`positions were answered with ${response.status}`);
  return data;
};

/** CPU time of the server process, without the database. */
const cpuSeconds = ({ pid }: Product): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
};

const stored = async (client: pg.Client): Promise<number> =>
  Number((await client.query<{ count: string }>('select count(*) from ranger_track')).rows[0]?.count);

async function walking(product: Product, client: pg.Client, people: readonly string[], seconds: number, perSecond: number) {
  let received = 0;
  const desk = await signIn(product.base, 'guojia');
  const topic = topicOf('teamTrajectory', NATION);
  const path = new URL('/mqtt', product.base).pathname;
  const login = { userName: desk.accid, password: desk.token };
  const socket = await subscribe({ port: product.port, path, topic, ...login, onPublish: () => (received += 1) });

  const calls = Math.round((seconds * perSecond) / A_CALL);
  const tookMs: number[] = [];
  let next = 0;
  const call = async (): Promise<number> => {
    const rows = Array.from({ length: A_CALL }, (): Row => {
      const step = Math.floor(next / PEOPLE);
      const userId = people[next % PEOPLE] as string;
      next += 1;
      // The next position of a person is at least one second later, because an equal time would be a duplicate.
      const at = new Date(began.getTime() + step * 1_000 - 3_600_000);
      return { userId, position: { lng: 102 + (next % PEOPLE) / 10_000, lat: 32 + step / 10_000 }, actualUploadTime: at.toISOString() };
    });
    const sentAt = performance.now();
    const { accepted } = await send(product, JSON.stringify(rows));
    tookMs.push(performance.now() - sentAt);
    return accepted;
  };

  const began = new Date();
  const begunAt = performance.now();
  const cpuBefore = cpuSeconds(product);
  const inFlight: Promise<number>[] = [];
  for (let n = 0; n < calls; n += 1) {
    const wait = begunAt + (n * A_CALL * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((wake) => setTimeout(wake, wait));
    inFlight.push(call());
  }
  const accepted = (await Promise.all(inFlight)).reduce((sum, one) => sum + one, 0);
  const wallSeconds = (performance.now() - begunAt) / 1000;
  const cpuShare = (cpuSeconds(product) - cpuBefore) / wallSeconds;
  for (const deadline = performance.now() + LIVE_TIMEOUT_MS; received < accepted && performance.now() < deadline; )
    await new Promise((wake) => setTimeout(wake, 20));
  socket.destroy();
  const lost = calls * A_CALL - (await stored(client));
  return { sent: calls * A_CALL, accepted, lost, notReceived: accepted - received, cpuShare, wallSeconds, tookMs };
}

async function wholeBatches(product: Product, client: pg.Client, people: readonly string[], rounds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'lookout-bench-'));
  await chmod(folder, 0o755); // PostgreSQL reads the file as another user
  const rowsPerSecond = { ours: [] as number[], copy: [] as number[] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const batches = Array.from({ length: BATCHES_A_ROUND }, (_, batch) => batchOf(people, round * BATCHES_A_ROUND + batch));
      rowsPerSecond.ours.push(await ours(product, batches));
      rowsPerSecond.copy.push(await copy(client, folder, batches));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rowsPerSecond;
}

/** One position of each person, later than those of the first part. */
function batchOf(people: readonly string[], batch: number): Row[] {
  const actualUploadTime = new Date(Date.now() - 600_000 + batch * 1_000).toISOString();
  return people.slice(0, WHOLE_BATCH).map((userId, n) => ({ userId, position: { lng: 102 + n / 10_000, lat: 32 }, actualUploadTime }));
}

/** Over HTTP, each row validated, stored and published: two batches in flight, as from two feeds. */
async function ours(product: Product, batches: readonly Row[][]): Promise<number> {
  const bodies = batches.map((rows) => JSON.stringify(rows));
  const begun = performance.now();
  const sender = async (): Promise<void> => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      const { accepted } = await send(product, body);
      if (accepted !== WHOLE_BATCH) throw new Error(`${accepted} of ${WHOLE_BATCH} were accepted`);
    }
  };
  await Promise.all([sender(), sender()]);
  return (batches.length * WHOLE_BATCH) / ((performance.now() - begun) / 1000);
}

/** PostgreSQL reads the file itself, which is the fastest COPY; one transaction for each batch. */
async function copy(client: pg.Client, folder: string, batches: readonly Row[][]): Promise<number> {
  await client.query('drop table if exists positions_copied');
  await client.query(
    `create table positions_copied (account_id uuid not null, at timestamptz not null, lng float8 not null, lat float8 not null,
      received_at timestamptz not null, primary key (account_id, at))`,
  );
  const files = await Promise.all(
    batches.map(async (rows, n) => {
      const file = join(folder, `${n}.csv`);
      const lines = rows.map(({ userId, actualUploadTime: at, position: { lng, lat } }) => `${userId},${at},${lng},${lat},${at}\n`);
      await writeFile(file, lines.join(''), { mode: 0o644 });
      return file;
    }),
  );
  const begun = performance.now();
  for (const file of files) await client.query(`copy positions_copied from program 'cat "${file}"' csv`);
  return (batches.length * WHOLE_BATCH) / ((performance.now() - begun) / 1000);
}

function printResults(walk: Awaited<ReturnType<typeof walking>>, rowsPerSecond: { ours: number[]; copy: number[] }, rounds: number): void {
  const [p50, p99] = [percentile(walk.tookMs, 0.5), percentile(walk.tookMs, 0.99)];
  const seconds = brief(walk.wallSeconds);
  console.log(`${walk.sent} positions in ${seconds} s, ${walk.accepted} accepted; a call p50 ${brief(p50)} ms, p99 ${brief(p99)} ms`);
  const [mine, peer] = [spreadOf(rowsPerSecond.ours), spreadOf(rowsPerSecond.copy)];
  printTable([
    { side: 'ours (HTTP, stored, published)', 'rows/s': briefSpread(mine) },
    { side: 'COPY', 'rows/s': briefSpread(peer) },
  ]);
  const ratio = mine.median / peer.median;
  const goals: Goal[] = [
    {
      what: 'share of a core, server process',
      goal: `≤ ${MOST_CPU_SHARE}`,
      got: walk.cpuShare,
      isReached: walk.cpuShare <= MOST_CPU_SHARE,
    },
    { what: 'positions not in the database', goal: '0', got: walk.lost, isReached: walk.lost === 0 },
    { what: 'positions not received live', goal: '0', got: walk.notReceived, isReached: walk.notReceived === 0 },
    { what: 'rows/s of whole batches, ours / COPY', goal: `≥ ${LEAST_OF_COPY}`, got: ratio, isReached: ratio >= LEAST_OF_COPY },
  ];
  const { tookMs, ...figures } = walk;
  printReport({ name: 'positions', rounds, missing: [], goals, results: { ...figures, callP50Ms: p50, callP99Ms: p99, rowsPerSecond } });
}
