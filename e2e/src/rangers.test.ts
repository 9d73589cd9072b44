// 护林管理: the day of two rangers is replayed, the time is moved, a gap is found, the figures link to the replay, and a track is saved as a
// file.

import { readFile } from 'node:fs/promises';
import { DAY_MS } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { OTHER_RANGER, RANGER } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { call, type Session, signIn } from './lib/wire.ts';

const OFFICE = { width: 1366, height: 768 };
const BEIJING_MS = 8 * 3_600_000;
/** The day before yesterday: at every hour its positions are older than a day, and so are only in the track. */
const dayBefore = () => new Date(Date.now() + BEIJING_MS - 2 * DAY_MS).toISOString().slice(0, 10);

describeWithServer('rangers', import.meta.filename, ({ open, base }) => {
  it('a day of two rangers is replayed, counted and saved as a file', async () => {
    const day = dayBefore();
    await walked(base(), RANGER, day, '08:00');
    await walked(base(), OTHER_RANGER, day, '08:30');
    const { page, goto } = await open({ user: 'wenchuan', viewport: OFFICE });
    await goto('/manage/ranger');
    const tree = page.getByRole('tree', { name: '护林员，按网格' });
    for (const name of [RANGER, OTHER_RANGER]) {
      await page.getByRole('searchbox', { name: '姓名、网格、电话' }).fill(name);
      await tree.locator('.ant-tree-treenode', { hasText: name }).last().locator('.ant-tree-checkbox').click();
    }
    const player = page.getByRole('region', { name: '轨迹回放' });
    for (const _ of ['yesterday', 'the day before']) await page.getByRole('button', { name: '前一天' }).click();
    await player.getByText('1.4 公里').first().waitFor();
    const time = player.getByTestId('replay-time');
    expect(await time.textContent()).toBe('08:00:00');

    await player.getByRole('button', { name: '播放' }).click();
    await eventually(async () => ((await time.textContent()) ?? '') > '08:00:30').toBe(true);
    await player.getByRole('button', { name: '暂停' }).click();
    // The slider is moved to the middle of the day, after the last position.
    await player.getByRole('slider', { name: '回放时间' }).fill(String(12 * 3_600));
    expect(await time.textContent()).toBe('09:40:00');
    await player.getByRole('button', { name: '上一处空档' }).click();
    expect(await time.textContent()).toBe('08:39:30');
    await page.getByText(`${OTHER_RANGER} 08:40–09:30 无位置（50 分钟）`).waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    await player.getByRole('button', { name: `下载 ${RANGER} 的轨迹` }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /GPX/ }).click()]);
    expect(file.suggestedFilename()).toBe(`${RANGER} ${day}.gpx`);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.match(/<trkpt /g)).toHaveLength(82);
    expect(text).toContain(`<name>${RANGER} ${day}</name>`);

    const officer = await signIn(base(), 'wenchuan');
    await eventually(() => countedPositions(base(), officer, RANGER, day), { interval: 500 }).toBe(82);
    await page.getByRole('radiogroup', { name: '显示内容' }).getByText('考勤统计').click();
    const table = page.getByRole('region', { name: '考勤与巡护统计' });
    await page.getByRole('searchbox', { name: '姓名', exact: true }).fill(RANGER);
    await page.getByRole('searchbox', { name: '姓名', exact: true }).press('Enter');
    const row = table.locator('.ant-table-row', { hasText: day }).filter({ hasText: RANGER });
    await row.getByRole('button', { name: '1.44' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await row.getByRole('button', { name: /08:10–09:00（50分）/ }).click();
    await player.getByText(RANGER).waitFor();
    await eventually(() => time.textContent()).toBe('08:10:00');
  });
});

/** 41 positions, a gap of fifty minutes, 41 positions: 720 m each time. */
async function walked(base: string, name: string, day: string, from: string): Promise<void> {
  const officer = await signIn(base, 'wenchuan');
  const { data } = await call(base, 'POST', '/oa/api/ranger/list', { name }, officer);
  const [{ userId }] = data as [{ userId: string }];
  const begin = Date.parse(`${day}T${from}:00+08:00`);
  const rows = [0, 60].flatMap((minutes) =>
    Array.from({ length: 41 }, (_, n) => ({
      userId,
      position: { lng: 103.55, lat: 31.45 + (n * 18) / 110_880 },
      actualUploadTime: new Date(begin + minutes * 60_000 + n * 15_000).toISOString(),
    })),
  );
  const reply = await call(base, 'POST', '/resource/api/position', rows, 'feed');
  if (reply.data.rejected.length > 0) throw new Error(JSON.stringify(reply.data.rejected[0]));
}

/**
 * Number of counted positions of a ranger's day: they are counted soon after a request. The page itself repeats the request after half a
 * minute.
 */
async function countedPositions(base: string, officer: Session, name: string, day: string): Promise<number> {
  const query = { name, beginDay: day, endDay: day, pageNo: 1, pageSize: 20 };
  const { data } = await call(base, 'POST', contract.ranger.rangerAttendance.path, query, officer);
  return data.list[0].positions;
}
