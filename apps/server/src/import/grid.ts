// Imports new and renamed towns and counties: 网格编号 is the key.
import { codedError } from '@lookout/contract';
import { type GridNo, levelOf, NATION, type Position, parentOf } from '@lookout/domain';
import type { GridRow } from '@lookout/features/grid/grids.store.ts';
import type { Repositories, Store } from '@lookout/features/store.ts';
import type { TableRow, TableShape } from '@lookout/ingest';
import { refused } from '../acting/refusal.ts';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { ImportKind } from './kind.ts';
import {
  batchAudit,
  IMPORT_ORIGIN,
  isCellFault,
  openTable,
  type Read,
  readingCells,
  readRows,
  reportOf,
  writeBatches,
} from './table-import.ts';

export const gridShape: TableShape = {
  columns: [{ name: '网格编号', required: true }, { name: '名称', required: true }, { name: '上级' }, { name: '经度' }, { name: '纬度' }],
};

interface GridChange {
  readonly no: GridNo;
  readonly name: string;
  readonly parentNo: GridNo;
  /** null: unchanged. */
  readonly centre: Position | null;
}

export const importGrid: ImportKind = async (file, { store, clock, print }) => {
  const table = await openTable(file, gridShape);
  print(`读到 ${table.rows.length} 行`);
  const { items: changes, faults } = await readRows(table.rows, changeOf);
  const parents = await knownParents(store, changes);
  if (parents.size === 0 && changes.length > 0) throw refused('no-parent-grids-yet');
  // Counties first: the towns below them may be in the same file.
  const ordered = changes.toSorted((a, b) => a.item.no.length - b.item.no.length);
  const good: Read<GridChange>[] = [];
  for (const change of ordered) {
    const { no, parentNo } = change.item;
    if (parents.has(parentNo)) {
      good.push(change);
      parents.add(no);
    } else faults.push({ line: change.lines[0] ?? 0, column: '上级', error: codedError('no-parent-grid', { gridNo: parentNo }) });
  }
  const changed = await writeBatches(
    good,
    async (tx, batch) => {
      const written = await write(tx, batch);
      if (written.length === 0) return 0;
      await tx.audit.append([batchAudit('import-grid', file, { written: written.length, first: written[0], last: written.at(-1) })]);
      await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'gazetteer', written.length)]);
      return written.length;
    },
    { store, print },
  );
  return reportOf(table, good, { lines: changed }, faults);
};

function changeOf(row: TableRow) {
  const change = readingCells(row, (cells): GridChange => {
    const no = cells.grid('网格编号');
    const level = levelOf(no);
    if (level !== 'county' && level !== 'town') cells.refuse('网格编号', 'only-counties-and-towns');
    const parentNo = parentOf(no) as GridNo;
    const given = row.cell('上级') === '' ? parentNo : cells.grid('上级');
    if (given !== parentNo) cells.refuse('上级', 'parent-grid-differs', { gridNo: no, parentNo, given });
    const [lng, lat] = [cells.degrees('经度', 'lng'), cells.degrees('纬度', 'lat')];
    if ((lng === null) !== (lat === null)) cells.refuse(lng === null ? '经度' : '纬度', 'half-a-centre');
    return { no, name: cells.text('名称', 64), parentNo, centre: lng === null || lat === null ? null : cells.position('经度', '纬度') };
  });
  return isCellFault(change) ? change : { key: change.no, item: change };
}

async function knownParents(store: Store, changes: readonly Read<GridChange>[]): Promise<Set<GridNo>> {
  const nos = [...new Set(changes.map(({ item }) => item.parentNo))];
  const { list } = await store.grids.list(NATION, { nos }, { limit: nos.length + 1 });
  return new Set(list.map(({ no }) => no));
}

/** @returns the numbers that are new or changed */
async function write(tx: Repositories, batch: readonly Read<GridChange>[]): Promise<GridNo[]> {
  const changes = batch.map(({ item }) => item);
  const nos = [...new Set(changes.flatMap(({ no, parentNo }) => [no, parentNo]))];
  const { list } = await tx.grids.list(NATION, { nos }, { limit: nos.length + 1 });
  const known = new Map(list.map((grid) => [grid.no, grid]));
  const changed: GridRow[] = [];
  for (const { no, name, parentNo, centre } of changes) {
    const existing = known.get(no);
    const grid: GridRow = {
      no,
      name,
      parentNo,
      level: levelOf(no),
      fullName: `${known.get(parentNo)?.fullName ?? ''}${name}`,
      centre: centre ?? existing?.centre ?? null,
    };
    known.set(no, grid);
    if (!existing || !isSame(existing, grid)) changed.push(grid);
  }
  await tx.grids.put(changed);
  await renameBelow(
    tx,
    changed.filter(({ no, fullName }) => levelOf(no) === 'county' && list.some((grid) => grid.no === no && grid.fullName !== fullName)),
  );
  return changed.map(({ no }) => no);
}

const isSame = (a: GridRow, b: GridRow): boolean =>
  a.name === b.name && a.fullName === b.fullName && a.centre?.lng === b.centre?.lng && a.centre?.lat === b.centre?.lat;

/** A town's full name begins with its county's. */
async function renameBelow(tx: Repositories, counties: readonly GridRow[]): Promise<void> {
  for (const county of counties) {
    const { list } = await tx.grids.list(NATION, { parentNo: county.no }, { limit: 10_000 });
    await tx.grids.put(list.map((town) => ({ ...town, fullName: `${county.fullName}${town.name}` })));
  }
}
