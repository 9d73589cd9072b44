// load: pages with an empty cache on a connection of 10 Mbit/s and 40 ms. The login page: script size, requests for Cesium, largest
// contentful paint. The map page with a login until its globe is ready, compared with Cesium's own Viewer and its bundled imagery.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BROWSER_MISSING, findBrowser, launchBrowser, signedIn } from './lib/browser.ts';
import { servePages } from './lib/harness-pages.ts';
import { briefSpread, spreadOf } from './lib/numbers.ts';
import { startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const CONNECTION = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
/** Small, because every pixel is rendered by the processor. */
const VIEWPORT = { width: 640, height: 360 };
const TIMEOUT_MS = 300_000;
const SETTLED_MS = 1_500;
const MOST = { scriptBytes: 150_000, usableTimes: 1.15, paintMs: 2_500 } as const;

interface Loaded {
  readonly scriptBytes: number;
  readonly cesiumRequests: number;
}

/** A new page with an empty cache on the slow connection; `loaded` is what has been transferred so far. */
async function slowPage(context: BrowserContext): Promise<{ page: Page; loaded(): Loaded }> {
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.emulateNetworkConditions', CONNECTION);
  const scripts = new Set<string>();
  let scriptBytes = 0;
  let cesiumRequests = 0;
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /\.m?js(\?|$)/.test(response.url)) scripts.add(requestId);
    if (/cesium/i.test(response.url)) cesiumRequests += 1;
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  return { page, loaded: () => ({ scriptBytes, cesiumRequests }) };
}

/** Milliseconds from the start of the navigation until the selector matches. */
async function usable(page: Page, url: string, selector: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(selector).waitFor({ state: 'attached' });
  return page.evaluate('performance.now()') as Promise<number>;
}

const LARGEST_PAINT = `new Promise((done) => {
  let last = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) last = entry.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(() => done(last), ${SETTLED_MS});
})`;

async function login(browser: Browser, base: string): Promise<Loaded & { paintMs: number }> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  try {
    const { page, loaded } = await slowPage(context);
    await page.goto(`${base}/login`);
    const paintMs = (await page.evaluate(LARGEST_PAINT)) as number;
    return { ...loaded(), paintMs };
  } finally {
    await context.close();
  }
}

async function ours(browser: Browser, base: string): Promise<number> {
  const context = await signedIn(browser, base, 'aba', { viewport: VIEWPORT });
  try {
    const { page } = await slowPage(context);
    return await usable(page, `${base}/manage/monitor`, '.globe-stage[data-state="ready"]');
  } finally {
    await context.close();
  }
}

async function bare(browser: Browser, base: string): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const { page } = await slowPage(context);
    return await usable(page, `${base}/index.html`, 'body[data-state="ready"]');
  } finally {
    await context.close();
  }
}

/** @param args rounds (3) */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? 3);
  const executable = findBrowser();
  if (executable === null) return printReport({ name: 'load', rounds: 0, missing: [BROWSER_MISSING], goals: [], results: [] });
  const [product, pages, browser] = [await startProduct(), await servePages('bare'), await launchBrowser(executable)];
  try {
    const first = await login(browser, product.base);
    const times = { ours: [] as number[], bare: [] as number[], paint: [first.paintMs] };
    for (let round = 0; round < rounds; round += 1) {
      times.ours.push(await ours(browser, product.base));
      times.bare.push(await bare(browser, pages.base));
      times.paint.push((await login(browser, product.base)).paintMs);
    }
    const [mine, peer, paint] = [spreadOf(times.ours), spreadOf(times.bare), spreadOf(times.paint)];
    printTable([
      { page: 'login', 'script kB': (first.scriptBytes / 1000).toFixed(1), 'usable ms': '', 'largest paint ms': briefSpread(paint) },
      { page: 'map, ours', 'script kB': '', 'usable ms': briefSpread(mine), 'largest paint ms': '' },
      { page: 'bare Cesium Viewer', 'script kB': '', 'usable ms': briefSpread(peer), 'largest paint ms': '' },
    ]);
    const ratio = mine.median / peer.median;
    const goals: Goal[] = [
      {
        ...{ what: 'login: script, bytes as sent', goal: `≤ ${MOST.scriptBytes}`, got: first.scriptBytes },
        isReached: first.scriptBytes <= MOST.scriptBytes,
      },
      { what: 'login: requests for Cesium', goal: '0', got: first.cesiumRequests, isReached: first.cesiumRequests === 0 },
      { what: 'login: largest paint, ms', goal: `≤ ${MOST.paintMs}`, got: paint.median, isReached: paint.median <= MOST.paintMs },
      { what: 'map usable, ours / bare Viewer', goal: `≤ ${MOST.usableTimes}`, got: ratio, isReached: ratio <= MOST.usableTimes },
    ];
    printReport({ name: 'load', rounds, missing: [], goals, results: { first, times } });
  } finally {
    await browser.close();
    await pages.stop();
    await product.stop();
  }
}
