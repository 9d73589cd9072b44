// No growth however often pages are opened: each page of the menu and each tab of the map, opened and closed again and again by the app's
// own router, leaves the heap, the nodes and the listeners as they were.
import { heldBy } from '@lookout/bench/heap';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isFullBattery } from './lib/battery.ts';
import { FLAT_MONITOR, lineOnline, mapReady } from './lib/pages.ts';
import { describeRoom, type Room } from './lib/room.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

/**
 * Scripts, styles and tiles come with the first turns and stay as they should, and the browser compiles what is used often: after 5 turns some
 * 0.5 to 1 MB come with each, after 15 some 0.04 to 0.1. Fifty turns after those are the proof, on the real globe, in the full battery
 * (bench/README.md). In fewer turns a page that stays shows in nodes and listeners, and in far more bytes than code.
 */
const [WARM_TURNS, TURNS] = isFullBattery ? [15, 50] : [5, 6];
/** A login builds the whole globe: seconds each time without a graphics card. */
const LOGIN_TURNS = 3;
/** Of one opening, on the average: a page's tree, or a globe with its tiles, is several times as much. */
const MOST_BYTES = { page: 150_000, globe: 3_000_000 } as const;
const MOST_GROWTH = 1.1;
/** What one page may hold more at the moment of counting than at the other: a toast, a hint. Turn by turn it would be many times as much. */
const A_PAGE = { nodes: 60, listeners: 40 } as const;
const PATIENCE_MS = 15 * 60_000;
/** As narrow as both sides stand open. */
const BOTH_SIDES = { width: 1500, height: 560 };

/** One thing is done, then one is waited for. */
interface Step {
  readonly go?: string;
  /** A selector, or the name of a tab of the bar. */
  readonly press?: string;
  readonly tab?: string;
  readonly key?: string;
  readonly there?: string;
  readonly gone?: string;
}

const within = (page: string, ...ready: readonly string[]): string => ready.map((one) => `${page} ${one}`).join(', ');
const TABLE = ['.ant-table-row', '.ant-empty'] as const;
const TREE = ['.ant-table-row', '.ant-tree-treenode'] as const;
/** All that comes after the page: the globe, the queue and the live line. */
const AT_MAP: Step = {
  go: FLAT_MONITOR,
  there:
    'body:has(.globe-stage[data-state="ready"] canvas):has(.warning-panel .alarm-row):has(.line-state[data-state="online"]):not(:has(.ant-skeleton))',
};
/** No two that follow each other are one page: what is waited for must be new. */
const PAGES: readonly Step[] = [
  { go: '/manage/replay', there: within('.live-video-page', '.live-video-leaf', '.ant-empty') },
  { go: '/manage/alarm', there: within('.alarms-page', ...TABLE) },
  { go: '/manage/admin', there: within('.admin', '.ant-table-row') },
  { go: '/manage/alarm?tab=history', there: within('.alarms-page', ...TABLE) },
  { go: '/manage/ranger', there: within('.ranger-page', '.ranger-list li') },
  { go: '/manage/alarm?tab=sms', there: within('.alarms-page', ...TABLE) },
  { go: '/manage/admin?tab=groups', there: within('.admin', ...TREE) },
  { go: '/manage/alarm?tab=shifts', there: within('.alarms-page', ...TABLE) },
  { go: '/manage/admin?tab=menus', there: within('.admin', ...TREE) },
  { go: '/manage/FireReport', there: within('.fire-report', ...TABLE) },
  { go: '/manage/task', there: within('.task-page', ...TABLE) },
  { go: '/manage/admin?tab=audit', there: within('.admin', '.ant-table-row') },
  { go: '/manage/device', there: '.device-page h1' },
  { go: '/manage/monitorConfig', there: within('.monitor-config', ...TABLE) },
  AT_MAP,
];
const TABS: readonly Step[] = ['森林信息', '监测信息', '气象信息', '火险等级', '资源搜索', '用火报备', '两点一岗'].flatMap((tab) => [
  { tab, there: `.tab-panel[aria-label="${tab}"] h2`, gone: `.tab-panel[aria-label="${tab}"] .ant-skeleton` },
  { tab, gone: `.tab-panel[aria-label="${tab}"]` },
]);
/** The queue, which the next turn's tabs at the right close, and an alarm of it. */
const QUEUE: readonly Step[] = [
  { tab: '实时预警', there: '.warning-panel .alarm-row' },
  { press: '.warning-panel .alarm-row', there: '.fire-popup' },
  { key: 'Escape', gone: '.fire-popup' },
];
const LOGIN: readonly Step[] = [{ go: '/login', there: 'form input[type="password"]' }, AT_MAP];

