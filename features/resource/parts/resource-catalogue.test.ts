import type { Client } from '@lookout/client';
import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { AssetKind, GridCount } from '../resource.ts';
import { covers, createResourceCatalogue, MOST_IN_VIEW, type SeenFrom, type ShownResource, widened } from './resource-catalogue.ts';

const HERE = { west: 103, south: 31, east: 104, north: 32 };
const A_LITTLE_ON = { west: 103.2, south: 31.1, east: 104.2, north: 32.1 };
const ELSEWHERE = { west: 110, south: 31, east: 111, north: 32 };
const near = (box = HERE): SeenFrom => ({ step: 'detail', box });

const asset = (id: string, kind: AssetKind = 'team', more: Partial<ShownResource> = {}) =>
  ({ id, kind, name: id, online: true, position: { lng: 103.5, lat: 31.5 }, ...more }) as ShownResource;
const count = (gridNo: string, kind: AssetKind, n: number): GridCount => ({
  gridNo: gridNo as GridNo,
  gridName: gridNo,
  position: { lng: 103, lat: 31 },
  kind,
  count: n,
});

function aCatalogue() {
  const requests: unknown[] = [];
  const changes: (readonly [upserted: readonly string[], removed: readonly string[]])[] = [];
  let answer: () => Promise<readonly unknown[]> = async () => [];
  const client = {
    resource: {
      resourceList: ({ body }: { body: unknown }) => {
        requests.push(body);
        return answer();
      },
      counts: ({ query }: { query: unknown }) => {
        requests.push(query);
        return answer();
      },
    },
  };
  const catalogue = createResourceCatalogue(client as unknown as Client);
  catalogue.subscribe(({ upserted, removed }) => {
    if (upserted.length + removed.length > 0) changes.push([upserted.map(({ id }) => id), removed]);
  });
  return {
    catalogue,
    requests,
    changes,
    answers: (rows: readonly unknown[]) => {
      answer = async () => rows;
    },
    fails: () => {
      answer = () => Promise.reject(new Error('offline'));
    },
  };
}

describe('requests', () => {
  it('near: the shown kinds, in the box in view with a margin; a small move needs no request', async () => {
    const { catalogue, requests, answers } = aCatalogue();
    answers([asset('a')]);
    await catalogue.showKinds(['team', 'monitoring-point']);
    await catalogue.look(near());
    await catalogue.look(near(A_LITTLE_ON));
    expect(requests).toEqual([{ resourceType: ['team', 'monitor'], box: widened(HERE), limit: MOST_IN_VIEW }]);
    await catalogue.look(near(ELSEWHERE));
    expect(requests).toHaveLength(2);
  });

  it('near: the shown kinds are requested for the box in view with a margin; a small move needs no request', async () => {
    const { catalogue, requests, answers } = aCatalogue();
    answers([count('513200', 'team', 3)]);
    await catalogue.showKinds(['team']);
    for (const step of ['level2', 'level3', 'level2', 'hidden'] as const) await catalogue.look({ step, box: HERE });
    await catalogue.showKinds([]);
    await catalogue.look(near());
    expect(requests).toEqual([{ level: 'prefecture' }, { level: 'county' }]);
  });

  it('far: the counts of each level are requested once; farther out, or without any kind, no request is sent', async () => {
    const { catalogue, requests, answers, changes } = aCatalogue();
    answers([asset('a'), asset('b', 'uav')]);
    await catalogue.showKinds(['team', 'uav']);
    await catalogue.look(near());
    await catalogue.showKind('uav', false);
    expect([requests.length, changes.at(-1)]).toEqual([1, [[], ['b']]]);
    await catalogue.showKind('cemetery', true);
    expect(requests).toHaveLength(2);
  });

  it('a truncated list is requested again at every move, and is reported as truncated', async () => {
    const { catalogue, requests, answers } = aCatalogue();
    answers(Array.from({ length: MOST_IN_VIEW }, (_, n) => asset(`r${n}`)));
    await catalogue.showKinds(['team']);
    await catalogue.look(near());
    expect(catalogue.isCut()).toBe(true);
    answers([asset('a')]);
    await catalogue.look(near({ west: 103.4, south: 31.4, east: 103.6, north: 31.6 }));
    expect([requests.length, catalogue.isCut()]).toEqual([2, false]);
  });
});

