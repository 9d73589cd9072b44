// The bare map /map inside pages of other sites, each on a separate server, and the wall /wall, which a read token of the same kind opens.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { resize } from './lib/layout.ts';
import { call, cameraSees, LIXIAN, signIn, WENCHUAN } from './lib/wire.ts';

const OFFICE = { width: 1366, height: 768 };
const HALL = { width: 3840, height: 2160 };
const HALF_OF_IT = { width: 1920, height: 1080 };

/** A page of another site with one frame, whose address is set by the test. */
async function startPortal() {
  const state = { frame: 'about:blank' };
  const server: Server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="zh"><link rel="icon" href="data:,"><title>县门户</title>
      <iframe src="${state.frame}" title="林火地图" width="1200" height="640"></iframe></html>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, state, stop: () => server.close() };
}

const allowed = await startPortal();
const refused = await startPortal();
afterAll(() => {
  allowed.stop();
  refused.stop();
});

describeWithServer('the bare map', import.meta.filename, ({ open, base }) => {
  const issue = async (more: object = {}) => {
    const officer = await signIn(base(), 'aba');
    const body = {
      name: '汶川县门户',
      gridNo: '513221',
      layers: ['alarms', 'resources', 'boundaries', 'danger'],
      origins: [allowed.origin],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      ...more,
    };
    const { data } = await call(base(), 'POST', '/auth/api/auth/admin/embed', body, officer);
    const revoke = () => call(base(), 'POST', `/auth/api/auth/admin/embed/${data.id}/revoke`, {}, officer);
    return { address: `${base()}/map?embed=${data.id}#token=${data.token}`, token: data.token as string, revoke };
  };

  // Proves §2.3
  it('is framed by the site that its token names, live and only in its grid, until the token is revoked; no other site can frame it', async () => {
    const { address, token, revoke } = await issue();
    allowed.state.frame = address;
    refused.state.frame = address;
    await cameraSees(base(), LIXIAN, { deviceId: 'e2e-embed-1' });

    const desk = await open({ viewport: OFFICE });
    // The last check of the desk: axe queries the frame of another origin, which does not answer.
    desk.expectFaults(/frame-ancestors/, /Framing/i, /HTTP 401/, /status of 401/, /net::ERR_BLOCKED_BY_RESPONSE/, /postMessage/);
    await desk.goto(allowed.origin);
    const map = desk.page.frameLocator('iframe');
    await map.getByText('汶川县门户').waitFor();
    const counted = async () => Number(/\d+/.exec((await map.getByText(/^\d+ 处火警/).textContent()) ?? '')?.[0]);
    const before = await counted();
    const frame = desk.page.frames()[1];
    expect(frame?.url()).not.toContain(token);
    expect(await frame?.evaluate<string>('document.cookie')).toBe('');
    expect(await seriousFaults(desk.page)).toEqual([]);

    await cameraSees(base(), WENCHUAN, { deviceId: 'e2e-embed-2' });
    await eventually(counted).toBe(before + 1);

    await revoke();
    await map.getByRole('heading', { name: '地图的令牌已被吊销' }).waitFor();

    const second = await issue();
    refused.state.frame = second.address;
    await desk.goto(refused.origin);
    await eventually(() => desk.page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  });

  it('with an officer’s session shows the officer’s own view, in the language of the address', async () => {
    const { page, goto } = await open({ user: 'wenchuan', viewport: OFFICE });
    await goto('/map?lang=en&view=103.59,31.48,60000');
    await page.getByText('Fire Lookout · 汶川县').waitFor();
    await page.getByRole('link', { name: 'Open in Fire Lookout' }).waitFor();
  });

  it('a link opens the wall of its grid for a hall, twice as large as on a desk; a new alarm moves to the front, and revoking the link closes the wall', async () => {
    const officer = await signIn(base(), 'aba');
    const { data } = await call(base(), 'POST', '/auth/api/auth/admin/wall', { name: '值班大厅', gridNo: '513221' }, officer);
    const { page, goto, expectFaults } = await open({ viewport: HALL });
    expectFaults(/HTTP 401/, /status of 401/);
    await goto(`/wall?link=${data.id}#token=${data.token}`);
    expect(page.url()).not.toContain(data.token);
    await page.getByRole('heading', { name: '林火瞭望 汶川县' }).waitFor();
    // The wall's own relief, without a graphics card.
    await page.locator('.wall-map image').first().waitFor({ state: 'attached' });

    await cameraSees(base(), LIXIAN, { deviceId: 'e2e-wall-1' });
    await cameraSees(base(), WENCHUAN, { deviceId: 'e2e-wall-2' });
    const front = page.getByRole('region', { name: '当前播报' });
    await front.getByText('新告警').waitFor();
    await front.getByRole('heading', { name: '汶川县' }).waitFor();

    const large = await geometryOf(page);
    await resize(page, HALF_OF_IT);
    const small = await geometryOf(page);
    expect([large.faults, small.faults]).toEqual([[], []]);
    expect(large.least / small.least).toBeCloseTo(2, 1);
    // Must be legible from the back of a hall: a 55-inch screen is 0.69 m high.
    expect(large.least).toBeGreaterThanOrEqual(32);

    // The browser stores the token: a wall that is switched on again opens by itself.
    await page.reload();
    await page.getByRole('heading', { name: '林火瞭望 汶川县' }).waitFor();
    await call(base(), 'POST', `/auth/api/auth/admin/embed/${data.id}/revoke`, {}, officer);
    await page.getByRole('heading', { name: '大屏链接已被吊销' }).waitFor();
    expect(await page.evaluate('Object.keys(localStorage).filter((name) => name.startsWith("wall."))')).toEqual([]);
  });
});

/** Overlapping or cut-off elements of the wall, and the smallest letters, in pixels. */
const geometryOf = (page: Page): Promise<{ readonly faults: readonly string[]; readonly least: number }> =>
  page.evaluate(`(() => {
    const parts = [...document.querySelectorAll('.wall > section, .wall-head > *')];
    const boxes = parts.map((one) => one.getBoundingClientRect());
    const faults = [];
    boxes.forEach((a, i) => {
      if (a.left < 0 || a.top < 0 || a.right > innerWidth || a.bottom > innerHeight) faults.push('out of the screen: ' + parts[i].className);
      boxes.forEach((b, j) => {
        if (j > i && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
          faults.push('overlap: ' + parts[i].className + ' and ' + parts[j].className);
      });
    });
    const isCut = (one, isWhole) => one.scrollWidth > one.clientWidth + 1 || (isWhole && one.scrollHeight > one.clientHeight + 1);
    for (const one of document.querySelectorAll('.wall > section:not(.wall-map), .wall-sums dd, .wall-sums dt, .wall-title > *, .wall-clock > *'))
      if (isCut(one, one.tagName === 'SECTION')) faults.push('cut off: ' + one.className + ' ' + one.textContent.slice(0, 40));
    const texts = [...document.querySelectorAll('.wall *')].filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''));
    return { faults, least: Math.min(...texts.map((one) => parseFloat(getComputedStyle(one).fontSize))) };
  })()`);
