// The five states of every page of the manifests: loading, empty, failed, without the right, without an answer. The server is real; what its
// calls answer is bent on the way, by the contract's own list of calls.
import { contract } from '@lookout/contract';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Desk } from './lib/desk.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { FLAT_MONITOR } from './lib/pages.ts';
import { type Check, settled, type Walk, WEB_PAGES, type WebPage, walk } from './lib/web-pages.ts';

const OFFICE = { width: 1366, height: 768 } as const;
/** The ranger's page works without a line by itself, and has tests of its own. */
const PAGES = WEB_PAGES.filter(({ right }) => right !== null);
/** Without its tabs the monitor is a map; the search asks for nothing before a word is typed, and a replay for nothing before a time is chosen. */
const LISTS = PAGES.filter(({ address }) => address !== FLAT_MONITOR && !address.endsWith('right=search') && address !== '/replay');
const WHOLE_PAGES = PAGES.filter(
  ({ address }) => !address.includes('tab=') && (address === FLAT_MONITOR || !address.startsWith('/manage/monitor?')),
);
const LONG_MS = 1_800_000;

/** A walk, and then the page's calls go their own way again, whatever of them is still on its way. */
async function walkBent(desk: Desk, ...rest: [pages: readonly WebPage[], check: Check, options?: Walk]) {
  const found = await walk(desk, ...rest);
  await desk.page.unrouteAll({ behavior: 'ignoreErrors' });
  return found;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly envelope: string;
}
/** Groups of calls that the frame around every page asks for, and pickers of grids; and those among them that are a page's list. */
const FRAME: ReadonlySet<string> = new Set(['auth', 'duty', 'grids']);
const LISTS_AMONG_THEM: ReadonlySet<string> = new Set(['allMenus', 'weatherCities']);
const CALLS: ReadonlyMap<string, Call> = new Map(
  Object.entries(contract).flatMap(([group, rows]) =>
    Object.entries<Call>(rows)
      .filter(([name]) => !FRAME.has(group) || LISTS_AMONG_THEM.has(name))
      .map(([, row]) => [`${row.method} ${row.path}`, row] as const),
  ),
);
const callOf = (route: Route): Call | undefined => {
  const request = route.request();
  return CALLS.get(`${request.method()} ${new URL(request.url()).pathname}`);
};

/** Answers the page's own calls; the frame's go to the server. */
async function answering(page: Page, answer: (route: Route, call: Call) => Promise<void>): Promise<void> {
  await page.route('**/api/**', (route) => {
    const call = callOf(route);
    return call ? answer(route, call) : route.fallback();
  });
}

/** The visible texts of these, in the page's part of the window. */
const textsOf = (page: Page, selector: string): Promise<readonly string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility()).map((one) => one.textContent.trim())`,
  );
const isShown = (page: Page, selector: string) =>
  eventually(async () => (await textsOf(page, selector)).length > 0, { timeout: 20_000 }).toBe(true);

const WAITING = 'main :is(.ant-skeleton, .ant-spin-spinning, [aria-busy="true"], [role="status"])';
const RETRIES = /^(重试|重新读取|重新加载|再试一次)$/;

describeWithServer('the states of every page', import.meta.filename, ({ open }) => {
  it(
    'loading: shows that it waits; failed: says so, with a retry',
    async () => {
      const desk = await open({ user: 'aba', viewport: OFFICE });
      desk.expectFaults(/HTTP 500/, /status of 500/);
      let waiting: Route[] = [];
      let isFailing = false;
      const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 500, message: '系统内部错误' } });
      await answering(desk.page, async (route) => {
        if (isFailing) await fail(route);
        else waiting.push(route);
      });
      const before = () => {
        [waiting, isFailing] = [[], false];
      };
      const isWaiting = (page: Page) => isShown(page, WAITING);
      const check = async (page: Page) => {
        isFailing = true;
        for (const route of waiting) await fail(route).catch(() => undefined); // of the page before
        await settled(page);
        const retries = (await textsOf(page, 'main :is(button, a)')).filter((text) => RETRIES.test(text));
        return retries.length > 0 ? [] : ['has no retry'];
      };
      expect(await walkBent(desk, LISTS, check, { before, ready: isWaiting })).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'empty: says why and what to do next, in words of its own',
    async () => {
      const desk = await open({ user: 'aba', viewport: OFFICE });
      await answering(desk.page, async (route, { envelope }) => {
        if (envelope !== 'list' && envelope !== 'page') return route.fallback();
        const response = await route.fetch();
        const reply = await response.json();
        if (reply.code === 200) reply.data = envelope === 'list' ? [] : { ...reply.data, total: 0, list: [] };
        await route.fulfill({ response, json: reply });
      });
      const check = async (page: Page) =>
        (await textsOf(page, '.ant-empty-description, .ant-table-placeholder')).filter(isSilent).map((text) => `says only “${text}”`);
      expect(await walkBent(desk, LISTS, check)).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'without the right: 无权限, for a ranger on every page of a desk',
    async () => {
      const desk = await open({ user: 'ranger01', viewport: OFFICE });
      desk.expectFaults(/HTTP 403/, /status of 403/);
      const check = async (page: Page) =>
        (await textsOf(page, 'main h1')).some((text) => text.includes('无权限')) ? [] : ['does not say 无权限'];
      expect(await walkBent(desk, PAGES, check)).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'without an answer: the banner says so on every page',
    async () => {
      const desk = await open({ user: 'aba', viewport: OFFICE });
      desk.expectFaults(/ERR_FAILED/, /request failed/, /net::/);
      await answering(desk.page, (route) => route.abort());
      const isTold = (page: Page) => isShown(page, '.line-banner[role="alert"]');
      expect(await walkBent(desk, WHOLE_PAGES, async () => [], { ready: isTold })).toEqual([]);
    },
    LONG_MS,
  );
});

/** antd's own words, or next to none. */
const isSilent = (text: string): boolean => /^(暂无数据|No data)$/.test(text) || text.length < 6;
