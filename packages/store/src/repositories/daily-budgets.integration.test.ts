import { openStore, type Store } from '@lookout/features/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAccount } from '../testing/builders.ts';
import { availableServers, type TestServer } from '../testing/databases.ts';

describe.each(availableServers())('daily budgets on $name', ({ start }) => {
  let server: TestServer;
  let stores: Store[];
  let accountId: string;
  beforeAll(async () => {
    server = await start();
    const url = await server.newDatabase('gazetteer');
    const open = () => openStore({ url, clock: () => new Date(), mayWait: () => true });
    stores = [await open(), await open()];
    const [store] = stores as [Store];
    const account = anAccount();
    await store.accounts.create(account);
    accountId = account.id;
  });
  afterAll(async () => {
    for (const store of stores ?? []) await store.close();
    await server?.stop();
  });
  const at = (budget: string, day = '2026-11-25') => ({ day, budget, accountId });

  it('of two servers are one: of many concurrent requests, exactly as many pass as the budget allows', async () => {
    const taken = await Promise.all(Array.from({ length: 40 }, (_, n) => stores[n % 2]?.dailyBudgets.take(at('reports'), 2, 30)));
    expect(taken.filter(Boolean)).toHaveLength(15);
    expect(await stores[0]?.dailyBudgets.take(at('reports'), 1, 30)).toBe(false);
    expect(await stores[0]?.dailyBudgets.take(at('photos'), 30, 30)).toBe(true);
    expect(await stores[1]?.dailyBudgets.take(at('reports', '2026-11-26'), 30, 30)).toBe(true);
  });

  it('are taken whole or not at all, can be given back, and start again when their day is pruned', async () => {
    const [store] = stores as [Store];
    expect(await store.dailyBudgets.take(at('messages'), 31, 30)).toBe(false);
    expect(await store.dailyBudgets.take(at('messages'), 20, 30)).toBe(true);
    expect(await store.dailyBudgets.take(at('messages'), 11, 30)).toBe(false);
    await store.dailyBudgets.giveBack(at('messages'), 20);
    expect(await store.dailyBudgets.take(at('messages'), 30, 30)).toBe(true);
    await store.dailyBudgets.giveBack(at('messages', '2026-11-24'), 5);
    await store.dailyBudgets.prune('2026-11-25');
    expect(await store.dailyBudgets.take(at('messages'), 1, 30)).toBe(false);
    await store.dailyBudgets.prune('2026-11-26');
    expect(await store.dailyBudgets.take(at('messages'), 30, 30)).toBe(true);
  });
});
