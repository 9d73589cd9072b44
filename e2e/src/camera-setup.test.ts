// 摄像头设置 and 设备纠偏: a point with its camera is created, a chimney masked, and the camera's north correction computed from three landmarks.
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP } from './lib/dispatch.ts';
import { describeWithServer } from './lib/fixture.ts';
import { call, signIn } from './lib/wire.ts';

/** Due north, due south and due north again of the tower: their true azimuths are 0° and 180°, the camera reads 2.5° too little. */
const LANDMARKS = [
  { place: '103.59, 31.58', reads: '357.5' },
  { place: '103°35′24″E 31°22′48″N', reads: '177.5' },
  { place: '103.59, 31.68', reads: '357.5' },
] as const;

describeWithServer('camera setup', import.meta.filename, ({ open, base }) => {
  it('a point with a camera, a mask and the north correction from three landmarks are saved and read back', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: LAPTOP });
    await goto('/manage/monitorConfig');
    await page.getByRole('button', { name: '新建监控点' }).click();
    const drawer = page.locator('.ant-drawer').getByRole('dialog');
    const save = drawer.getByRole('button', { name: '保存', exact: true });
    await save.click();
    await drawer.getByText('请填写监控点名称').waitFor();
    await drawer.getByLabel('名称', { exact: true }).fill('试验塔');
    await drawer.getByRole('textbox', { name: '位置' }).fill('103.59, 31.48');
    await drawer.getByLabel('塔高（米）', { exact: true }).first().fill('30');
    await drawer.getByLabel('摄像头名称').fill('试验枪机');
    await drawer.getByLabel('设备编号').fill('TEST-1');
    await save.click();
    await drawer.waitFor({ state: 'detached' });

    await page.getByRole('searchbox', { name: '监控点名称' }).fill('试验塔');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '试验塔', exact: true }).click();
    const camera = page.getByRole('row', { name: /试验枪机/ }).last();
    await camera.getByText('30 米').waitFor();
    await camera.getByRole('button', { name: '设置' }).click();
    await drawer.getByText('密码（未设置）').waitFor();
    await drawer.getByLabel('用户名').fill('operator');
    await drawer.getByLabel('密码（未设置）').fill('geheim');
    const masks = drawer.getByRole('region', { name: '屏蔽区' });
    await masks.getByText('没有屏蔽区').waitFor();
    await masks.getByRole('button', { name: '添加屏蔽区' }).click();
    await masks.getByLabel('名称').fill('烟囱');
    await masks.getByLabel('水平角从').fill('350');
    await masks.getByLabel('到', { exact: true }).first().fill('10');
    await drawer.locator('path.rose-mask title', { hasText: '烟囱' }).waitFor({ state: 'attached' });
    // Unsaved input is discarded only after a confirmation.
    await drawer.getByRole('button', { name: '取消' }).click();
    await page.getByRole('dialog', { name: '放弃未保存的修改？' }).waitFor();
    await page.getByRole('button', { name: '继续填写' }).click();
    expect(await seriousFaults(page)).toEqual([]);
    await save.click();
    await drawer.waitFor({ state: 'detached' });

    await camera.getByRole('link', { name: '纠偏' }).click();
    await page.getByRole('heading', { name: '设备纠偏' }).waitFor();
    for (const [index, { place, reads }] of LANDMARKS.entries()) {
      if (index > 0) await page.getByRole('button', { name: '添加地标' }).click();
      await page.getByRole('textbox', { name: `地标 ${index + 1} 位置` }).fill(place);
      await page.getByRole('spinbutton', { name: `地标 ${index + 1} 设备水平角` }).fill(reads);
    }
    await page.getByRole('button', { name: '计算' }).click();
    const result = page.getByRole('region', { name: '计算结果' });
    await result.getByText('+2.500°').first().waitFor();
    expect(await result.locator('.plot-landmark').count()).toBe(3);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('正北修正已保存：+2.500°').waitFor();

    const aba = await signIn(base(), 'aba');
    const { data: cameras } = await call(base(), 'POST', '/resource/api/camera/list', { name: '试验枪机' }, aba);
    expect(cameras[0]).toMatchObject({ deviceId: 'TEST-1', towerHeight: 30, manufacturer: 'onvif' });
    expect(cameras[0].northCorrection).toBeCloseTo(2.5, 3);
    const { data: setup } = await call(base(), 'GET', `/resource/api/camera/setup?cameraId=${cameras[0].id}`, undefined, aba);
    expect(setup).toMatchObject({ userName: 'operator', hasPassword: true });
    expect(setup.masks).toEqual([{ name: '烟囱', fromHorizontal: 350, toHorizontal: 10, fromVertical: -90, toVertical: 90, endsAt: null }]);
    expect(JSON.stringify(setup)).not.toContain('geheim');
  });
});
