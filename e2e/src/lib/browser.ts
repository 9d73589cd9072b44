// The machine's browser, set up for a machine without a graphics card.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { describe, test } from 'vitest';

const BROWSER_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The map that the pages show: the globe, or features/testing/flat-globe.ts in its place. */
export type MapKind = 'globe' | 'flat';

const MAP_ARGUMENTS: Readonly<Record<MapKind, readonly string[]>> = {
  // Software rendering: Cesium runs without a graphics card.
  globe: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  // Without WebGL pages are rendered directly in software, which is far cheaper than through an emulated graphics card.
  flat: ['--disable-gpu'],
};
/** Features that tests do not need but that start with each desk's window: two pages behind the address bar and a spare process. */
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];
/** Turned off by Playwright itself (verified by browser.test.ts); repeated here because Chrome uses only the last such switch. */
export const TURNED_OFF_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];
const CHROME_ARGUMENTS = [
  `--disable-features=${[...TURNED_OFF_BY_PLAYWRIGHT, ...UNUSED_FEATURES].join(',')}`,
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages of several officers are open at once; Chrome must not throttle those in the background.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Maps a host name that is not a loopback address: over plain http the browser then gives the page no secure context.
  '--host-resolver-rules=MAP lookout.lan 127.0.0.1',
];

export const browserPath: string | null = [process.env.LOOKOUT_BROWSER, ...BROWSER_PATHS].find((file) => file && existsSync(file)) ?? null;

const shared = new Map<MapKind, Promise<Browser>>();

/**
 * Returns the worker's browser for pages with this map. The first file that needs the browser launches it, and it ends with the worker.
 * Each desk gets a tab in a separate context.
 */
export async function sharedBrowser(map: MapKind): Promise<Browser> {
  const running = shared.get(map);
  if (running && (await running).isConnected()) return running;
  if (browserPath === null) throw new Error('no browser');
  const launched = chromium.launch({ executablePath: browserPath, args: [...CHROME_ARGUMENTS, ...MAP_ARGUMENTS[map]] });
  shared.set(map, launched);
  return launched;
}

export interface TabOptions {
  readonly map: MapKind;
  /** Base of relative addresses. */
  readonly base: string;
  /** Screen pixels for one CSS pixel. */
  readonly pixelRatio: number;
}

export interface AcquiredTab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Clears the tab, which shows a blank page by now, for another desk; after a failed test (`hasPassed` false) its context is closed instead. */
  readonly release: (hasPassed: boolean) => Promise<void>;
}

interface Tab extends TabOptions {
  readonly page: Page;
  readonly context: BrowserContext;
}

let idle: Tab[] = [];
const retired = new WeakSet<Page>();

/** Excludes a page from reuse after a change that cannot be undone: its context is closed on release. */
export const retire = (page: Page): void => void retired.add(page);

/**
 * Gives a desk a tab in a separate context, if possible one that an earlier desk has released: its process runs, and the code of the app is
 * cached and compiled, which saves half of a page's start. Cookies, storage, permissions and listeners of the earlier desk are cleared.
 */
export async function acquireTab({ map, base, pixelRatio }: TabOptions): Promise<AcquiredTab> {
  const browser = await sharedBrowser(map);
  const fits = (one: Tab) => one.map === map && one.base === base && one.pixelRatio === pixelRatio && one.context.browser() === browser;
  const reused = idle.find(fits);
  idle = idle.filter((one) => one !== reused);
  const { context, page } = reused ?? (await newTab(browser, base, pixelRatio));
  return {
    context,
    page,
    release: async (hasPassed) => {
      if (!hasPassed || page.isClosed() || retired.has(page)) return context.close();
      await clearTab(page, base);
      idle.push({ map, base, pixelRatio, context, page });
    },
  };
}

async function newTab(browser: Browser, base: string, pixelRatio: number): Promise<Pick<Tab, 'context' | 'page'>> {
  const settings = { deviceScaleFactor: pixelRatio, baseURL: base, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' };
  const context = await browser.newContext(settings);
  return { context, page: await context.newPage() };
}

/** Closes the idle tabs of a server that has ended. */
export async function dropTabs(port: number): Promise<void> {
  const isOver = ({ base }: TabOptions) => Number(new URL(base).port) === port;
  const over = idle.filter(isOver);
  idle = idle.filter((one) => !isOver(one));
  await Promise.all(over.map(({ context }) => context.close()));
}

/** Events that a test may listen to; Playwright itself also listens to `close` and `crash`. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
];

/** Removes everything a desk left in its tab and its context, except the HTTP cache and the history of the tab. */
async function clearTab(page: Page, base: string): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().map((one) => one !== page && one.close()));
  await Promise.all(EVENTS.map((event) => page.removeAllListeners(event, { behavior: 'ignoreErrors' })));
  await Promise.all([page, context].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setGeolocation(null), context.setOffline(false)]);
  await page.mouse.move(0, 0);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: base, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' });
  await session.detach();
}

/** A suite that needs a browser. Without one it is reported on stderr and skipped; in CI (`CI` set) it fails. */
export function describeInBrowser(name: string, file: string, body: () => void): void {
  if (browserPath !== null) {
    describe(name, body);
    return;
  }
  const missing = `${basename(file)} (${name}): no Chrome, Chromium or Edge; install one, or set LOOKOUT_BROWSER to its program`;
  if (process.env.CI) {
    describe(name, () => {
      test('has a browser', () => {
        throw new Error(missing);
      });
    });
    return;
  }
  process.stderr.write(`NOT RUN: ${missing}\n`);
  describe.runIf(false)(name, body);
}