/**
 * Walks in the page itself: what Playwright sends for each step would be compiled, and kept, in the heap that is measured. Goes as the Back
 * button does: the app's own router takes it, nothing is loaded anew.
 */
const WALK = `async ({ steps, turns }) => {
  const until = (holds, step) => new Promise((resolve, reject) => {
    const look = () => {
      if (!holds()) return;
      clearTimeout(patience);
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    const patience = setTimeout(() => { observer.disconnect(); reject(new Error('never came: ' + JSON.stringify(step))); }, 60_000);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    look();
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
      await until(() => (!step.there || document.querySelector(step.there)) && (!step.gone || !document.querySelector(step.gone)), step);
    }
  }
}`;

/**
 * The browser fetches a page's icon anew at each change of the address and draws ours, an SVG, from a document of its own: eleven nodes each
 * time, which are counted with the page's until the next garbage collection. A busy machine catches up with hundreds of them just while they are
 * counted. An icon without nodes is as good here; with none at all the browser would ask for /favicon.ico.
 */
const PLAIN_ICON = `document.querySelector('link[rel="icon"]').href = 'data:,'`;

const walk = (page: Page, steps: readonly Step[], turns: number) => page.evaluate(`(${WALK})(${JSON.stringify({ steps, turns })})`);

async function expectNoGrowth({ open, base }: Room, steps: readonly Step[], turns: number, warmTurns: number, mostBytes: number) {
  await cameraSees(base(), WENCHUAN, { address: '内存' });
  const { page, goto, expectFaults } = await open({ user: 'aba', viewport: BOTH_SIDES });
  // A page that is left before its line stands.
  expectFaults(/WebSocket is closed before the connection is established/);
  await goto(FLAT_MONITOR);
  await Promise.all([mapReady(page), lineOnline(page)]);
  await page.locator('.alarm-row').first().waitFor();
  await page.evaluate(PLAIN_ICON);
  const cdp = await page.context().newCDPSession(page);
  await walk(page, steps, warmTurns);
  const before = await heldBy(cdp);
  await walk(page, steps, turns);
  const after = await heldBy(cdp);
  const told = JSON.stringify({ before, after });
  const openings = turns * steps.filter(({ there }) => there !== undefined).length;
  expect((after.bytes - before.bytes) / openings, told).toBeLessThanOrEqual(mostBytes);
  expect(after.nodes, told).toBeLessThanOrEqual(before.nodes * MOST_GROWTH + A_PAGE.nodes);
  expect(after.listeners, told).toBeLessThanOrEqual(before.listeners * MOST_GROWTH + A_PAGE.listeners);
}

describeRoom('memory of pages', import.meta.filename, { map: isFullBattery ? 'globe' : 'flat' }, (room) => {
  it('every page of the menu', () => expectNoGrowth(room, PAGES, TURNS, WARM_TURNS, MOST_BYTES.page), PATIENCE_MS);
  it(
    'every tab of the map, and an alarm',
    () => expectNoGrowth(room, [...TABS, ...QUEUE], TURNS, WARM_TURNS, MOST_BYTES.page),
    PATIENCE_MS,
  );
});

describeRoom('memory of globes', import.meta.filename, { map: 'globe' }, (room) => {
  it('the login, and the globe that stands after it', () => expectNoGrowth(room, LOGIN, LOGIN_TURNS, 2, MOST_BYTES.globe), PATIENCE_MS);
});
