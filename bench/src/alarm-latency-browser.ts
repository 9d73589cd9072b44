// alarm-latency in a browser: the time from sending an alarm by HTTP to drawing its marker on an officer's globe. One desk and one alarm at
// a time, each at a separate place in the viewport and at a random time, with the map at rest when the alarm arrives. Also measured: from
// sending an alarm to its toast on a page without a map, and from a click in the queue to the details, with the map at three heights.
import { BROWSER_MISSING, findBrowser, launchBrowser, lineOnline, openDesk } from './lib/browser.ts';
import { drawnAfter, mapAtRest, notDrawn, PLACES_IN_VIEW, VIEW, VIEW_PATH } from './lib/drawn-alarms.ts';
import { MARKER_PROBE } from './lib/marker-probe.ts';
import { brief, percentile } from './lib/numbers.ts';
import { startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import { BY_ARRIVAL, detailsAfter, toastAfter } from './lib/shown-alarms.ts';

const GOAL_P95_MS = 500;
const GOAL_DETAILS_MS = 200;
const OTHER_PAGE = '/manage/alarm';
/** Camera heights in metres: a valley, a county, a province. */
const HEIGHTS = [9_000, 60_000, 600_000] as const;
const TOASTS = 30;
/** Number of rows that the queue shows. */
const CLICKS = 6;
/** A window wide enough to show the queue next to the map. */
const WITH_QUEUE = { width: 1366, height: 768 };

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
    await page.context().close();

    const elsewhere = await openDesk(browser, product.base, 'aba', OTHER_PAGE, {}, lineOnline);
    await toastAfter(elsewhere.page, product.base, TOASTS); // not measured: the overlay's script is loaded by the first toast
    const toasts: number[] = [];
    for (let n = 0; n < TOASTS; n += 1) toasts.push(await toastAfter(elsewhere.page, product.base, n));
    await elsewhere.page.context().close();

    const details: number[] = [];
    for (const heightMetres of HEIGHTS) {
      const path = `/manage/monitor?at=${VIEW.lng},${VIEW.lat},${heightMetres},0,-90,3d`;
      const desk = await openDesk(browser, product.base, 'aba', path, { viewport: WITH_QUEUE, pixelRatio: 0.5, initScript: BY_ARRIVAL });
      await desk.page.locator('.alarm-row').first().waitFor();
      // The first click loads the popup's script.
      for (let n = 0; n < CLICKS; n += 1) {
        const ms = await detailsAfter(desk.page, n);
        if (n > 0) details.push(ms);
      }
      if (desk.faults.length > 0) throw new Error(desk.faults.join('\n'));
      await desk.page.context().close();
    }
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const toastP95 = percentile(toasts, 0.95);
    const detailsP95 = percentile(details, 0.95);
    const [p50, p95, most] = [0.5, 0.95, 1].map((share) => percentile(times, share)) as [number, number, number];
    printTable([{ alarms: count, 'p50 ms': brief(p50), 'p95 ms': brief(p95), 'slowest ms': brief(most) }]);
    printTable([
      { what: `toast on ${OTHER_PAGE}`, 'p50 ms': brief(percentile(toasts, 0.5)), 'p95 ms': brief(toastP95) },
      { what: `details after a click, at ${HEIGHTS.join(', ')} m`, 'p50 ms': brief(percentile(details, 0.5)), 'p95 ms': brief(detailsP95) },
    ]);
    printReport({
      name: 'alarm-latency-browser',
      rounds: 1,
      missing: [],
      goals: [
        { what: 'marker drawn on the globe, p95', goal: `≤ ${GOAL_P95_MS} ms`, got: p95, isReached: p95 <= GOAL_P95_MS },
        { what: 'toast on a page without a map, p95', goal: `≤ ${GOAL_P95_MS} ms`, got: toastP95, isReached: toastP95 <= GOAL_P95_MS },
        { what: 'details after a click, p95', goal: `≤ ${GOAL_DETAILS_MS} ms`, got: detailsP95, isReached: detailsP95 <= GOAL_DETAILS_MS },
        { what: 'alarms not drawn', goal: '0', got: notDrawn(times), isReached: notDrawn(times) === 0 },
      ],
      results: { times, toasts, details },
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}
