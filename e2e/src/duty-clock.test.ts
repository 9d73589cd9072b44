// 报送时限: what a fire owes counts down at the desk that owes it, is filled from the facts and sent, and the desk above signs for it and reads it.
import { contract } from '@lookout/contract';
import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { call, cameraSees, signIn, WENCHUAN } from './lib/wire.ts';

const ON = { FIRE_ASSOCIATION: 'on', REPORTING_CLOCK: 'on' };

describeWithServer('the clock of duty', import.meta.filename, { own: true, env: ON }, ({ open, base }) => {
  it('counts down, is sent on the form, signed for and read', async () => {
    const [county, above] = await Promise.all([open({ user: 'wenchuan' }), open({ user: 'aba' })]);
    await Promise.all([county.goto('/reporting'), above.goto('/reporting')]);
    await county.page.getByText('没有待办的报送').waitFor();
    const officer = await signIn(base(), 'wenchuan');
    const alarmId = await cameraSees(base(), WENCHUAN, { address: '北坡林班' });
    const acts = [
      [contract.alarmActions.judge.path, { fireId: alarmId, isReal: 1, trueAlarmType: 1 }],
      [contract.reporting.noteReportingFact.path, { alarmId, fact: 'media', value: true }],
    ] as const;
    for (const [path, body] of acts) expect((await call(base(), 'POST', path, body, officer)).code).toBe(200);

    // In the header of every page, for the desk that owes it and for no other.
    const badge = county.page.getByRole('link', { name: /^报送 还有 \d+ 分钟 · \d+ 件$/ });
    await badge.waitFor();
    expect(await above.page.getByRole('link', { name: /^报送 还有/ }).count()).toBe(0);
    await county.page
      .getByText(/前报送，还有 \d+ 分钟/)
      .first()
      .waitFor();
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

    await above.page.getByRole('link', { name: /^待阅报送 \d+ 件$/ }).waitFor();
    await above.page.getByRole('button', { name: '签收' }).first().click();
    await above.page
      .getByText(/阿坝州值班员 .* 签收/)
      .first()
      .waitFor();
    await county.page
      .getByText(/阿坝州值班员 .* 签收/)
      .first()
      .waitFor();
    await above.page.getByRole('button', { name: '阅读' }).first().click();
    const paper = above.page.getByRole('dialog', { name: /火情快报/ });
    await paper.getByText('继续扑救').first().waitFor();
    await eventually(() => above.page.getByRole('link', { name: /^待阅报送/ }).count()).toBe(0);
  });
});
