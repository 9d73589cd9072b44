import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { coordinateTab, fieldsOf, fillLogin, loginForm, mapReady, popup, viewOf } from './lib/pages.ts';
import {
  brightnessSpread,
  colourDistance,
  countDifferences,
  countPixels,
  hex,
  PICTURE_POLL,
  settledPicture,
  stagePicture,
} from './lib/pixels.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

const MAP = { width: 800, height: 500 };
const LAPTOP = { width: 1366, height: 640 };
/** The fresh end of the age legend (packages/map, AGE_LEGEND). */
const FRESH = hex('#ffc247');

const at = (lng: number, lat: number, height: number, mode = '3d', pitch = -90) =>
  `/manage/monitor?at=${lng.toFixed(5)},${lat.toFixed(5)},${height},0,${pitch},${mode}`;
const middle = ({ width, height }: { width: number; height: number }, half: number) => ({
  ...{ x: width / 2 - half, y: height / 2 - half, width: 2 * half, height: 2 * half },
});

async function typeCoordinates(page: Page, lng: string, lat: string): Promise<void> {
  const form = page.getByRole('form', { name: '经纬度定位' });
  await form.getByLabel('经度').fill(lng);
  await form.getByLabel('纬度').fill(lat);
  await form.getByRole('button', { name: '定位' }).click();
}

// The flat map suffices: the page passes the coordinates to the map's port; how the camera flies is the port's concern.
describeWithServer('places on the map', import.meta.filename, ({ open }) => {
  it('typed coordinates, decimal or degrees/minutes/seconds, are flown to; with only one of them both are requested', async () => {
    const { page, goto } = await open({ user: 'aba' });
    await goto(at(103.5, 31.4, 20_000));
    await mapReady(page);
    await coordinateTab(page).click();
    await typeCoordinates(page, '103.59', '');
    await page.getByRole('alert').filter({ hasText: '请同时输入经度和纬度' }).waitFor();
    await typeCoordinates(page, '', '31.48');
    await page.getByRole('alert').filter({ hasText: '请同时输入经度和纬度' }).waitFor();
    await typeCoordinates(page, '203', '31.48');
    await page.getByRole('alert').filter({ hasText: '超出范围' }).waitFor();
    expect(viewOf(page.url()).lng).toBeCloseTo(103.5, 3);

    await typeCoordinates(page, '103.59', '31.48');
    await eventually(() => viewOf(page.url()).lng).toBeCloseTo(103.59, 3);
    expect(viewOf(page.url()).lat).toBeCloseTo(31.48, 3);
    await typeCoordinates(page, `103°10'12"E`, '31°26′24″N');
    await eventually(() => viewOf(page.url()).lng).toBeCloseTo(103.17, 3);
    expect(viewOf(page.url()).lat).toBeCloseTo(31.44, 3);
  });
});

