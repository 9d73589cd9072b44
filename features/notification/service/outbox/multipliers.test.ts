import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '@lookout/contract';
import { expect, it } from 'vitest';
import { contract } from '../../../contract.ts';
import { CALL_OUTS_A_DAY, MULTIPLIERS, mayCallMany } from './multipliers.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** The calls by which a module adds messages to the outbox, directly or indirectly. */
const SENDS = /\.(?:sms|notifications)\.add\(|\bcallOut\(|\.sendNow\(/;

it('every module that sends is in the table of budgets, and no other module', () => {
  const senders = globSync(
    ['apps/server/src/{services,access,serve,live,import,admin}/**/*.ts', 'features/*/{*.server.ts,{server,service}/**/*.ts}'],
    { cwd: ROOT },
  )
    .filter((file) => !/\.test\.ts$|\.harness\.ts$/.test(file) && SENDS.test(readFileSync(join(ROOT, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/').replace('apps/server/src/', ''));
  expect(senders.toSorted()).toEqual(Object.keys(MULTIPLIERS).toSorted());
});

it('a daily budget is that of its row, counted by the messages of the call', () => {
  const rows = new Map(Object.values(contract).flatMap((calls) => Object.entries<Row>(calls)));
  for (const budget of Object.values(MULTIPLIERS))
    if (budget.kind === 'daily') {
      const { daily } = rows.get(budget.row) ?? {};
      expect(daily?.budget).toBe(budget.budget);
      expect(daily?.of).toBeTypeOf('function');
    }
});

it("an officer's calls a day are limited; a program's are limited by what it detects", async () => {
  const taken: unknown[][] = [];
  const tx = {
    dailyBudgets: {
      take: async (...given: unknown[]) => {
        taken.push(given);
        return taken.length <= 1;
      },
    },
  } as unknown as Parameters<typeof mayCallMany>[0];
  const now = new Date('2026-11-29T17:00:00Z');
  expect(await mayCallMany(tx, null, now)).toBe(true);
  expect([await mayCallMany(tx, 'officer', now), await mayCallMany(tx, 'officer', now)]).toEqual([true, false]);
  expect(taken[0]).toEqual([{ day: '2026-11-30', budget: 'call-outs', accountId: 'officer' }, 1, CALL_OUTS_A_DAY]);
});
