import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const { batteries, batteriesNamed } = await import(new URL('batteries.mjs', import.meta.url).href);
const root = join(import.meta.dirname, '..', '..');

it('every test with a full form is listed as a battery, and every listed battery exists', () => {
  const tests = globSync(['{packages,apps}/*/src/**/*.test.ts', 'features/*/**/*.test.ts', 'e2e/src/*.test.ts'], { cwd: root });
  const withFullForm = tests.filter((file) => /process\.env\.BATTERY|\/battery\.ts'/.test(readFileSync(join(root, file), 'utf8')));
  expect(withFullForm.filter((file) => !batteries.includes(file))).toEqual([]);
  expect(batteries.filter((file: string) => !tests.includes(file))).toEqual([]);
});

it('names select batteries by a part of their path', () => {
  expect(batteriesNamed([])).toEqual(batteries);
  expect(batteriesNamed(['/running', 'broker'])).toEqual([
    'apps/server/src/reliability/running.integration.test.ts',
    'packages/live/src/broker-hostile.integration.test.ts',
  ]);
  expect(batteriesNamed(['nothing'])).toEqual([]);
});
