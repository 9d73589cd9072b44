import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const manifests = files
  .filter((file) => /^(apps|packages)\/[^/]+\/package\.json$|^features\/package\.json$/.test(file))
  .map((file) => ({ folder: path.dirname(file), manifest: JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Manifest }));

/** The packages that a source file imports as values, at its head or when it needs them: `@scope/name` or `name`. Code in a text does not count. */
function packagesIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, isType, specifier = ''] of text.matchAll(
    /(?:^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?|(?<!"await )\bimport\()'([^'.][^']*)'/gm,
  )) {
    if (
      isType !== undefined ||
      specifier.startsWith('node:') ||
      builtinModules.includes(specifier) ||
      /^@(tokens|calls|region)\b/.test(specifier)
    )
      continue;
    const [scope = '', name = ''] = specifier.split('/');
    found.add(scope.startsWith('@') ? `${scope}/${name}` : scope);
  }
  return found;
}

it.each(manifests.map(({ folder, manifest }) => [folder, manifest] as const))(
  '%s declares every package that its product code imports, since an image installs what is declared',
  (folder, { name, dependencies = {} }) => {
    const own = files.filter(
      (file) =>
        file.startsWith(`${folder}/`) &&
        /\.tsx?$/.test(file) &&
        !/\.(test|fixture|harness)\.tsx?$|\/(testing|reliability|fixtures)[/.]|\.config\.ts$|\/build\//.test(file),
    );
    const imported = new Set(own.flatMap((file) => [...packagesIn(readFileSync(path.join(root, file), 'utf8'))]));
    expect([...imported].filter((one) => one !== name && dependencies[one] === undefined).toSorted()).toEqual([]);
  },
);
