import type { GridNo } from '@lookout/domain';
import { readyText } from '@lookout/server/serve/envelope.ts';
import { expect, it } from 'vitest';
import { type AreaTables, createCachedAreas } from './areas.ts';

const ABA = '513200' as GridNo;

/** A database that counts its queries. */
function world() {
  const state = { name: '阿坝', queries: 0, fails: false, gazetteer: {} };
  const gridOf = (no: GridNo) => ({ no, name: state.name, level: 'prefecture', parentNo: null, fullName: '', centre: null });
  const tables = {
    grids: {
      find: async (scope: GridNo) => {
        state.queries += 1;
        if (state.fails) throw new Error('no database');
        return gridOf(scope);
      },
      list: async () => ({ list: [], more: false }),
    },
    areas: { outlines: async () => [] },
  } as unknown as AreaTables;
  return { state, areas: createCachedAreas(tables, () => state.gazetteer) };
}

it('queries the database once for concurrent calls', async () => {
  const { state, areas } = world();
  const [first, second] = await Promise.all([areas(ABA), areas(ABA)]);
  expect(await areas(ABA)).toBe(first);
  expect(second).toBe(first);
  expect(state.queries).toBe(1);
  expect(JSON.parse(String(readyText(first)))).toEqual({ code: 200, message: 'OK', data: first.rows });
  expect(first.rows).toMatchObject([{ gridNo: ABA, gridName: '阿坝' }]);
});

it('reads again when the gazetteer has changed', async () => {
  const { state, areas } = world();
  await areas(ABA);
  state.name = '阿坝州';
  state.gazetteer = {};
  expect((await areas(ABA)).rows).toMatchObject([{ gridName: '阿坝州' }]);
});

it('does not cache failures', async () => {
  const { state, areas } = world();
  state.fails = true;
  await expect(areas(ABA)).rejects.toThrow('no database');
  state.fails = false;
  expect((await areas(ABA)).rows).toHaveLength(1);
});

it('caches the grids that were requested last', async () => {
  const { state, areas } = world();
  const others = Array.from({ length: 15 }, (_, n) => String(110_000 + n) as GridNo);
  for (const no of [ABA, ...others, ABA, '120000' as GridNo]) await areas(no);
  expect(state.queries).toBe(17);
  await areas(ABA);
  expect(state.queries).toBe(17);
  await areas(others[0] as GridNo);
  expect(state.queries).toBe(18);
});
