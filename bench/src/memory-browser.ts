// memory in a browser: the heap of one desk's tab before and after hundreds of pages are opened and closed, and after 10,000 live alarms. A
// tab caches the alarms it has received, so heaps are compared at equal numbers of alarms: after the pages with before them, and after the
// live alarms with a newly loaded page that has all of them.

import { retainedBy } from '@lookout/e2e/heap';
import { contract } from '@lookout/features/contract.ts';
import type { Page } from 'playwright-core';
import { BROWSER_MISSING, deskReady, findBrowser, launchBrowser, openDesk } from './lib/browser.ts';
import { firmsFile } from './lib/firms-file.ts';
import { brief } from './lib/numbers.ts';
import { FEED_KEY, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';

const MOST_GROWTH = 1.2;
const MONITOR = '/manage/monitor?at=102.55,32.35,20000,0,-90,3d';
/** Live alarms arrive in files of this many, as from satellites. */
const A_FILE = 500;
const TIMEOUT_MS = 40_000;
/** Few pixels, because rendering time grows with them. */
const LOW_PIXEL_RATIO = 0.25;

/** Navigates with the app's own router, like the Back button, without loading the page again. */
const navigate = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`);

/** In a narrow window the alarm queue is collapsed to a rail. */
async function unfoldQueue(page: Page): Promise<void> {
  const rail = page.locator('.warning-rail');
  await rail.or(page.locator('.warning-panel')).waitFor();
  if (await rail.isVisible()) await rail.click();
  await page.locator('.alarm-row').first().waitFor();
}

type Step = (page: Page) => Promise<void>;
const toAdmin: Step = async (page) => {
  // By URL, since in a narrow window the end of the menu is hidden behind 更多.
  await navigate(page, '/manage/admin');
  await page.locator('.ant-table-row').first().waitFor();
};
const toMonitor: Step = async (page) => {
  await page.locator('a.menu-item[href="/manage/monitor"]').click();
  await unfoldQueue(page);
};
const openPopup: Step = async (page) => {
  await page.locator('.alarm-row').first().click();
  await page.getByRole('dialog', { name: '火警详情' }).waitFor();
};
const closePopup: Step = async (page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: '火警详情' }).waitFor({ state: 'detached' });
};
const toLogin: Step = async (page) => {
  await navigate(page, '/login');
  await page.getByLabel('用户名').waitFor();
};
const backToMonitor: Step = async (page) => {
  await navigate(page, '/manage/monitor');
  await deskReady(page);
  await unfoldQueue(page);
};
const VISIT: readonly Step[] = [openPopup, closePopup, toAdmin, toMonitor];
/** Fourteen pages: an alarm's details, the administration and back, four times; then the login and back. */
const ROUND: readonly Step[] = [...Array.from({ length: 4 }, () => VISIT).flat(), toLogin, backToMonitor];
const PAGES_A_ROUND = ROUND.filter((step) => step !== closePopup).length;

async function openPages(page: Page, count: number): Promise<number> {
  let opened = 0;
  while (opened < count) {
    for (const step of ROUND) await step(page);
    opened += PAGES_A_ROUND;
  }
  return opened;
}

async function ingest(base: string, first: number, count: number): Promise<void> {
  for (let at = first; at < first + count; at += A_FILE) {
    const response = await fetch(base + contract.alarm.ingestSatellite.path, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-feed-key': FEED_KEY },
      body: firmsFile(at, Math.min(A_FILE, first + count - at), { south: 32.1, west: 102.3, degrees: 0.5 }),
    });
    if (!response.ok) throw new Error(`refused: ${response.status} ${await response.text()}`);
  }
}

/** Waits until the queue shows this many alarms. */
async function untilShown(page: Page, count: number): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const text = (await page.locator('div.warning-count').textContent()) ?? '';
    if (
      text
        .replaceAll(',', '')
        .match(/\d+/g)
        ?.some((n) => Number(n) === count)
    )
      return;
    if (performance.now() > deadline) throw new Error(`the desk does not hold ${count} alarms: ${text}`);
    await new Promise((wake) => setTimeout(wake, 200));
  }
}

/** @param args pages (500), live alarms (10,000) */
export async function run(args: readonly string[]): Promise<void> {
  const [pages = 500, alarms = 10_000] = args.map(Number);
  const executable = findBrowser();
  if (executable === null) return printReport({ name: 'memory-browser', rounds: 0, missing: [BROWSER_MISSING], goals: [], results: [] });
  const product = await startProduct();
  const browser = await launchBrowser(executable);
  try {
    const early = Math.min(alarms, 1_000);
    await ingest(product.base, 0, early);
    const { page, faults } = await openDesk(browser, product.base, 'aba', MONITOR, { pixelRatio: LOW_PIXEL_RATIO });
    const cdp = await page.context().newCDPSession(page);
    await unfoldQueue(page);
    await untilShown(page, early);
    const loaded = await retainedBy(cdp);
    // Opens each kind of page once: scripts and styles are loaded at the first opening and remain loaded by design.
    await openPages(page, PAGES_A_ROUND);
    const before = await retainedBy(cdp);
    const opened = await openPages(page, pages);
    const afterPages = await retainedBy(cdp);
    await ingest(product.base, early, alarms);
    await untilShown(page, early + alarms);
    const afterAlarms = await retainedBy(cdp);
    await page.goto(MONITOR);
    await deskReady(page);
    await unfoldQueue(page);
    await untilShown(page, early + alarms);
    await openPages(page, PAGES_A_ROUND);
    const fresh = await retainedBy(cdp);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const states = {
      [`page loaded, ${early} alarms held`]: loaded,
      'each page once': before,
      [`${opened} pages later`]: afterPages,
      [`and ${alarms} live alarms later`]: afterAlarms,
      'the same alarms, freshly loaded, each page once': fresh,
    };
    printTable(
      Object.entries(states).map(([state, { bytes, nodes, listeners }]) => ({ state, MB: brief(bytes / 2 ** 20), nodes, listeners })),
    );
    const goalOf = (what: string, got: number) => ({ what, goal: `≤ ${MOST_GROWTH}`, got, isReached: got <= MOST_GROWTH });
    printReport({
      name: 'memory-browser',
      rounds: 1,
      missing: [],
      goals: [
        goalOf(`heap after ${opened} pages / before`, afterPages.bytes / before.bytes),
        goalOf(`heap after ${opened} pages and ${alarms} live alarms / fresh page with the same alarms`, afterAlarms.bytes / fresh.bytes),
      ],
      results: states,
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}
