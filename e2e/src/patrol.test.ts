// The ranger's phone: opened offline, an SOS from the button to the desk that accepts it, and a connection that is cut in the middle of a
// report.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP, openPhone, press, sendTask } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { COUNT_TONES, TONES } from './lib/in-page.ts';
import { call, signIn } from './lib/wire.ts';

const REPORT_PATH = '/fire/api/reportFirealarm';
const STEP_PATH = '/oa/api/taskDetail/progress';
const FAULTS_WITHOUT_LINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_RESET/, /Failed to load resource/, /ERR_FAILED/];

/** Holds the button until the page has registered the SOS. */
async function holdSos(page: Page): Promise<void> {
  const box = await page.getByRole('button', { name: /^SOS/ }).boundingBox();
  if (box === null) throw new Error('no SOS button');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.getByRole('region', { name: '求救', exact: true }).waitFor();
  await page.mouse.up();
}

describeWithServer('the ranger’s phone', import.meta.filename, ({ open, base }) => {
  it('after one visit opens offline: the ranger’s tasks, the map of the grid, and a report that waits', async () => {
    const officer = await signIn(base(), 'wenchuan');
    await sendTask(base(), officer, '离线时也要看到的任务');
    const { page, context, expectFaults } = await openPhone(open);
    expectFaults(...FAULTS_WITHOUT_LINE);
    await page.getByRole('button', { name: /离线时也要看到的任务/ }).waitFor();
    await page.getByText('没有网络也能打开本页').waitFor();
    await page.getByText(/^离线地图 \d+\.\d MB（上限 16\.0 MB），更新于 /).waitFor();
    expect(
      await page.evaluate(
        "fetch('/patrol.webmanifest').then((reply) => reply.json()).then(({ start_url }) => new URL(start_url, location.origin).pathname)",
      ),
    ).toBe('/patrol');

    await context.setOffline(true);
    await page.reload({ waitUntil: 'domcontentloaded' });
    // Some versions of Chromium report a page that was loaded under an emulated network as online. The page then shows that the server does
    // not answer.
    await page.getByText(/^(离线|服务无应答)$/).waitFor();
    await page.getByRole('button', { name: '打开地图' }).click();
    await page.locator('.map-task[title="离线时也要看到的任务"]').waitFor();
    await page.getByRole('button', { name: '在地图上点' }).click();
    await page.getByRole('region', { name: '指火地图：点火情所在的位置' }).click();
    await page.getByText('位置在地图上指认，请核对').waitFor();
    // The SOS button is below the scrolling content and covers none of it.
    const edge = (selector: string, side: string) => page.evaluate(`document.querySelector('${selector}').getBoundingClientRect().${side}`);
    expect(await edge('.sos-bar', 'top')).toBeGreaterThanOrEqual((await edge('.patrol-scroll', 'bottom')) as number);
    expect(await seriousFaults(page)).toEqual([]);
    await page.locator('.patrol-task', { hasText: '离线时也要看到的任务' }).click();
    const way = page.getByRole('region', { name: '导航' });
    await way.getByText(/^直线 \d/).waitFor();
    expect(await way.getByRole('link', { name: '高德地图' }).getAttribute('href')).toMatch(
      /^https:\/\/uri\.amap\.com\/navigation\?to=103\.59\d+,31\.47\d+,/,
    );
    await press(page, '接收');
    await page.getByText('等待发送，联网后按顺序自动发送').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await context.setOffline(false);
    await page
      .getByRole('region', { name: '我的回报记录' })
      .getByText(/已送达$/)
      .waitFor();
  });

  it('an SOS rings at every desk above without taking its focus, is accepted once, and the ranger sees by whom', async () => {
    const county = await open({ user: 'wenchuan', viewport: LAPTOP, before: COUNT_TONES });
    const above = await open({ user: 'aba', viewport: LAPTOP });
    for (const desk of [county, above]) {
      await desk.goto('/warning');
      await desk.page.getByText('已连接').waitFor();
    }
    // A browser allows sound only after a gesture.
    await county.page.getByRole('heading', { level: 1 }).click();
    const focused = () => county.page.evaluate('document.activeElement.tagName + document.activeElement.id');
    const before = await focused();
    const phone = await openPhone(open);
    await holdSos(phone.page);
    await phone.page.getByText(/求救已送达 \d\d:\d\d/).waitFor();
    const notice = (page: Page) => page.getByRole('region', { name: '求救通知' });
    await notice(county.page)
      .getByText(/汶川县护林员01 求救$/)
      .waitFor();
    await notice(above.page)
      .getByText(/汶川县护林员01 求救$/)
      .waitFor();
    await notice(above.page)
      .getByText(/误差约 8 米/)
      .waitFor();
    expect(await focused()).toBe(before);
    await eventually(() => county.page.evaluate(TONES)).toBeGreaterThan(0);
    expect(await seriousFaults(county.page)).toEqual([]);
    expect(await seriousFaults(phone.page)).toEqual([]);

    await notice(county.page).getByRole('button', { name: '接手 汶川县护林员01 的求救' }).click();
    await notice(above.page).waitFor({ state: 'hidden' });
    await phone.page.getByText(/^汶川县值班员 \d\d:\d\d 已接手$/).waitFor();
    await county.goto('/sos');
    const card = county.page.getByRole('region', { name: /汶川县护林员01 求救$/ });
    await card.getByLabel('处置结果').click();
    await county.page.locator('.ant-select-item-option', { hasText: '已获救' }).click();
    await card.getByRole('button', { name: '结束求救' }).click();
    await county.page.getByText('没有进行中的求救').waitFor();
    await phone.page.getByText(/^SOS 求救已结束：已获救（汶川县值班员/).waitFor();
    expect(await seriousFaults(county.page)).toEqual([]);
    await phone.page.getByRole('button', { name: '知道了' }).click();
  });

  it('a connection is cut after the report was sent and before its answer: when it is restored, everything is there once, in order', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const text = `断线时的报告 ${Date.now()}`;
    await sendTask(base(), officer, '断线之后的一步');
    const { page, context, expectFaults } = await openPhone(open);
    expectFaults(...FAULTS_WITHOUT_LINE);
    const answered: string[] = [];
    let isCut = true;
    await context.route(`**${REPORT_PATH}`, async (route) => {
      const reply = await route.fetch();
      if (isCut) return route.abort('connectionreset');
      answered.push(REPORT_PATH);
      return route.fulfill({ response: reply });
    });
    page.on('response', (reply) => {
      if (reply.url().endsWith(STEP_PATH)) answered.push(STEP_PATH);
    });
    const form = page.getByRole('form', { name: '上报火情' });
    await form.getByLabel('经度').fill('103.59');
    await form.getByLabel('纬度').fill('31.48');
    await form.getByLabel('情况描述').fill(text);
    await form.getByRole('button', { name: '发送' }).click();
    await page.getByRole('region', { name: '待发送' }).getByText(text).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: /断线之后的一步/ }).click();
    await press(page, '接收');
    await page.getByText('等待发送，联网后按顺序自动发送').waitFor();
    isCut = false;
    await context.setOffline(false);
    await page
      .getByRole('region', { name: '我的回报记录' })
      .getByText(/已送达$/)
      .waitFor();
    expect(answered).toEqual([REPORT_PATH, STEP_PATH]);
    const { data } = await call(base(), 'POST', '/fire/api/fire/page', { state: 'open', pageSize: 500 }, officer);
    expect((data.list as unknown[]).filter((row) => JSON.stringify(row).includes(text))).toHaveLength(1);
  });
});
