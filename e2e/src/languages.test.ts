// One language a page: on the English pages nothing of the interface is Chinese, on the Chinese none of it English, and the server's
// sentences are in the page's. What is data (names of places, people and organisations, addresses, what somebody wrote) stays as it is.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { FLAT_MONITOR } from './lib/pages.ts';
import { describeRoom, type Room } from './lib/room.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

const WEB = join(import.meta.dirname, '../../apps/web/src');
const HAN = /\p{Script=Han}/u;

/** Every text of the interface in a language, as the messages files have it: Chinese first; a text with a value in it by its longest part. */
function textsOf(language: 'zh' | 'en'): ReadonlySet<string> {
  const files = globSync('**/*messages.ts', { cwd: WEB });
  expect(files.length).toBeGreaterThan(20);
  const inLanguage = (source: string): string => {
    const english = source.search(/export const \w+En\b/);
    expect(english).toBeGreaterThan(0);
    return language === 'zh' ? source.slice(0, english) : source.slice(english);
  };
  const quoted = files.flatMap((file) =>
    [...inLanguage(readFileSync(join(WEB, file), 'utf8')).matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
      ([, plain, template]) => plain ?? template ?? '',
    ),
  );
  const parts = quoted.map((text) =>
    text.split(/\$\{[^}]*\}/).reduce((longest, part) => (part.length > longest.length ? part : longest), ''),
  );
  return new Set(parts.map((text) => text.trim()));
}

const inChinese = textsOf('zh');
const inEnglish = textsOf('en');
/** Long enough that no data holds it by chance. */
const chinese = [...inChinese].filter((text) => [...text].filter((letter) => HAN.test(letter)).length >= 2 && !inEnglish.has(text));
const english = [...inEnglish].filter((text) => /[a-z]{2,} [a-z]{2,}/i.test(text) && !inChinese.has(text));

/** What a person reads or hears: texts, and the names, hints and titles of things. A camera's leaf has its name less its tower's: data. */
const READ = `(() => {
  const seen = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holder = node.parentElement;
    if (holder && !holder.closest('script, style, .live-video-leaf') && holder.checkVisibility()) seen.push(node.data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder']) seen.push(element.getAttribute(name) ?? '');
  return [...new Set([document.title, ...seen])].filter((text) => text !== '');
})()`;
const read = async (page: Page): Promise<readonly string[]> => page.evaluate(READ);

/**
 * Runs in the page before it: keeps every text that the page has read from an answer or from the live line, but what the server words
 * for it. Names of places, cameras and menus, and what somebody wrote, are data and shown as they are.
 */
const COLLECT_DATA = `(() => {
  const WORDED = new Set(['message', 'remark', 'stateText', 'error', 'rejected']);
  const data = (window.readData = new Set());
  const collect = (value) => {
    if (typeof value === 'string') data.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) if (!WORDED.has(key)) collect(inner);
    return value;
  };
  const [parse, json] = [JSON.parse, Response.prototype.json];
  JSON.parse = (...given) => collect(parse(...given));
  Response.prototype.json = async function () {
    return collect(await json.call(this));
  };
})()`;
const dataOf = async (page: Page): Promise<readonly string[]> => {
  const data: readonly string[] = await page.evaluate('[...(window.readData ?? [])]');
  return data.filter((text) => HAN.test(text)).sort((a, b) => b.length - a.length);
};

/** Of a page's texts those that are the other language's: whole, or a long one within. */
const strange = (texts: readonly string[], others: readonly string[], long: number, data: readonly string[]): readonly string[] =>
  texts.flatMap((text) => {
    const own = data.reduce((rest, given) => rest.replaceAll(given, ''), text).trim();
    const found = others.find((other) => own === other || (other.length >= long && own.includes(other)));
    return found === undefined ? [] : [`${text} ← ${found}`];
  });
const notEnglish = async (page: Page) => strange(await read(page), chinese, 4, await dataOf(page));
const notChinese = async (page: Page) => strange(await read(page), english, 12, []);

const TABLE = '.ant-table-row, .ant-empty';
const PAGES: readonly (readonly [path: string, there: string])[] = [
  [FLAT_MONITOR, '.globe-stage[data-state="ready"]'],
  ['/manage/replay', '.live-video-page'],
  ['/manage/alarm', TABLE],
  ['/manage/alarm?tab=history', TABLE],
  ['/manage/alarm?tab=sms', TABLE],
  ['/manage/alarm?tab=shifts', TABLE],
  ['/manage/ranger', '.ranger-panel'],
  ['/manage/task', TABLE],
  ['/manage/FireReport', TABLE],
  ['/manage/admin', '.ant-table-row'],
  ['/manage/admin?tab=groups', TABLE],
  ['/manage/admin?tab=menus', TABLE],
  ['/manage/device', '.device-page h1'],
  ['/manage/monitorConfig', TABLE],
  ['/patrol', '.patrol-header'],
  ['/manage/nowhere', '.plain-page h1'],
];
/** What is found on all of them, each with its page. */
async function over(
  page: Page,
  goto: (path: string) => Promise<void>,
  look: (page: Page) => Promise<readonly string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [path, there] of PAGES) {
    await goto(path);
    await page.locator(there).first().waitFor();
    found.push(...(await look(page)).map((text) => `${path}: ${text}`));
  }
  return found;
}

const ENGLISH = `localStorage.setItem('language', 'en'); ${COLLECT_DATA}`;

describeRoom('languages', import.meta.filename, ({ open, base }: Room) => {
  it('the English pages say nothing in Chinese', async () => {
    const { page, goto } = await open({ user: 'aba', before: ENGLISH, viewport: { width: 1500, height: 700 } });
    expect(await over(page, goto, notEnglish)).toEqual([]);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('the Chinese pages say nothing in English', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: { width: 1500, height: 700 } });
    expect(await over(page, goto, notChinese)).toEqual([]);
  });

  it('an alarm’s popup and the audit are in the page’s language', async () => {
    const id = await cameraSees(base(), WENCHUAN);
    const { page, goto } = await open({ user: 'aba', before: ENGLISH, viewport: { width: 1500, height: 700 } });
    await goto(`${FLAT_MONITOR}&alarm=${id}`);
    await page.locator('.detail-rows').first().waitFor();
    await eventually(() => notEnglish(page)).toEqual([]);

    await goto('/manage/admin?tab=audit');
    await page.locator('.ant-table-row').first().waitFor();
    expect(await notEnglish(page)).toEqual([]);
  });

  it('a login that fails says so in the page’s language', async () => {
    const { page, goto, expectFaults } = await open({ before: ENGLISH });
    expectFaults(/HTTP 401: POST .*loginNew/, /status of 401/);
    await goto('/login');
    await page.getByLabel('User name').fill('aba');
    await page.getByLabel('Password', { exact: true }).fill('Wrong@2026');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await eventually(() => page.getByRole('alert').textContent()).toBe('Wrong account or password!');
    expect(await notEnglish(page)).toEqual([]);
  });
});
