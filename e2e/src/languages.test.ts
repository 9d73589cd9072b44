// One language per page: nothing of the English interface is Chinese, nothing of the Chinese one English, and the server's messages are in
// the page's language. Data (names of places, people and organisations, addresses, texts that users wrote) is shown unchanged.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer, type Fixture } from './lib/fixture.ts';
import { FLAT_MONITOR } from './lib/pages.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

const WEB = join(import.meta.dirname, '../../apps/web/src');
const HAN = /\p{Script=Han}/u;

/** Every text of the interface in a language, from the messages files, where Chinese comes first; of a template its longest constant part. */
function textsOf(language: 'zh' | 'en'): ReadonlySet<string> {
  const files = globSync('**/*messages.ts', { cwd: WEB });
  expect(files.length).toBeGreaterThan(20);
  const inLanguage = (source: string): string => {
    const english = source.search(/^(?:export )?const (?:\w*En|en)\b/m);
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
/** Only texts long enough not to occur in data by chance. */
const chinese = [...inChinese].filter((text) => [...text].filter((letter) => HAN.test(letter)).length >= 2 && !inEnglish.has(text));
const english = [...inEnglish].filter((text) => /[a-z]{2,} [a-z]{2,}/i.test(text) && !inChinese.has(text));

/** What a user or a screen reader reads: texts, accessible names, titles and placeholders. Leaves of the camera tree show parts of names: data. */
const VISIBLE_TEXTS = `(() => {
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
const textsOn = async (page: Page): Promise<readonly string[]> => page.evaluate(VISIBLE_TEXTS);

/**
 * Runs before the page's own scripts: collects every text of replies and live messages except the server's own wording. Names of places,
 * cameras and menus, and texts that users wrote, are data and shown unchanged.
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

/** The texts of a page that equal a text of the other language, or contain a long one. */
const foreignTexts = (texts: readonly string[], others: readonly string[], long: number, data: readonly string[]): readonly string[] =>
  texts.flatMap((text) => {
    const own = data.reduce((rest, given) => rest.replaceAll(given, ''), text).trim();
    const found = others.find((other) => own === other || (other.length >= long && own.includes(other)));
    return found === undefined ? [] : [`${text} ← ${found}`];
  });
const notEnglish = async (page: Page) => foreignTexts(await textsOn(page), chinese, 4, await dataOf(page));
const notChinese = async (page: Page) => foreignTexts(await textsOn(page), english, 12, []);

const TABLE = '.ant-table-row, .ant-empty';
const PAGES: readonly (readonly [path: string, ready: string])[] = [
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
/** The findings of all pages, each with its path. */
async function onEveryPage(
  page: Page,
  goto: (path: string) => Promise<void>,
  check: (page: Page) => Promise<readonly string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [path, ready] of PAGES) {
    await goto(path);
    await page.locator(ready).first().waitFor();
    found.push(...(await check(page)).map((text) => `${path}: ${text}`));
  }
  return found;
}

const ENGLISH = `localStorage.setItem('language', 'en'); ${COLLECT_DATA}`;

describeWithServer('languages', import.meta.filename, ({ open, base }: Fixture) => {
  it('the English pages contain no Chinese text', async () => {
    const { page, goto } = await open({ user: 'aba', before: ENGLISH, viewport: { width: 1500, height: 700 } });
    expect(await onEveryPage(page, goto, notEnglish)).toEqual([]);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('the Chinese pages contain no English text', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: { width: 1500, height: 700 } });
    expect(await onEveryPage(page, goto, notChinese)).toEqual([]);
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

  it('a failed login is reported in the page’s language', async () => {
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
