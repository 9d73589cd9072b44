// Imports a table of hazard points from the page. It uses the reader of `npm run import`, is limited to the caller's grid, and records an
// event for each changed point, as a single save does.

import { invalid } from '@lookout/server/acting/refusal.ts';
import { changesOf, hazardShape, readHazardRows } from '@lookout/server/import/hazards.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import { sentTable, tableReportOf } from '@lookout/server/serve/sent-table.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { saveHazards } from '../service/save.ts';
import type { WatchRoom } from '../service/watch.ts';

type Import = Pick<Handlers<Contract['hazard']>, 'importHazards'>;

/** Points locked and written in one transaction. A whole province in one transaction would delay the watch and the log. */
const BATCH = 500;

export function importHandler({
  store,
  journal,
  gazetteer,
  fileReader,
  room,
}: Pick<Room, 'store' | 'journal' | 'gazetteer' | 'fileReader'> & { readonly room: () => WatchRoom }): Import {
  return {
    async importHazards(context, { query }) {
      const table = await sentTable(context, hazardShape, fileReader);
      const { gridNo, fullName } = accountOf(context);
      const { items, faults } = await readHazardRows(table, gazetteer(), gridNo);
      const by = { scope: gridNo, name: fullName, now: context.now };
      const isApplied = query.apply === 1;
      let changed = 0;
      for (let at = 0; at < items.length; at += BATCH) {
        const batch = items.slice(at, at + BATCH);
        if (!isApplied) {
          faults.push(...(await store.transaction((tx) => changesOf(tx, batch, by))).faults);
          continue;
        }
        const written = await journal.transact(context, async (tx) => {
          const { changes, faults } = await changesOf(tx, batch, by);
          if (changes.length === 0) return { value: { changed: 0, faults }, happened: [] };
          const saved = await saveHazards(tx, context, changes, room());
          // The codes were checked before, so another request has registered one meanwhile.
          if (!saved.ok) throw invalid('file', 'hazards-registered-meanwhile');
          return { value: { changed: changes.length, faults }, happened: saved.value };
        });
        changed += written.changed;
        faults.push(...written.faults);
      }
      return tableReportOf(context, table, faults, isApplied ? changed : null);
    },
  };
}
