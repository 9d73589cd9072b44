// Pages do not leak: each page of the menu and each tab of the map, opened and closed repeatedly by the app's own router, leaves heap, nodes
// and listeners as they were.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isFullBattery } from './lib/battery.ts';
import { describeWithServer, type Fixture } from './lib/fixture.ts';
import { retainedBy } from './lib/heap.ts';
import { FLAT_MONITOR, lineOnline, mapReady } from './lib/pages.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

/**
 * The first turns load scripts, styles and tiles, which remain, and the browser compiles frequently used code: after 5 turns the heap still
 * grows by 0.5 to 1 MB per turn, after 15 by 0.04 to 0.1. So only the full battery checks bytes: fifty further turns, on the real globe
 * (bench/README.md). In a few turns a leaked page shows in nodes and listeners.
 */
const [WARM_TURNS, TURNS] = isFullBattery ? [15, 50] : [1, 2];
/** Each login creates the whole map; a globe takes seconds each time in software rendering. */
const [WARM_LOGINS, LOGINS] = [2, 3];
/** Average growth per opening; a leaked page's tree, or a globe with its tiles, is several times as much. */
const MOST_BYTES = { page: 150_000, globe: 3_000_000 } as const;
const MOST_GROWTH = 1.1;
/** Allowed difference between the two counts: a toast, a hint. A leak in each turn would be many times as much. */
const ONE_PAGE = { nodes: 60, listeners: 40 } as const;
const TIMEOUT_MS = 15 * 60_000;
/** The narrowest window with panels open on both sides. */
const BOTH_SIDES = { width: 1500, height: 560 };

/** One action, and the condition to wait for after it. */
interface Step {
  readonly go?: string;
  /** A selector, or the name of a tab of the bottom bar. */
  readonly press?: string;
  readonly tab?: string;
  readonly key?: string;
  readonly appears?: string;
  readonly disappears?: string;
}

const within = (page: string, ...ready: readonly string[]): string => ready.map((one) => `${page} ${one}`).join(', ');
const TABLE = ['.ant-table-row', '.ant-empty'] as const;
const TREE = ['.ant-table-row', '.ant-tree-treenode'] as const;
/** The monitor is complete: the globe, the queue and the live connection. */
const AT_MAP: Step = {
  go: FLAT_MONITOR,
  appears:
    'body:has(.globe-stage[data-state="ready"] canvas):has(.warning-panel .alarm-row):has(.line-state[data-state="online"]):not(:has(.ant-skeleton))',
};
/** Consecutive pages differ, so that the awaited element is new. */
const PAGES: readonly Step[] = [
  { go: '/manage/replay', appears: within('.live-video-page', '.live-video-leaf', '.ant-empty') },
  { go: '/manage/alarm', appears: within('.alarms-page', ...TABLE) },
  { go: '/manage/admin', appears: within('.admin', '.ant-table-row') },
  { go: '/manage/alarm?tab=history', appears: within('.alarms-page', ...TABLE) },
  { go: '/manage/ranger', appears: within('.ranger-page', '.ranger-tree .ant-tree-treenode') },
  { go: '/manage/alarm?tab=sms', appears: within('.alarms-page', ...TABLE) },
  { go: '/manage/admin?tab=groups', appears: within('.admin', ...TREE) },
  { go: '/manage/alarm?tab=shifts', appears: within('.alarms-page', ...TABLE) },
  { go: '/manage/admin?tab=menus', appears: within('.admin', ...TREE) },
  { go: '/manage/FireReport', appears: within('.burning-page', ...TABLE) },
  { go: '/manage/task', appears: within('.task-page', ...TABLE) },
  { go: '/manage/admin?tab=audit', appears: within('.admin', '.ant-table-row') },
  { go: '/manage/device', appears: '.north-page h1' },
  { go: '/manage/monitorConfig', appears: within('.camera-setup', ...TABLE) },
  AT_MAP,
];
const TABS: readonly Step[] = ['森林信息', '监测信息', '气象信息', '火险等级', '资源搜索', '用火报备', '两点一岗'].flatMap((tab) => [
  { tab, appears: `.tab-panel[aria-label="${tab}"] h2`, disappears: `.tab-panel[aria-label="${tab}"] .ant-skeleton` },
  { tab, disappears: `.tab-panel[aria-label="${tab}"]` },
]);
/** The queue, which is open where there is room for it, and one of its alarms. */
const QUEUE: readonly Step[] = [
  { tab: '实时预警', disappears: '.warning-panel' },
  { tab: '实时预警', appears: '.warning-panel .alarm-row' },
  { press: '.warning-panel .alarm-row', appears: '.fire-popup' },
  { key: 'Escape', disappears: '.fire-popup' },
];
const LOGIN: readonly Step[] = [{ go: '/login', appears: 'form input[type="password"]' }, AT_MAP];

