// Locators of the pages: the one place to change when the pages change.
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { PASSWORD } from './wire.ts';

export const loginForm = (page: Page) => ({
  userName: page.getByLabel('用户名'),
  password: page.getByLabel('密码', { exact: true }),
  submit: page.getByRole('button', { name: '登录', exact: true }),
  alert: page.getByRole('alert'),
});

export async function fillLogin(page: Page, userName: string, password = PASSWORD): Promise<void> {
  const form = loginForm(page);
  await form.userName.fill(userName);
  await form.password.fill(password);
  await form.submit.click();
}

/**
 * The monitor above the test's fires, as a flat map: tests of forms and lists would only wait for the globe's relief, which is rendered in
 * software. Low enough that popups open without a flight. Tests of the terrain, of marks and of the whole story use the globe.
 */
export const FLAT_MONITOR = '/manage/monitor?at=103.59000,31.48000,9000,0,-90,2d';

export const queueRows = (page: Page): Locator => page.locator('.alarm-row');
export const popup = (page: Page): Locator => page.getByRole('dialog', { name: '火警详情' });

/** Every field of the popup: label → value. */
export async function fieldsOf(page: Page): Promise<Record<string, string>> {
  const rows = popup(page).locator('.detail-rows > div');
  const labels = await rows.locator('dt').allTextContents();
  const values = await rows.locator('dd').allTextContents();
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']));
}

/** Opens the queue where a narrow window has collapsed it, and waits for its first load. */
export async function openQueue(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: '实时预警' });
  const rail = page.locator('.warning-rail');
  await panel.or(rail).waitFor();
  if (await rail.isVisible()) await rail.click();
  await panel.waitFor();
  await page.locator('.warning-panel .alarm-list, .warning-panel .warning-note:not([role="status"])').first().waitFor();
}

/** The map's script is loaded and its first frame drawn. */
export const mapReady = (page: Page): Promise<void> => page.locator('.globe-stage[data-state="ready"]').waitFor();

/** The coordinate entry of the bottom bar; the map's tools have another. */
export const coordinateTab = (page: Page): Locator =>
  page.getByRole('region', { name: '底部工具栏' }).getByRole('button', { name: '经纬度定位' });

/** The live connection is online. */
export const lineOnline = (page: Page): Promise<void> => page.locator('.line-state[data-state="online"]').waitFor();

/** The camera's position at rest, read from the address. */
export function viewOf(url: string) {
  const [lng = Number.NaN, lat = Number.NaN, heightMetres = Number.NaN] = (new URL(url).searchParams.get('at') ?? '')
    .split(',')
    .map(Number);
  const mode = (new URL(url).searchParams.get('at') ?? '').split(',')[5] ?? '';
  return { lng, lat, heightMetres, mode };
}

/** Wheel travel of one step, CSS pixels: some per cent of the height. */
const WHEEL_PIXELS = 50;

/** Zooms with the wheel over the middle of the map, step by step, until `isReached` holds for the height at which the camera rests. */
export async function zoomByWheel(page: Page, direction: 'in' | 'out', isReached: (heightMetres: number) => boolean): Promise<void> {
  const box = await page.locator('.globe-stage canvas').first().boundingBox();
  if (box === null) throw new Error('no canvas on the page');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  while (!isReached(viewOf(page.url()).heightMetres)) {
    const before = page.url();
    await page.mouse.wheel(0, direction === 'in' ? -WHEEL_PIXELS : WHEEL_PIXELS);
    await eventually(() => page.url()).not.toBe(before);
  }
}
