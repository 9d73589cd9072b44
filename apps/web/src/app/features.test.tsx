import { globSync } from 'node:fs';
import { join } from 'node:path';
import { bareMap } from '@lookout/features/map-embed/web/feature.ts';
import { wall } from '@lookout/features/wall/web/feature.ts';
import { FEATURES, PAGES } from '@lookout/features/web.ts';
import { expect, it } from 'vitest';
import { tabsOf } from '../manifest/web-feature.ts';
import { patrol } from '../patrol/feature.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** The manifests of the pages without the header, which the router imports directly. */
const BESIDE = [bareMap, patrol, wall];

it('every page manifest is in the list', async () => {
  const files = globSync(['features/*/web/**/feature.{ts,tsx}', 'apps/web/src/patrol/feature.ts'], { cwd: ROOT });
  const manifests = await Promise.all(files.map(async (file) => Object.values((await import(join(ROOT, file))) as object)));
  expect(manifests.every(({ length }) => length === 1)).toBe(true);
  expect(new Set(manifests.flat())).toEqual(new Set([...FEATURES, ...BESIDE]));
});

it('pages are in the order of specification §2', () => {
  expect(PAGES.map(({ path }) => path)).toEqual([
    ...[
      'monitor',
      'replay',
      'geologic',
      'task',
      'alarm',
      'ranger',
      'decision',
      'FireReport',
      'record',
      'GeologicHazard',
      'admin',
      'device',
      'monitorConfig',
    ],
  ]);
});

// Proves §2.29b, §2.29c
it('tabs are in the order of specification §2, each at its own position', () => {
  const tabs = tabsOf(FEATURES);
  const on = (side: 'left' | 'right') => tabs.filter((tab) => tab.side === side);
  expect(on('left').map(({ id }) => id)).toEqual(['forest', 'monitors', 'weather', 'risk']);
  expect(on('right').map(({ id }) => id)).toEqual(['search', 'burning', 'warning', 'posts']);
  expect(new Set(tabs.map(({ side, order }) => `${side} ${order}`)).size).toBe(tabs.length);
});
