// The grid tree in memory: every alarm and every list needs names, parents, children and seats. Towns stay in the database.

import { type GridNo, levelOf, NATION, parentOf } from '@lookout/domain';
import type { Store } from '../../store.ts';
import type { GridTree } from '../grid.calls.ts';
import type { GridRow, OutlinedArea, SeatRow } from '../grids.store.ts';

export interface GridCatalogue {
  find(no: GridNo): GridRow | null;
  nameOf(no: GridNo): string | null;
  fullNameOf(no: GridNo): string;
  childrenOf(no: GridNo): readonly GridRow[];
  /** The tree below `no`, with `no` as its root, `levels` deep (0: the root alone). */
  treeOf(no: GridNo, levels: number): GridTree | null;
  /** The known county seats of a prefecture, or of a county's prefecture. */
  seatsOf(no: GridNo): readonly SeatRow[];
}

export function createGridCatalogue(rows: readonly GridRow[], seats: readonly SeatRow[]): GridCatalogue {
  const byNo = new Map(rows.map((row) => [row.no, row]));
  const children = Map.groupBy(
    rows.filter((row) => row.parentNo !== null),
    (row) => row.parentNo as GridNo,
  );
  const seatsByPrefecture = Map.groupBy(seats, (seat) => parentOf(seat.no) as GridNo);

  const treeOf = (no: GridNo, levels: number): GridTree | null => {
    const row = byNo.get(no);
    if (!row) return null;
    const below = levels > 0 ? (children.get(no) ?? []) : [];
    return { no, name: row.name, children: below.flatMap((child) => treeOf(child.no, levels - 1) ?? []) };
  };

  return {
    find: (no) => byNo.get(no) ?? null,
    nameOf: (no) => byNo.get(no)?.name ?? null,
    fullNameOf: (no) => byNo.get(no)?.fullName ?? no,
    childrenOf: (no) => children.get(no) ?? [],
    treeOf,
    seatsOf: (no) => seatsByPrefecture.get(levelOf(no) === 'county' ? (parentOf(no) as GridNo) : no) ?? [],
  };
}

export function writeArea({ no, name, centre }: GridRow, area: OutlinedArea | undefined) {
  const at = area?.centre ?? centre;
  return {
    gridNo: no,
    gridName: name,
    areasPoint: area?.outline ?? null,
    centerLocationPoint: at && `POINT(${at.lng} ${at.lat})`,
    // 示意, because only an imported boundary is official.
    approximate: area?.source !== 'imported',
  };
}

/** Names by number, for any caller: a name discloses nothing about the contents of a grid. */
export async function gridNames(store: Pick<Store, 'grids'>, nos: readonly GridNo[]): Promise<(no: GridNo) => string> {
  const wanted = [...new Set(nos)];
  const { list } = wanted.length === 0 ? { list: [] } : await store.grids.list(NATION, { nos: wanted }, { limit: wanted.length });
  const names = new Map(list.map(({ no, name }) => [no, name]));
  return (no) => names.get(no) ?? no;
}
