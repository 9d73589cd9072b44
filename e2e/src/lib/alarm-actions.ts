// An officer who handles alarms: locators of the popup's actions, the dialogs and the bar of pending actions, and the messages shown.
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import type { Fixture } from './fixture.ts';
import { COUNT_TONES } from './in-page.ts';
import { FLAT_MONITOR, lineOnline, openQueue, popup, queueRows } from './pages.ts';

export const DESK = { width: 1200, height: 640 };
/** Size of a desk that only watches: every frame is rendered in software. */
export const SMALL_DESK = { width: 880, height: 480 };
export const JUDGE_PATH = '/fire/api/monitorFirealarm/fireRealUpdates';

/** Messages and toasts disappear after some seconds, and a busy machine may check too late: each is recorded when it appears. */
const RECORD_MESSAGES = `
  globalThis.e2eMessages = '';
  new MutationObserver(() => {
    for (const box of document.querySelectorAll('.ant-message, .toasts')) {
      const text = box.textContent ?? '';
      if (text !== '' && !globalThis.e2eMessages.endsWith(text)) globalThis.e2eMessages += '\\n' + text;
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;
/** The five seconds of undo never expire: a delayed request is sent only when the test triggers it, however busy the machine. */
export const NO_UNDO_TIMEOUT = `
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (run, milliseconds, ...rest) => wait(run, milliseconds === 5000 ? 3600000 : milliseconds, ...rest);
`;

const messagesOf = (page: Page) => page.evaluate('globalThis.e2eMessages') as Promise<string>;

export async function openMonitor(open: Fixture['open'], user: string, viewport = DESK, before = '') {
  const desk = await open({ user, viewport, before: COUNT_TONES + RECORD_MESSAGES + before });
  await desk.goto(FLAT_MONITOR);
  await openQueue(desk.page);
  await lineOnline(desk.page);
  return desk;
}

export const rowOf = (page: Page, text: string) => queueRows(page).filter({ hasText: text });
export const actionButton = (page: Page, name: string) =>
  popup(page).getByRole('toolbar', { name: '处置' }).getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const pendingActions = (page: Page) => page.getByRole('region', { name: '待发送的操作' });
export const fireRows = (page: Page) => page.locator('.fire-row');
/** Waits until a message or toast has shown the text. */
export const expectMessage = (page: Page, text: string) => eventually(() => messagesOf(page)).toContain(text);

export async function openAlarm(page: Page, text: string): Promise<void> {
  await rowOf(page, text).click();
  await popup(page).waitFor();
}
