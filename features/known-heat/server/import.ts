// Imports a table of plants and kilns: new places wait for an officer; places with the same name in the same grid are updated.
import { randomUUID } from 'node:crypto';
import type { Act } from '@lookout/server/acting/act.ts';
import { knownHeatShape, type ListedHeat, readKnownHeatRows } from '@lookout/server/import/known-heats.ts';
import type { Read } from '@lookout/server/import/table-import.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import { sentTable, tableReportOf } from '@lookout/server/serve/sent-table.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import type { Repositories } from '../../store.ts';
import { aroundHeat, type KnownHeat } from '../known-heat.ts';

type Import = Pick<Handlers<Contract['knownHeat']>, 'importKnownHeats'>;

/** Places locked and written per transaction. */
const BATCH = 500;

export function importHandler({ journal, gazetteer, fileReader }: Pick<Room, 'journal' | 'gazetteer' | 'fileReader'>): Import {
  return {
    async importKnownHeats(context, { query }) {
      const table = await sentTable(context, knownHeatShape, fileReader);
      const { gridNo, fullName } = accountOf(context);
      const { items, faults } = await readKnownHeatRows(table, gazetteer(), gridNo);
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

/** In a transaction: rows equal to the stored values change nothing. */
async function written(tx: Repositories, act: Act, batch: readonly Read<ListedHeat>[], by: string): Promise<Happened[]> {
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

const isSame = (before: KnownHeat, item: ListedHeat): boolean =>
  (Object.keys(item) as (keyof ListedHeat)[]).every((field) => JSON.stringify(before[field]) === JSON.stringify(item[field]));
