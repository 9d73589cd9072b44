// Every page of the manifests with each of its tabs, in both languages, in Chinese at both sizes of a desk and in English, which is longer, at
// the narrower one: in one language, nothing serious for axe, nothing cut off, covered or scrolled sideways, an empty console (each desk ends
// with that). All pages are followed within one loaded app, as by its links.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { describeWithServer } from './lib/fixture.ts';
import { beginPage, IN_ENGLISH, notChinese, notEnglish } from './lib/languages.ts';
import { layoutFaults, resize } from './lib/layout.ts';
import { NOWHERE, RESOURCE_PAGES, settled, WEB_PAGES, type WebPage, walk } from './lib/web-pages.ts';

const OFFICE = { width: 1366, height: 768 } as const;
const WALL = { width: 1920, height: 1080 } as const;
const PAGES: readonly WebPage[] = [...WEB_PAGES, ...RESOURCE_PAGES, { address: NOWHERE, right: 'officer' }];
/** A slow machine, busy with another file beside, takes twelve seconds for a page. */
const LONG_MS = 1_800_000;

/** The ranger's page is made for a phone. */
const onDesk = (page: Page, { right }: WebPage) => (right === null ? [] : layoutFaults(page));

describeWithServer('every page', import.meta.filename, ({ open }) => {
  it('the list of pages is that of the manifests', () => {
    const addresses = WEB_PAGES.map(({ address }) => address);
    expect(addresses).toEqual(expect.arrayContaining(['/manage/alarm', '/manage/alarm?tab=sms', '/resource', '/warning', '/patrol']));
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(RESOURCE_PAGES).toHaveLength(14);
  });

  it(
    'in Chinese: no English, nothing serious for axe, nothing cut off, covered or scrolled sideways at 1366×768 and at 1920×1080',
    async () => {
      const desk = await open({ user: 'aba', viewport: OFFICE, pixelRatio: 1 });
      const check = async (page: Page, one: WebPage) => {
        const found = [...(await onDesk(page, one)), ...(await notChinese(page)), ...(await seriousFaults(page))];
        if (one.right === null) return found;
        await resize(page, WALL);
        await settled(page);
        found.push(...(await layoutFaults(page)).map((fault) => `at 1920: ${fault}`));
        await resize(page, OFFICE);
        return found;
      };
      expect(await walk(desk, PAGES, check)).toEqual([]);
      await desk.goto('/manage/alarm');
      await desk.page.getByRole('button', { name: '账号菜单' }).waitFor();
      expect(await desk.page.getByRole('banner').getByRole('button', { name: '更多' }).count()).toBe(1);
    },
    LONG_MS,
  );

  it(
    'in English at 1366×768: no Chinese outside data, nothing cut off',
    async () => {
      const desk = await open({ user: 'aba', viewport: OFFICE, pixelRatio: 1, before: IN_ENGLISH });
      const check = async (page: Page, one: WebPage) => {
        const layout = await onDesk(page, one);
        if ((await notEnglish(page)).length === 0) return layout;
        // What an earlier page has read is no data of this one, unless the app keeps it: loaded anew, the page reads all that it shows.
        await desk.goto(one.address);
        await settled(page);
        return [...layout, ...(await notEnglish(page))];
      };
      expect(await walk(desk, PAGES, check, { before: beginPage })).toEqual([]);
      expect(await desk.page.locator('html').getAttribute('lang')).toBe('en');
    },
    LONG_MS,
  );
});
