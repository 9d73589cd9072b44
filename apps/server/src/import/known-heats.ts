// Imports lists of plants and kilns from a table: 名称 is the key.

import { type GridNo, withinSendersGrid } from '@lookout/domain';
import type { Gazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import { KNOWN_HEAT_COLUMNS } from '@lookout/features/known-heat/known-heat.calls.ts';
import {
  HEAT_KINDS,
  type HeatKind,
  type KnownHeatDraft,
  LARGEST_HEAT_RADIUS_METRES,
  LEAST_HEAT_RADIUS_METRES,
  USUAL_HEAT_RADIUS_METRES,
} from '@lookout/features/known-heat/known-heat.ts';
import type { Table, TableShape } from '@lookout/ingest';
import { type Cells, readingCells, readRows } from './table-import.ts';

export const knownHeatShape: TableShape = { columns: KNOWN_HEAT_COLUMNS };

const kindNames = {
  plant: '企业厂矿',
  kiln: '砖窑',
  flare: '火炬',
  landfill: '垃圾填埋',
  solar: '光伏',
  cemetery: '坟场香火',
  other: '其他',
} as const satisfies Record<HeatKind, string>;
const KINDS = Object.fromEntries(HEAT_KINDS.map((kind) => [kindNames[kind], kind])) as Readonly<Record<string, HeatKind>>;

/** The fields of a place that a table contains. */
export interface ListedHeat extends KnownHeatDraft {
  readonly gridNo: GridNo;
  readonly address: string;
}

/** Reads the rows of a table as places; of two rows with the same name the second is refused. */
export const readKnownHeatRows = ({ rows }: Table, gazetteer: Gazetteer, senderGrid: GridNo) =>
  readRows(rows, (row) => readingCells(row, (cells) => ({ key: cells.text('名称', 64), item: listedOf(cells, gazetteer, senderGrid) })));

function listedOf(cells: Cells, gazetteer: Gazetteer, senderGrid: GridNo): ListedHeat {
  const position = cells.position('经度', '纬度');
  const located = gazetteer.locate(position, senderGrid);
  if (!located.ok) return cells.refuse('经度', located.error);
  const { gridNo, formattedAddress } = located.value;
  if (!withinSendersGrid(senderGrid, gridNo)) cells.refuse('经度', 'outside-senders-grid');
  return {
    name: cells.text('名称', 64),
    kind: cells.oneOf('类型', KINDS),
    position,
    gridNo,
    address: cells.optional('地址', 200) ?? formattedAddress,
    radiusMetres: cells.number('半径', LEAST_HEAT_RADIUS_METRES, LARGEST_HEAT_RADIUS_METRES) ?? USUAL_HEAT_RADIUS_METRES,
    usualFrpMegawatts: cells.number('常见功率', 0, 100_000),
    note: cells.optional('备注', 500),
  };
}
