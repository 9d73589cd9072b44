// flood: 10,000 hotspots in 10 minutes at one desk: a province's desk in a real browser, with the queue open and the globe drawn. Measures
// how long the main thread is blocked at a time, how often the desk sounds, and into how many fires and areas the hotspots are folded. No
// peer: the goals are those of the product.
import { haversineMetres } from '@lookout/domain';
import { destination } from '@lookout/geo';
import { startProductsServer } from '@lookout/store/testing';
import pg from 'pg';
import { BROWSER_MISSING, findBrowser, launchBrowser, openDesk, withoutPriority } from './lib/browser.ts';
import { countyPlaces, type Place, paced } from './lib/feeds.ts';
import { brief, percentile } from './lib/numbers.ts';
import { FEED_KEY, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const USER = 'sichuan';
const PROVINCE = '51';
const VIEW_PATH = '/manage/monitor?right=warning';
const WITHIN_MINUTES = 10;
const HOTSPOTS = 10_000;
/** Seconds between two files, as from one satellite pass after another. */
const EVERY_S = 6;
/** Pixels of one fire, which lie within some hundred metres. */
const PIXELS_OF_FIRE = 4;
const PIXEL_METRES = 375;
/** Two fires are at least two cells of this size apart: 4 km and more in Sichuan. */
const CELL_DEGREES = 0.022;
const PIXEL_RATIO = 0.5;
const INNER_METRES = 60_000;
const LONGEST_TASK_MS = 100;
const QUIET_S = 10;
const WARM_MS = 3_000;
const SETTLE_TIMEOUT_MS = 60_000;

/** Counts sounds (one oscillator each) and records every task of the main thread over 50 ms with its start time. */
const PROBE = `
  globalThis.benchTones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    globalThis.benchTones += 1;
    return start.apply(this, when);
  };
  globalThis.benchTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) globalThis.benchTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
`;

/** @param args minutes (10), hotspots (10,000 in 10 minutes) */
export async function run(args: readonly string[]): Promise<void> {
  const minutes = Number(args[0] ?? WITHIN_MINUTES);
  const hotspots = Number(args[1] ?? Math.round((HOTSPOTS * minutes) / WITHIN_MINUTES));
  const executable = findBrowser();
  if (executable === null) return printReport({ name: 'flood', rounds: 0, missing: [BROWSER_MISSING], goals: [], results: [] });
  await using stops = new AsyncDisposableStack();
  const database = await startProductsServer();
  stops.defer(() => database.stop());
  const url = await database.newDatabase();
  const product = await startProduct({ DATABASE_URL: url });
  stops.defer(() => product.stop());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  stops.defer(() => client.end());
  const places = innerOf(await countyPlaces(client));
  const browser = await launchBrowser(await withoutPriority(executable, stops));
  stops.defer(() => browser.close());
  const { page, faults } = await openDesk(browser, product.base, USER, VIEW_PATH, {
    initScript: PROBE,
    pixelRatio: PIXEL_RATIO,
  });
  // The gesture that allows sound.
  await page.mouse.click(5, 5);
  const burning = firesOf(Math.ceil(hotspots / PIXELS_OF_FIRE), places);
  let sent = 0;
  const accepted: number[] = [];
  const send = async (count: number): Promise<void> => {
    const file = pixelFile(sent, count, burning);
    sent += count;
    const at = performance.now();
    const response = await fetch(`${product.base}/fire/api/satelliteFirealarm/ingest`, {
      method: 'POST',
      headers: { 'x-feed-key': FEED_KEY, 'content-type': 'text/csv' },
      body: file,
    });
    const { data } = (await response.json()) as { readonly data: { readonly accepted: number } };
    if (data.accepted !== count) throw new Error(`${data.accepted} of ${count} hotspots were accepted`);
    accepted.push(performance.now() - at);
  };
  // Not measured: the first marker creates the texture atlas and compiles its shaders, which the CPU does here.
  await send(1);
  await page.locator('.alarm-row').waitFor();
  await page.waitForTimeout(WARM_MS);
  const begin = (await page.evaluate('performance.now()')) as number;

  const perFile = Math.ceil(hotspots / ((minutes * 60) / EVERY_S));
  await paced(1 / EVERY_S, Math.ceil((hotspots - 1) / perFile), () => send(Math.min(perFile, hotspots - sent)));
  const { alarms, fires } = await allFolded(client);
  await page.getByText(`${alarms} 条未处理 归为 ${fires} 起火情`).waitFor({ timeout: SETTLE_TIMEOUT_MS });
  const shown = await page.locator('.warning-panel').textContent();
  const end = (await page.evaluate('performance.now()')) as number;
  const tasks = ((await page.evaluate('globalThis.benchTasks')) as { startTime: number; duration: number }[]).filter(
    ({ startTime }) => startTime >= begin && startTime <= end,
  );
  const tones = (await page.evaluate('globalThis.benchTones')) as number;
  const folded = Number(/归为 (\d+) 起火情/.exec(shown ?? '')?.[1] ?? Number.NaN);
  const areas = Number(/(\d+) 个区域/.exec(shown ?? '')?.[1] ?? Number.NaN);
  const durations = tasks.map(({ duration }) => duration);
  const longest = Math.max(0, ...durations);
  const over = durations.filter((duration) => duration > LONGEST_TASK_MS).length;
  const mostTones = Math.ceil((end - begin) / 1000 / QUIET_S) + 1;
  printTable([
    {
      hotspots,
      minutes,
      fires: folded,
      areas,
      sounds: tones,
      'tasks > 50 ms': durations.length,
      'p95 of them': brief(percentile(durations, 0.95)),
      'longest ms': brief(longest),
      'a file taken in, p95 ms': brief(percentile(accepted, 0.95)),
    },
  ]);
  const goals: Goal[] = [
    { what: 'tasks of the page over 100 ms', goal: '0', got: over, isReached: over === 0 },
    { what: 'sounds', goal: `1 to ${mostTones}`, got: tones, isReached: tones >= 1 && tones <= mostTones },
    {
      what: 'fires that the hotspots are folded to, of those that burn',
      goal: '0.9 to 1.1',
      got: folded / Math.ceil(hotspots / PIXELS_OF_FIRE),
      isReached: Math.abs(folded / Math.ceil(hotspots / PIXELS_OF_FIRE) - 1) <= 0.1,
    },
    { what: 'script errors of the page', goal: '0', got: faults.length, isReached: faults.length === 0 },
  ];
  printReport({ name: 'flood', rounds: 1, missing: [], goals, results: { hotspots, minutes, folded, areas, tones, durations, faults } });
}

/** Waits until every alarm of the province belongs to a fire. (Some of the last fires lie beyond its border.) */
async function allFolded(client: pg.Client): Promise<{ readonly alarms: number; readonly fires: number }> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ alarms: number; joined: number; fires: number }>(
      `select count(*)::int as alarms, count(incident_id)::int as joined, count(distinct incident_id)::int as fires
       from alarm left join incident_alarm on alarm_id = id where starts_with(grid_no, $1)`,
      [PROVINCE],
    );
    const [counted] = rows;
    if (counted !== undefined && counted.joined === counted.alarms) return counted;
    if (performance.now() > deadline) throw new Error(`of ${counted?.alarms} alarms ${counted?.joined} are of a fire`);
    await new Promise((wake) => setTimeout(wake, 500));
  }
}

