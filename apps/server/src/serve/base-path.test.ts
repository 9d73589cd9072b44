import { expect, it } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { pageAt, withoutBase } from './base-path.ts';

it('A URL with the base path equals the one without it, and another path with the same beginning differs', () => {
  for (const [url, expected] of [
    ['/lookout/fire/api/x?a=1', '/fire/api/x?a=1'],
    ['/fire/api/x', '/fire/api/x'],
    ['/lookout', '/'],
    ['/lookout/', '/'],
    ['/lookout?x=1', '/?x=1'],
    ['/lookouts/x', '/lookouts/x'],
    ['/lookout//evil', '//evil'],
  ] as const)
    expect(withoutBase(url, '/lookout')).toBe(expected);
  expect(withoutBase('/lookout/x', '')).toBe('/lookout/x');
});

it('The setting accepts all the usual spellings; a nonsense path is refused', () => {
  const of = (value: string | undefined) => readConfig({ BASE_PATH: value }).basePath;
  expect([undefined, '', '/', '/lookout', 'lookout/', '/a/b-c/'].map(of)).toEqual(['', '', '', '/lookout', '/lookout', '/a/b-c']);
  for (const bad of ['//evil', '/a b', '/../x', 'https://x/', '/a?b', '/a"b']) expect(() => of(bad)).toThrow(/BASE_PATH/);
});

it('The page names its files below the base path', () => {
  const html = '<head>\n<link rel="icon" href="./favicon.svg" /><script src="./assets/a-1.js"></script><a href="https://x/./y">';
  expect(pageAt(html, '/lookout')).toBe(
    '<head>\n    <meta name="lookout-base" content="/lookout" />\n<link rel="icon" href="/lookout/favicon.svg" /><script src="/lookout/assets/a-1.js"></script><a href="https://x/./y">',
  );
  expect(pageAt('<script src="./a.js">', '')).toBe('<script src="/a.js">');
});
