// One language per page: the English interface shows no Chinese texts of the interface, and the Chinese one no English ones. Data (names of
// places, people and organisations, addresses, texts that users wrote) is shown unchanged.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../../..');
const HAN = /\p{Script=Han}/u;

/**
 * Every text of the interface in a language, from the messages files, where Chinese is the first entry. For a template, its longest
 * constant part.
 */
function textsOf(language: 'zh' | 'en'): ReadonlySet<string> {
  const files = globSync(['apps/web/src/**/*messages.ts', 'features/*/{web,parts,ranger}/**/*messages.ts'], { cwd: ROOT });
  const inLanguage = (source: string): string => {
    const english = source.search(/^(?:export )?const (?:\w*En|en)\b/m);
    if (english <= 0) throw new Error('a messages file without its English part');
    return language === 'zh' ? source.slice(0, english) : source.slice(english);
  };
  const quoted = files.flatMap((file) =>
    [...inLanguage(readFileSync(join(ROOT, file), 'utf8')).matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
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

/**
 * What a user or a screen reader reads: texts, accessible names, titles and placeholders. Text marked as Chinese (`lang`) is intended: the
 * name of the other language, and names that are not in a reply.
 */
const VISIBLE_TEXTS = `(() => {
  const seen = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holder = node.parentElement;
    if (holder && !holder.closest('script, style, [lang|="zh"]:not(html)') && holder.checkVisibility()) seen.push(node.data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    if (!element.closest('[lang|="zh"]:not(html)'))
      for (const name of ['aria-label', 'title', 'placeholder']) seen.push(element.getAttribute(name) ?? '');
  return [...new Set([document.title, ...seen])].filter((text) => text !== '');
})()`;
const textsOn = async (page: Page): Promise<readonly string[]> => page.evaluate(VISIBLE_TEXTS);

/**
 * Runs before the page's own scripts: collects every text of replies and live messages except the server's own wording. Names of places,
 * cameras and menus, and texts that users wrote, are data and shown unchanged.
 */
export const COLLECT_DATA = `(() => {
  const WORDED = new Set(['message', 'remark', 'stateText', 'error', 'rejected']);
  window.readData = new Set();
  const collect = (value) => {
    if (typeof value === 'string') window.readData.add(value);
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
const DATA_IN_CHINESE = '[...(window.frameData ?? []), ...(window.readData ?? [])].filter((text) => /\\p{Script=Han}/u.test(text))';
const dataOf = async (page: Page): Promise<readonly string[]> => {
  const names = new Set<string>(await page.evaluate(DATA_IN_CHINESE));
  const words = new Set([...names].flatMap((text) => [text, ...text.split(/\s+/), ...withoutPlace(text, names)]));
  return [...words].filter((text) => HAN.test(text)).sort((a, b) => b.length - a.length);
};

/** A shorter name is that of a district, with which many texts begin. */
const PLACE_LETTERS = 6;
/** Pages show a channel without its tower: removes from each name another name with which it begins. */
const withoutPlace = (text: string, names: ReadonlySet<string>): string[] =>
  Array.from(text, (_, letters) => letters)
    .filter((letters) => letters >= PLACE_LETTERS && names.has(text.slice(0, letters)))
    .map((letters) => text.slice(letters));

/** The texts of a page that equal a text of the other language, or contain a long one. */
const foreignTexts = (texts: readonly string[], others: readonly string[], long: number, data: readonly string[]): readonly string[] =>
  texts.flatMap((text) => {
    // Removing the data shortens a text: whatever it then equals or contains, it contains already.
    const candidates = others.filter((other) => text.includes(other));
    if (candidates.length === 0) return [];
    const own = data.reduce((rest, given) => rest.replaceAll(given, ''), text).trim();
    const found = candidates.find((other) => own === other || (other.length >= long && own.includes(other)));
    return found === undefined ? [] : [`${text} ← ${found}`];
  });
/**
 * A run of Chinese letters that occurs in no reply is not data, whether or not a messages file has it. A part of a data text counts as
 * data.
 */
function ownChinese(texts: readonly string[], data: readonly string[]): readonly string[] {
  const given = data.join('\n');
  return texts.flatMap((text) =>
    (text.match(/\p{Script=Han}+/gu) ?? []).filter((run) => !given.includes(run)).map((run) => `${text} ← ${run}`),
  );
}
/** Chinese texts on an English page that are not data. The desk must have been opened with `IN_ENGLISH`. */
export const notEnglish = async (page: Page) => {
  const texts = (await textsOn(page)).filter((text) => HAN.test(text));
  if (texts.length === 0) return [];
  const data = await dataOf(page);
  return [...foreignTexts(texts, chinese, 4, data), ...ownChinese(texts, data)];
};
export const notChinese = async (page: Page) => foreignTexts(await textsOn(page), english, 12, []);

/**
 * From now on only what the frame has loaded, and what the page at this address loads on any of its tabs, is data. On the first call only
 * the frame is present.
 */
export const beginPage = (page: Page, { address }: { readonly address: string }): Promise<unknown> =>
  page.evaluate(`(() => {
    const path = ${JSON.stringify(address.split('?')[0])};
    window.frameData ??= window.readData;
    if (window.readFor !== path) window.readData = new Set();
    window.readFor = path;
  })()`);

/** A script to run before the page's own scripts. */
export const IN_ENGLISH = `localStorage.setItem('language', 'en'); ${COLLECT_DATA}`;

/** Script for the page: switches the language in the account menu. @returns when the menu has closed */
const SPEAK = `new Promise((resolve) => {
  const next = (isDone, then) => (isDone() ? then() : setTimeout(next, 20, isDone, then));
  const entry = () => [...document.querySelectorAll('.ant-dropdown [role="menuitem"] [lang]')].find((one) => one.checkVisibility());
  document.querySelector('.header > button:last-child').click();
  next(entry, () => {
    entry().click();
    next(() => !entry(), resolve);
  });
})`;

/** Switches the page to the other language within the loaded app; a page without a header is reloaded. */
export async function speak(page: Page, language: 'en' | 'zh-CN'): Promise<void> {
  if (await page.evaluate("document.querySelector('.header') !== null")) return page.evaluate(SPEAK);
  await page.evaluate(`localStorage.setItem('language', '${language}')`);
  await page.reload({ waitUntil: 'domcontentloaded' });
}