/** County seats of the province far enough from all seats outside it that fires around them lie in the province. */
function innerOf(counties: readonly Place[]): Place[] {
  const others = counties.filter(({ no }) => !no.startsWith(PROVINCE));
  return counties.filter(
    (county) => county.no.startsWith(PROVINCE) && others.every((other) => haversineMetres(county, other) > INNER_METRES),
  );
}

/**
 * Places this many fires on spirals around the county seats in turn, far enough apart that no two are joined: satellite hotspots are joined
 * within 3 km, and the pixels of one fire lie within half a kilometre.
 */
function firesOf(count: number, places: readonly Place[]): Place[] {
  const cellOf = ({ lng, lat }: Pick<Place, 'lng' | 'lat'>): string =>
    `${Math.floor(lng / CELL_DEGREES)}/${Math.floor(lat / CELL_DEGREES)}`;
  const taken = new Set<string>();
  const fires: Place[] = [];
  for (let n = 0; fires.length < count; n += 1) {
    const county = places[n % places.length] as Place;
    const turn = Math.floor(n / places.length);
    const around = destination(county, turn * 137.5, 5_000 * Math.sqrt(turn));
    // A fire lies in the middle of a cell, in every second cell of each direction.
    const [x, y] = (cellOf(around).split('/') as [string, string]).map((cell) => 2 * Math.floor(Number(cell) / 2)) as [number, number];
    const cell = `${x}/${y}`;
    if (taken.has(cell)) continue;
    taken.add(cell);
    fires.push({ ...county, lng: (x + 0.5) * CELL_DEGREES, lat: (y + 0.5) * CELL_DEGREES });
  }
  return fires;
}

/** Pixels of fires in the counties, all seen by one satellite this minute. Pixels of the same fire are some hundred metres apart. */
function pixelFile(first: number, count: number, fires: readonly Place[]): string {
  const head = 'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight';
  const now = new Date().toISOString();
  const [day, time] = [now.slice(0, 10), now.slice(11, 16).replace(':', '')];
  const rows = Array.from({ length: count }, (_, i) => {
    const n = first + i;
    const fire = Math.floor(n / PIXELS_OF_FIRE);
    const { lng, lat } = destination(fires[fire] as Place, 90 * (n % PIXELS_OF_FIRE), PIXEL_METRES);
    return `${lat.toFixed(5)},${lng.toFixed(5)},330.1,0.39,0.36,${day},${time},N,VIIRS,n,2.0NRT,290.2,${(1 + (n % 40) / 2).toFixed(1)},D`;
  });
  return `${head}\n${rows.join('\n')}\n`;
}
