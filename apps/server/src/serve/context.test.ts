import { expect, it } from 'vitest';
import { languageOf } from './context.ts';

it.each([
  [undefined, 'zh'],
  ['', 'zh'],
  ['*', 'zh'],
  ['fr-FR, de;q=0.9', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en', 'en'],
  ['en-GB,en;q=0.9,zh-CN;q=0.8', 'en'],
  ['fr, zh;q=0.2, en;q=0.7', 'en'],
  ['EN-us', 'en'],
  ['en;q=0, zh;q=0.1', 'zh'],
  ['en;q=x', 'zh'],
])('Accept-Language %j selects %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
