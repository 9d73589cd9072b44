// under-load: one province on one machine on a bad day. 200 duty desks with their live topics, which also send 20 queries a second, 10
// alarms a second with a burst of 1,000 in 10 s half-way, 500 positions a second, 20 viewers of the demo's towers, and the province's desk
// in a real browser, on whose globe alarms must be drawn. Everything runs on this machine's cores: what would run on other machines has a
// lower priority than the product, the simulated cameras the lowest. No peer: the goals are those of the product.

import { covers, type GridNo } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { startProductsServer } from '@lookout/store/testing';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { BROWSER_MISSING, type BrowserDesk, findBrowser, launchBrowser, openDesk, withoutPriority } from './lib/browser.ts';
import {
  addressOfDesk,
  type DeskAccount,
  expectedOf,
  gridsOfDesks,
  makeDesks,
  missingOf,
  openCrowds,
  receivedBy,
  settled,
} from './lib/crowds.ts';
import { drawnAfter, notDrawn, PLACES_IN_VIEW, VIEW, VIEW_PATH } from './lib/drawn-alarms.ts';
import { alarmSender, countyPlaces, makeWalkers, type Place, paced, post, startWalking } from './lib/feeds.ts';
import { type Watching, watchFlv } from './lib/flv-viewer.ts';
import { MARKER_PROBE } from './lib/marker-probe.ts';
import { metricOf } from './lib/nearby-peers.ts';
import { brief, percentile } from './lib/numbers.ts';
import { letOthersFirst, processes } from './lib/processes.ts';
import { type Product, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';
import { readyTowers } from './lib/towers.ts';

const DESKS = 200;
const PROVINCE = '51';
const SHARES = { nation: 0, province: 0.05, prefecture: 0.15 };
/** The grid of the demo's towers, and a user who sees them. */
const TOWERS = { gridNo: '513200' as GridNo, userName: 'aba' };
const BROWSER_USER = 'sichuan';
/** Pixel ratio of the desk in the browser: the CPU renders its globe, and a quarter of the pixels takes less CPU time. */
const PIXEL_RATIO = 0.5;
const CALLS_A_SECOND = 20;
const ALARMS_A_SECOND = 10;
const BURST = { perSecond: 100, seconds: 10 };
const POSITIONS_A_SECOND = 500;
const POSITION_EVERY_S = 15;
const VIEWERS = 20;
const LEAST_TOWERS = 4;
const SETTLE_MS = 20_000;
const LAG_EVERY_MS = 10_000;
const DRAWN_EVERY_MS = 8_000;
const RING_MS = 6_000;
const PATIENCE_S = 30;
/** Alarms and rangers are this far from the browser's viewport, so that only its own alarms change the marker count. */
const FAR_DEGREES = 0.7;
const MOST = { callP95Ms: 200, drawnP95Ms: 1_000, lagP99Ms: 50 };

/** @param args minutes (10), `no-browser`: the product alone, without a browser that the CPU renders for */
export async function run(args: readonly string[]): Promise<void> {
  const minutes = Number(args[0] ?? 10);
  const isWatched = args[1] !== 'no-browser';
  const executable = findBrowser();
  if (isWatched && executable === null)
    return printReport({ name: 'under-load', rounds: 0, missing: [BROWSER_MISSING], goals: [], results: [] });
  await using stops = new AsyncDisposableStack();
  const database = await startProductsServer();
  stops.defer(() => database.stop());
  const url = await database.newDatabase();
  const product = await startProduct({ DATABASE_URL: url, DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1' });
  stops.defer(() => product.stop());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  stops.defer(() => client.end());
  const ports = [product.port];

  const places = (await countyPlaces(client, PROVINCE)).filter(isOutOfView);
  const desks = await makeDesks(client, await gridsOfDesks(client, DESKS, SHARES, PROVINCE));
  const walkers = await makeWalkers(client, POSITIONS_A_SECOND * POSITION_EVERY_S, places);
  const watching = await watchTowers(product, desks, stops);
  // A real camera encodes its own pictures, so the simulated ones get only the CPU time that the product leaves.
  const simulator = processes().find(({ parent, command }) => parent === product.pid && command.includes('apps/simulator/'));
  if (simulator === undefined) throw new Error('the server has no process that simulates the cameras');
  letOthersFirst(simulator.pid);
  const crowds = await openCrowds(desks, ports, stops);
  const desk = isWatched && executable !== null ? await openWatchedDesk(executable, product.base, stops) : null;
  console.log(`${DESKS} desks, ${walkers.length} rangers, ${watching.length} viewers, ${desk === null ? 'no' : 'a'} browser; begin`);

  const walking = startWalking(ports, walkers, POSITION_EVERY_S);
  const alarms = alarmSender(ports, (fire) => places[fire % places.length] as Place);
  const load = startRequests(product, desks);
  const lag = watchLag(product);
  const picturesBefore = watching.map(({ pictures }) => pictures.length);
  const begun = performance.now();
  const drawing = desk === null ? [] : drawAlarms(desk.page, product.base, minutes * 60_000);
  const half = minutes * 30 - BURST.seconds / 2;
  await alarms.send(ALARMS_A_SECOND, half);
  await alarms.send(BURST.perSecond, BURST.seconds);
  await alarms.send(ALARMS_A_SECOND, half);
  const seconds = (performance.now() - begun) / 1000;
  const drawn = await drawing;
  const lags = await lag.stop();
  const requests = await load.stop();
  const walked = await walking.stop();
  const { sent, accepted } = alarms.take();
  const expected = await expectedOf(client, desks, sent);
  await settled(expected, crowds, PATIENCE_S);
  const received = await receivedBy(crowds);
  const pictures = watching.map((one, n) => (one.pictures.length - (picturesBefore[n] ?? 0)) / seconds);

  const callMs = [...requests.times, ...accepted];
  const errors = {
    'alarms refused': sent.length - accepted.length,
    'calls refused': requests.refused,
    'calls with positions refused': walked.refused,
    'deliveries missing or twice': missingOf(expected, received.fires),
    'live connections lost': received.lost,
    'viewers without a picture a second': pictures.filter((one) => one < 1).length,
    ...(desk !== null && { 'alarms not drawn': notDrawn(drawn), 'script errors of the page': desk.faults.length }),
  };
  printTable([
    row('a call of a desk', requests.times),
    row('an alarm accepted', accepted),
    {
      what: 'an alarm at the desks',
      count: received.latencies.count,
      'p50 ms': received.latencies.percentile(0.5),
      'p95 ms': received.latencies.percentile(0.95),
      'p99 ms': received.latencies.percentile(0.99),
    },
    ...(desk === null ? [] : [row('an alarm drawn', drawn)]),
    row('event loop, p99 of 10 s', lags),
  ]);
  console.log(`positions delivered: ${received.positions}; pictures a second: ${pictures.map(brief).join(' ')}`);
  const worst = (what: string, values: readonly number[], share: number, most: number): Goal => {
    const got = percentile(values, share);
    return { what, goal: `≤ ${most}`, got, isReached: got <= most };
  };
  const goals: Goal[] = [
    ...Object.entries(errors).map(([what, got]): Goal => ({ what, goal: '0', got, isReached: got === 0 })),
    worst('calls and alarms answered, p95 ms', callMs, 0.95, MOST.callP95Ms),
    ...(desk === null ? [] : [worst('alarm sent to drawn, p95 ms', drawn, 0.95, MOST.drawnP95Ms)]),
    worst('event loop p99 ms, the worst 10 s', lags, 1, MOST.lagP99Ms),
  ];
  printReport({
    name: 'under-load',
    rounds: 1,
    missing: [],
    goals,
    results: { minutes, errors, drawn, lags, pictures, faults: desk?.faults ?? [] },
  });
}

const row = (what: string, times: readonly number[]) => ({
  what,
  count: times.length,
  'p50 ms': brief(percentile(times, 0.5)),
  'p95 ms': brief(percentile(times, 0.95)),
  'p99 ms': brief(percentile(times, 0.99)),
});

const isOutOfView = ({ lng, lat }: Place): boolean => Math.hypot(lng - VIEW.lng, lat - VIEW.lat) > FAR_DEGREES;

const bearer = (desk: DeskAccount, n: number) => ({ authorization: `Bearer ${desk.token}`, 'x-forwarded-for': addressOfDesk(n) });

/** The province's desk in a browser. The load of its start is not part of any figure. */
async function openWatchedDesk(executable: string, base: string, stops: AsyncDisposableStack): Promise<BrowserDesk> {
  const browser = await launchBrowser(await withoutPriority(executable, stops));
  stops.defer(() => browser.close());
  const desk = await openDesk(browser, base, BROWSER_USER, VIEW_PATH, { initScript: MARKER_PROBE, pixelRatio: PIXEL_RATIO });
  await new Promise((wake) => setTimeout(wake, SETTLE_MS));
  await drawnAfter(desk.page, base, PLACES_IN_VIEW - 1); // not measured: the first marker creates the texture atlas
  return desk;
}

/** Opens viewers at the desks that see the towers, and of the towers, in turn. Resolves when all viewers have a picture. */
async function watchTowers(product: Product, desks: readonly DeskAccount[], stops: AsyncDisposableStack): Promise<Watching[]> {
  const cameras = await readyTowers(product.base, TOWERS.userName, LEAST_TOWERS);
  const seats = [...desks.entries()].filter(([, { gridNo }]) => covers(gridNo, TOWERS.gridNo));
  const viewers = Array.from({ length: VIEWERS }, async (_, at): Promise<Watching> => {
    const [n, desk] = seats[at % seats.length] as (typeof seats)[number];
    const response = await fetch(product.base + contract.video.liveVideo.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(desk, n) },
      body: JSON.stringify({ cameraId: cameras[at % cameras.length] }),
    });
    const { data } = (await response.json()) as { data?: readonly { readonly url: string | null; readonly result: string | null }[] };
    const [stream] = data ?? [];
    if (!stream?.url) throw new Error(stream?.result ?? `no stream: ${response.status}`);
    const watching = await watchFlv(product.base + stream.url);
    stops.defer(() => watching.close());
    await watching.first;
    return watching;
  });
  return Promise.all(viewers);
}

/** The queries of a duty desk, each as often as it occurs in twenty. */
const QUESTIONS = [
  { times: 10, path: contract.alarm.page.path, body: { pageNo: 1, pageSize: 20 } },
  { times: 5, path: contract.resource.around.path, body: { longitude: 103.59, latitude: 31.48, radius: 15_000, limit: 20 } },
  { times: 4, path: contract.video.checkAll.path, body: {} },
  { times: 1, path: contract.statistics.report.path, body: { window: 0 } },
].flatMap(({ times, path, body }) => new Array<readonly [string, string]>(times).fill([path, JSON.stringify(body)]));

/** Sends queries from the desks in turn. */
function startRequests({ port }: Product, desks: readonly DeskAccount[]) {
  let isOver = false;
  let requests = 0;
  let refused = 0;
  const times: number[] = [];
  const ask = async (): Promise<void> => {
    const [path, body] = QUESTIONS[requests % QUESTIONS.length] as readonly [string, string];
    // The query is shifted by one each round, so that every desk sends all of them.
    const n = (requests + Math.floor(requests / desks.length)) % desks.length;
    requests += 1;
    const begun = performance.now();
    if ((await post(port, path, body, bearer(desks[n] as DeskAccount, n))) === 200) times.push(performance.now() - begun);
    else refused += 1;
  };
  const load = (async () => {
    while (!isOver) await paced(CALLS_A_SECOND, CALLS_A_SECOND, ask);
  })();
  return {
    async stop() {
      isOver = true;
      await load;
      return { times, refused };
    },
  };
}

/** Sends alarms in the browser's viewport, spread over the whole time. @returns how long each took */
async function drawAlarms(page: Page, base: string, forMs: number): Promise<number[]> {
  const count = Math.min(PLACES_IN_VIEW - 1, Math.floor(forMs / DRAWN_EVERY_MS));
  const begun = performance.now();
  let lastAt = begun;
  const drawn: number[] = [];
  for (let n = 0; n < count; n += 1) {
    // The ring around the previous marker has disappeared by then, so that only the next marker changes the count.
    const due = Math.max(begun + (n * forMs) / count, lastAt + RING_MS);
    const wait = due - performance.now();
    if (wait > 0) await new Promise((wake) => setTimeout(wake, wait));
    drawn.push(await drawnAfter(page, base, n));
    lastAt = performance.now();
  }
  return drawn;
}

/** Reads the event-loop delay that the server has measured since the previous request. */
function watchLag({ base }: Product) {
  const lags: number[] = [];
  const lagMs = async () => metricOf(await (await fetch(`${base}/metrics`)).text(), 'nodejs_eventloop_lag_p99_seconds') * 1000;
  const first = lagMs(); // The first value covers the time before the measurement.
  const timer = setInterval(async () => lags.push(await lagMs()), LAG_EVERY_MS);
  return {
    async stop(): Promise<readonly number[]> {
      clearInterval(timer);
      await first;
      return lags;
    },
  };
}
