// npm run sbom [FILE]: the shipped software as CycloneDX JSON: version, licence, checksum and purl of every package. Read from the lock
// alone, so the result is the same on every machine and without a network.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmCommand } from './lib/prepare.mjs';

interface Licence {
  readonly license: { readonly id: string };
}

export interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly (Licence | { readonly expression: string })[];
}

export interface Bom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component; readonly timestamp?: string };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const root = path.resolve(import.meta.dirname, '..');

/** Workspaces that are never shipped; npm treats them as dependencies like any other. */
const NOT_SHIPPED = ['@lookout/bench', '@lookout/e2e'];

/** Licences of packages whose package.json names none, according to the LICENSE file next to it. */
const LICENCES: Readonly<Record<string, string>> = { '@shinyoshiaki/jspack': 'BSD-3-Clause', 'png-js': 'MIT' };

/** npm's bill of materials for the lock, without the time and the random number, which would differ in every run. */
export function bom(): Bom {
  const { program, args } = npmCommand();
  const npmArgs = [...args, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
  const text = execFileSync(program, npmArgs, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] });
  const { serialNumber: _random, ...made } = JSON.parse(text) as Bom & { serialNumber: string };
  const { timestamp: _now, ...metadata } = made.metadata;
  const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name: string };
  // npm uses the name of the folder.
  return shippedOf({ ...made, metadata: { ...metadata, component: { ...made.metadata.component, name } } });
}

/** Removes what only tests and benchmarks depend on, and sorts the rest. */
export function shippedOf(all: Bom): Bom {
  const isLeftOut = (ref: string) => NOT_SHIPPED.some((name) => ref.startsWith(`${name}@`));
  const needs = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn.filter((needed) => !isLeftOut(needed))]));
  const reached = new Set<string>();
  const waiting = [all.metadata.component['bom-ref']];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (reached.has(ref)) continue;
    reached.add(ref);
    waiting.push(...(needs.get(ref) ?? []));
  }
  const components = all.components.filter((one) => reached.has(one['bom-ref'])).map(withLicence);
  const dependencies = all.dependencies
    .filter(({ ref }) => reached.has(ref))
    .map(({ ref }) => ({ ref, dependsOn: (needs.get(ref) ?? []).toSorted() }));
  return {
    ...all,
    components: components.toSorted((a, b) => order(a['bom-ref'], b['bom-ref'])),
    dependencies: dependencies.toSorted((a, b) => order(a.ref, b.ref)),
  };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function withLicence(component: Component): Component {
  const id = LICENCES[decodeURIComponent(component.purl).replace(/^pkg:npm\/(.+)@[^@]+$/, '$1')];
  return component.licenses || id === undefined ? component : { ...component, licenses: [{ license: { id } }] };
}

if (import.meta.main) {
  const file = path.resolve(process.argv[2] ?? path.join(root, 'artifacts', 'sbom.json'));
  const made = bom();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
  console.log(`${file}：${made.components.length} 个软件包（packages），CycloneDX ${made.specVersion}`);
}
