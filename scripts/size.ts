// Size of the source: lines and files by room and by the role of a feature's files, the largest features, functions over 120 lines. With
// the name of a feature it lists the files outside its folder that name it: what a change to it may affect. `npm run size [-- FEATURE]`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LONGEST_FUNCTION, longFunctions } from './long-functions.ts';

const root = path.resolve(import.meta.dirname, '..');
const { roles } = createRequire(import.meta.url)('../dependencies.cjs') as { roles: Record<string, { files: string }> };

const isTest = (file: string): boolean =>
  /\.(test|harness|fixture)\.tsx?$|\/(testing|fixtures|reliability)\/|^(e2e|bench|scripts)\//.test(file);

/** The room of a file, or the role of a feature's file. */
function placeOf(file: string): string {
  const [, below] = /^features\/[^/]+\/(.+)$/.exec(file) ?? [];
  if (below === undefined) return /^(features|packages\/[^/]+|apps\/[^/]+|bench|e2e|scripts)/.exec(file)?.[0] ?? 'other';
  const [role = 'tests'] = Object.entries(roles).find(([, { files }]) => new RegExp(`^${files}$`).test(below)) ?? [];
  return `features: ${role}`;
}

interface Size {
  files: number;
  lines: number;
  long: number;
}
const add = (sizes: Map<string, Size>, name: string, { lines, long }: Pick<Size, 'lines' | 'long'>): void => {
  const size = sizes.get(name) ?? { files: 0, lines: 0, long: 0 };
  sizes.set(name, { files: size.files + 1, lines: size.lines + lines, long: size.long + long });
};
const print = (title: string, sizes: ReadonlyMap<string, Size>): void => {
  console.log(`\n${title.padEnd(28)}${'files'.padStart(8)}${'lines'.padStart(10)}${`> ${LONGEST_FUNCTION} lines`.padStart(14)}`);
  for (const [name, { files, lines, long }] of [...sizes].toSorted(([, a], [, b]) => b.lines - a.lines))
    console.log(`${name.padEnd(28)}${String(files).padStart(8)}${String(lines).padStart(10)}${String(long).padStart(14)}`);
};

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('scripts/fixtures/'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const [feature] = process.argv.slice(2);
if (feature === undefined) {
  const [whole, places, features] = [new Map<string, Size>(), new Map<string, Size>(), new Map<string, Size>()];
  for (const { file, text } of files) {
    const size = { lines: text.split('\n').length - 1, long: isTest(file) ? 0 : longFunctions(file, text) };
    add(whole, isTest(file) ? 'tests and tools' : 'product', size);
    if (!isTest(file)) add(places, placeOf(file), size);
    const [, name] = /^features\/([^/]+)\//.exec(file) ?? [];
    if (name !== undefined && !isTest(file)) add(features, name, size);
  }
  print('whole', whole);
  print('product, by room and role', places);
  print('features', features);
} else {
  const isNamed = new RegExp(`\\b${feature}\\b|\\b${feature.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}\\b`);
  const own = files.filter(({ file }) => file.startsWith(`features/${feature}/`));
  const outside = files.filter(({ file, text }) => !file.startsWith(`features/${feature}/`) && !isTest(file) && isNamed.test(text));
  console.log(
    `${feature}: ${own.length} files of its own, ${own.filter(({ file }) => isTest(file)).length} of them tests; named outside by ${outside.length}:`,
  );
  for (const { file } of outside) console.log(`  ${file}`);
}
