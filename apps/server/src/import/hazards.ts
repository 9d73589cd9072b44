// Hazard points by table: 统一编号 is the key. Monitors, thresholds and photos are set up in the page and stay as they are.
import { randomUUID } from 'node:crypto';
import {
  HAZARD_KINDS,
  HAZARD_LEVELS,
  type Hazard,
  type HazardKind,
  type HazardLevel,
  type HazardState,
  levelOfPeople,
  NO_RAIN_THRESHOLDS,
} from '@lookout/domain';
import type { TableRow, TableShape } from '@lookout/ingest';
import { type Gazetteer, loadGazetteer } from '../services/gazetteer.ts';
import { appendUnpublished } from '../services/installation-events.ts';
import { eventBy } from '../services/journal.ts';
import type { ImportKind } from './kind.ts';
import {
  batchAudit,
  type Cells,
  IMPORT_ORIGIN,
  IMPORTER,
  openTable,
  readingCells,
  readRows,
  reportOf,
  writeBatches,
} from './table-import.ts';

export const hazardShape: TableShape = {
  columns: [
    { name: '统一编号', required: true },
    { name: '名称', required: true },
    { name: '类型', required: true },
    { name: '经度', required: true },
    { name: '纬度', required: true },
    { name: '险情等级' },
    { name: '威胁人数' },
    { name: '威胁户数' },
    { name: '责任人' },
    { name: '责任人电话' },
    { name: '地址' },
    { name: '状态' },
    { name: '说明' },
  ],
};

const kindNames = { slide: '滑坡', fall: '崩塌', 'debris-flow': '泥石流' } as const satisfies Record<HazardKind, string>;
const levelNames = { 'extra-large': '特大型', large: '大型', medium: '中型', small: '小型' } as const satisfies Record<HazardLevel, string>;

const KINDS = Object.fromEntries(HAZARD_KINDS.map((kind) => [kindNames[kind], kind])) as Readonly<Record<string, HazardKind>>;
/** Without a grade it follows from the people. */
const LEVELS = { ...Object.fromEntries(HAZARD_LEVELS.map((level) => [levelNames[level], level])), '': 'by-people' } as Readonly<
  Record<string, HazardLevel | 'by-people'>
>;
const STATES: Readonly<Record<string, HazardState>> = { 在册: 'registered', 已核销: 'written-off', '': 'registered' };

/** What a table says of a point. */
type Listed = Omit<Hazard, 'id' | 'photos' | 'rain' | 'monitors' | 'version' | 'changedBy' | 'changedAt'>;

export const importHazards: ImportKind = async (file, { store, clock, print }) => {
  const table = await openTable(file, hazardShape);
  print(`读到 ${table.rows.length} 行`);
  const gazetteer = await loadGazetteer(store);
  const { items, faults } = readRows(table.rows, (row) => hazardOf(row, gazetteer));
  const changed = await writeBatches(
    items,
    async (tx, batch) => {
      const now = clock();
      const known = await tx.hazards.lockByCodes(batch.map(({ item }) => item.code));
      const hazards = batch.flatMap(({ item }): Hazard[] => {
        const before = known.get(item.code);
        if (before && isSame(before, item)) return [];
        const kept = before ?? { id: randomUUID(), photos: [], rain: NO_RAIN_THRESHOLDS, monitors: [], version: 0 };
        const { id, photos, rain, monitors, version } = kept;
        return [{ ...item, id, photos, rain, monitors, version: version + 1, changedBy: IMPORTER, changedAt: now }];
      });
      if (hazards.length === 0) return 0;
      const put = await tx.hazards.put(hazards);
      if (!put.ok) throw new Error(put.error);
      await tx.audit.append([
        batchAudit('import-hazards', file, { written: hazards.length, ids: hazards.slice(0, 20).map(({ id }) => id) }),
      ]);
      await appendUnpublished(
        tx,
        hazards.map((hazard) => {
          const before = known.get(hazard.code);
          const leftGridNo = before && before.gridNo !== hazard.gridNo ? before.gridNo : null;
          const change = { kind: 'hazard.saved', payload: { hazard, isNew: before === undefined } } as const;
          return { event: eventBy(IMPORT_ORIGIN, now, change, { objectId: hazard.id, gridNo: hazard.gridNo, leftGridNo }), after: hazard };
        }),
      );
      return hazards.length;
    },
    { store, print },
  );
  return reportOf(table, items, { lines: changed }, faults);
};

const isSame = (before: Hazard, item: Listed): boolean =>
  (Object.keys(item) as (keyof Listed)[]).every((field) => JSON.stringify(before[field]) === JSON.stringify(item[field]));

const hazardOf = (row: TableRow, gazetteer: Gazetteer) =>
  readingCells(row, (cells) => ({ key: cells.text('统一编号', 64), item: listedOf(cells, gazetteer) }));

function listedOf(cells: Cells, gazetteer: Gazetteer): Listed {
  const count = (column: string): number => {
    const number = cells.number(column, 0, 1_000_000) ?? 0;
    return Number.isInteger(number) ? number : cells.refuse(column, 'cell-not-whole-number');
  };
  const degrees = (column: string, most: number): number => cells.number(column, -most, most) ?? 0;
  const position = { lng: degrees('经度', 180), lat: degrees('纬度', 90) };
  const located = gazetteer.locate(position, null);
  if (!located.ok) return cells.refuse('经度', located.error);
  const people = count('威胁人数');
  const level = cells.oneOf('险情等级', LEVELS);
  return {
    code: cells.text('统一编号', 64),
    name: cells.text('名称', 64),
    kind: cells.oneOf('类型', KINDS),
    level: level === 'by-people' ? levelOfPeople(people) : level,
    state: cells.oneOf('状态', STATES),
    position,
    gridNo: located.value.gridNo,
    address: cells.optional('地址', 200) ?? located.value.formattedAddress,
    people,
    households: count('威胁户数'),
    dutyName: cells.optional('责任人', 64),
    dutyPhone: cells.phone('责任人电话'),
    description: cells.optional('说明', 1_000),
  };
}
