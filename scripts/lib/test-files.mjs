// The test files of the clone, and those that a change affects.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { CannotGoOn } from './prepare.mjs';
import { projectOf } from './test-projects.mjs';

/**
 * @typedef {{ path: string, file: string, project: import('./test-projects.mjs').ProjectName }} TestFile path: absolute; file: relative to
 * the root
 */

const ROOMS = ['features', 'packages', 'apps', 'bench', 'e2e', 'scripts'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'dist-flat']);
const SOURCE = /\.(ts|tsx|mjs|cjs)$/;

/**
 * Lists of all features. A module that imports one depends on every feature, so a change of one feature is not followed through them. The
 * tests of a feature are in its folder.
 */
const LISTS_OF_FEATURES = new Set([
  ...[
    'calls',
    'errors',
    'globe',
    'live',
    'objects',
    'past-lists',
    'past-schemas',
    'readers',
    'records',
    'repositories',
    'servers',
    'tables',
    'topics',
  ].map((name) => `features/${name}.generated.ts`),
  ...['contract', 'errors', 'events', 'live-of-event', 'live-messages', 'live-topics', 'readers', 'store', 'web'].map(
    (name) => `features/${name}.ts`,
  ),
  'apps/web/src/app/services.ts',
  'packages/contract/src/index.ts',
  'packages/domain/src/index.ts',
  'packages/store/src/index.ts',
  'packages/map/src/index.ts',
]);

/** @param {string} root @returns {TestFile[]} */
export function testFiles(root) {
  return sourceFiles(root).flatMap((file) => {
    const project = projectOf(file);
    return project === null ? [] : [{ path: join(root, file), file, project }];
  });
}

/**
 * The test files that a change affects: those that import a changed file, directly or through others, and browser tests named after a
 * changed feature.
 * @param {string} root
 * @param {string} base a commit; the change is what differs from it in the working tree, including new files
 * @returns {TestFile[]}
 * @throws {CannotGoOn} when there is no such commit
 */
export function changedTestFiles(root, base) {
  const changed = changedFiles(root, base);
  const reached = reachedFrom(changed, importersOf(root, sourceFiles(root)));
  const features = new Set(changed.flatMap((file) => /\/features\/([^/]+)\//.exec(file)?.[1] ?? []));
  const isOfFeature = (file) =>
    [...features].some((feature) => basename(file).startsWith(`${feature}.`) || basename(file).startsWith(`${feature}-`));
  return testFiles(root).filter(({ file, project }) => reached.has(file) || (project === 'browser' && isOfFeature(file)));
}

/** @param {string} root @param {string} base @returns {string[]} relative to the root */
function changedFiles(root, base) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\n')
      .filter(Boolean);
  try {
    return [...git('diff', '--name-only', base, '--'), ...git('ls-files', '--others', '--exclude-standard')];
  } catch (error) {
    throw new CannotGoOn(`git 无法比较 (git cannot compare with) ${base}: ${String(error.stderr ?? error.message).trim()}`);
  }
}

/**
 * @param {readonly string[]} changed
 * @param {ReadonlyMap<string, readonly string[]>} importers
 * @returns {Set<string>} the changed files and all that import them
 */
export function reachedFrom(changed, importers) {
  const reached = new Set(changed);
  for (const file of reached) {
    if (LISTS_OF_FEATURES.has(file) && !changed.includes(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  return reached;
}

/** @param {string} root @param {readonly string[]} files @returns {Map<string, string[]>} file → files that import it */
function importersOf(root, files) {
  const existing = new Set(files);
  const packages = packagesOf(root);
  const importers = new Map();
  for (const file of files) {
    for (const imported of importsOf(readFileSync(join(root, file), 'utf8'))) {
      const target = resolved(file, imported, existing, packages);
      if (target !== null) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** @param {string} source @returns {string[]} what a module imports, re-exports, or names relative to its own address */
export const importsOf = (source) =>
  [...source.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bnew URL\(|\bmock\()\s*['"]([^'"]+)['"]/g)].map(
    ([, name]) => /** @type {string} */ (name),
  );

/** @returns {string | null} the file relative to the root; null for a library */
function resolved(file, imported, existing, packages) {
  if (imported.startsWith('.')) {
    const path = join(dirname(file), imported).split(sep).join('/');
    return existing.has(path) ? path : null;
  }
  const exact = packages.get(imported);
  if (exact !== undefined) return exact;
  for (const [pattern, target] of packages) {
    const [before, after] = pattern.split('*');
    if (after === undefined || !imported.startsWith(before) || !imported.endsWith(after)) continue;
    const path = target.replace('*', imported.slice(before.length, imported.length - after.length));
    if (existing.has(path)) return path;
  }
  return null;
}

/** @param {string} root @returns {Map<string, string>} import specifier of a workspace package → its file; both may have a `*` */
function packagesOf(root) {
  const entries = new Map();
  for (const folder of ['packages', 'apps']
    .flatMap((room) => readdirSync(join(root, room)).map((name) => `${room}/${name}`))
    .concat('features', 'bench', 'e2e')) {
    const manifest = join(root, folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
    const table = typeof exports === 'string' ? { '.': exports } : exports;
    for (const [path, target] of Object.entries(table))
      if (typeof target === 'string') entries.set(join(name, path).split(sep).join('/'), join(folder, target).split(sep).join('/'));
  }
  return entries;
}

/** @param {string} root @returns {string[]} relative to the root */
function sourceFiles(root) {
  const below = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (NOT_SOURCES.has(entry.name)) return [];
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return below(path);
      return SOURCE.test(entry.name) ? [relative(root, path).split(sep).join('/')] : [];
    });
  return ROOMS.map((room) => join(root, room))
    .filter((room) => existsSync(room) && statSync(room).isDirectory())
    .flatMap(below);
}
