// When a desk in a browser shows an alarm as text: its toast on any page, and its details after a click in the queue. Each time is that of
// the first animation frame after the text is in the document.
import type { Page } from 'playwright-core';
import { addressOf, sendAlarm } from './drawn-alarms.ts';

const TIMEOUT_MS = 20_000;
/** Moves the alarm out of the viewport and away from the places of other alarms. */
const NORTH_DEGREES = 0.4;

/**
 * Script for the page: the time, epoch milliseconds, of the first frame in which an element of the selector has the text. A timeout gives
 * an unreachable time.
 */
const shown = (selector: string, text: string): string => `new Promise((resolve) => {
  const isShown = () => [...document.querySelectorAll('${selector}')].some((one) => one.textContent.includes('${text}'));
  const finish = (at) => { observer.disconnect(); clearTimeout(timer); resolve(at); };
  const check = () => isShown() && requestAnimationFrame(() => finish(Date.now()));
  const observer = new MutationObserver(check);
  const timer = setTimeout(() => finish(Number.MAX_SAFE_INTEGER), ${TIMEOUT_MS});
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  check();
})`;

/** Sorts the queue by arrival, however many alarms there are. */
export const BY_ARRIVAL = `{
  const read = Storage.prototype.getItem;
  Storage.prototype.getItem = function (name) {
    return name.startsWith('monitor.arrangement.') ? 'arrival' : read.call(this, name);
  };
}`;

/** Script for the page: the address in a row of the queue, as `addressOf` writes it. */
const addressIn = (row: number): string => `/第 \\d+ 处/.exec(document.querySelectorAll('.alarm-row')[${row}].textContent)[0]`;

/** Script for the page: clicks a row of the queue. Its value is the time, epoch milliseconds. */
const clickRow = (row: number): string => `{
  const at = Date.now();
  document.querySelectorAll('.alarm-row')[${row}].click();
  at;
}`;

/** @returns milliseconds from sending an alarm by HTTP to the frame that shows its toast */
export async function toastAfter(page: Page, base: string, n: number): Promise<number> {
  const toast = page.evaluate<number>(shown('.toast', addressOf(n)));
  // Evaluations run in order, so the observer is active when this one resolves.
  await page.evaluate('1');
  const sentAt = Date.now();
  await sendAlarm(base, n, NORTH_DEGREES);
  return (await toast) - sentAt;
}

/**
 * @param row a visible row of the queue, from 0
 * @returns milliseconds from a click on it to the frame that shows its address among the details
 */
export async function detailsAfter(page: Page, row: number): Promise<number> {
  const address = await page.evaluate<string>(addressIn(row));
  const details = page.evaluate<number>(shown('.fire-popup .detail-rows dd', address));
  await page.evaluate('1');
  const clickedAt = await page.evaluate<number>(clickRow(row));
  return (await details) - clickedAt;
}
