// alarm-latency in a browser: from sending an alarm by HTTP to its marker being drawn on an officer's globe. One desk and one alarm at a time,
// each at its own place in view and at a random moment; the map is at rest when it arrives.
import { BROWSER_MISSING, findBrowser, launchBrowser, openDesk } from './lib/browser.ts';
import { drawnAfter, mapAtRest, notDrawn, PLACES_IN_VIEW, VIEW_PATH } from './lib/drawn-alarms.ts';
import { MARKER_PROBE } from './lib/marker-probe.ts';
import { brief, percentile } from './lib/numbers.ts';
import { startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';

const GOAL_P95_MS = 500;

/** @param args alarms (60; at most 69, one for each place of the grid) */
export async function run(args: readonly string[]): Promise<void> {
  const count = Math.min(Number(args[0] ?? 60), PLACES_IN_VIEW - 1);
  const executable = findBrowser();
  if (executable === null)
    return printReport({ name: 'alarm-latency-browser', rounds: 0, missing: [BROWSER_MISSING], goals: [], results: [] });
  const product = await startProduct();
  const browser = await launchBrowser(executable);
  try {
    const { page, faults } = await openDesk(browser, product.base, 'aba', VIEW_PATH, { initScript: MARKER_PROBE });
    const drawnAtRest = async (n: number): Promise<number> => {
      await mapAtRest(page);
      return drawnAfter(page, product.base, n);
    };
    await drawnAtRest(count); // not measured: the first marker creates the texture atlas; its place is after all others
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) times.push(await drawnAtRest(n));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const [p50, p95, most] = [0.5, 0.95, 1].map((share) => percentile(times, share)) as [number, number, number];
    printTable([{ alarms: count, 'p50 ms': brief(p50), 'p95 ms': brief(p95), 'slowest ms': brief(most) }]);
    printReport({
      name: 'alarm-latency-browser',
      rounds: 1,
      missing: [],
      goals: [
        { what: 'marker drawn on the globe, p95', goal: `≤ ${GOAL_P95_MS} ms`, got: p95, isReached: p95 <= GOAL_P95_MS },
        { what: 'alarms not drawn', goal: '0', got: notDrawn(times), isReached: notDrawn(times) === 0 },
      ],
      results: { times },
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}
