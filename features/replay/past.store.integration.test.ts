import type { GridNo } from '@lookout/domain';
import { anEvent, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { availableServers, type TestServer } from '@lookout/store/testing/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store.ts';

const AT = new Date('2026-11-21T08:00:00.123Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
const noted = (seconds: number, gridNo: GridNo = WENCHUAN) => ({
  event: anEvent({ gridNo, kind: 'alarm.push-withdrawn', payload: { note: `${seconds}` }, recordedAt: later(seconds) }),
  numbers: 1,
});

describe.each(availableServers())('the log at a moment on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await start();
    store = await openStore({ url: await server.newDatabase('migrated'), clock: () => AT, mayWait: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  it('ends before the first later event, regardless of events recorded before the moment and committed after that event', async () => {
    const from = await store.events.head();
    // The fourth and the seventh event were recorded long before they were committed.
    for (const seconds of [1, 2, 10, 3, 11, 12, 4, 13]) await store.events.append([noted(seconds)]);
    const at = async (seconds: number): Promise<number> => (await store.past.seqAt(later(seconds))) - from;
    expect(await at(0)).toBe(0);
    expect(await at(1)).toBe(1);
    expect(await at(5)).toBe(2);
    expect(await at(10)).toBe(4);
    expect(await at(11)).toBe(5);
    expect(await at(12)).toBe(7);
    expect(await at(60)).toBe(8);
  });
});
