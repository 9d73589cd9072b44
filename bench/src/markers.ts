// markers: 10,000 to 100,000 points on our globe, compared with stock Cesium entities with EntityCluster. The measure is the time in which
// the page's main thread runs JavaScript or collects garbage, by the sampling profiler (CDP `Profiler`). Frames per second are no measure:
// without a graphics card the CPU renders every frame, and the thread waits for it on both pages.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { BROWSER_MISSING, findBrowser, launchBrowser } from './lib/browser.ts';
import { type Pages, servePages } from './lib/harness-pages.ts';
import { brief, briefSpread, type Spread, spreadOf } from './lib/numbers.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const COUNTS = [10_000, 50_000, 100_000] as const;
const SIDES = ['ours', 'stock'] as const;
type Side = (typeof SIDES)[number];
const ZOOM_MS = 10_000;
const REST_MS = 10_000;
const CHANGE_MS = 10_000;
const CHANGES_A_SECOND = 1_000;
/** The browser's own definition of a long task. */
const LONG_TASK_MS = 50;
const TIMEOUT_MS = 300_000;
const MOST = { firstFrame: 0.1, frame: 0.2, heap: 0.3 } as const;

interface Round {
  /** Milliseconds of JavaScript until the first frame with all points is drawn. */
  readonly firstFrame: number;
  /** Milliseconds of JavaScript for each frame while zooming. */
  readonly frame: number;
  readonly frames: number;
  /** Heap used by the points, megabytes. */
  readonly heap: number;
  readonly framesAtRest: number;
  /** Number of tasks of 50 ms and more while 1,000 points a second change, and the longest, milliseconds. */
  readonly longTasks: number;
  readonly longestTask: number;
}

/** The profiler's names for time without JavaScript: idle, and the browser's own code, which includes waiting for rendering. */
const NOT_SCRIPT = new Set(['(idle)', '(program)', '(root)']);

/** @returns milliseconds of JavaScript on the main thread while `work` ran, and its result */
async function scriptMs<T>(cdp: CDPSession, work: () => Promise<T>): Promise<readonly [milliseconds: number, result: T]> {
  await cdp.send('Profiler.start');
  const result = await work();
  const { profile } = await cdp.send('Profiler.stop');
  const idle = new Set(profile.nodes.flatMap(({ id, callFrame }) => (NOT_SCRIPT.has(callFrame.functionName) ? [id] : [])));
  const { samples = [], timeDeltas = [] } = profile;
  const microseconds = samples.reduce((sum, id, index) => sum + (idle.has(id) ? 0 : (timeDeltas[index] ?? 0)), 0);
  return [microseconds / 1000, result];
}

const heapBytes = async (cdp: CDPSession): Promise<number> => {
  for (let n = 0; n < 3; n += 1) await cdp.send('HeapProfiler.collectGarbage');
  const usage = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number };
  return usage.usedSize + (usage.backingStorageSize ?? 0);
};

const OBSERVE_LONG_TASKS = `globalThis.longTasks = [];
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longTasks.push(duration); }).observe({ type: 'longtask' });`;

async function roundOf(browser: Browser, { base }: Pages, side: Side, count: number): Promise<Round> {
  // Small, because every pixel is rendered by the processor.
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
    await page.addInitScript({ content: OBSERVE_LONG_TASKS });
    await page.goto(`${base}/${side}.html`);
    await settled(page);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Profiler.enable');
    const empty = await heapBytes(cdp);
    const [firstFrame] = await scriptMs(cdp, () => page.evaluate(`page.show(${count})`));
    const heap = ((await heapBytes(cdp)) - empty) / 2 ** 20;
    const [zoom, frames] = await scriptMs(cdp, () => page.evaluate(`page.zoom(${ZOOM_MS})`) as Promise<number>);
    const frame = zoom / Math.max(1, frames);
    await settled(page);
    // Time for the camera movement to end and for clamping to the terrain after it.
    await page.waitForTimeout(2_000);
    const still = (await page.evaluate('page.framesDrawn()')) as number;
    await page.waitForTimeout(REST_MS);
    const framesAtRest = ((await page.evaluate('page.framesDrawn()')) as number) - still;
    await page.evaluate(`longTasks.length = 0; page.change(${CHANGES_A_SECOND}, ${CHANGE_MS})`);
    const long = (await page.evaluate('longTasks')) as number[];
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return { firstFrame, frame, frames, heap, framesAtRest, longTasks: long.length, longestTask: Math.max(0, ...long) };
  } finally {
    await context.close();
  }
}

const settled = (page: Page) => page.waitForFunction('globalThis.page?.framesDrawn() > 0 && globalThis.page.settled()');

/** @param args rounds (3), counts joined by commas (10000,50000,100000) */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? 3);
  const counts = args[1]?.split(',').map(Number) ?? [...COUNTS];
  const executable = findBrowser();
  if (executable === null) return printReport({ name: 'markers', rounds: 0, missing: [BROWSER_MISSING], goals: [], results: [] });
  const pages = await servePages('markers');
  const browser = await launchBrowser(executable);
  try {
    const results = new Map<string, Round[]>();
    for (const count of counts) {
      for (let round = 1; round <= rounds; round++) {
        for (const side of SIDES) {
          const key = `${side} ${count}`;
          const begun = performance.now();
          const done = await roundOf(browser, pages, side, count);
          results.set(key, [...(results.get(key) ?? []), done]);
          const seconds = brief((performance.now() - begun) / 1000);
          console.log(
            `${count}, ${side}: round ${round} of ${rounds} done in ${seconds} s, ${brief(done.firstFrame / 1000)} of it script to the first frame`,
          );
        }
      }
    }
    printResults(results, counts, rounds);
  } finally {
    await browser.close();
    await pages.stop();
  }
}

function printResults(results: ReadonlyMap<string, readonly Round[]>, counts: readonly number[], rounds: number): void {
  const of = (side: Side, count: number, what: keyof Round): Spread =>
    spreadOf((results.get(`${side} ${count}`) ?? []).map((round) => round[what]));
  printTable(
    counts.flatMap((count) =>
      SIDES.map((side) => ({
        points: count,
        side,
        'script to first frame ms': briefSpread(of(side, count, 'firstFrame')),
        'script ms a frame': briefSpread(of(side, count, 'frame')),
        'heap MB': briefSpread(of(side, count, 'heap')),
        frames: brief(of(side, count, 'frames').median),
        'frames at rest': brief(of(side, count, 'framesAtRest').median),
        'tasks > 50 ms': `${brief(of(side, count, 'longTasks').median)} (longest ${brief(of(side, count, 'longestTask').greatest)})`,
      })),
    ),
  );
  const goals = counts.flatMap((count): Goal[] => {
    const ratio = (what: keyof typeof MOST): Goal => {
      const got = of('ours', count, what).median / of('stock', count, what).median;
      return { what: `${count}: ${what}, ours / stock`, goal: `≤ ${MOST[what]}`, got, isReached: got <= MOST[what] };
    };
    const atMost = (what: string, got: number, goal: string, most: number): Goal => ({
      what: `${count}: ${what}`,
      goal,
      got,
      isReached: got <= most,
    });
    return [
      ratio('firstFrame'),
      ratio('frame'),
      ratio('heap'),
      atMost('frames in 10 s of rest', of('ours', count, 'framesAtRest').greatest, '0', 0),
      atMost('longest task at 1,000 changes a second, ms', of('ours', count, 'longestTask').greatest, `< ${LONG_TASK_MS}`, LONG_TASK_MS),
    ];
  });
  printReport({ name: 'markers', rounds, missing: [], goals, results: Object.fromEntries(results) });
}
