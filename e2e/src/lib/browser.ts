// The machine's browser, set up for a machine without a graphics card.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { describe, test } from 'vitest';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Which map the pages show: the globe, or packages/map/src/testing/flat-map.ts in its place. */
export type MapKind = 'globe' | 'flat';

const DRAWING: Readonly<Record<MapKind, readonly string[]>> = {
  // stack.md "Cesium without a graphics card".
  globe: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  // Without WebGL the processor draws pages directly, which is far cheaper than through a graphics card that it plays itself.
  flat: ['--disable-gpu'],
};
/** Of a whole Chrome that no test looks at: two pages behind the address bar and a process in reserve, loaded anew for each desk's window. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];
/** What Playwright turns off itself (browser.test.ts holds it to that): of two such switches Chrome heeds the last. */
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
const QUIET = [
  `--disable-features=${[...TURNED_OFF_BY_PLAYWRIGHT, ...UNSEEN].join(',')}`,
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages of several officers stand side by side; none of them may fall asleep because another one is in front.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // A name of the local network: over plain http the browser then keeps back what it gives to a loopback address.
  '--host-resolver-rules=MAP lookout.lan 127.0.0.1',
];

export const browserPath: string | null = [process.env.LOOKOUT_BROWSER, ...USUAL_PLACES].find((file) => file && existsSync(file)) ?? null;

const shared = new Map<MapKind, Promise<Browser>>();

/** The worker's browser for pages with this map: launched for the first file that asks, ended with the worker. Each desk is a context of its own in it. */
export async function sharedBrowser(map: MapKind): Promise<Browser> {
  const running = shared.get(map);
  if (running && (await running).isConnected()) return running;
  if (browserPath === null) throw new Error('no browser');
  const launched = chromium.launch({ executablePath: browserPath, args: [...QUIET, ...DRAWING[map]] });
  shared.set(map, launched);
  return launched;
}

export interface ContextOptions {
  readonly map: MapKind;
  /** What relative addresses stand on. */
  readonly base: string;
  /** Pixels of the screen for one of the page's. */
  readonly pixelRatio: number;
}

export interface BorrowedContext {
  readonly context: BrowserContext;
  /** For another desk, without what was kept in it; `isSound` false: somebody's test failed in it, and it ends. */
  readonly giveBack: (isSound: boolean) => Promise<void>;
}

let spare: (ContextOptions & { readonly context: BrowserContext })[] = [];

/**
 * A context that nobody else has. One that was given back is preferred: what its pages fetched and compiled is still there, which is half
 * of a page's start; its cookies, stores, permissions and pages are gone.
 */
export async function borrowContext({ map, base, pixelRatio }: ContextOptions): Promise<BorrowedContext> {
  const browser = await sharedBrowser(map);
  const suits = (one: (typeof spare)[number]) =>
    one.map === map && one.base === base && one.pixelRatio === pixelRatio && one.context.browser() === browser;
  const kept = spare.find(suits);
  spare = spare.filter((one) => one !== kept);
  const made = { deviceScaleFactor: pixelRatio, baseURL: base, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' };
  const context = kept?.context ?? (await browser.newContext(made));
  return {
    context,
    giveBack: async (isSound) => {
      if (!isSound) return context.close();
      await forget(context, base);
      spare.push({ map, base, pixelRatio, context });
    },
  };
}

/** Ends the contexts that wait for desks of a server that has ended. */
export async function dropContexts(port: number): Promise<void> {
  const isOver = ({ base }: ContextOptions) => Number(new URL(base).port) === port;
  const over = spare.filter(isOver);
  spare = spare.filter((one) => !isOver(one));
  await Promise.all(over.map(({ context }) => context.close()));
}

/** All that a desk leaves in its context, but what was fetched. */
async function forget(context: BrowserContext, base: string): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setGeolocation(null), context.setOffline(false)]);
  // No page writes any more; the stores of an origin are reached through a page.
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: base, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' });
  await page.close();
}

/** A suite that needs a browser. Without one it names itself on stderr and counts nothing; in CI (`CI` set) it fails. */
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
