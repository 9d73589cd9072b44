import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { TURNED_OFF_BY_PLAYWRIGHT } from './browser.ts';

test('a new version of Playwright turns off the same features that we repeat for it', () => {
  const bundle = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8');
  const [, list = ''] = /\bdisabledFeatures = \[([^\]]*)\]/.exec(bundle) ?? [];
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(TURNED_OFF_BY_PLAYWRIGHT.toSorted());
});
