import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LISTS, lists, listText } from './features.ts';

const root = path.join(import.meta.dirname, '..');

const of = (name: string) => {
  const list = LISTS[name];
  if (list === undefined) throw new Error(`no list ${name}`);
  return list;
};

it('the calls of a feature are listed under its name, those of several files together', () => {
  const text = listText(of('calls'), [
    ['./map-layer/map-layer.calls.ts', 'export const layerCalls = {', 'map-layer'],
    ['./task/patrol.calls.ts', 'export const patrolCalls = {', 'task'],
    ['./task/task.calls.ts', 'export const taskCalls = {\nconst ownCalls = 1;', 'task'],
  ]);
  expect(text).toContain("import { patrolCalls } from './task/patrol.calls.ts';");
  expect(text).toContain('{\n  mapLayer: layerCalls,\n  task: { ...patrolCalls, ...taskCalls },\n}');
});

it('an object of events is listed under the first part of its events’ kinds', () => {
  const object = "export const mapMaskObject = eventObject<P, S>()({\n  apply: null,\n  keeping: {\n    'map-mask.saved': 'always',";
  expect(listText(of('objects'), [['./known-heat/known-heat.ts', object, 'known-heat']])).toContain("'map-mask': mapMaskObject,");
});

it('a repository gets the clock if it takes one', () => {
  const stores = 'export function plotsRepository(db: Db) {\nexport const gatesRepository = (db: Db, clock: Clock) => ({';
  expect(listText(of('repositories'), [['./post/gates.store.ts', stores, 'post']])).toContain(
    '  plots: plotsRepository(db),\n  gates: gatesRepository(db, clock),\n',
  );
});

it('the globe exports what its layers mount, and what pages show of them', () => {
  const layer =
    "export function mountHeat(globe: Globe): HeatOnMap {\nexport const HEAT_COLOURS = ['#2563eb'];\nexport const STEPS = 3;\nconst mountNone = 1;";
  const text = listText(of('globe'), [['./statistics/layer/heat.ts', layer, 'statistics']]);
  expect(text).toContain("export * from '@lookout/map';\nexport { mountHeat, HEAT_COLOURS } from './statistics/layer/heat.ts';\n");
  expect(text).not.toMatch(/STEPS|mountNone|import/);
});

it('every numbered file is a migration of the list, in the order of the numbers', () => {
  const folder = 'packages/store/src/migrations';
  const text = lists(root).get(`${folder}/migrations.generated.ts`) ?? '';
  const listed = [...text.matchAll(/from '\.\/(\d{4}-.+)';/g)].map(([, file]) => file);
  expect(listed).toEqual(
    readdirSync(path.join(root, folder))
      .filter((file) => /^\d/.test(file))
      .toSorted(),
  );
});

it('every manifest of pages is in the list of the shell, or opens without a login', () => {
  const list = readFileSync(path.join(root, 'features/web.ts'), 'utf8');
  const manifests = globSync('*/web/**/feature.{ts,tsx}', { cwd: path.join(root, 'features') }).map((file) => file.replaceAll('\\', '/'));
  const unlisted = manifests.filter((file) => !list.includes(`'./${file}'`));
  expect(unlisted.toSorted()).toEqual(['map-embed/web/feature.ts', 'wall/web/feature.ts']);
});

it('every list has entries from many features', () => {
  for (const text of lists(root).values()) expect(text.split('\n').length).toBeGreaterThan(20);
});