/**
 * Runs in the page itself: Playwright's script for each step would be compiled and kept in the measured heap. Navigates as the Back button
 * does: by the app's own router, without loading anything.
 */
const WALK = `async ({ steps, turns }) => {
  const until = (holds, step) => new Promise((resolve, reject) => {
    const check = () => {
      if (!holds()) return;
      clearTimeout(timeout);
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(check);
    const timeout = setTimeout(() => { observer.disconnect(); reject(new Error('never came: ' + JSON.stringify(step))); }, 60_000);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    check();
  });
  const tabNamed = (name) => [...document.querySelectorAll('.bottom-bar .bar-tabs .bar-tab')].find(({ title }) => title === name);
  const find = ({ press, tab }) => (tab ? tabNamed(tab) : document.querySelector(press));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const step of steps) {
      if (step.go) {
        history.pushState(null, '', step.go);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      } else if (step.key) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: step.key, bubbles: true }));
      else {
        await until(() => find(step), step);
        find(step).click();
      }
      await until(() => (!step.appears || document.querySelector(step.appears)) && (!step.disappears || !document.querySelector(step.disappears)), step);
    }
  }
}`;

/**
 * At each change of the address the browser renders the page's icon, an SVG, from a separate document: eleven nodes each time, which are
 * counted with the page's until the next garbage collection, hundreds at once on a busy machine. This icon has no nodes; without any icon
 * the browser would request /favicon.ico.
 */
const PLAIN_ICON = `document.querySelector('link[rel="icon"]').href = 'data:,'`;

const walk = (page: Page, steps: readonly Step[], turns: number) => page.evaluate(`(${WALK})(${JSON.stringify({ steps, turns })})`);

async function expectNoGrowth({ open, base }: Fixture, steps: readonly Step[], turns: number, warmTurns: number, mostBytes: number) {
  await cameraSees(base(), WENCHUAN, { address: '内存' });
  const { page, goto, expectFaults } = await open({ user: 'aba', viewport: BOTH_SIDES });
  // The page may be left before its live connection is open.
  expectFaults(/WebSocket is closed before the connection is established/);
  await goto(FLAT_MONITOR);
  await Promise.all([mapReady(page), lineOnline(page)]);
  await page.locator('.alarm-row').first().waitFor();
  await page.evaluate(PLAIN_ICON);
  const cdp = await page.context().newCDPSession(page);
  await walk(page, steps, warmTurns);
  const before = await retainedBy(cdp);
  await walk(page, steps, turns);
  const after = await retainedBy(cdp);
  const counts = JSON.stringify({ before, after });
  const openings = turns * steps.filter(({ appears }) => appears !== undefined).length;
  if (isFullBattery) expect((after.bytes - before.bytes) / openings, counts).toBeLessThanOrEqual(mostBytes);
  expect(after.nodes, counts).toBeLessThanOrEqual(before.nodes * MOST_GROWTH + ONE_PAGE.nodes);
  expect(after.listeners, counts).toBeLessThanOrEqual(before.listeners * MOST_GROWTH + ONE_PAGE.listeners);
}

describeWithServer('memory of pages', import.meta.filename, { map: isFullBattery ? 'globe' : 'flat' }, (fixture) => {
  const walks: readonly [name: string, steps: readonly Step[], turns: number, warmTurns: number, mostBytes: number][] = isFullBattery
    ? [
        ['every page of the menu', PAGES, TURNS, WARM_TURNS, MOST_BYTES.page],
        ['every tab of the map, and an alarm', [...TABS, ...QUEUE], TURNS, WARM_TURNS, MOST_BYTES.page],
        ['the login, and the map that stands after it', LOGIN, LOGINS, WARM_LOGINS, MOST_BYTES.globe],
      ]
    : [
        [
          'every page of the menu, every tab of the map, an alarm, and the login',
          [...PAGES, ...TABS, ...QUEUE, ...LOGIN],
          TURNS,
          WARM_TURNS,
          0,
        ],
      ];
  it.each(walks)('%s', (_, ...walk) => expectNoGrowth(fixture, ...walk), TIMEOUT_MS);
});
