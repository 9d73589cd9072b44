// A desk in a real browser: the machine's Chromium, its globe drawn without a graphics card, somebody logged in.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { signIn } from './desk.ts';

const WEB_APP = join(import.meta.dirname, '../../../apps/web/dist/index.html');
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];
const SOFTWARE_GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const QUIET = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'];

export const BROWSER_MISSING = 'Chromium (apt-get install chromium, or set LOOKOUT_BROWSER)';
/** null: none on this machine. */
export const findBrowser = (): string | null => [process.env.LOOKOUT_BROWSER, ...PLACES].find((file) => file && existsSync(file)) ?? null;

export const launchBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...QUIET, ...SOFTWARE_GL] });

export interface BrowserDesk {
  readonly page: Page;
  /** Errors of the page's own scripts; a figure of a broken page is none. */
  readonly faults: readonly string[];
}

export interface TabOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Pixels of the screen for one of the page's: fewer are drawn sooner where nobody looks at them. */
  readonly pixelRatio?: number;
  /** A script that runs before the pages' own. */
  readonly before?: string;
}

/** Small: every pixel is drawn by the processor. */
const DESK = { width: 800, height: 450 };

/**
 * A browser's context in which somebody is logged in past the form, as apps/web/src/stores/session.ts keeps a login.
 * @throws when the web app is not built
 */
export async function signedIn(
  browser: Browser,
  base: string,
  userName: string,
  { viewport = DESK, pixelRatio = 1, before = '' }: TabOptions = {},
): Promise<BrowserContext> {
  if (!existsSync(WEB_APP)) throw new Error('apps/web/dist is not there: npm start or npm test builds it');
  const { reply } = await signIn(base, userName);
  const context = await browser.newContext({ viewport, deviceScaleFactor: pixelRatio, baseURL: base, locale: 'zh-CN' });
  await context.addCookies([{ name: 'token', value: reply.access_token, url: base, sameSite: 'Lax' }]);
  const { accid, groupId, gridNo, systemName, fullName } = reply;
  const kept = JSON.stringify({ accid, groupId, gridNo, systemName, fullName, topic: gridNo });
  await context.addInitScript({
    content: `for (const [name, value] of Object.entries(${kept})) localStorage.setItem(name, value);${before}`,
  });
  return context;
}

/** Opens an address as this user and waits until the desk stands. */
export async function openDesk(browser: Browser, base: string, userName: string, path: string, tab: TabOptions = {}): Promise<BrowserDesk> {
  const context = await signedIn(browser, base, userName, tab);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await onDuty(page);
  return { page, faults };
}

/** The map stands and the desk hears live messages. */
export async function onDuty(page: Page): Promise<void> {
  await page.locator('.globe-stage[data-state="ready"]').waitFor();
  await page.locator('.line-state[data-state="online"]').waitFor();
}
