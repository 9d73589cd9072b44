import { expect, it } from 'vitest';
import { createPasswords, hashOf } from './passwords.ts';

it('a password is compared with its hash; an account that is not there has none that fits', async () => {
  const { hash, queued } = createPasswords();
  const own = await hash('Lookout@2026');
  expect(own).toMatch(/^scrypt\$15\$8\$1\$/);
  const matches = (of: string | null, password: string) => queued('192.0.2.1', (compare) => compare(of, password));
  expect(await matches(own, 'Lookout@2026')).toBe(true);
  expect(await matches(own, 'Lookout@2027')).toBe(false);
  expect(await matches(null, 'Lookout@2026')).toBe(false);
});

it('each hash is compared at its own cost', async () => {
  const { queued } = createPasswords();
  const cheap = await hashOf('Lookout@2026', { logN: 4, r: 8, p: 1 });
  expect(cheap).toMatch(/^scrypt\$4\$8\$1\$/);
  expect(await queued('192.0.2.1', (compare) => compare(cheap, 'Lookout@2026'))).toBe(true);
});

it('a hash of another cost is outdated, whichever way the cost went', async () => {
  const [cheap, dear] = [
    { logN: 4, r: 8, p: 1 },
    { logN: 5, r: 8, p: 1 },
  ];
  const { isOutdated, hash } = createPasswords(dear);
  expect([isOutdated(await hashOf('Lookout@2026', cheap)), isOutdated(await hash('Lookout@2026'))]).toEqual([true, false]);
});
