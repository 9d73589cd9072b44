// Every page of the manifests with each of its tabs, at both sizes of a desk and in both languages: nothing serious for axe, nothing cut off,
// covered or scrolled sideways, an empty console (each desk ends with that).
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { describeWithServer } from './lib/fixture.ts';
import { layoutFaults } from './lib/layout.ts';
import { RESOURCE_PAGES, WEB_PAGES, walk } from './lib/web-pages.ts';

const OFFICE = { width: 1366, height: 768 } as const;
const WALL = { width: 1920, height: 1080 } as const;
const ENGLISH = `localStorage.setItem('language', 'en');`;
/** The first of them tells of all: they are one page. */
const PAGES = [...WEB_PAGES, ...RESOURCE_PAGES.slice(0, 3)];
/** The ranger's page is made for a phone. */
const DESK_PAGES = PAGES.filter(({ right }) => right !== null);

describeWithServer('every page', import.meta.filename, ({ open }) => {
  it('the list of pages is that of the manifests', () => {
    const addresses = WEB_PAGES.map(({ address }) => address);
    expect(addresses).toEqual(expect.arrayContaining(['/manage/alarm', '/manage/alarm?tab=sms', '/resource', '/warning', '/patrol']));
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(RESOURCE_PAGES).toHaveLength(14);
  });

  it.each([
    ['Chinese', {}],
    ['English', { before: ENGLISH }],
  ])(
    'axe finds nothing serious at 1366×768 in %s',
    async (_, options) => {
      const desk = await open({ user: 'aba', viewport: OFFICE, pixelRatio: 1, ...options });
      expect(await walk(desk, PAGES, seriousFaults)).toEqual([]);
    },
    600_000,
  );

  it.each([
    ['1366×768 in Chinese', OFFICE, {}],
    ['1366×768 in English', OFFICE, { before: ENGLISH }],
    ['1920×1080 in Chinese', WALL, {}],
    ['1920×1080 in English', WALL, { before: ENGLISH }],
  ])(
    'nothing is cut off, covered or scrolled sideways at %s',
    async (_, viewport, options) => {
      const desk = await open({ user: 'aba', viewport, pixelRatio: 1, ...options });
      expect(await walk(desk, DESK_PAGES, layoutFaults)).toEqual([]);
    },
    600_000,
  );
});
