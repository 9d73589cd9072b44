// 演练: an exercise from its script to the evaluation, on the desk that leads it and on the desk that is tested.
import { expect, it } from 'vitest';
import { JUDGE_PATH, openAlarm, openMonitor, rowOf } from './lib/alarm-actions.ts';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { popup } from './lib/pages.ts';
import { call, type Session, signIn, WENCHUAN } from './lib/wire.ts';

const OFFICE = { width: 1366, height: 768 };

describeWithServer('an exercise', import.meta.filename, ({ open, base }) => {
  // Proves §4.12
  it('runs by its script with stripes on the lower desk, is ended and evaluated with its times, and leaves nothing in real duty', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const before = await realDuty(base(), officer);
    const leader = await open({ user: 'aba', viewport: OFFICE });
    const county = await openMonitor(open, 'wenchuan', OFFICE);

    await leader.goto('/exercise');
    await leader.page.getByRole('button', { name: '开始演练' }).click();
    const form = leader.page.getByRole('dialog', { name: '开始演练' });
    await form.getByLabel('演练名称').fill('春季演练');
    await form.getByRole('button', { name: '添加一起火警' }).click();
    await form.getByRole('textbox', { name: '位置' }).fill(`${WENCHUAN.longitude}, ${WENCHUAN.latitude}`);
    await form.getByRole('button', { name: '开始', exact: true }).click();
    await leader.page.getByRole('heading', { name: '春季演练' }).waitFor();

    await county.page.getByRole('button', { name: '运行模式 演练模式' }).waitFor();
    const row = rowOf(county.page, '演练');
    await row.waitFor();
    expect(
      await row
        .locator('[data-drill]')
        .or(row.and(county.page.locator('[data-drill]')))
        .count(),
    ).toBeGreaterThan(0);
    await openAlarm(county.page, '演练');
    await popup(county.page).getByText('演练', { exact: true }).first().waitFor();
    const id = await drillId(base(), officer);
    expect(await call(base(), 'POST', JUDGE_PATH, { fireId: id, isReal: 1 }, officer)).toMatchObject({ code: 200 });
    const times = leader.page.getByRole('region', { name: '用时' });
    await eventually(() => times.getByText(/^\d+ 秒$/).count()).toBeGreaterThan(0);
    expect(await realDuty(base(), officer)).toEqual(before);

    await leader.page.getByRole('button', { name: '结束演练' }).click();
    await leader.page.getByRole('button', { name: '确定结束' }).click();
    await county.page.getByRole('button', { name: '运行模式 日常模式' }).waitFor();
    await leader.page.getByLabel('讲评').last().fill('接警及时');
    await leader.page.getByRole('button', { name: '保存讲评' }).click();
    await leader.page.getByText('讲评已保存').waitFor();
    await leader.page.getByRole('region', { name: '回放' }).getByText('研判').waitFor();
    expect(await seriousFaults(leader.page)).toEqual([]);
    await eventually(() => rowOf(county.page, '演练').count()).toBe(0);
    expect(await realDuty(base(), officer)).toEqual(before);
  });
});

const FIRST = { pageNo: 1, pageSize: 20 };

/** What real duty counts and lists: alarms, active fires, tasks, messages. */
async function realDuty(base: string, officer: Session) {
  const total = async (path: string) => (await call(base, 'POST', path, FIRST, officer)).data.total as number;
  const inProgress = (await call(base, 'GET', '/fire/api/fire/inProgress', undefined, officer)).data.length as number;
  return {
    inProgress,
    alarms: await total('/fire/api/fire/page'),
    tasks: await total('/oa/api/taskManagement/page'),
    messages: await total('/fire/api/smsAba/page'),
  };
}

/** The alarm of the running exercise. */
async function drillId(base: string, officer: Session): Promise<string> {
  const { data } = await call(base, 'GET', '/fire/api/Statistic/getLatestFireAlarmList?withDrills=1', undefined, officer);
  const drill = (data as readonly { readonly id: string; readonly drill?: boolean }[]).find(({ drill: is }) => is);
  if (drill === undefined) throw new Error('no alarm of an exercise');
  return drill.id;
}
