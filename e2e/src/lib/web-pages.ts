// Every page of the web app with its tabs, read from the features' manifests, so that tests cover a new page without naming it here.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { FLAT_MONITOR } from './pages.ts';

const ROOT = join(import.meta.dirname, '../../..');

export interface WebPage {
  readonly address: string;
  /** As the manifest names it (`watch-alarms` …); null: the ranger's page, which has no header and no route guard. */
  readonly right: string | null;
}

const sourceOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const all = (source: string, pattern: RegExp): readonly string[] => [...source.matchAll(pattern)].map(([, found]) => found ?? '');

/** The values of a page's `tab` in the address, from `const TABS = [...]` next to its manifest. */
function tabsOf(folder: string): readonly string[] {
  const [page = ''] = globSync(`${folder}/{index,*Page}.tsx`, { cwd: ROOT });
  const source = page === '' ? '' : sourceOf(page);
  if (!source.includes("url.get('tab')")) return [];
  const [, list = ''] = /const TABS = \[([^\]]*)\]/.exec(source) ?? [];
  // The first value is the page's default.
  return all(list, /'([^']+)'/g).slice(1);
}

/** The tabs of the monitor's bottom bar. */
const monitorTabs = (source: string): readonly string[] =>
  [...source.matchAll(/id: '([^']+)',\s+side: '(left|right)'/g)].map(([, id, side]) => `${FLAT_MONITOR}&${side}=${id}`);

const addressOf = (path: string): string => {
  if (path === 'monitor') return FLAT_MONITOR;
  return path.startsWith('/') ? path : `/manage/${path}`;
};

function pagesOf(manifest: string): readonly WebPage[] {
  const source = sourceOf(manifest);
  const folder = dirname(manifest);
  const paths = all(source, /\bpath: '([^']+)'/g);
  const rights = all(source, /\bpath: '[^']+'[\s\S]*?\bright: '([^']+)'/g);
  const pages = paths.map((path, index) => ({ address: addressOf(path), right: rights[index] ?? null }));
  const tabs = pages
    .slice(0, 1)
    .flatMap(({ address, right }) => tabsOf(folder).map((tab) => ({ address: `${address}?tab=${tab}`, right })));
  return [...pages, ...tabs, ...monitorTabs(source).map((address) => ({ address, right: 'watch-alarms' }))];
}

/** Each page, each of its tabs. */
export const WEB_PAGES: readonly WebPage[] = globSync(['features/*/web/**/feature.{ts,tsx}', 'apps/web/src/patrol/feature.ts'], {
  cwd: ROOT,
})
  .toSorted()
  .flatMap(pagesOf);

/** The children of 资源管理, which are one page with 14 lists. */
export const RESOURCE_PAGES: readonly WebPage[] = all(
  sourceOf('features/resource/web/children.ts'),
  /(?:\{ path: |ofKind\()'([^']+)'/g,
).map((child) => ({
  address: `/resource/${child}`,
  right: 'watch-alarms',
}));

const LOOK_MS = 50;
const WITHIN_MS = 45_000;

/** Selectors that show that a part of the page is still loading. */
const WAITING = '.ant-skeleton-active, .ant-spin-spinning, .plain-page[role="status"], [aria-busy="true"]';

/** Script for the page: whether every request has been answered or refused. */
const IS_SETTLED = `(() => {
  const room = document.querySelector('main, .patrol-header');
  if (room === null || room.textContent.trim() === '') return false;
  const map = document.querySelector('.globe-stage');
  if (map && !['ready', 'broken'].includes(map.dataset.state)) return false;
  return ![...document.querySelectorAll(${JSON.stringify(WAITING)})].some((one) => one.checkVisibility());
})()`;

/** The page is drawn and its lists have arrived. */
export const settled = (page: Page): Promise<void> => holds(page, IS_SETTLED);

/** Polls in the page, because from here each check would be a message to the browser and back. */
const holds = async (page: Page, expression: string): Promise<void> =>
  void (await page.evaluate(`new Promise((resolve, reject) => {
    const until = Date.now() + ${WITHIN_MS};
    const look = () => {
      if (${expression}) resolve();
      else if (Date.now() > until) reject(new Error('not within ${WITHIN_MS} ms'));
      else setTimeout(look, ${LOOK_MS});
    };
    look();
  })`));

/** Returns the faults of one page. */
export type Check = (page: Page, one: WebPage) => readonly string[] | Promise<readonly string[]>;

export const NOWHERE = '/manage/nowhere';

interface Desk {
  readonly page: Page;
  readonly goto: (path: string) => Promise<void>;
}

/**
 * Follows an address as a link of the app does, without reloading the app. Page 404 is opened between two views of one page, so that what
 * is shown next belongs to the address.
 */
async function follow(page: Page, address: string): Promise<void> {
  const { pathname } = new URL(page.url());
  const isSamePage = pageOf(pathname) === pageOf(new URL(address, page.url()).pathname);
  if (isSamePage && pathname !== NOWHERE) await step(page, NOWHERE);
  await step(page, address);
}

/** `/resource/*` are lists of one page. */
const pageOf = (pathname: string): string => (pathname.startsWith('/resource') ? '/resource' : pathname);

/** @returns when a page with another title is drawn */
async function step(page: Page, address: string): Promise<void> {
  const before = await page.evaluate<string>(
    `(() => { const before = document.title; history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate')); return before; })()`,
  );
  await holds(page, `document.title !== ${JSON.stringify(before)}`);
}

export interface Walk {
  /** Called before each page, with the desk already in the app, so that the requests of the page can start at once. */
  readonly before?: (page: Page, one: WebPage) => unknown;
  /** Waits until the page can be checked; a page that never becomes ready has that as its fault. */
  readonly ready?: (page: Page) => Promise<void>;
}

/** The faults of all pages of a list, each line with its address. The app is loaded once, and its pages are followed within it. */
export async function walk(
  { page, goto }: Desk,
  pages: readonly WebPage[],
  check: Check,
  { before, ready = settled }: Walk = {},
): Promise<readonly string[]> {
  const found: string[] = [];
  let isInApp = false;
  for (const one of pages) {
    const isOfDesk = one.right !== null;
    if (isOfDesk && !isInApp) {
      await goto(NOWHERE);
      await settled(page);
    }
    await before?.(page, one);
    if (!isOfDesk) await goto(one.address);
    else if (one.address !== NOWHERE) await follow(page, one.address);
    isInApp = isOfDesk;
    const isReady = await ready(page).then(
      () => true,
      (error: Error) => void found.push(`${one.address}: never ready: ${error.message.split('\n')[0]}`),
    );
    if (isReady) found.push(...(await check(page, one)).map((fault) => `${one.address}: ${fault}`));
  }
  return found;
}
