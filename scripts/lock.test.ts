import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '@lookout/server/settings/version.ts';
import { describe, expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly deprecated?: string;
}

const root = path.resolve(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> };
const fetched = Object.entries(packages).filter(([name, { link }]) => name.includes('node_modules/') && !link);
const namesWhere = (isBad: (entry: Entry) => boolean) => fetched.filter(([, entry]) => isBad(entry)).map(([name]) => name);

describe('package-lock.json', () => {
  it('and package.json have the version that the product states', () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Entry;
    expect([version, packages['']?.version]).toEqual([VERSION, VERSION]);
  });

  it('has a checksum for every package, also for those of other platforms', () => {
    expect(fetched.length).toBeGreaterThan(500);
    expect(namesWhere(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  it('names no registry: each installation uses its own', () => {
    expect(namesWhere(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  it('contains no package that its authors have deprecated', () => {
    expect(namesWhere(({ deprecated }) => deprecated !== undefined)).toEqual([]);
  });
});
