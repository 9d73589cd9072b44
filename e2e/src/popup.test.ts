import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer, type Fixture } from './lib/fixture.ts';
import { fieldsOf, mapReady, openQueue, popup, queueRows } from './lib/pages.ts';
import { makePng } from './lib/png.ts';
import { call, cameraSees, personReports, satelliteFile, signIn, WENCHUAN } from './lib/wire.ts';

const LAPTOP = { width: 1366, height: 640 };
/** Low enough that popups open without a flight. */
const NEAR = '/manage/monitor?at=103.59000,31.48000,9000,0,-90,3d';
const HEADER = 'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight';

/** An overpass two hours ago, in the format of FIRMS. */
function overpass() {
  const at = new Date(Date.now() - 2 * 3_600_000).toISOString();
  return {
    date: at.slice(0, 10),
    time: at.slice(11, 16).replace(':', ''),
    beijing: new Date(Date.parse(at) + 8 * 3_600_000).toISOString(),
  };
}

async function openMonitor(open: Fixture['open'], user = 'wenchuan') {
  const desk = await open({ user, viewport: LAPTOP });
  await desk.goto(NEAR);
  await openQueue(desk.page);
  await mapReady(desk.page);
  return desk;
}

describeWithServer('火警详情', import.meta.filename, ({ open, base }) => {
  // Proves §2.33
  it('shows a satellite’s facts, both times, the position in four forms, and — for unknown values', async () => {
    const { date, time, beijing } = overpass();
    const row = `31.48,103.59,330.5,1.2,1.1,${date},${time},A,85,6.0NRT,295.1,25.3,D`;
    expect(await satelliteFile(base(), `${HEADER}\n${row}\n`)).toMatchObject({ received: 1, accepted: 1 });
    const { page } = await openMonitor(open);
    await queueRows(page).first().click();
    await popup(page).waitFor();
    const fields = await fieldsOf(page);
    expect(fields).toMatchObject({
      所属网格: '汶川县',
      网格编号: '513221',
      经纬度: '103.59000, 31.48000',
      '经纬度（4位）': '103.5900, 31.4800',
      度分秒: '103°35′24.0″E 31°28′48.0″N',
      过境时间: `${beijing.slice(0, 10)} ${beijing.slice(11, 16)}:00`,
      距今: '2小时前',
      发现方式: '卫星',
      研判: '未研判',
      处理: '未处理',
      可信度: '85%',
      辐射功率: '25.3 MW',
      亮温: '330.5 K',
      像元大小: '1.2 × 1.1 km',
      昼夜: '白天',
      林地: '—',
      过火面积: '—',
      强度等级: '—',
    });
    expect(fields.到达时间).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(fields.位置).toContain('汶川县');
    await popup(page).getByText('卫星热点').waitFor();
  });

  // Proves §2.35d
  it('shows a person’s report with its photos, compared enlarged; Escape closes only the topmost element', async () => {
    const wenchuan = await signIn(base(), 'wenchuan');
    const photos = [makePng(320, 240, [180, 60, 20]), makePng(320, 240, [20, 90, 160])];
    await personReports(base(), wenchuan, WENCHUAN, '山脊上有明火', photos);
    const { page } = await openMonitor(open);
    await queueRows(page).filter({ hasText: '人员上报' }).first().click();
    await popup(page).waitFor();
    expect(await fieldsOf(page)).toMatchObject({ 描述: '山脊上有明火', 上报人: '汶川县值班员', 海拔: '—', 发现方式: '人员' });
    const small = popup(page).getByRole('img', { name: '图片 1' });
    await small.waitFor();
    await popup(page).getByRole('button', { name: '放大查看：图片 1' }).click();
    const compare = page.getByRole('dialog', { name: '图像对比' });
    await eventually(() => compare.locator('img').count()).toBe(2);
    await page.keyboard.press('Escape');
    await compare.waitFor({ state: 'hidden' });
    await popup(page).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: '快捷键' });
    await help.waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await popup(page).waitFor();
    await page.keyboard.press('Escape');
    await popup(page).waitFor({ state: 'hidden' });
  });

  it('steps through the queue by buttons and by the keys j, k, Enter, m', async () => {
    await cameraSees(base(), WENCHUAN, { address: '旧的' });
    await cameraSees(base(), WENCHUAN, { address: '新的' });
    const { page } = await openMonitor(open);
    const address = async () => (await fieldsOf(page)).地址;
    const current = page.locator('.alarm-row[aria-current="true"]');
    await page.keyboard.press('j');
    await eventually(() => current.textContent()).toContain('新的');
    expect(await popup(page).count()).toBe(0);
    await page.keyboard.press('Enter');
    await eventually(address).toBe('新的');
    expect(await popup(page).getByRole('button', { name: '上一条（k）' }).isDisabled()).toBe(true);
    await page.keyboard.press('j');
    await eventually(address).toBe('旧的');
    await page.keyboard.press('k');
    await eventually(address).toBe('新的');
    await popup(page).getByRole('button', { name: '下一条（j）' }).click();
    await eventually(address).toBe('旧的');
    await popup(page).getByRole('button', { name: '上一条（k）' }).click();
    await eventually(address).toBe('新的');
    await page.keyboard.press('m');
    await page.getByRole('button', { name: /^告警声：静音至/ }).waitFor();
  });

  // Proves §2.33, §1.2
  it('shows the weather at the fire, marked as 演示天气 when the demo generated it', async () => {
    const session = await signIn(base(), 'wenchuan');
    const fetchWeather = () => call(base(), 'POST', '/api/hefengWeather/getWeatherList', WENCHUAN, session);
    await eventually(async () => (await fetchWeather()).data?.[0]?.source).toBe('demo');
    const { page } = await openMonitor(open);
    await queueRows(page).first().click();
    const weather = popup(page).locator('.weather');
    await weather.getByText('演示天气').waitFor();
    expect(await weather.textContent()).toMatch(/-?\d+(\.\d+)? ℃.*\d+ 级.*湿度\d+%/);
  });

  // Proves §8.8a, §8.8b, §3.15
  it('shows the weather service’s own error; any other failure of it is silent', async () => {
    await cameraSees(base(), { longitude: 103.595, latitude: 31.485 }, { address: '别处' });
    await cameraSees(base(), WENCHUAN, { address: '此处' });
    const { page, expectFaults } = await openMonitor(open);
    expectFaults(/HTTP 503: .*getWeatherList/, /status of 503/);
    await page.route('**/getWeatherList', (route) => route.fulfill({ status: 503, json: { code: 503, message: '天气服务不可用' } }));
    await queueRows(page).first().click();
    await popup(page).getByText('暂无天气数据').waitFor();
    expect(await page.getByText('天气服务不可用').count()).toBe(0);

    const refusal = {
      icon: null,
      text: null,
      windScale: null,
      windDir: null,
      windFromDegrees: null,
      temp: null,
      humidity: null,
      obsTime: null,
    };
    await page.route('**/getWeatherList', (route) =>
      route.fulfill({ json: { code: 200, message: 'OK', data: [{ ...refusal, source: null, errcode: '402', errmsg: '超过访问次数' }] } }),
    );
    await queueRows(page).filter({ hasText: '别处' }).click();
    await popup(page).getByRole('alert').filter({ hasText: '超过访问次数' }).waitFor();
  });

  it('axe finds nothing serious on the monitor with the popup open', async () => {
    await cameraSees(base(), WENCHUAN);
    const { page } = await openMonitor(open);
    await queueRows(page).first().click();
    await popup(page).locator('.weather').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
