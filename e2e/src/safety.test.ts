// 人员安全: who is before a fire is warned on his phone, also without a line, and listed at the desk until an officer takes it. The desk's notice and its
// globe: first-hours.test.ts.
import { contract } from '@lookout/contract';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP, openPhone, RANGER } from './lib/dispatch.ts';
import { describeWithServer } from './lib/fixture.ts';
import { AHEAD_OF_IT, FOREST, judgeReal } from './lib/forecast.ts';
import { layoutFaults } from './lib/layout.ts';
import { call, cameraSees, signIn } from './lib/wire.ts';

/** Entered, so that the fire is no matter of the season in which the test runs: the earliest tenth comes to him in about twenty minutes. */
const DRY = { oneHour: 2, tenHour: 3, hundredHour: 4, liveHerbaceous: 30, liveWoody: 60 };
const FAULTS_WITHOUT_LINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_RESET/, /Failed to load resource/, /ERR_FAILED/];

describeWithServer('people before a fire', import.meta.filename, { own: true, env: { FIRE_ASSOCIATION: 'on' } }, ({ open, base }) => {
  it('are warned on their phones, which keep the way out without a line, and listed until somebody takes them', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const fireId = await cameraSees(base(), FOREST, { address: '撤离沟' });
    await judgeReal(base(), officer, fireId);
    const phone = await openPhone(open, AHEAD_OF_IT);
    phone.expectFaults(...FAULTS_WITHOUT_LINE);
    await phone.page.getByText('没有网络也能打开本页').waitFor();
    await phone.page.getByText(/^离线地图 \d+\.\d MB/).waitFor();
    await phone.page.getByText(/位置上报中 · 上次/).waitFor();

    const hour = { windFromDegrees: 225, windSpeedMetresPerSecond: 15, temperatureCelsius: 30, humidityPercent: 15 };
    const weather = [{ time: new Date(Date.now() - 3_600_000).toISOString(), ...hour }];
    const asked = { incidentId: fireId, hours: 2, members: 100, weather, moisturePercent: DRY };
    const run = await call(base(), 'POST', contract.spread.runSpread.path, asked, officer);
    expect(run).toMatchObject({ code: 200 });

    const warning = phone.page.getByRole('region', { name: '您的安全' });
    await warning.getByText(/^火.*到您的位置，现在撤离：向.*$/).waitFor();
    expect(await seriousFaults(phone.page)).toEqual([]);
    await phone.context.setOffline(true);
    await phone.page.reload({ waitUntil: 'domcontentloaded' });
    await warning.getByText(/^火.*到您的位置，现在撤离：向.*$/).waitFor();
    await warning.getByText(/^依据 .*\d\d:\d\d 的推演，有效到/).waitFor();
    await warning.getByText(/^没有连上服务器/).waitFor();
    await phone.page.getByRole('button', { name: '打开地图' }).click();
    await phone.page.locator('.map-safe').first().waitFor();
    expect(await seriousFaults(phone.page)).toEqual([]);
    await phone.context.setOffline(false);

    const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP });
    await goto('/manage/alarm');
    const notice = page.getByRole('region', { name: '人员安全通知' });
    await notice.getByText(new RegExp(`${RANGER}，火`)).waitFor();
    // On a laptop it covers nothing that can be pressed, neither of the page nor of a dialog.
    expect(await layoutFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '账号菜单' }).click();
    await page.getByRole('menuitem', { name: '修改密码' }).click();
    const dialog = page.getByRole('dialog', { name: '修改密码' });
    await dialog.waitFor();
    const [below, told] = await Promise.all([dialog.boundingBox(), notice.boundingBox()]);
    expect(below?.y).toBeGreaterThanOrEqual((told?.y ?? 0) + (told?.height ?? 0));
    await dialog.getByRole('button', { name: '取消' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await goto('/safety');
    const card = page.getByRole('region', { name: new RegExp(`${RANGER}$`) });
    await card.getByRole('button', { name: `接手 ${RANGER} 的人员安全告警` }).click();
    await card.getByText(/已接手$/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
