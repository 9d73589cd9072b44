// An empty list on every page of the manifests explains why. The server is real, and its lists are emptied in the page, by the contract's
// own list of calls. The states loading, failed, without the right and without an answer are tested with the components:
// apps/web/src/app/page-states.test.tsx.
import { contract } from '@lookout/features/contract.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeWithServer } from './lib/fixture.ts';
import { FLAT_MONITOR } from './lib/pages.ts';
import { WEB_PAGES, walk } from './lib/web-pages.ts';

const OFFICE = { width: 1366, height: 768 } as const;
/** The ranger's page has separate tests; without its tabs the monitor is a map. */
const LISTS = WEB_PAGES.filter(({ address, right }) => right !== null && address !== FLAT_MONITOR);
const LONG_MS = 1_800_000;

/** Groups of calls that the frame around every page and the grid pickers make, and the calls among them that are a page's list. */
const FRAME: ReadonlySet<string> = new Set(['auth', 'duty', 'grids']);
const LISTS_AMONG_THEM: ReadonlySet<string> = new Set(['allMenus', 'weatherCities']);
/** Reply envelopes by method and path; `page`: a part of a list, with its total. */
const ENVELOPES = Object.fromEntries(
  Object.entries(contract).flatMap(([group, rows]) =>
    Object.entries<{ readonly method: string; readonly path: string; readonly envelope: string }>(rows)
      .filter(([name, { envelope }]) => ['list', 'page'].includes(envelope) && (!FRAME.has(group) || LISTS_AMONG_THEM.has(name)))
      .map(([, { method, path, envelope }]) => [`${method} ${path}`, envelope] as const),
  ),
);

/** Runs before the page's own scripts, and empties every list in the server's replies before the page reads it. */
const EMPTY_LISTS = `(() => {
  const envelopes = ${JSON.stringify(ENVELOPES)};
  const fetchFull = window.fetch;
  window.emptied = new Set();
  window.fetch = async (url, init) => {
    const response = await fetchFull(url, init);
    const call = (init?.method ?? 'GET') + ' ' + new URL(url, location.href).pathname;
    if (!(call in envelopes)) return response;
    const reply = await response.json();
    if (reply.code === 200) reply.data = envelopes[call] === 'list' ? [] : { ...reply.data, total: 0, list: [] };
    window.emptied.add(call);
    return new Response(JSON.stringify(reply), response);
  };
})()`;
/** The pages request more different lists than this. */
const MANY_LISTS = 40;

/** The visible texts of the matching elements, within the page's part of the window. */
const textsOf = (page: Page, selector: string): Promise<readonly string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility()).map((one) => one.textContent.trim())`,
  );

describeWithServer('an empty list on every page', import.meta.filename, ({ open }) => {
  it(
    'empty: says why and what to do next, in a text of its own',
    async () => {
      const desk = await open({ user: 'aba', viewport: OFFICE, before: EMPTY_LISTS });
      const check = async (page: Page) =>
        (await textsOf(page, '.ant-empty-description, .ant-table-placeholder')).filter(isSilent).map((text) => `says only “${text}”`);
      expect(await walk(desk, LISTS, check)).toEqual([]);
      expect(await desk.page.evaluate('window.emptied.size')).toBeGreaterThan(MANY_LISTS);
    },
    LONG_MS,
  );
});

/** antd's default text, or hardly any text. */
const isSilent = (text: string): boolean => /^(暂无数据|No data)$/.test(text) || text.length < 6;
