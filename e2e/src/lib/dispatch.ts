// Dispatching rangers: a task sent by a direct call, and the ranger's phone.
import type { BrowserContext, Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { makePng } from './png.ts';
import { call, type Session, WENCHUAN } from './wire.ts';

export const LAPTOP = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };
export const RANGER = '汶川县护林员01';
export const OTHER_RANGER = '汶川县护林员14';

export const png = (name: string, red = 180) => ({ name, mimeType: 'image/png', buffer: makePng(64, 48, [red, 60, 20]) });

/** Sends a task by a direct call. @returns its id */
export async function sendTask(base: string, as: Session, taskContent: string) {
  const { data: rangers } = await call(base, 'POST', '/oa/api/ranger/list', { name: RANGER }, as);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const body = {
    ...{ taskContent, taskStartTime: at(0), taskEndTime: at(4), priority: 1, taskMember: rangers[0].userId },
    position: { lng: WENCHUAN.longitude, lat: WENCHUAN.latitude },
  };
  const reply = await call(base, 'POST', '/oa/api/taskManagement/delegate', body, as);
  if (reply.code !== 200) throw new Error(`delegate: HTTP ${reply.status} ${reply.message} ${JSON.stringify(reply.data)}`);
  return reply.data.id as string;
}

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
