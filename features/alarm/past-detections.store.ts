// Detections that were history when they arrived. Known heat sources are found in them too.

import { type Db, jsonText } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import { storedFacts } from './alarm-rows.store.ts';
import type { PastDetection } from './past-detection.ts';

/** Rows per statement, well within the statement timeout. */
const ADDED_AT_ONCE = 5_000;

export function pastDetectionsRepository(db: Db) {
  return {
    /** @returns how many were stored; the others already exist as alarms or as history */
    async add(past: readonly PastDetection[], arrivedAt: Date): Promise<number> {
      let added = 0;
      for (let from = 0; from < past.length; from += ADDED_AT_ONCE) {
        const rows = past.slice(from, from + ADDED_AT_ONCE).map(({ dedupeKey, observedAt, position, gridNo, reason, facts }) => ({
          dedupe_key: dedupeKey,
          observed_at: observedAt,
          lng: position.lng,
          lat: position.lat,
          grid_no: gridNo,
          reason,
          facts: storedFacts(facts),
          arrived_at: arrivedAt,
        }));
        const { numAffectedRows = 0n } = await sql`
          insert into past_detection select input.* from json_populate_recordset(null::past_detection, ${jsonText(rows)}::json) input
          where not exists (select from alarm where alarm.dedupe_key = input.dedupe_key)
          on conflict do nothing`.execute(db);
        added += Number(numAffectedRows);
      }
      return added;
    },
  };
}
