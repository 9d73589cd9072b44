// Lists of plants and kilns by table: new places wait for an officer; of the same name in the same grid they are brought up to date.
import { randomUUID } from 'node:crypto';
import { type Contract, KNOWN_HEAT_COLUMNS } from '@lookout/contract';
import {
  aroundHeat,
  type GridNo,
  HEAT_KINDS,
  type HeatKind,
  type KnownHeat,
  type KnownHeatDraft,
  LARGEST_HEAT_RADIUS_METRES,
  LEAST_HEAT_RADIUS_METRES,
  USUAL_HEAT_RADIUS_METRES,
  withinSendersGrid,
} from '@lookout/domain';
import type { Table, TableShape } from '@lookout/ingest';
import type { Repositories } from '@lookout/store';
import type { Act } from '../../acting/act.ts';
import { type Cells, type Read, readingCells, readRows } from '../../import/table-import.ts';
import { accountOf, type Handlers } from '../../serve/context.ts';
import { sentTable, tableReportOf } from '../../serve/sent-table.ts';
import type { Gazetteer } from '../../services/gazetteer.ts';
import { eventOf, type Happened } from '../../services/journal.ts';
import type { Room } from '../../services/open.ts';

type Import = Pick<Handlers<Contract['knownHeat']>, 'importKnownHeats'>;

/** Places locked and written in one transaction. */
const BATCH = 500;

const shape: TableShape = { columns: KNOWN_HEAT_COLUMNS };

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

/** What a table says of a place. */
interface Listed extends KnownHeatDraft {
  readonly gridNo: GridNo;
  readonly address: string;
}

export function importHandler({ journal, gazetteer, fileReader }: Pick<Room, 'journal' | 'gazetteer' | 'fileReader'>): Import {
  return {
    async importKnownHeats(context, { query }) {
      const table = await sentTable(context, shape, fileReader);
      const { gridNo, fullName } = accountOf(context);
      const { items, faults } = await readListed(table, gazetteer(), gridNo);
      if (query.apply !== 1) return tableReportOf(context, table, faults, null);
      let changed = 0;
      for (let at = 0; at < items.length; at += BATCH) {
        const batch = items.slice(at, at + BATCH);
        changed += await journal.transact(context, async (tx) => {
          const happened = await written(tx, context, batch, fullName);
          return { value: happened.length, happened };
        });
      }
      return tableReportOf(context, table, faults, changed);
    },
  };
}

const readListed = ({ rows }: Table, gazetteer: Gazetteer, senderGrid: GridNo) =>
  readRows(rows, (row) => readingCells(row, (cells) => ({ key: cells.text('名称', 64), item: listedOf(cells, gazetteer, senderGrid) })));

/** In a transaction: rows that say what stands change nothing. */
async function written(tx: Repositories, act: Act, batch: readonly Read<Listed>[], by: string): Promise<Happened[]> {
  const known = await tx.knownHeats.lockByNames(
    act.scope,
    batch.map(({ item }) => item.name),
  );
  const keyOf = ({ gridNo, name }: Pick<KnownHeat, 'gridNo' | 'name'>) => `${gridNo} ${name}`;
  const byKey = new Map(known.map((heat) => [keyOf(heat), heat]));
  const changes = batch.flatMap(({ item }) => {
    const before = byKey.get(keyOf(item)) ?? null;
    if (before !== null && isSame(before, item)) return [];
    const heat: KnownHeat = {
      ...(before ?? newHeat(by, act.now)),
      ...item,
      version: (before?.version ?? 0) + 1,
      changedBy: by,
      changedAt: act.now,
    };
    return [{ before, heat }];
  });
  await tx.knownHeats.save(changes.map(({ heat }) => heat));
  return changes.map(({ before, heat }) => {
    const change = { kind: 'known-heat.saved', payload: { knownHeat: heat, around: aroundHeat(before, heat) } } as const;
    return { event: eventOf(act, change, { objectId: heat.id, gridNo: heat.gridNo }), after: heat };
  });
}

const newHeat = (by: string, now: Date) =>
  ({
    id: randomUUID(),
    state: 'proposed',
    origin: 'import',
    days: [],
    hours: [],
    createdBy: by,
    createdAt: now,
    reviewedBy: null,
    reviewedAt: null,
    reviewNote: null,
  }) as const;

const isSame = (before: KnownHeat, item: Listed): boolean =>
  (Object.keys(item) as (keyof Listed)[]).every((field) => JSON.stringify(before[field]) === JSON.stringify(item[field]));

function listedOf(cells: Cells, gazetteer: Gazetteer, senderGrid: GridNo): Listed {
  const degrees = (column: string, most: number): number => cells.number(column, -most, most) ?? 0;
  const position = { lng: degrees('经度', 180), lat: degrees('纬度', 90) };
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
