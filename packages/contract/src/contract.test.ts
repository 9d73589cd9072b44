import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';
import type { Row } from './row.ts';

const rows = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, Row>).map(([name, row]) => ({ name: `${feature}.${name}`, row })),
);

describe('the table', () => {
  it('has a permission and a scope for every call, and an act for every write', () => {
    for (const { name, row } of rows) {
      expect([name, row.permission !== undefined, row.scope !== undefined]).toEqual([name, true, true]);
      if (row.effect === 'write') expect([name, typeof row.act]).toEqual([name, 'string']);
      else expect([name, row.act]).toEqual([name, undefined]);
    }
  });

  it('serves every method and path once', () => {
    const served = rows.flatMap(({ row }) => [row, ...(row.alias ?? [])].map(({ method, path }) => `${method} ${path}`));
    expect(served.filter((one, i) => served.indexOf(one) !== i)).toEqual([]);
  });

  it('lets nobody in but to log in', () => {
    expect(rows.filter(({ row }) => row.permission === 'public').map(({ name }) => name)).toEqual([
      'auth.publicKey',
      'auth.login',
      'auth.loginByGet',
    ]);
  });
});
