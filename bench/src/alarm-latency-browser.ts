// alarm-latency in a browser: from sending an alarm by HTTP to its marker being drawn on an officer's globe. One desk and one alarm at a time,
// each at its own place in view and at a random moment; the map is at rest when it arrives.
import { contract } from '@lookout/contract';
import type { Page } from 'playwright-core';
import { BROWSER_MISSING, findBrowser, launchBrowser, openDesk } from './lib/browser.ts';
import { FRAMES, MARKER_PROBE, NEXT_MARKER } from './lib/marker-probe.ts';
import { brief, percentile } from './lib/numbers.ts';
import { FEED_KEY, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';

const GOAL_P95_MS = 500;
/** Looks straight down; the alarms are on a grid in the view, so that markers do not overlap. */
const VIEW = { lng: 103.3, lat: 31.6, heightMetres: 60_000 };
const COLUMNS = 10;
const STEP_DEGREES = { lng: 0.05, lat: 0.042 };
const ROWS = 7;
const TIMEOUT_MS = 20_000;
const STILL_MS = 500;

const positionOf = (n: number) => ({
  longitude: VIEW.lng + ((n % COLUMNS) - (COLUMNS - 1) / 2) * STEP_DEGREES.lng,
  latitude: VIEW.lat + ((Math.floor(n / COLUMNS) % ROWS) - (ROWS - 1) / 2) * STEP_DEGREES.lat,
});
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** Resolves after half a second without a frame: tiles are loaded, and the ring around the last marker is gone. */
async function mapAtRest(page: Page): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (let previous = -1; ; ) {
    const frames = await page.evaluate<number>(FRAMES);
    if (frames === previous) return;
    if (performance.now() > deadline) throw new Error('the map does not come to rest');
    previous = frames;
    await pause(STILL_MS);
  }
}

async function send(base: string, n: number): Promise<void> {
  const response = await fetch(base + contract.fire.createMonitorAlarm.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-feed-key': FEED_KEY },
    body: JSON.stringify({ ...positionOf(n), alarmDatetime: new Date().toISOString(), findType: 1, maxHeat: 312, address: `第 ${n} 处` }),
  });
  const body = (await response.json()) as { code: number; message: string };
  if (body.code !== 200) throw new Error(`refused: ${body.message}`);
}

async function drawnAfter(page: Page, base: string, n: number): Promise<number> {
  await mapAtRest(page);
  await pause(Math.random() * 200);
  const drawn = page.evaluate<number>(NEXT_MARKER);
  // Evaluations run in order, so the probe is armed when this one resolves.
  await page.evaluate(FRAMES);
  const sentAt = Date.now();
  await send(base, n);
  const timeout = new Promise<never>((_, fail) => setTimeout(fail, TIMEOUT_MS, new Error('an alarm was not drawn')).unref());
  return (await Promise.race([drawn, timeout])) - sentAt;
}

/** @param args alarms (60; at most 69, one for each place of the grid) */
export async function run(args: readonly string[]): Promise<void> {
  const count = Math.min(Number(args[0] ?? 60), COLUMNS * ROWS - 1);
  const executable = findBrowser();
  if (executable === null)
    return printReport({ name: 'alarm-latency-browser', rounds: 0, missing: [BROWSER_MISSING], goals: [], results: [] });
  const product = await startProduct();
  const browser = await launchBrowser(executable);
  try {
    const at = `${VIEW.lng},${VIEW.lat},${VIEW.heightMetres},0,-90,3d`;
    const { page, faults } = await openDesk(browser, product.base, 'aba', `/manage/monitor?at=${at}`, { initScript: MARKER_PROBE });
    await drawnAfter(page, product.base, count); // not measured: the first marker creates the texture atlas; its place is after all others
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) times.push(await drawnAfter(page, product.base, n));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const [p50, p95, most] = [0.5, 0.95, 1].map((share) => percentile(times, share)) as [number, number, number];
    printTable([{ alarms: count, 'p50 ms': brief(p50), 'p95 ms': brief(p95), 'slowest ms': brief(most) }]);
    printReport({
      name: 'alarm-latency-browser',
      rounds: 1,
      missing: [],
      goals: [{ what: 'marker drawn on the globe, p95', goal: `≤ ${GOAL_P95_MS} ms`, got: p95, isReached: p95 <= GOAL_P95_MS }],
      results: { times },
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}
