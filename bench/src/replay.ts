// replay: 24 hours of a province with 2,000 alarms, the actions on them, and 200 rangers who send a position every 15 s. Measures how long
// a jump to any moment takes until stores and layers show it, and whether the main thread is blocked while a day is played in 144 s. No
// peer: the goals are those of the product.

import { formatTime } from '@lookout/contract';
import { DAY_MS, type GridNo, NATION } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { startProductsServer } from '@lookout/store/testing';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { BROWSER_MISSING, findBrowser, launchBrowser, signedIn, withoutPriority } from './lib/browser.ts';
import { makeDesks } from './lib/crowds.ts';
import { countyPlaces, makeWalkers, type Place, post } from './lib/feeds.ts';
import { brief, percentile } from './lib/numbers.ts';
import { startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const USER = 'sichuan';
const PROVINCE = '51';
const ALARMS = 2_000;
const RANGERS = 200;
const SENT_EVERY_SECONDS = 15;
const JUMPS = 100;
const JUMP_MS = 300;
const LONGEST_TASK_MS = 50;
const SPEED = '600×';
/** Several officers act, because the actions per minute of one account are limited. */
const OFFICERS = 40;
const AT_ONCE = 20;
const WARM_MS = 5_000;
const JUMP_TIMEOUT_MS = 20_000;
const PLAY_TIMEOUT_MS = 300_000;
const LOOK_MS = 2_000;
const LOAD_TIMEOUT_MS = 300_000;

/** Records every task of the main thread over 50 ms, and the page's own measurements of its jumps. */
const PROBE = `
  globalThis.benchTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) globalThis.benchTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  globalThis.benchJumps = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'replay jump') globalThis.benchJumps.push(duration);
  }).observe({ type: 'measure' });
`;

/** @param args alarms (2,000), rangers (200), jumps (100) */
export async function run(args: readonly string[]): Promise<void> {
  const [alarms, rangers, jumps] = [Number(args[0] ?? ALARMS), Number(args[1] ?? RANGERS), Number(args[2] ?? JUMPS)];
  const executable = findBrowser();
  if (executable === null) return printReport({ name: 'replay', rounds: 0, missing: [BROWSER_MISSING], goals: [], results: [] });
  await using stops = new AsyncDisposableStack();
  const database = await startProductsServer();
  stops.defer(() => database.stop());
  const url = await database.newDatabase();
  const product = await startProduct({ DATABASE_URL: url });
  stops.defer(() => product.stop());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  stops.defer(() => client.end());
  const places = await countyPlaces(client, PROVINCE);
  await makeHistory(client, product, places, alarms);
  const end = Math.floor(Date.now() / 1_000) * 1_000;
  const begin = end - DAY_MS;
  await spreadOver(client, begin, end);
  const walkers = await makeWalkers(client, rangers, places);
  await walkADay(client, walkers, begin);

  const browser = await launchBrowser(await withoutPriority(executable, stops));
  stops.defer(() => browser.close());
  const context = await signedIn(browser, product.base, USER, {
    viewport: { width: 1366, height: 768 },
    pixelRatio: 0.5,
    initScript: PROBE,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  const loaded = performance.now();
  const [from, to] = [begin, end].map((at) => encodeURIComponent(formatTime(new Date(at))));
  await page.goto(`/replay?begin=${from}&end=${to}&right=warning`, { waitUntil: 'domcontentloaded' });
  await page.locator('.replay-bar').waitFor({ timeout: LOAD_TIMEOUT_MS });
  const loadMs = performance.now() - loaded;
  await page.locator('.globe-stage[data-state="ready"]').waitFor();
  await page.waitForTimeout(WARM_MS);

  const jumped = await jump(page, jumps);
  const tasks = await play(page);
  const durations = tasks.map(({ duration }) => duration);
  const over = durations.filter((duration) => duration > LONGEST_TASK_MS).length;
  const [p50, p95] = [percentile(jumped, 0.5), percentile(jumped, 0.95)];
  printTable([
    {
      alarms,
      rangers,
      jumps,
      'read in, s': brief(loadMs / 1_000),
      'jump p50 ms': brief(p50),
      'p95 ms': brief(p95),
      'longest ms': brief(Math.max(...jumped)),
      [`tasks > 50 ms at ${SPEED}`]: over,
      'longest of them ms': brief(Math.max(0, ...durations)),
    },
  ]);
  const goals: Goal[] = [
    { what: 'a jump to any moment, p95 ms', goal: `≤ ${JUMP_MS}`, got: p95, isReached: p95 <= JUMP_MS },
    { what: `tasks of the page over ${LONGEST_TASK_MS} ms at ${SPEED}`, goal: '0', got: over, isReached: over === 0 },
    { what: 'script errors of the page', goal: '0', got: faults.length, isReached: faults.length === 0 },
  ];
  printReport({ name: 'replay', rounds: 1, missing: [], goals, results: { alarms, rangers, loadMs, jumped, durations, faults } });
}

/** Alarms reported by people at the county seats and around them. Of ten alarms seven are acknowledged and six judged, two of them real. */
async function makeHistory(
  client: pg.Client,
  product: { readonly base: string; readonly port: number },
  places: readonly Place[],
  count: number,
) {
  const tokens = (await makeDesks(client, new Array<GridNo>(OFFICERS).fill(NATION))).map(({ token }) => token);
  const raise = async (n: number): Promise<void> => {
    const { lng, lat } = places[n % places.length] as Place;
    const away = Math.floor(n / places.length);
    const place = { longitude: lng + (away % 5) * 0.05, latitude: lat + Math.floor(away / 5) * 0.05 };
    const body = JSON.stringify({ ...place, description: '有烟', reporterName: '测试' });
    if ((await post(product.port, contract.alarm.createReport.path, body)) !== 200) throw new Error(`alarm ${n} was refused`);
  };
  await inTurn(count, raise);
  const { rows } = await client.query<{ id: string }>(`select id from alarm where kind = 'report' order by arrived_at`);
  const act = async (n: number): Promise<void> => {
    const id = rows[n]?.id;
    const by = { authorization: `Bearer ${tokens[n % tokens.length]}` };
    const send = async (path: string, body: object) => {
      // An alarm that was answered together with its fire needs no separate answer.
      const status = await post(product.port, path, JSON.stringify(body), by);
      if (status !== 200 && status !== 409 && status !== 501) throw new Error(`${path}: HTTP ${status}`);
    };
    if (n % 10 < 7) await send(contract.alarm.acknowledge.path, { id });
    if (n % 10 < 6) await send(contract.alarm.monitorJudge.path, { fireId: id, isReal: n % 10 < 2 ? 1 : 0 });
  };
  await inTurn(rows.length, act);
}

async function inTurn(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Spreads events of some minutes over a day, in their order: the log's own times are not evaluated here. */
async function spreadOver(client: pg.Client, begin: number, end: number): Promise<void> {
  await client.query(`set session_replication_role = replica`);
  const moved = `$1::timestamptz + ($2::timestamptz - $1::timestamptz) * (seq::float8 / (select event_last + 1 from journal_head))`;
  await client.query(`update event set recorded_at = ${moved}, happened_at = ${moved}`, [new Date(begin), new Date(end)]);
  await client.query(`update alarm set arrived_at = event.recorded_at, observed_at = event.recorded_at from event
    where alarm.id between event.first_alarm and event.last_alarm`);
  await client.query(
    `update alarm set judged_at = event.recorded_at from event where event.object_id = alarm.id::text and event.kind = 'alarm.judged'`,
  );
  await client.query(`set session_replication_role = origin`);
}

/** Positions every 15 s around the seats, received two seconds later. */
async function walkADay(
  client: pg.Client,
  walkers: readonly { readonly id: string; readonly place: Place }[],
  begin: number,
): Promise<void> {
  await client.query(
    `insert into ranger_track (account_id, at, lng, lat, received_at)
     select id, at, lng + 0.01 * sin(extract(epoch from at) / 900 + n), lat + 0.01 * cos(extract(epoch from at) / 900 + n), at + interval '2 seconds'
     from unnest($1::uuid[], $2::float8[], $3::float8[]) with ordinality as w(id, lng, lat, n),
       generate_series($4::timestamptz, $4::timestamptz + interval '1 day' - interval '1 second', make_interval(secs => $5)) at
     on conflict do nothing`,
    [
      walkers.map(({ id }) => id),
      walkers.map(({ place }) => place.lng),
      walkers.map(({ place }) => place.lat),
      new Date(begin),
      SENT_EVERY_SECONDS,
    ],
  );
  await client.query('analyze ranger_track');
}

/**
 * Clicks on the timeline, far and near, and reads the page's measurement: how long its main thread is blocked until stores, panels and
 * layers are updated.
 */
async function jump(page: Page, count: number): Promise<number[]> {
  const box = await page.locator('.replay-track .ant-slider').boundingBox();
  if (box === null) throw new Error('there is no track');
  const jumps = () => page.evaluate('globalThis.benchJumps') as Promise<number[]>;
  const before = (await jumps()).length;
  for (let n = 0; n < count; n += 1) {
    const share = ((n + 1) * 0.618034) % 1;
    await page.mouse.click(box.x + 2 + share * (box.width - 4), box.y + box.height / 2);
    const deadline = performance.now() + JUMP_TIMEOUT_MS;
    while ((await jumps()).length <= before + n) {
      if (performance.now() > deadline) throw new Error(`jump ${n + 1} was not measured`);
      await page.waitForTimeout(20);
    }
  }
  return (await jumps()).slice(before);
}

/** Plays the whole day at the highest speed. @returns the tasks of the main thread over 50 ms */
async function play(page: Page): Promise<{ readonly startTime: number; readonly duration: number }[]> {
  await page.locator('.replay-track .ant-slider').click({ position: { x: 1, y: 5 } });
  await page.locator('.replay-bar').getByText(SPEED).click();
  await page.waitForTimeout(WARM_MS);
  const begin = (await page.evaluate('performance.now()')) as number;
  // Queried rarely, and by attributes: finding a button by its role computes all accessible names of the page, which is a long task itself.
  const button = (label: string) => page.locator(`.replay-bar button[aria-label="${label}"]`);
  await button('播放').click();
  await button('暂停').waitFor();
  const deadline = performance.now() + PLAY_TIMEOUT_MS;
  while ((await button('播放').count()) === 0) {
    if (performance.now() > deadline) throw new Error('the day did not come to its end');
    await page.waitForTimeout(LOOK_MS);
  }
  const tasks = (await page.evaluate('globalThis.benchTasks')) as { startTime: number; duration: number }[];
  return tasks.filter(({ startTime }) => startTime >= begin);
}