describe('changes', () => {
  it('contain only new, changed and removed assets', async () => {
    const { catalogue, answers, changes } = aCatalogue();
    answers([asset('a'), asset('b'), asset('c')]);
    await catalogue.showKinds(['team']);
    await catalogue.look(near());
    answers([asset('a'), asset('b', 'team', { online: false }), asset('d')]);
    await catalogue.refresh();
    expect(changes).toEqual([
      [['a', 'b', 'c'], []],
      [['b', 'd'], ['c']],
    ]);
  });

  it('counts are those of the shown kinds', async () => {
    const { catalogue, answers } = aCatalogue();
    answers([count('513221', 'team', 3), count('513221', 'uav', 1)]);
    await catalogue.showKinds(['team']);
    await catalogue.look({ step: 'level3', box: HERE });
    expect(catalogue.counts('county').map(({ kind }) => kind)).toEqual(['team']);
    await catalogue.showKind('uav', true);
    expect(catalogue.counts('county')).toHaveLength(2);
    expect(catalogue.counts('prefecture')).toEqual([]);
  });

  it('search results are shown whatever kinds are switched on, until they are replaced', async () => {
    const { catalogue, answers } = aCatalogue();
    answers([]);
    catalogue.showFound([asset('near-by', 'cemetery')]);
    await catalogue.showKinds(['team']);
    await catalogue.look(near());
    expect(catalogue.list().map(({ id }) => id)).toEqual(['near-by']);
    catalogue.showFound([]);
    expect(catalogue.list()).toEqual([]);
  });

  it('a failure is reported, the drawn marks remain, and a retry succeeds', async () => {
    const { catalogue, answers, fails } = aCatalogue();
    answers([asset('a')]);
    await catalogue.showKinds(['team']);
    await catalogue.look(near());
    fails();
    await catalogue.look(near(ELSEWHERE));
    expect([catalogue.state(), catalogue.list().length]).toEqual(['failed', 1]);
    answers([asset('b')]);
    await catalogue.refresh();
    expect([catalogue.state(), catalogue.list().map(({ id }) => id)]).toEqual(['loaded', ['b']]);
  });

  it('a reply overtaken by a later request is dropped', async () => {
    const { catalogue, answers } = aCatalogue();
    await catalogue.showKinds(['team']);
    answers([asset('old')]);
    const first = catalogue.look(near());
    answers([asset('new')]);
    await Promise.all([catalogue.look(near(ELSEWHERE)), first]);
    expect(catalogue.list().map(({ id }) => id)).toEqual(['new']);
  });
});

describe('the box', () => {
  it('is wider than the view, clamped to valid coordinates', () => {
    expect(widened({ west: 100, south: 30, east: 110, north: 40 })).toEqual({ west: 96.5, south: 26.5, east: 113.5, north: 43.5 });
    expect(widened({ west: -179, south: -89, east: 179, north: 89 })).toEqual({ west: -180, south: -90, east: 180, north: 90 });
  });

  it('covers a view only if the view lies inside, all kinds were requested and the reply was not truncated', () => {
    const fetched = { box: widened(HERE), kinds: ['team'] as const, isCut: false };
    expect(covers(fetched, HERE, new Set(['team']))).toBe(true);
    expect(covers(fetched, ELSEWHERE, new Set(['team']))).toBe(false);
    expect(covers(fetched, HERE, new Set(['team', 'uav']))).toBe(false);
    expect(covers({ ...fetched, isCut: true }, HERE, new Set(['team']))).toBe(false);
  });
});
