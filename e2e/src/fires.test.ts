import { expect, it } from 'vitest';
import { actionButton, DESK, expectMessage, fireRows, openAlarm, openMonitor, rowOf, SMALL_DESK } from './lib/alarm-actions.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { TONES } from './lib/in-page.ts';
import { popup, queueRows } from './lib/pages.ts';
import { call, cameraSees, LIXIAN, personReports, signIn, WENCHUAN } from './lib/wire.ts';

/** A desk whose queue has room for a few rows. */
const east = (place: typeof WENCHUAN, metres: number) => ({ ...place, longitude: place.longitude + metres / 94_900 });

describeWithServer('one fire of several alarms', import.meta.filename, { own: true, env: { FIRE_ASSOCIATION: 'on' } }, ({ open, base }) => {
  it('is one row and one answer; what joins it once somebody has it makes no sound', async () => {
    const [{ page }, aba] = await Promise.all([openMonitor(open, 'wenchuan'), openMonitor(open, 'aba', SMALL_DESK)]);
    const tones = () => page.evaluate(TONES);
    await cameraSees(base(), WENCHUAN, { address: '北坡林班' });
    await rowOf(page, '北坡林班').waitFor();
    await eventually(tones).toBe(1);
    await personReports(base(), await signIn(base(), 'wenchuan'), east(WENCHUAN, 120), '山脊冒烟');
    await rowOf(page, '2 条').waitFor();
    expect(await queueRows(page).count()).toBe(1);
    await page.getByText('2 条未处理 归为 1 起火情').waitFor();

    await openAlarm(page, '2 条');
    const fire = popup(page).getByRole('region', { name: '火情' });
    await fire.getByText(/^1 个摄像头、1 人上报，相距 \d+ 米、\d+ 分钟内/).waitFor();
    await fire.getByRole('button', { name: '展开依据与火警' }).click();
    await fire.getByRole('button', { name: /^监控报警/ }).click();
    await popup(page).getByText('北坡林班').first().waitFor();

    await actionButton(page, '接警').click();
    await rowOf(page, '2 条').getByText('您已接警').waitFor();
    await eventually(async () => (await rowOf(aba.page, '2 条').textContent()) ?? '').toContain('汶川县值班员');
    const before = await tones();
    await cameraSees(base(), east(WENCHUAN, 60), { address: '新来的一条' });
    await rowOf(page, '3 条').waitFor();
    await expectMessage(page, '新来的一条');
    expect(await tones()).toBe(before);

    const officer = await signIn(base(), 'wenchuan');
    const judged = await rowOf(page, '3 条').count();
    expect(judged).toBe(1);
    const { data } = await call(base(), 'GET', '/fire/api/Statistic/getLatestFireAlarmList', undefined, officer);
    const reply = await call(base(), 'POST', '/fire/api/monitorFirealarm/fireRealUpdates', { fireId: data[0].id, isReal: 1 }, officer);
    expect(reply.code).toBe(200);
    await fireRows(page).filter({ hasText: '3 条' }).waitFor();
    await eventually(() => queueRows(page).count()).toBe(0);
  });

  it('is split by hand and stays split, merged with another, and every decision is undone with a click, at every desk', async () => {
    const [{ page }, aba] = await Promise.all([openMonitor(open, 'lixian', DESK), openMonitor(open, 'aba', SMALL_DESK)]);
    await cameraSees(base(), LIXIAN, { address: '甲处' });
    await cameraSees(base(), east(LIXIAN, 100), { address: '乙处' });
    await rowOf(page, '2 条').waitFor();
    await openAlarm(page, '2 条');
    const fire = popup(page).getByRole('region', { name: '火情' });
    await fire.getByRole('button', { name: '展开依据与火警' }).click();
    await fire.getByRole('button', { name: '拆分…' }).click();
    await fire.getByRole('checkbox').first().check();
    await fire.getByRole('button', { name: '拆分所选 1 条' }).click();
    await fire.getByText(/^理县值班员 .* 拆分$/).waitFor();
    for (const desk of [page, aba.page])
      await eventually(() =>
        queueRows(desk)
          .filter({ hasText: /甲处|乙处/ })
          .count(),
      ).toBe(2);

    await fire.getByRole('button', { name: '合并…' }).click();
    await fire.getByRole('checkbox').first().check();
    await fire.getByRole('button', { name: '合并所选 1 起' }).click();
    await fire.getByText(/^理县值班员 .* 合并$/).waitFor();
    for (const desk of [page, aba.page])
      await eventually(() =>
        queueRows(desk)
          .filter({ hasText: /甲处|乙处/ })
          .count(),
      ).toBe(1);
    // Taking the merge back brings back the split, and taking that back makes them one again by themselves.
    await fire.getByRole('button', { name: '撤销' }).click();
    for (const desk of [page, aba.page])
      await eventually(() =>
        queueRows(desk)
          .filter({ hasText: /甲处|乙处/ })
          .count(),
      ).toBe(2);
    await fire.getByText(/^理县值班员 .* 拆分$/).waitFor();
    await fire.getByRole('button', { name: '撤销' }).click();
    for (const desk of [page, aba.page])
      await eventually(() =>
        queueRows(desk)
          .filter({ hasText: /甲处|乙处/ })
          .count(),
      ).toBe(1);
    await eventually(() => fire.getByRole('button', { name: '撤销' }).count()).toBe(0);
  });
});
