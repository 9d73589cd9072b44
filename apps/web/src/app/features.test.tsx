import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bareMap } from '../features/map/feature.ts';
import { patrol } from '../features/patrol/feature.ts';
import { wall } from '../features/wall/feature.ts';
import { tabsOf } from '../manifest/web-feature.ts';
import { FEATURES, PAGES } from './features.ts';

const FOLDERS = join(import.meta.dirname, '../features');
/** The pages without the header: the router names them. */
const BESIDE = [bareMap, patrol, wall];

it('each folder of features has one manifest, which is in the list', async () => {
  const manifests = await Promise.all(
    readdirSync(FOLDERS).map(async (folder) => {
      const file = readdirSync(join(FOLDERS, folder)).find((name) => /^feature\.tsx?$/.test(name));
      return Object.values((await import(join(FOLDERS, folder, file ?? 'feature.ts'))) as object);
    }),
  );
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
