// An empty list on every page of the manifests says why: the server is real, and its lists are emptied on the way, by the contract's own list of
// calls. Loading, failed, without the right and without an answer are states of components: apps/web/src/app/page-states.test.tsx.
import { contract } from '@lookout/contract';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeWithServer } from './lib/fixture.ts';
import { FLAT_MONITOR } from './lib/pages.ts';
import { WEB_PAGES, walk } from './lib/web-pages.ts';

const OFFICE = { width: 1366, height: 768 } as const;
/** The ranger's page has tests of its own; without its tabs the monitor is a map. */
const LISTS = WEB_PAGES.filter(({ address, right }) => right !== null && address !== FLAT_MONITOR);
const LONG_MS = 1_800_000;

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

describeWithServer('an empty list on every page', import.meta.filename, ({ open }) => {
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
      expect(await walk(desk, LISTS, check)).toEqual([]);
      await desk.page.unrouteAll({ behavior: 'ignoreErrors' });
    },
    LONG_MS,
  );
});

/** antd's own words, or next to none. */
const isSilent = (text: string): boolean => /^(暂无数据|No data)$/.test(text) || text.length < 6;
