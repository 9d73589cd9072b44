// The area of a user: boundary and centre of a grid, and of the grids one level below it.

import { LIST_LIMIT } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { readyList } from '@lookout/server/serve/envelope.ts';
import { cachedWithGazetteer } from '../../grid/service/cached-with-gazetteer.ts';
import { writeArea } from '../../grid/service/grid-catalogue.ts';
import type { Store } from '../../store.ts';

export type AreaTables = Pick<Store, 'grids' | 'areas'>;

/** null: no such grid within `scope`. */
export async function areaOf({ grids, areas }: AreaTables, scope: GridNo) {
  const [grid, [area]] = await Promise.all([grids.find(scope, scope), areas.outlines(scope, [scope], 'full')]);
  return grid && writeArea(grid, area);
}

/** The grid's own area first, then its children's. */
async function areasWithChildren({ grids, areas }: AreaTables, scope: GridNo, limit: number) {
  const [own, children] = await Promise.all([grids.find(scope, scope), grids.list(scope, { parentNo: scope }, { limit })]);
  const rows = own ? [own, ...children.list] : children.list;
  const nos = rows.map(({ no }) => no);
  const found = new Map((await areas.outlines(scope, nos, 'full')).map((area) => [area.no, area]));
  return rows.map((grid) => writeArea(grid, found.get(grid.no)));
}

type AreaList = ReturnType<typeof readyList<Awaited<ReturnType<typeof areasWithChildren>>[number]>>;

/** The least recently used scopes are evicted. An entry takes some megabytes at most, and only for the nation and a few provinces. */
const MOST_SCOPES = 16;

/** @param gazetteer returns the current gazetteer, which is a new object after each import (features/grid/service/gazetteer-watch.ts) */
export const createCachedAreas = (tables: AreaTables, gazetteer: () => object): ((scope: GridNo) => Promise<AreaList>) =>
  cachedWithGazetteer(gazetteer, (scope: GridNo) => areasWithChildren(tables, scope, LIST_LIMIT).then(readyList), MOST_SCOPES);
