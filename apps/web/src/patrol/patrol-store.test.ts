import type { OwnSafety } from '@lookout/features/safety/safety.ts';
import type { Step } from '@lookout/features/task/ranger/own-tasks.ts';
import { aTask } from '@lookout/features/testing/builders.ts';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserInfo } from '../stores/session.ts';
import type { GridMap } from './map/grid-map.ts';
import { openPatrolStore, takenIntoMemory } from './patrol-store.ts';
import { type Draft, emptyDraft } from './report.ts';
import type { Entry } from './upload-queue.ts';
import 'fake-indexeddb/auto';

const NAME = 'lookout-patrol';
const report = (key: string, owner = 'ranger'): Entry => ({
  key,
  owner,
  writtenAt: 1000,
  lng: 103.5,
  lat: 31.4,
  fix: null,
  description: '浓烟',
  phone: '',
  photos: [],
  stage: { kind: 'waiting', why: null },
});
const draft = (description: string): Draft => ({ ...emptyDraft('ranger', 'k'), description });
const keysOf = (entries: readonly Entry[]) => entries.map(({ key }) => key).sort();

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('the phone’s storage', () => {
  it('survives a reload, for its own author only', async () => {
    const store = await openPatrolStore();
    for (const entry of [report('a'), report('b'), report('c', 'another')]) await store.put(entry);
    await store.remove('b');
    await store.keepDraft(draft('烟'));
    await store.keepTasks('ranger', [aTask('t')]);
    for (const at of [1, 2, 3]) await store.positions.put({ owner: 'ranger', at, lng: 103, lat: 31 });
    await store.positions.remove([1, 3].map((at) => ({ owner: 'ranger', at, lng: 103, lat: 31 })));
    const step = { ...report('s'), taskId: 't' } as unknown as Entry<Step>;
    await store.steps.put(step);

    const again = await openPatrolStore();
    expect(keysOf(await again.list('ranger'))).toEqual(['a']);
    expect(keysOf(await again.list('another'))).toEqual(['c']);
    expect(await again.draft('ranger')).toEqual(draft('烟'));
    expect([await again.draft('another'), await again.tasks('ranger'), await again.tasks('another')]).toEqual([null, [aTask('t')], null]);
    expect((await again.positions.list('ranger')).map(({ at }) => at)).toEqual([2]);
    expect([await again.steps.list('ranger'), await again.stepDraft('ranger', 't')]).toEqual([[step], null]);
    expect(again.lasting).toBe(true);
  });

  it('of a user for whom nothing may be stored moves to memory, including unsent entries, without touching other users’ data', async () => {
    const store = await openPatrolStore();
    for (const entry of [report('a'), report('c', 'another')]) await store.put(entry);
    await store.keepDraft(draft('烟'));
    await store.keepTasks('ranger', [aTask('t')]);
    await store.positions.put({ owner: 'ranger', at: 1, lng: 103, lat: 31 });
    const memory = await takenIntoMemory(store, 'ranger');
    expect([keysOf(await memory.list('ranger')), (await memory.positions.list('ranger')).length, await memory.draft('ranger')]).toEqual([
      ['a'],
      1,
      draft('烟'),
    ]);
    expect(memory.lasting).toBe(false);
    await memory.put(report('b'));
    const again = await openPatrolStore();
    const left = [
      await again.list('ranger'),
      await again.draft('ranger'),
      await again.tasks('ranger'),
      await again.positions.list('ranger'),
    ];
    expect(left).toEqual([[], null, null, []]);
    expect(keysOf(await again.list('another'))).toEqual(['c']);
  });

  it('after logout holds nothing of the user that the server can supply again, keeps his unsent entries, and leaves other users’ data unchanged', async () => {
    const store = await openPatrolStore();
    const info = (id: string) => ({ userDTO: { id } }) as UserInfo;
    const gridMap = (owner: string) => ({ owner }) as GridMap;
    const validUntil = new Date(1_700_000_000_000);
    const ownSafety = { validUntil } as OwnSafety;
    for (const owner of ['ranger', 'another']) {
      await store.put(report(`${owner}’s`, owner));
      await store.keepTasks(owner, [aTask('t')]);
      await store.keepIdentity(info(owner));
      await store.keepGridMap(gridMap(owner));
      await store.keepSafety({ owner, of: ownSafety });
      for (const at of [1, 2, 3]) await store.positions.putTrack({ owner, at, lng: 103, lat: 31 }, 2);
    }
    await store.forget('ranger');
    const left = async (owner: string) => [
      keysOf(await store.list(owner)),
      (await store.tasks(owner))?.length ?? 0,
      (await store.identity(owner))?.userDTO.id,
      (await store.gridMap(owner))?.owner,
      (await store.safety(owner))?.validUntil,
      (await store.positions.track(owner)).map(({ at }) => at),
    ];
    expect(await left('ranger')).toEqual([['ranger’s'], 0, undefined, undefined, undefined, []]);
    // Only the newest positions of the track are kept.
    expect(await left('another')).toEqual([['another’s'], 1, 'another', 'another', validUntil, [2, 3]]);
  });

  it('keeps data written by an older version of the page', async () => {
    const old = await openDB(NAME, 1, {
      upgrade(db) {
        db.createObjectStore('entries', { keyPath: 'key' }).createIndex('owner', 'owner');
        db.createObjectStore('drafts', { keyPath: 'owner' });
      },
    });
    await old.put('entries', report('a'));
    old.close();
    const store = await openPatrolStore();
    expect(keysOf(await store.list('ranger'))).toEqual(['a']);
    expect(await store.positions.list('ranger')).toEqual([]);
  });

  it('drops cached tasks of an older version’s shape', async () => {
    const old = await openDB(NAME, 2, {
      upgrade(db) {
        db.createObjectStore('entries', { keyPath: 'key' }).createIndex('owner', 'owner');
        db.createObjectStore('tasks', { keyPath: 'owner' });
      },
    });
    await old.put('entries', report('a'));
    await old.put('tasks', { owner: 'ranger', tasks: [{ id: 't' }] });
    old.close();
    const store = await openPatrolStore();
    expect([keysOf(await store.list('ranger')), await store.tasks('ranger')]).toEqual([['a'], null]);
  });

  it('is reopened when the phone closed it while the page was suspended', async () => {
    const opened: IDBDatabase[] = [];
    const { open } = IDBFactory.prototype;
    vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
      const request = open.apply(indexedDB as never, args as never) as unknown as IDBOpenDBRequest;
      request.addEventListener('success', () => opened.push(request.result));
      return request;
    });
    const store = await openPatrolStore();
    await store.put(report('a'));
    forceCloseDatabase(opened[0] as never);
    await vi.waitFor(async () => expect(keysOf(await store.list('ranger'))).toEqual(['a']));
    expect(opened).toHaveLength(2);
  });

  it('is closed for a newer page in another tab, and reopened after a failed attempt', async () => {
    const store = await openPatrolStore();
    await store.put(report('a'));
    const newer = await openDB(NAME, 7);
    await expect(store.list('ranger')).rejects.toThrow();
    newer.close();
    globalThis.indexedDB = new IDBFactory();
    expect(await store.list('ranger')).toEqual([]);
  });
});
