// statistics: the query of 统计分析 over the alarms of a year, over HTTP on one keep-alive connection, compared with the same query sent to
// PostgreSQL directly, over the tables that the product writes. Both sides must return the same numbers. Also 告警负荷, which reads the same
// tables.

import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '@lookout/contract';
import { DAY_MS, type GridNo } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import type { AlarmLoadReport } from '@lookout/features/statistics/alarm-load.ts';
import { startProductsServer } from '@lookout/store/testing';
import pg from 'pg';
import { signIn } from './lib/desk.ts';
import { brief, briefSpread, percentile, spreadOf } from './lib/numbers.ts';
import { endOfHttp, openConnection } from './lib/one-connection.ts';
import { startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import { seedAlarms } from './lib/seeded-alarms.ts';
import { askPostgres, type Comparable, comparableOf, type Report } from './lib/statistics-peer.ts';

const ALARMS = 1_000_000;
const GOAL_MS = 1_000;
const GOAL_RATIO = 20;
const READY_TIMEOUT_MS = 600_000;

/** The year, and narrower windows and sub-grids of it. */
const QUESTIONS = [
  { name: 'nation, a year', user: 'guojia', gridNo: '100000', days: 365 },
  { name: 'province, half a year', user: 'guojia', gridNo: '510000', days: 182 },
  { name: 'prefecture, a month', user: 'guojia', gridNo: '513200', days: 30 },
  { name: 'county, 7 days', user: 'guojia', gridNo: '513221', days: 7 },
] as const;

/** 告警负荷 of the whole country over its longest window. */
const LOAD = { gridNo: '100000', days: 31 } as const;

type Question = Pick<(typeof QUESTIONS)[number], 'gridNo'> & { readonly days: number };

/** @param args rounds (3), alarms (1,000,000) */
export async function run(args: readonly string[]): Promise<void> {
  const [rounds, alarms] = [Number(args[0] ?? 3), Number(args[1] ?? ALARMS)];
  const database = await startProductsServer();
  const url = await database.newDatabase();
  const now = new Date();
  const client = new pg.Client({ connectionString: url });
  // The first start creates the tables and the accounts; the second one reads a year's log, as after an update.
  const keysFile = join(tmpdir(), `lookout-bench-keys-${process.pid}.json`);
  const settings = { DATABASE_URL: url, KEYS_FILE: keysFile };
  await (await startProduct(settings)).stop();
  await client.connect();
  await seedAlarms(client, alarms, now);
  const product = await startProduct(settings);
  try {
    const begun = performance.now();
    const { token } = await signIn(product.base, 'guojia');
    const connection = await openConnection(product.port, endOfHttp);
    const { report, alarmLoad } = contract.statistics;
    /** Each call ends its window one second earlier than the previous one, so that no reply comes from a cache. */
    let calls = 0;
    const askOf = async <Data>({ method, path }: Pick<Row, 'method' | 'path'>, { gridNo, days }: Question) => {
      const end = new Date(Math.floor(now.getTime() / 1_000) * 1_000 - 1_000 * calls++);
      const span = { begin: new Date(end.getTime() - days * DAY_MS), end };
      const body = JSON.stringify({ gridNo, beginTime: span.begin.toISOString(), endTime: span.end.toISOString() });
      const startedAt = performance.now();
      const response = await connection.request(
        `${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      const ms = performance.now() - startedAt;
      const { code, data } = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4)) as { code: number; data: Data };
      return { ms, code, data, span };
    };
    const ask = (question: Question) => askOf<Report>(report, question);
    const loads: number[] = [];
    const askLoad = async () => {
      const { ms, code, data } = await askOf<Pick<AlarmLoadReport, 'desk'>>(alarmLoad, LOAD);
      if (code !== 200) throw new Error(`the load was refused with ${code}`);
      loads.push(ms);
      return data.desk.announced + data.desk.silent;
    };
    while ((await ask(QUESTIONS[0])).code !== 200) {
      if (performance.now() - begun > READY_TIMEOUT_MS) throw new Error('the statistics did not get ready');
      await new Promise((wake) => setTimeout(wake, 250));
    }
    const readSeconds = (performance.now() - begun) / 1_000;

    const ours = new Map<string, number[]>(QUESTIONS.map(({ name }) => [name, []]));
    const peers = new Map<string, number[]>(QUESTIONS.map(({ name }) => [name, []]));
    const differing: string[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const question of QUESTIONS) {
        const { ms, data, span } = await ask(question);
        ours.get(question.name)?.push(ms);
        for (let more = 0; more < 4; more++) ours.get(question.name)?.push((await ask(question)).ms);
        const startedAt = performance.now();
        const found = await askPostgres(client, question.gridNo as GridNo, span, data);
        peers.get(question.name)?.push(performance.now() - startedAt);
        differing.push(...differences(question.name, comparableOf(data), found));
      }
      const loaded = await askLoad();
      for (let more = 0; more < 4; more++) await askLoad();
      console.log(`round ${round + 1} of ${rounds} done; load of ${loaded} alarms`);
    }
    const resident = await product.residentMegabytes();
    connection.close();
    printResults({ rounds, alarms, ours, peers, loads, differing, readSeconds, resident });
  } finally {
    await product.stop();
    await client.end();
    await database.stop();
    await rm(keysFile, { force: true });
  }
}

const differences = (name: string, ours: Comparable, theirs: Comparable): string[] =>
  Object.keys(theirs)
    .filter((section) => JSON.stringify(ours[section]) !== JSON.stringify(theirs[section]))
    .map((section) => `${name}: ${section}`);

interface Results {
  readonly rounds: number;
  readonly alarms: number;
  readonly ours: ReadonlyMap<string, readonly number[]>;
  readonly peers: ReadonlyMap<string, readonly number[]>;
  /** Times of 告警负荷. */
  readonly loads: readonly number[];
  readonly differing: readonly string[];
  readonly readSeconds: number;
  readonly resident: number;
}

function printResults({ rounds, alarms, ours, peers, loads, differing, readSeconds, resident }: Results): void {
  const rows = [...ours].map(([name, times]) => {
    const [own, peer] = [spreadOf(times), spreadOf(peers.get(name) ?? [])];
    return { name, own, peer, ratio: peer.median / own.median, slowest: percentile(times, 1) };
  });
  printTable(
    rows.map(({ name, own, peer, ratio }) => ({
      question: name,
      'ours ms': briefSpread(own),
      'PostgreSQL ms': briefSpread(peer),
      ratio: brief(ratio),
    })),
  );
  console.log(`${alarms} alarms; the log was read in ${brief(readSeconds)} s; server ${brief(resident)} MB`);
  if (differing.length > 0) console.log(`different numbers: ${differing.join('; ')}`);
  const load = spreadOf(loads);
  console.log(`load of the desks, nation, ${LOAD.days} days: ${briefSpread(load)} ms`);
  const slowest = Math.max(...rows.map((row) => row.slowest));
  const least = Math.min(...rows.map(({ ratio }) => ratio));
  printReport({
    name: 'statistics',
    rounds,
    missing: [],
    goals: [
      { what: 'slowest answer, ms', goal: `≤ ${GOAL_MS}`, got: slowest, isReached: slowest <= GOAL_MS },
      { what: 'slowest load of the desks, ms', goal: `≤ ${GOAL_MS}`, got: Math.max(...loads), isReached: Math.max(...loads) <= GOAL_MS },
      { what: 'PostgreSQL / ours, least', goal: `≥ ${GOAL_RATIO}`, got: least, isReached: least >= GOAL_RATIO },
      { what: 'different numbers', goal: '0', got: differing.length, isReached: differing.length === 0 },
    ],
    results: { rows, load, readSeconds, resident, differing },
  });
}
