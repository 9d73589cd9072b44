// An officer who answers alarms: where the popup's acts, dialogs and the bar of held acts stand, and what they have said.
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { COUNT_TONES } from './in-page.ts';
import { FLAT_MONITOR, lineOnline, openQueue, popup, queueRows } from './pages.ts';
import type { Room } from './room.ts';

export const DESK = { width: 1200, height: 640 };
/** A desk that is only looked at: every frame is drawn without a graphics card. */
export const ASIDE = { width: 880, height: 480 };
export const JUDGE = '/fire/api/monitorFirealarm/fireRealUpdates';
export const REFUSED = [/HTTP 409: /, /status of 409/];

/** Messages and toasts go by themselves after some seconds; a busy machine may look too late. Each is noted when it is there. */
const NOTE_WORDS = `
  globalThis.e2eWords = '';
  new MutationObserver(() => {
    for (const box of document.querySelectorAll('.ant-message, .toasts')) {
      const text = box.textContent ?? '';
      if (text !== '' && !globalThis.e2eWords.endsWith(text)) globalThis.e2eWords += '\\n' + text;
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;
/** The five seconds of undo do not run out: what is held is sent only by what the test does, however busy the machine. */
export const HELD_FOR_GOOD = `
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (run, milliseconds, ...rest) => wait(run, milliseconds === 5000 ? 3600000 : milliseconds, ...rest);
`;

export const wordsOf = (page: Page) => page.evaluate('globalThis.e2eWords') as Promise<string>;

export async function atWork(open: Room['open'], user: string, viewport = DESK, before = '') {
  const desk = await open({ user, viewport, before: COUNT_TONES + NOTE_WORDS + before });
  await desk.goto(FLAT_MONITOR);
  await openQueue(desk.page);
  await lineOnline(desk.page);
  return desk;
}

export const rowOf = (page: Page, text: string) => queueRows(page).filter({ hasText: text });
export const act = (page: Page, name: string) =>
  popup(page).getByRole('toolbar', { name: '处置' }).getByRole('button', { name, exact: true });
export const rare = async (page: Page, name: string) => {
  await act(page, '更多操作').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const ok = (page: Page, name: string) => dialog(page, name).getByRole('button', { name: '确定' });
export const waiting = (page: Page) => page.getByRole('region', { name: '待发送的操作' });
export const fires = (page: Page) => page.locator('.fire-row');
/** Shown in a message or toast by now, or soon. */
export const said = (page: Page, text: string) => eventually(() => wordsOf(page)).toContain(text);

export async function openAlarm(page: Page, text: string): Promise<void> {
  await rowOf(page, text).click();
  await popup(page).waitFor();
}

/** Counts the calls that a page makes to a path. */
export function countCalls(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes(path)) count++;
  });
  return () => count;
}
