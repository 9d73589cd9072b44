// A desk in a real browser: the machine's Chromium with software rendering, and a logged-in officer.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { signIn } from './desk.ts';

const WEB_APP = join(import.meta.dirname, '../../../apps/web/dist/index.html');
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];
const SOFTWARE_GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const NO_BACKGROUND_WORK = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'];

export const BROWSER_MISSING = 'Chromium (apt-get install chromium, or set LOOKOUT_BROWSER)';
/** null: no browser is installed on this machine. */
export const findBrowser = (): string | null => [process.env.LOOKOUT_BROWSER, ...PATHS].find((file) => file && existsSync(file)) ?? null;

/** Nice value of the browser's session, which is scheduled as a group (autogroup, sched(7)). */
const AFTER_THE_PRODUCT = 5;

/**
 * When started by root, Chromium raises the priority of its threads above all other processes, also the product's; this starts it without
 * the right to do so. A real desk has a separate machine with a graphics card; here the CPU renders for the browser, which therefore runs
 * at a lower priority than the product.
 * @returns the program to start in its place
 */
export async function withoutPriority(executablePath: string, stops: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lookout-browser-'));
  stops.defer(() => rm(folder, { recursive: true, force: true }));
  const starter = join(folder, 'chromium');
  const lines = [
    '#!/bin/sh',
    `[ ! -e /proc/self/autogroup ] || echo ${AFTER_THE_PRODUCT} > /proc/self/autogroup`,
    `exec setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice '${executablePath}' "$@"`,
  ];
  await writeFile(starter, `${lines.join('\n')}\n`, { mode: 0o700 });
  return starter;
}

export const launchBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...NO_BACKGROUND_WORK, ...SOFTWARE_GL] });

export interface BrowserDesk {
  readonly page: Page;
  /** Script errors of the page; a figure measured on a broken page is not valid. */
  readonly faults: readonly string[];
}

export interface TabOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Device pixels for each CSS pixel: fewer are rendered faster. */
  readonly pixelRatio?: number;
  /** A script that runs before those of the page. */
  readonly initScript?: string;
}

/** Small, because every pixel is rendered by the processor. */
const DESK = { width: 800, height: 450 };

/**
 * A browser context with a login, stored as apps/web/src/stores/session.ts does, without the login form.
 * @throws when the web app is not built
 */
export async function signedIn(
  browser: Browser,
  base: string,
  userName: string,
  { viewport = DESK, pixelRatio = 1, initScript = '' }: TabOptions = {},
): Promise<BrowserContext> {
  if (!existsSync(WEB_APP)) throw new Error('apps/web/dist is not there: npm start or npm test builds it');
  const { response } = await signIn(base, userName);
  const context = await browser.newContext({ viewport, deviceScaleFactor: pixelRatio, baseURL: base, locale: 'zh-CN' });
  await context.addCookies([{ name: 'token', value: response.access_token, url: base, sameSite: 'Lax' }]);
  const { accid, groupId, gridNo, systemName, fullName } = response;
  // The demo's guide is marked as seen: a benchmark measures the desk of an officer who knows it.
  const stored = JSON.stringify({ accid, groupId, gridNo, systemName, fullName, topic: gridNo, [`guide.${accid}`]: 'had' });
  await context.addInitScript({
    content: `for (const [name, value] of Object.entries(${stored})) localStorage.setItem(name, value);${initScript}`,
  });
  return context;
}

/** Opens an address as this user and waits until the desk is ready. @param ready waits for the page to be ready */
export async function openDesk(
  browser: Browser,
  base: string,
  userName: string,
  path: string,
  tab: TabOptions = {},
  ready: (page: Page) => Promise<void> = deskReady,
): Promise<BrowserDesk> {
  const context = await signedIn(browser, base, userName, tab);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await ready(page);
  return { page, faults };
}

/** Waits until the map is ready and the desk is connected to live messages. */
export async function deskReady(page: Page): Promise<void> {
  await page.locator('.globe-stage[data-state="ready"]').waitFor();
  await lineOnline(page);
}

/** Waits until the desk is connected to live messages. */
export const lineOnline = (page: Page): Promise<void> => page.locator('.line-state[data-state="online"]').waitFor();
