import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer, type Fixture } from './lib/fixture.ts';
import { RECORD_ROWS } from './lib/in-page.ts';
import { controlLine } from './lib/line.ts';
import { lineOnline, openQueue, queueRows } from './lib/pages.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

async function openWithLine(open: Fixture['open']) {
  const desk = await open({ user: 'wenchuan', viewport: { width: 800, height: 450 }, before: RECORD_ROWS });
  const line = await controlLine(desk.page);
  await desk.goto('/manage/monitor');
  await openQueue(desk.page);
  await lineOnline(desk.page);
  const { page } = desk;
  return {
    ...desk,
    line,
    banner: page.getByRole('alert').filter({ hasText: '与服务器的连接已中断' }),
    caughtUp: page.getByRole('status').filter({ hasText: /连接已恢复/ }),
    /** The places named in the queue, newest first. */
    places: () => page.locator('.alarm-row .row-place').allTextContents(),
  };
}

type LineDesk = Awaited<ReturnType<typeof openWithLine>>;

describeWithServer('losing and restoring the live connection', import.meta.filename, { own: true }, ({ open, base, server }) => {
  it('a cut, a silence, and a killed and restarted server are shown, and what was missed appears once', async () => {
    const desk = await openWithLine(open);
    await expectCutShown(desk);
    await expectSilenceNoticed(desk);
    await expectServerBack(desk);
  });

  /** A cut connection is shown at once; missed alarms appear once, with their number. */
  async function expectCutShown({ page, line, banner, caughtUp, places, expectFaults }: LineDesk): Promise<void> {
    expectFaults(/request failed: .*\/fire\/api\/event/, /ERR_FAILED/, /WebSocket/);
    await cameraSees(base(), WENCHUAN, { address: '中断前' });
    await eventually(places).toEqual(['中断前']);

    // The log is blocked too; otherwise the desk would read the missed updates from it.
    await page.route('**/fire/api/event**', (route) => route.abort());
    await line.cut();
    await banner.waitFor();
    await cameraSees(base(), WENCHUAN, { address: '中断中甲' });
    await cameraSees(base(), WENCHUAN, { address: '中断中乙' });
    expect(await places()).toEqual(['中断前']);

    await page.unroute('**/fire/api/event**');
    line.restore();
    await caughtUp.filter({ hasText: '补收 2 条消息' }).waitFor();
    expect(await banner.count()).toBe(0);
    expect(await places()).toEqual(['中断中乙', '中断中甲', '中断前']);

    await cameraSees(base(), WENCHUAN, { address: '恢复后' });
    await eventually(places).toEqual(['恢复后', '中断中乙', '中断中甲', '中断前']);
    await page.getByRole('button', { name: '知道了' }).click();
    await eventually(() => caughtUp.count()).toBe(0);
  }

  /** A line that goes silent without being closed is noticed (after 7.5 s: packages/client, mqtt-transport.test.ts). */
  async function expectSilenceNoticed({ line, banner, page, caughtUp }: LineDesk): Promise<void> {
    const before = await queueRows(page).count();
    line.silence();
    const lostAt = Date.now();
    await banner.waitFor();
    process.stdout.write(`a silent line was noticed after ${Date.now() - lostAt} ms\n`);
    line.restore();
    await caughtUp.first().waitFor();
    await cameraSees(base(), WENCHUAN, { address: '静线后' });
    await eventually(() => queueRows(page).first().textContent()).toContain('静线后');
    expect(await queueRows(page).count()).toBe(before + 1);
    await page.getByRole('button', { name: '知道了' }).click();
  }

  /** A server that is killed and restarted still has its alarms and sessions; nothing is lost or duplicated. */
  async function expectServerBack({ page, banner, places, caughtUp, expectFaults }: LineDesk): Promise<void> {
    expectFaults(/ERR_/, /HTTP 50[234]/, /status of 50[234]/);
    await cameraSees(base(), WENCHUAN, { address: '重启前' });
    await eventually(places).toContain('重启前');
    const before = await places();

    await server().kill();
    await banner.waitFor();
    expect(await places()).toEqual(before);
    await server().startAgain();
    await cameraSees(base(), WENCHUAN, { address: '重启后' });
    await lineOnline(page);
    await caughtUp.first().waitFor();
    await eventually(places).toEqual(['重启后', ...before]);
    // No user was logged out.
    expect(await page.getByRole('dialog').count()).toBe(0);
    await cameraSees(base(), WENCHUAN, { address: '重启以后' });
    await eventually(places).toEqual(['重启以后', '重启后', ...before]);
  }
});
