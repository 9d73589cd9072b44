// The states of every page of the manifests and of every tab on them: loading, failed, without the right, without an answer. One app is
// navigated through its router, and the replies to the pages' calls are replaced, using the contract's list of calls. (That an empty page
// says why: e2e/src/page-states.test.ts.)
import { contract } from '@lookout/features/contract.ts';
import { RECORDS } from '@lookout/features/records.generated.ts';
import { FEATURES, OWN_PAGES, PAGES } from '@lookout/features/web.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { tabsOf } from '../manifest/web-feature.ts';
import type { RecordsKind } from '../stores/live-records.ts';
import { Shell, ShellPages } from './shell/Shell.tsx';
import { type DeskOptions, OFFICER, openDesk } from './testing/desk.tsx';
import { answerOwnGrid } from './testing/own-grid.ts';
import { INSTALLATION } from './testing/wire.ts';

const MONITOR = '/manage/monitor';
const NOWHERE = '/manage/nowhere';
const PATHS = [...PAGES.map(({ path }) => `/manage/${path}`), ...OWN_PAGES.map(({ path }) => path)];
const MONITOR_TABS = tabsOf(FEATURES).flatMap(({ id, side, Panel }) => (Panel === null ? [] : [`${MONITOR}?${side}=${id}`]));
/**
 * Pages that load no list at first: the monitor without its tabs is a map, the search makes no call before text is typed, and a replay none
 * before a time is chosen.
 */
const ASKS_LATER: ReadonlySet<string> = new Set([MONITOR, `${MONITOR}?right=search`, '/replay']);
const LISTS = [...PATHS, ...MONITOR_TABS].filter((address) => !ASKS_LATER.has(address));

/** The call groups used by the frame around every page and by grid pickers, and the calls in these groups that load a page's list. */
const FRAME: ReadonlySet<string> = new Set(['auth', 'duty', 'grids']);
const LISTS_AMONG_THEM: ReadonlySet<string> = new Set(['allMenus', 'weatherCities']);
const PAGE_CALLS: ReadonlySet<string> = new Set(
  Object.entries(contract).flatMap(([group, rows]) =>
    Object.entries<{ readonly method: string; readonly path: string }>(rows)
      .filter(([name]) => !FRAME.has(group) || LISTS_AMONG_THEM.has(name))
      .map(([, { method, path }]) => `${method} ${path}`),
  ),
);

const WAITING = 'main :is(.ant-skeleton, .ant-spin-spinning, [aria-busy="true"], [role="status"])';
const RETRIES = /^(重试|重新读取|重新加载|再试一次)$/;
/** Timeout for visiting all pages, each of which loads its script. */
const LONG_MS = 300_000;

const Nowhere = () => <h1>没有这一页</h1>;

/** Opens the app at an address without a page. `answer` replies to the pages' own calls; the frame's calls get valid replies. */
function openApp(answer: () => Promise<Response>, options: DeskOptions = {}) {
  const { app, wire, showAlone } = openDesk({ at: NOWHERE, ...options });
  answerOwnGrid(wire);
  // The live connection neither starts nor fails, so the banner reflects only the pages' calls.
  wire.on(contract.duty.events, () => new Promise(() => undefined));
  wire.on(contract.duty.localDate, () => [{ datetime: '2026-11-23 08:00:00', dayOfWeek: '星期一' }]);
  wire.on(contract.auth.userArea, () => ({
    gridNo: OFFICER.gridNo,
    gridName: OFFICER.gridName,
    areasPoint: null,
    centerLocationPoint: null,
    approximate: false,
  }));
  wire.on(contract.duty.weatherNow, () => []);
  wire.on(contract.grid.areaData, () => []);
  wire.on(contract.auth.installation, () => INSTALLATION);
  wire.onPath('/terrain/meta', () => new Response(null, { status: 404 }));
  vi.spyOn(window, 'fetch').mockImplementation((input, init = {}) => {
    const { pathname } = new URL(String(input), location.origin);
    return PAGE_CALLS.has(`${init.method ?? 'GET'} ${pathname}`) ? answer() : wire.fetch(input, init);
  });
  showAlone(
    <Routes>
      <Route element={<Shell app={app} />}>
        <Route path="*" element={<ShellPages NotFound={Nowhere} />} />
      </Route>
    </Routes>,
  );
  return app;
}

/**
 * Navigates to an address as a link of the app does. It first visits an address without a page, so that whatever is seen next belongs to
 * the new page.
 */
async function follow(address: string): Promise<void> {
  for (const next of [NOWHERE, address]) {
    await act(async () => {
      history.pushState(null, '', next);
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await waitFor(() => expect(screen.queryByRole('heading', { name: '没有这一页' }) !== null).toBe(next === NOWHERE));
  }
}

/** Checks every page, and then every tab that it shows. @returns the addresses and tabs at which the check fails, with its reason */
async function walk(addresses: readonly string[], check: () => Promise<unknown>): Promise<readonly string[]> {
  const found: string[] = [];
  const checked = (name: string) => check().catch((error: Error) => void found.push(`${name}: ${error.message.split('\n')[0]}`));
  for (const address of addresses) {
    await follow(address);
    await checked(address);
    const tabs = () => [...document.querySelectorAll<HTMLElement>('main [role="tab"]')];
    for (let index = 1; index < tabs().length; index++) {
      await act(async () => tabs()[index]?.click());
      await checked(`${address}, ${tabs()[index]?.textContent}`);
    }
  }
  return found;
}

const failure = async () => Response.json({ code: 500, message: '系统内部错误' }, { status: 500 });
const isThere = (selector: string) => () => waitFor(() => expect(document.querySelector(selector)).not.toBeNull());
const buttons = () => [...document.querySelectorAll('main :is(button, a)')].map(({ textContent }) => textContent.trim());

it(
  'loading: every page shows that it is loading',
  async () => {
    openApp(() => new Promise(() => undefined));
    expect(await walk(LISTS, isThere(WAITING))).toEqual([]);
  },
  LONG_MS,
);

it(
  'failed: every page reports the failure and offers a retry',
  async () => {
    const app = openApp(failure);
    // The state of a live record's list after its call has failed (see stores/live-records.test.ts).
    for (const kind of RECORDS) app.records<unknown>(kind as RecordsKind<unknown>).setState('failed');
    expect(await walk(LISTS, () => waitFor(() => expect(buttons().some((text) => RETRIES.test(text))).toBe(true)))).toEqual([]);
  },
  LONG_MS,
);

it(
  'without the right: every desk page shows 无权限 to a ranger',
  async () => {
    openApp(failure, { rights: ['report-as-ranger'] });
    expect(await walk([...PATHS, ...MONITOR_TABS], () => screen.findByRole('heading', { name: '无权限' }))).toEqual([]);
  },
  LONG_MS,
);

it(
  'without an answer: every page shows the banner',
  async () => {
    openApp(() => Promise.reject(new TypeError('the line is lost')));
    expect(await walk(PATHS, isThere('.line-banner[role="alert"]'))).toEqual([]);
  },
  LONG_MS,
);
