// Dispatching rangers: the officer's dispatch form, a task sent by a direct call, and the ranger's phone.
import type { BrowserContext, Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { FLAT_MONITOR, lineOnline, mapReady, openQueue, popup, queueRows } from './pages.ts';
import { makePng } from './png.ts';
import { call, cameraSees, type Session, WENCHUAN } from './wire.ts';

export const LAPTOP = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };
export const RANGER = '汶川县护林员01';
export const OTHER_RANGER = '汶川县护林员14';

export const png = (name: string, red = 180) => ({ name, mimeType: 'image/png', buffer: makePng(64, 48, [red, 60, 20]) });

/** An officer's desk with the popup of a new alarm open. */
export async function openAtAlarm(open: Fixture['open'], base: string, address: string) {
  const id = await cameraSees(base, WENCHUAN, { address });
  const desk = await open({ user: 'wenchuan', viewport: LAPTOP });
  await desk.goto(FLAT_MONITOR);
  await openQueue(desk.page);
  await mapReady(desk.page);
  await lineOnline(desk.page);
  await queueRows(desk.page).filter({ hasText: address }).click();
  await popup(desk.page).getByText(address).first().waitFor();
  return { ...desk, id };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '任务派遣' });

export async function openDispatch(page: Page) {
  await popup(page).getByRole('button', { name: /^派遣/ }).first().click();
  const dialog = dialogOf(page);
  await dialog.getByText(RANGER).waitFor();
  return {
    dialog,
    content: dialog.getByLabel('任务内容'),
    send: dialog.getByRole('button', { name: '派遣', exact: true }),
    files: dialog.locator('input[type="file"]'),
    choose: (name: string) => dialog.getByRole('checkbox', { name: new RegExp(name) }).check(),
  };
}

/** Sends a task by a direct call. @returns its id */
export async function sendTask(base: string, as: Session, taskContent: string, more: Readonly<Record<string, unknown>> = {}) {
  const { data: rangers } = await call(base, 'POST', '/oa/api/ranger/list', { name: RANGER }, as);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const body = {
    ...{ taskContent, taskStartTime: at(0), taskEndTime: at(4), priority: 1, taskMember: rangers[0].userId },
    position: { lng: WENCHUAN.longitude, lat: WENCHUAN.latitude },
    ...more,
  };
  const reply = await call(base, 'POST', '/oa/api/taskManagement/delegate', body, as);
  if (reply.code !== 200) throw new Error(`delegate: HTTP ${reply.status} ${reply.message} ${JSON.stringify(reply.data)}`);
  return reply.data.id as string;
}

export const storiesOf = async (base: string, as: Session, taskId: string) =>
  (await call(base, 'POST', '/oa/api/taskDetail/list', { taskId }, as)).data as {
    fullName: string;
    state: string;
    steps: { state: string; text: string | null; photos: string[]; position: { lng: number; lat: number } | null }[];
  }[];

/** The ranger's page on a phone with a position. */
export async function openPhone(open: Fixture['open'], place = { longitude: 103.55, latitude: 31.45 }) {
  const desk = await open({ user: 'ranger01', viewport: PHONE });
  await allowPosition(desk.context, place);
  await desk.goto('/patrol');
  await desk.page.getByRole('heading', { name: '我的任务' }).waitFor();
  return desk;
}

async function allowPosition(context: BrowserContext, place: { longitude: number; latitude: number }): Promise<void> {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...place, accuracy: 8 });
}

export const press = (page: Page, step: string) => page.getByRole('button', { name: step, exact: true }).click();
