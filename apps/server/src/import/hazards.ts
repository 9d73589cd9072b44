// Imports hazard points from a table: 统一编号 is the key. Monitors, thresholds and photos are managed on the page and do not change.
import { randomUUID } from 'node:crypto';
import { codedError } from '@lookout/contract';
import { covers, type GridNo, NATION, type Position, withinSendersGrid } from '@lookout/domain';
import { type Gazetteer, loadGazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import { HAZARD_COLUMNS } from '@lookout/features/hazard/hazard.calls.ts';
import {
  HAZARD_KINDS,
  HAZARD_LEVELS,
  type Hazard,
  type HazardKind,
  type HazardLevel,
  type HazardState,
  levelOfPeople,
  NO_RAIN_THRESHOLDS,
} from '@lookout/features/hazard/hazard.ts';
import { type HazardChange, saveHazards } from '@lookout/features/hazard/service/save.ts';
import type { Repositories } from '@lookout/features/store.ts';
import type { Table, TableShape } from '@lookout/ingest';
import { actOf } from '../acting/act.ts';
import { createJournal } from '../services/journal.ts';
import type { ImportKind } from './kind.ts';
import {
  batchAudit,
  type Cells,
  IMPORT_ORIGIN,
  IMPORTER,
  openTable,
  type Read,
  type RowFault,
  readingCells,
  readRows,
  reportOf,
  withPhones,
  writeBatches,
} from './table-import.ts';

const ACT = 'import-hazards';
/** The number of points that the audit names for a batch. */
const NAMED = 20;

export const hazardShape: TableShape = { columns: HAZARD_COLUMNS };

const kindNames = { slide: '滑坡', fall: '崩塌', 'debris-flow': '泥石流' } as const satisfies Record<HazardKind, string>;
const levelNames = { 'extra-large': '特大型', large: '大型', medium: '中型', small: '小型' } as const satisfies Record<HazardLevel, string>;

const KINDS = Object.fromEntries(HAZARD_KINDS.map((kind) => [kindNames[kind], kind])) as Readonly<Record<string, HazardKind>>;
/** Without a grade, the grade follows from the number of people. */
const LEVELS = { ...Object.fromEntries(HAZARD_LEVELS.map((level) => [levelNames[level], level])), '': 'by-people' } as Readonly<
  Record<string, HazardLevel | 'by-people'>
>;
const STATES: Readonly<Record<string, HazardState>> = { 在册: 'registered', 已核销: 'written-off', '': 'registered' };

/** The fields of a point that a table contains. */
type Listed = Omit<Hazard, 'id' | 'photos' | 'rain' | 'monitors' | 'version' | 'changedBy' | 'changedAt'>;

/**
 * Reads the rows of a table as points; of two rows with the same code the second is refused.
 * @param senderGrid the grid in which rows must lie; null: the whole country
 */
export const readHazardRows = ({ rows }: Table, gazetteer: Gazetteer, senderGrid: GridNo | null) =>
  readRows(rows, (row) =>
    readingCells(row, (cells) => ({ key: cells.text('统一编号', 64), item: listedOf(cells, gazetteer, senderGrid) })),
  );

/** Who imports the points, and in which grid it is allowed. */
interface By {
  readonly scope: GridNo;
  readonly name: string;
  readonly now: Date;
}

/** Computes within a transaction what these rows change, and locks the existing points. Rows equal to the stored point change nothing. */
export async function changesOf(tx: Pick<Repositories, 'hazards' | 'hazardWarnings'>, batch: readonly Read<Listed>[], by: By) {
  const known = await tx.hazards.lockByCodes(batch.map(({ item }) => item.code));
  const warned = await tx.hazardWarnings.lockOpenOf([...known.values()].map(({ hazard }) => hazard.id));
  const changes: HazardChange[] = [];
  const faults: RowFault[] = [];
  for (const { item, lines } of batch) {
    const before = known.get(item.code) ?? null;
    const fault = before && faultOf(item, before.hazard, warned.has(before.hazard.id), by.scope);
    if (fault) faults.push({ line: lines[0] ?? 0, ...fault });
    else if (before === null || !isSame(before.hazard, item)) {
      const existing = before?.hazard ?? { id: randomUUID(), photos: [], rain: NO_RAIN_THRESHOLDS, monitors: [], version: 0 };
      const { id, photos, rain, monitors, version } = existing;
      const hazard = { ...item, id, photos, rain, monitors, version: version + 1, changedBy: by.name, changedAt: by.now };
      changes.push({ hazard, before });
    }
  }
  return { changes, faults };
}

/** Why a row may not change the existing point with its code; null: it may. */
function faultOf(item: Listed, before: Hazard, isWarned: boolean, scope: GridNo): Omit<RowFault, 'line'> | null {
  // Nothing about a point in another grid is disclosed.
  if (!covers(scope, before.gridNo)) return { column: '统一编号', error: codedError('hazard-code-elsewhere') };
  if (!isWarned) return null;
  // The change would orphan its open warning: at the old place, or at a point that is no longer monitored.
  const { position } = before;
  const isMoved = position.lng !== item.position.lng || position.lat !== item.position.lat || before.gridNo !== item.gridNo;
  if (isMoved) return { column: '经度', error: codedError('hazard-has-warning') };
  return item.state === 'written-off' ? { column: '状态', error: codedError('hazard-has-warning') } : null;
}

export const importHazards: ImportKind = async (file, context) => {
  const { store, clock, print, gazetteer: read = () => loadGazetteer(store), hasSmsGateway = false } = context;
  const table = await openTable(file, hazardShape);
  print(`读到 ${table.rows.length} 行`);
  const gazetteer = await read();
  const nameOf = (no: GridNo) => gazetteer.grids.nameOf(no);
  // Not published here: a running server finds the events in the log, and publishes them.
  const journal = createJournal({ store, nameOf, publish: () => undefined });
  const { items, faults } = await readHazardRows(table, gazetteer, null);
  const refused: RowFault[] = [];
  const changed = await writeBatches(
    items,
    async (tx, batch) => {
      const act = actOf(IMPORT_ORIGIN.actor, { name: ACT, scope: NATION, now: clock() });
      const { changes, faults } = await changesOf(tx, batch, { scope: NATION, name: IMPORTER, now: act.now });
      refused.push(...faults);
      if (changes.length === 0) return 0;
      const saved = await saveHazards(tx, act, changes, { nameOf, hasGateway: hasSmsGateway });
      if (!saved.ok) throw new Error(saved.error);
      const ids = changes.slice(0, NAMED).map(({ hazard }) => hazard.id);
      await tx.audit.append([batchAudit(ACT, file, { written: changes.length, ids })]);
      await journal.append(tx, saved.value);
      return changes.length;
    },
    { store, print },
  );
  const refusedLines = new Set(refused.map(({ line }) => line));
  const good = items.filter(({ lines }) => !lines.some((line) => refusedLines.has(line)));
  return reportOf(table, good, { lines: changed }, [...faults, ...refused]);
};

const isSame = (before: Hazard, item: Listed): boolean =>
  (Object.keys(item) as (keyof Listed)[]).every((field) => JSON.stringify(before[field]) === JSON.stringify(item[field]));

function listedOf(cells: Cells, gazetteer: Gazetteer, senderGrid: GridNo | null): Listed {
  const count = (column: string): number => {
    const number = cells.number(column, 0, 1_000_000) ?? 0;
    return Number.isInteger(number) ? number : cells.refuse(column, 'cell-not-whole-number');
  };
  const position = cells.position('经度', '纬度');
  const gridNo = gazetteer.gridAt(position, senderGrid) ?? cells.refuse('经度', 'outside-china');
  if (!withinSendersGrid(senderGrid, gridNo)) cells.refuse('经度', 'outside-senders-grid');
  const people = count('威胁人数');
  const [dutyPhone = null, ...otherPhones] = cells.phones('责任人电话');
  const level = cells.oneOf('险情等级', LEVELS);
  return {
    code: cells.text('统一编号', 64),
    name: cells.text('名称', 64),
    kind: cells.oneOf('类型', KINDS),
    level: level === 'by-people' ? levelOfPeople(people) : level,
    state: cells.oneOf('状态', STATES),
    position,
    gridNo,
    address: cells.optional('地址', 200) ?? addressAt(position, gazetteer, senderGrid),
    people,
    households: count('威胁户数'),
    dutyName: cells.optional('责任人', 64),
    dutyPhone,
    description: withPhones(cells.optional('说明', 1_000), '责任人其他电话', otherPhones),
  };
}

/** Computed only for a row without an address, because it takes longer than the rest of the row. */
function addressAt(position: Position, gazetteer: Gazetteer, senderGrid: GridNo | null): string | null {
  const located = gazetteer.locate(position, senderGrid);
  return located.ok ? located.value.formattedAddress : null;
}
