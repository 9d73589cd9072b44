// The area of a user: boundary and centre of a grid, and of those one level below it.
import type { GridNo } from '@lookout/domain';
import type { Store } from '@lookout/store';
import { writeArea } from '../../services/write-area.ts';

export type AreaTables = Pick<Store, 'grids' | 'areas'>;

/** null: no such grid within `scope`. */
export async function areaOf({ grids, areas }: AreaTables, scope: GridNo) {
  const [grid, area] = await Promise.all([grids.find(scope, scope), areas.find(scope, scope)]);
  return grid && writeArea(grid, area);
}

/** The grid's own area first, then its children's. */
export async function areasWithChildren({ grids, areas }: AreaTables, scope: GridNo, limit: number) {
  const [own, children] = await Promise.all([grids.find(scope, scope), grids.list(scope, { parentNo: scope }, { limit })]);
  const rows = own ? [own, ...children.list] : children.list;
  const known = await areas.of(
    scope,
    rows.map(({ no }) => no),
  );
  const found = new Map(known.map((area) => [area.no, area]));
  return rows.map((grid) => writeArea(grid, found.get(grid.no) ?? null));
}
