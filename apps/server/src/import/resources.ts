// Imports resources from a table: 类别 + 编号 is the key. They are validated like those sent by machines.

import { type GridNo, NATION } from '@lookout/domain';
import { type Gazetteer, loadGazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import { resourceNames } from '@lookout/features/resource/resource.calls.ts';
import { RESOURCE_KINDS, type Resource } from '@lookout/features/resource/resource.ts';
import { resourceId } from '@lookout/features/resource/resources.store.ts';
import { readResource } from '@lookout/features/resource/server/put.ts';
import type { Table, TableRow, TableShape } from '@lookout/ingest';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { ImportKind } from './kind.ts';
import {
  batchAudit,
  type Cells,
  IMPORT_ORIGIN,
  isCellFault,
  openTable,
  readingCells,
  readRows,
  reportOf,
  writeBatches,
} from './table-import.ts';

/** Attributes of individual kinds (库存, 人数 …) have separate columns: 属性：人数. */
const ATTRIBUTE = '属性：';

/** The key's column within a kind. */
export const CODE_COLUMN = '编号';

export const resourceShape: TableShape = {
  columns: [
    { name: '类别', required: true },
    { name: CODE_COLUMN, required: true },
    { name: '名称', required: true },
    { name: '经度', required: true },
    { name: '纬度', required: true },
    { name: '海拔' },
    { name: '在线' },
    { name: '区县' },
    { name: '乡镇' },
    { name: '负责人' },
    { name: '负责人电话' },
    { name: '说明' },
    { name: '监控半径' },
    { name: '水平角' },
  ],
  openPrefix: ATTRIBUTE,
  points: { longitude: '经度', latitude: '纬度', renamed: { name: '名称', description: '说明' } },
};

/** Looked up by the Chinese name or the wire name. */
const KINDS = Object.fromEntries([
  ...RESOURCE_KINDS.map((kind) => [resourceNames[kind], kind]),
  ...RESOURCE_KINDS.map((kind) => [kind, kind]),
]) as Readonly<Record<string, Resource['kind']>>;

const ONLINE: Readonly<Record<string, 0 | 1 | 'unknown'>> = { 在线: 1, 是: 1, '1': 1, 离线: 0, 否: 0, '0': 0, '': 'unknown' };

/**
 * Reads the rows of a table as resources; of two rows with the same kind and code the second is refused.
 * @param senderGrid the grid in which rows must lie; null: the whole country
 */
export function readResourceRows({ names, rows }: Table, gazetteer: Gazetteer, senderGrid: GridNo | null) {
  const attributes = names.filter((name) => name.startsWith(ATTRIBUTE));
  return readRows(rows, (row) => resourceOf(row, attributes, gazetteer, senderGrid));
}

export const importResources: ImportKind = async (file, { store, clock, print, gazetteer: read = () => loadGazetteer(store) }) => {
  const table = await openTable(file, resourceShape);
  print(`读到 ${table.rows.length} 行`);
  const gazetteer = await read();
  const { items, faults } = await readResourceRows(table, gazetteer, null);
  const changed = await writeBatches(
    items,
    async (tx, batch) => {
      const { written } = await tx.resources.put(
        NATION,
        batch.map(({ item }) => item),
      );
      if (written.size === 0) return 0;
      await tx.audit.append([batchAudit('import-resources', file, { written: written.size, ids: some([...written]) })]);
      await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'resources', written.size)]);
      return written.size;
    },
    { store, print },
  );
  return reportOf(table, items, { lines: changed }, faults);
};

/** The ids that the audit names; the rest is counted. */
const some = (ids: readonly string[]): readonly string[] => ids.slice(0, 20);

function resourceOf(row: TableRow, attributes: readonly string[], gazetteer: Gazetteer, senderGrid: GridNo | null) {
  const sent = readingCells(row, (cells) => sentOf(cells, attributes));
  if (isCellFault(sent)) return sent;
  const read = readResource(sent, senderGrid, gazetteer);
  if (!read.ok) return { column: columnOf[read.error.path] ?? null, error: read.error };
  const resource = read.value;
  return { key: `${row.cell('类别')} ${resource.code}`, id: resourceId(resource), item: resource };
}

function sentOf(cells: Cells, attributes: readonly string[]) {
  const online = cells.oneOf('在线', ONLINE);
  const values = attributes.map((name) => [name.slice(ATTRIBUTE.length), cells.text(name, 200)] as const);
  const [leaderPhone = null, ...others] = cells.phones('负责人电话');
  return {
    resourceType: cells.oneOf('类别', KINDS),
    resourceCode: cells.text('编号', 64),
    name: cells.text('名称', 64),
    position: { ...cells.position('经度', '纬度'), z: cells.number('海拔', -500, 9000) },
    isOnline: online === 'unknown' ? null : online,
    districtName: cells.optional('区县', 64),
    streetName: cells.optional('乡镇', 64),
    leaderName: cells.optional('负责人', 64),
    leaderPhone,
    description: cells.optional('说明', 500),
    monitorRange: cells.number('监控半径', 0, 100_000),
    horizontalAngle: cells.number('水平角', -360, 360),
    attributes: attributesOf(values, others),
  };
}

/** The register stores one phone number of a leader; further ones become an attribute. */
const OTHER_PHONES = '其他电话';

function attributesOf(
  values: readonly (readonly [name: string, value: string])[],
  phones: readonly string[],
): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = Object.fromEntries(values.filter(([, value]) => value !== ''));
  if (phones.length === 0) return attributes;
  const { [OTHER_PHONES]: given } = attributes;
  return { ...attributes, [OTHER_PHONES]: [...(given === undefined ? [] : [given]), ...phones].join('、') };
}

/** The columns for faults that are found in the whole row. */
const columnOf: Readonly<Record<string, string>> = { position: '经度' };