describeWithServer('the map', import.meta.filename, { map: 'globe' }, ({ open, base }) => {
  // Proves §2.32
  it('switching 2D, 3D and Columbus view writes nothing to the console', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: MAP });
    await goto(at(103.5, 31.4, 60_000));
    await mapReady(page);
    for (const [name, mode] of [
      ['二维', '2d'],
      ['哥伦布', 'glb'],
      ['三维', '3d'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await eventually(() => viewOf(page.url()).mode).toBe(mode);
      expect(await page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')).toBe('true');
      const { lng, lat } = viewOf(page.url());
      expect([Math.abs(lng - 103.5) < 0.05, Math.abs(lat - 31.4) < 0.05]).toEqual([true, true]);
    }
  });

  it('a copied link opens the same view, alarm and filter after login', async () => {
    const id = await cameraSees(base(), WENCHUAN, { address: '链接处' });
    const { page, goto } = await open({ viewport: MAP });
    await goto(`/manage/monitor?at=103.58000,31.47000,12345,30,-60,3d&alarm=${id}&time=threehour`);
    await loginForm(page).submit.waitFor();
    await fillLogin(page, 'wenchuan');
    await popup(page).getByText('链接处').waitFor();
    await mapReady(page);
    const query = () => new URL(page.url()).searchParams;
    await eventually(() => query().get('at')).toMatch(/^103\.58\d{3},31\.47\d{3},123[345]\d,30,-60,3d$/);
    expect([query().get('alarm'), query().get('time')]).toEqual([id, 'threehour']);
  });

  it('an alarm is marked where it is, in the colour of its age, within 25 pixels', async () => {
    const place = { longitude: 103.7, latitude: 31.6 };
    const { page, goto } = await open({ user: 'aba', viewport: MAP, pixelRatio: 1 });
    await goto(at(place.longitude, place.latitude, 12_000));
    await mapReady(page);
    const marked = async () => {
      const picture = await stagePicture(page);
      return countPixels(picture, middle(picture, 25), (colour) => colourDistance(colour, FRESH) < 40);
    };
    expect(await marked()).toBe(0);
    await cameraSees(base(), place);
    await eventually(marked, PICTURE_POLL).toBeGreaterThan(20);
  });

  it('火警详情 opens by a click on the marker, beside it', async () => {
    const place = { longitude: 103.61, latitude: 31.5 };
    await cameraSees(base(), place, { address: '点击处' });
    const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP });
    await goto('/manage/monitor?at=103.61000,31.50000,9000,0,-90,3d');
    await mapReady(page);
    await page.locator('.warning-rail').filter({ hasText: /[1-9]/ }).waitFor();
    const box = await page.locator('.globe-stage canvas').first().boundingBox();
    if (box === null) throw new Error('no canvas');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Until the marker is drawn, a click hits the ground.
    await eventually(async () => {
      await page.mouse.click(x, y);
      return popup(page).count();
    }, PICTURE_POLL).toBe(1);
    expect((await fieldsOf(page)).地址).toBe('点击处');
    const frame = await popup(page).boundingBox();
    expect(frame && (frame.x > x || frame.x + frame.width < x)).toBe(true);
  });

  it('the ground has relief: it is not uniform, and the read-out shows different heights', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: MAP, pixelRatio: 1 });
    await goto(at(103.5, 31.4, 60_000));
    await mapReady(page);
    await eventually(async () => {
      const picture = await stagePicture(page);
      return brightnessSpread(picture, { x: 120, y: 60, width: 500, height: 300 });
    }, PICTURE_POLL).toBeGreaterThan(6);
    const heightAt = async (x: number, y: number) => {
      await page.mouse.move(x, y);
      await page.mouse.move(x + 1, y);
      return Number(/海拔 (-?\d+) m/.exec((await page.locator('.readout-ground').textContent()) ?? '')?.[1] ?? Number.NaN);
    };
    const heights: number[] = [];
    for (const [x, y] of [
      [200, 150],
      [350, 250],
      [500, 350],
      [600, 200],
    ] as const) {
      await eventually(() => heightAt(x, y)).toBeGreaterThan(300);
      heights.push(await heightAt(x, y));
    }
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(200);
  });

  it('the boundaries of the own area are drawn', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: MAP, pixelRatio: 1 });
    const answered = page.waitForResponse(/getAreaData.*level=prefectures/);
    await goto(at(102.5, 32, 900_000));
    await mapReady(page);
    await answered;
    await expectBoundaries(page);
  });

  // Specification §9: "villages below 33000 m, counties to 160000 m, cities above to 19644541 m". Chengdu lies in the middle of the view.
  it.each([
    ['the nation', 'guojia', '100000'],
    ['a province', 'sichuan', '510000'],
  ])(
    'for %s, prefectures are drawn from far out, the counties in view below 160,000 m, and nearer the towns that are known',
    async (_, user, gridNo) => {
      const { page, goto } = await open({ user, viewport: MAP, pixelRatio: 1 });
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.endsWith('/getAreaData')) asked.push(`${searchParams.get('gridNo')} ${searchParams.get('level')}`);
      });
      const childrenAsked = () => asked.filter((call) => call.endsWith(' children')).map((call) => call.slice(0, 6));

      await goto(at(104.06, 30.66, 900_000));
      await mapReady(page);
      await eventually(() => asked).toContain(`${gridNo} prefectures`);
      await expectBoundaries(page);
      expect(childrenAsked()).toEqual([]);

      await goto(at(104.06, 30.66, 120_000));
      await mapReady(page);
      await eventually(() => childrenAsked().includes('510100') && asked.includes('510100 self')).toBe(true);
      await expectBoundaries(page);
      // Only what is in view: the counties of Chengdu and its neighbours, of one province.
      const prefectures = childrenAsked();
      expect(prefectures.length).toBeLessThan(10);
      expect(prefectures.every((no) => no.startsWith('51') && no.endsWith('00'))).toBe(true);

      await goto(at(104.06, 30.66, 20_000));
      await mapReady(page);
      await eventually(() => childrenAsked().filter((no) => !no.endsWith('00')).length).toBeGreaterThan(3);
      await expectBoundaries(page);
    },
  );
});

/** With the layer switched off, thin lines are gone: hundreds of pixels, and nothing else has changed. The layer is on again afterwards. */
async function expectBoundaries(page: Page): Promise<void> {
  const lined = await settledPicture(page);
  const whole = { x: 70, y: 0, width: lined.width - 140, height: lined.height - 60 };
  const switchLayer = async (isOn: boolean) => {
    const layers = page.getByRole('button', { name: '图层', exact: true });
    await layers.click();
    await page.getByRole('checkbox', { name: '行政区边界' }).setChecked(isOn);
    await layers.click();
    await page.getByRole('region', { name: '图层树' }).waitFor({ state: 'hidden' });
  };
  await switchLayer(false);
  let lines = 0;
  await eventually(async () => {
    lines = countDifferences(await stagePicture(page), lined, whole);
    return lines;
  }, PICTURE_POLL).toBeGreaterThan(300);
  expect(lines).toBeLessThan((whole.width * whole.height) / 8);
  await switchLayer(true);
}
