// Whether a result is in step with its source files: a hash of the files, stored next to the result. Plain JavaScript for Node ≥ 20.19 with
// nothing installed, as everything in scripts/lib.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Folders that hold results or belong to npm, never sources. */
const notSources = new Set(['node_modules', 'dist', 'dist-flat', '.git']);

/**
 * A hash of files and folders (with all files below them): of their names relative to `root`, of their contents, and of additional words.
 * Times and the order on the disk do not matter. A missing path counts as empty.
 * @param {string} root
 * @param {string[]} paths relative to root
 * @param {string[]} [words] what else the result depends on (an environment variable, a version)
 * @returns {string} hexadecimal SHA-256
 */
export function hashOf(root, paths, words = []) {
  const files = paths.flatMap((path) => filesUnder(join(root, path))).sort();
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const file of files) {
    const contents = readFileSync(file);
    hash.update(`\0${relative(root, file).split(sep).join('/')}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex');
}

/** @param {string} stampFile @param {string} hash */
export function isFresh(stampFile, hash) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === hash;
}

/** Called before the work begins, so that work that is killed halfway does not count as done. @param {string} stampFile */
export function clearStamp(stampFile) {
  rmSync(stampFile, { force: true });
}

/** @param {string} stampFile @param {string} hash */
export function writeStamp(stampFile, hash) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${hash}\n`);
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (notSources.has(entry.name)) return [];
    const below = join(path, entry.name);
    if (entry.isDirectory()) return filesUnder(below);
    return entry.isFile() ? [below] : [];
  });
}
