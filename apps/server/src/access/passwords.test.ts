import { expect, it } from 'vitest';
import { createPasswords, hashOf } from './passwords.ts';

it('A password is compared with its hash; for an account that does not exist no password matches', async () => {
  const { hash, queued } = createPasswords();
  const own = await hash('Lookout@2026');
  expect(own).toMatch(/^scrypt\$15\$8\$1\$/);
  const matches = (of: string | null, password: string) => queued('192.0.2.1', (compare) => compare(of, password));
  expect(await matches(own, 'Lookout@2026')).toBe(true);
  expect(await matches(own, 'Lookout@2027')).toBe(false);
  expect(await matches(null, 'Lookout@2026')).toBe(false);
});

it('Each hash is compared at its own cost', async () => {
  const { queued } = createPasswords();
  const cheap = await hashOf('Lookout@2026', { logN: 4, r: 8, p: 1 });
  expect(cheap).toMatch(/^scrypt\$4\$8\$1\$/);
  expect(await queued('192.0.2.1', (compare) => compare(cheap, 'Lookout@2026'))).toBe(true);
});

it('A hash of a higher or a lower cost is outdated', async () => {
  const [cheap, dear] = [
    { logN: 4, r: 8, p: 1 },
    { logN: 5, r: 8, p: 1 },
  ];
  const { isOutdated, hash } = createPasswords(dear);
  expect([isOutdated(await hashOf('Lookout@2026', cheap)), isOutdated(await hash('Lookout@2026'))]).toEqual([true, false]);
});
