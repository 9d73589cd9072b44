// Every page of the manifests with each of its tabs, in both languages: in Chinese at both sizes of a desk, and in English, which is
// longer, at the narrower one. Each page must be in one language, without serious axe findings, with nothing cut off, covered or scrolled
// sideways, and with an empty console (checked at the end of each desk). All pages are opened within one loaded app, as by its links, and
// each is switched from one language and size to the next.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newFaults } from './lib/axe.ts';
import type { Desk } from './lib/desk.ts';
import { describeWithServer } from './lib/fixture.ts';
import { beginPage, COLLECT_DATA, notChinese, notEnglish, speak } from './lib/languages.ts';
import { layoutFaults, resize } from './lib/layout.ts';
import { NOWHERE, RESOURCE_PAGES, settled, WEB_PAGES, type WebPage, walk } from './lib/web-pages.ts';

const OFFICE = { width: 1366, height: 768 } as const;
const WALL = { width: 1920, height: 1080 } as const;
/** The app is loaded at the address without a page. */
const PAGES: readonly WebPage[] = [{ address: NOWHERE, right: 'officer' }, ...WEB_PAGES, ...RESOURCE_PAGES];
/** A slow machine that runs another test file at the same time takes twelve seconds for a page. */
const LONG_MS = 1_800_000;

/** One inspection of a page: its language, its size, and what counts as a fault. */
interface Look {
  readonly name: string;
  readonly language: 'en' | 'zh-CN';
  readonly size: typeof OFFICE | typeof WALL;
  readonly faults: (desk: Desk, one: WebPage) => Promise<readonly string[]>;
}

const LOOKS: readonly Look[] = [
  {
    name: 'in English',
    language: 'en',
    size: OFFICE,
    faults: async ({ page, goto }, one) => {
      const layout = await onDesk(page, one);
      if ((await notEnglish(page)).length === 0) return layout;
      // Data that an earlier page has loaded does not count for this one unless the app caches it, and texts that the server sent in
      // Chinese are not translated afterwards. So the page is reloaded and fetches all that it shows.
      await goto(one.address);
      await settled(page);
      return [...layout, ...(await notEnglish(page))];
    },
  },
  {
    name: 'in Chinese',
    language: 'zh-CN',
    size: OFFICE,
    faults: async ({ page }, one) => [...(await onDesk(page, one)), ...(await notChinese(page)), ...(await newFaults(page))],
  },
  { name: 'at 1920', language: 'zh-CN', size: WALL, faults: ({ page }, one) => onDesk(page, one) },
];

/** Pages for a desk; the ranger's page is made for a phone. */
const onDesk = async (page: Page, { right }: WebPage) => (right === null ? [] : layoutFaults(page));

describeWithServer('every page', import.meta.filename, ({ open }) => {
  it('the list of pages equals that of the manifests', () => {
    const addresses = WEB_PAGES.map(({ address }) => address);
    expect(addresses).toEqual(expect.arrayContaining(['/manage/alarm', '/manage/alarm?tab=sms', '/resource', '/warning', '/patrol']));
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(RESOURCE_PAGES).toHaveLength(14);
  });

  it(
    'in Chinese no English and in English no Chinese outside data, nothing serious for axe, nothing cut off, covered or scrolled sideways',
    async () => {
      const desk = await open({ user: 'aba', viewport: OFFICE, pixelRatio: 1, before: COLLECT_DATA });
      const { page } = desk;
      let now: Pick<Look, 'language' | 'size'> = { language: 'zh-CN', size: OFFICE };
      const check = async (_: Page, one: WebPage) => {
        const found: string[] = [];
        // The page opens in the language and size of the last inspection; each inspection changes only one of them.
        for (const look of now.language === 'en' ? LOOKS : LOOKS.toReversed()) {
          if (look.size !== now.size) await resize(page, look.size);
          if (look.language !== now.language) await speak(page, look.language);
          now = look;
          await settled(page);
          found.push(...(await look.faults(desk, one)).map((fault) => `${look.name}: ${fault}`));
        }
        return found;
      };
      expect(await walk(desk, PAGES, check, { before: beginPage })).toEqual([]);
      await resize(page, OFFICE);
      expect(
        await page
          .getByRole('banner')
          .getByRole('button', { name: /^(更多|More)$/ })
          .count(),
      ).toBe(1);
    },
    LONG_MS,
  );
});
