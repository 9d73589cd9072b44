// One fire of several alarms: one row and one answer at every desk, its timeline with the sealed package, and the reports that a desk must
// send in time (报送时限).
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { contract } from '@lookout/features/contract.ts';
import { withZip } from '@lookout/ingest';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { actionButton, DESK, expectMessage, fireRows, openAlarm, openMonitor, rowOf, SMALL_DESK } from './lib/alarm-actions.ts';
import type { Desk } from './lib/desk.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { TONES } from './lib/in-page.ts';
import { resize } from './lib/layout.ts';
import { popup, queueRows } from './lib/pages.ts';
import { call, cameraSees, personReports, signIn, WENCHUAN } from './lib/wire.ts';

const WALL = { width: 1920, height: 1080 } as const;
const OFFICE = { width: 1366, height: 768 } as const;
const ON = { FIRE_ASSOCIATION: 'on', REPORTING_CLOCK: 'on' };
const east = (metres: number) => ({ ...WENCHUAN, longitude: WENCHUAN.longitude + metres / 94_900 });

describeWithServer('one fire of several alarms', import.meta.filename, { own: true, env: ON }, ({ open, base }) => {
  it('is one row with one answer, is split and joined again, shows its timeline, and is reported in time', async () => {
    const [county, above] = await Promise.all([openMonitor(open, 'wenchuan', DESK), openMonitor(open, 'aba', SMALL_DESK)]);
    const { page } = county;
    const officer = await signIn(base(), 'wenchuan');
    const tones = () => page.evaluate(TONES);
    const alarmId = await cameraSees(base(), WENCHUAN, { address: '北坡林班' });
    await rowOf(page, '北坡林班').waitFor();
    await eventually(tones).toBe(1);
    await personReports(base(), officer, east(120), '山脊冒烟');
    await rowOf(page, '2 条').waitFor();
    expect(await queueRows(page).count()).toBe(1);
    await page.getByText('2 条未处理 归为 1 起火情').waitFor();

    await openAlarm(page, '2 条');
    const fire = popup(page).getByRole('region', { name: '火情' });
    await fire.getByText(/^1 个摄像头、1 人上报，相距 \d+ 米、\d+ 分钟内/).waitFor();
    await fire.getByRole('button', { name: '展开依据与火警' }).click();
    await splitAndUndo(fire, [page, above.page]);

    // The timeline is open next to the desk and grows with the desk's actions.
    const [story] = await Promise.all([county.context.waitForEvent('page'), fire.getByRole('link', { name: '经过' }).click()]);
    await story.getByRole('heading', { name: /^火情经过 · / }).waitFor();
    const lines = story.getByRole('region', { name: '经过' }).getByRole('listitem');
    await lines.filter({ hasText: '火警到达' }).first().waitFor();
    await actionButton(page, '接警').click();
    await lines.filter({ hasText: '接警' }).waitFor();
    await rowOf(page, '2 条').getByText('您已接警').waitFor();
    await eventually(async () => (await rowOf(above.page, '2 条').textContent()) ?? '').toContain('汶川县值班员');

    await cameraSees(base(), east(60), { address: '新来的一条' });
    await rowOf(page, '3 条').waitFor();
    await expectMessage(page, '新来的一条');
    expect(
      (await call(base(), 'POST', contract.alarm.monitorJudge.path, { fireId: alarmId, isReal: 1, trueAlarmType: 1 }, officer)).code,
    ).toBe(200);
    await fireRows(page).filter({ hasText: '3 条' }).waitFor();
    await eventually(() => queueRows(page).count()).toBe(0);

    for (const size of [OFFICE, WALL]) {
      await resize(story, size);
      expect(await story.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    }
    await story.getByRole('button', { name: /^处置 / }).click();
    await eventually(() => lines.filter({ hasText: '火警到达' }).count()).toBe(0);
    const [download] = await Promise.all([story.waitForEvent('download'), story.getByRole('button', { name: '封存包' }).click()]);
    await verifyAlone(county, await download.path());
    await story.close();

    const fact = { alarmId, fact: 'media', value: true };
    expect((await call(base(), 'POST', contract.reporting.noteReportingFact.path, fact, officer)).code).toBe(200);
    await reportInTime(county, above);
  });
});

/** A split shows two rows at every desk; undoing it shows one again. */
async function splitAndUndo(fire: Locator, desks: readonly Page[]): Promise<void> {
  const rowsEverywhere = async (count: number) => {
    for (const desk of desks) await eventually(() => queueRows(desk).count()).toBe(count);
  };
  await fire.getByRole('button', { name: '拆分…' }).click();
  await fire.getByRole('checkbox').first().check();
  await fire.getByRole('button', { name: '拆分所选 1 条' }).click();
  await fire.getByText(/^汶川县值班员 .* 拆分$/).waitFor();
  await rowsEverywhere(2);
  await fire.getByRole('button', { name: '撤销' }).click();
  await rowsEverywhere(1);
  await eventually(() => fire.getByRole('button', { name: '撤销' }).count()).toBe(0);
}

/** @param file a .zip @param folder receives its contents */
const unpack = (file: string, folder: string): Promise<void> =>
  withZip(file, async (entries) => {
    for (const entry of entries) {
      const at = path.join(folder, entry.name);
      await mkdir(path.dirname(at), { recursive: true });
      await writeFile(at, await entry.read());
    }
  });

/** The sealed package opens and verifies in a browser without the product and without a network; a changed file is detected. */
async function verifyAlone({ context }: Desk, file: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lookout-package-'));
  try {
    await unpack(file, folder);
    const offline = await context.browser()?.newContext({ offline: true });
    if (offline === undefined) throw new Error('no browser');
    try {
      const alone = await offline.newPage();
      const faults: string[] = [];
      alone.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      alone.on('pageerror', (error) => faults.push(error.message));
      await alone.goto(pathToFileURL(path.join(folder, 'index.html')).href);
      await alone.getByRole('heading', { name: '火情经过 · 封存包' }).waitFor();
      await alone.getByText('火警到达').first().waitFor();
      await alone.getByRole('button', { name: 'English' }).click();
      await alone.getByRole('heading', { name: 'Story of a fire · sealed package' }).waitFor();
      const result = alone.locator('#result');
      await alone.locator('#folder').setInputFiles(folder);
      await result.getByText(/^\d+ files checked · sound$/).waitFor();
      const events = path.join(folder, 'events.jsonl');
      await writeFile(events, (await readFile(events, 'utf8')).replace('汶川', '茂县'));
      await alone.locator('#folder').setInputFiles(folder);
      await result.getByText('events.jsonl: content was changed').waitFor();
      await result.getByText(/· not sound$/).waitFor();
      expect(faults).toEqual([]);
    } finally {
      await offline.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * The time limit of the fire's report counts down only at the desk that must send it. The report is sent on the form, acknowledged at the
 * higher level, and read.
 */
async function reportInTime(county: Desk, above: Desk): Promise<void> {
  const badge = county.page.getByRole('link', { name: /^报送 还有 \d+ 分钟 · \d+ 件$/ });
  await badge.waitFor();
  expect(await above.page.getByRole('link', { name: /^报送 还有/ }).count()).toBe(0);
  await badge.click();
  await county.page.getByRole('button', { name: '填写并报送' }).first().click();
  const form = county.page.getByRole('dialog', { name: '火情快报' });
  await eventually(() => form.getByLabel('地点').inputValue()).toContain('汶川县');
  for (const field of await form.getByRole('textbox').all()) if ((await field.inputValue()) === '') await field.fill('继续扑救');
  await form.getByRole('button', { name: '报送' }).click();
  await form.waitFor({ state: 'detached' });
  await county.page
    .getByText(/汶川县值班员 .* 已报送/)
    .first()
    .waitFor();
  await eventually(() => badge.count()).toBe(0);

  const unread = above.page.getByRole('link', { name: /^待阅报送 \d+ 件$/ });
  await unread.click();
  await above.page.getByRole('button', { name: '签收' }).first().click();
  for (const { page } of [county, above])
    await page
      .getByText(/阿坝州值班员 .* 签收/)
      .first()
      .waitFor();
  await above.page.getByRole('button', { name: '阅读' }).first().click();
  await above.page
    .getByRole('dialog', { name: /火情快报/ })
    .getByText('继续扑救')
    .first()
    .waitFor();
  await eventually(() => unread.count()).toBe(0);
}
