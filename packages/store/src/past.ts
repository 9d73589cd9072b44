// The lists of a desk at a past moment (decision 0063): today's rows limit which objects are candidates, and their states are folded from the
// log up to the moment. A feature states its list in `past-<list>.store.ts`.

import { covers, DAY_MS, type GridNo, type ObjectKind, type ObjectStates } from '@lookout/domain';
import { type RawBuilder, sql } from 'kysely';
import { eventsRepository } from './repositories/events.ts';
import type { Db } from './sql.ts';

/** How far back a list goes for objects that change within days: alarms that were since handled, moved or deleted, and fires of alarms. */
export const PAST_NEAR_MS = 7 * DAY_MS;
/** How far back a list goes for objects that last for weeks and have ended since: tasks, SOS and due reports. */
export const PAST_FAR_MS = 60 * DAY_MS;

/** What a list of the past is queried for. */
export interface PastMoment {
  readonly at: Date;
  /** The newest number of the log at that moment: later events were not known. */
  readonly seq: number;
  readonly scope: GridNo;
  /** The most items in a list. */
  readonly limit: number;
  readonly nameOf: (no: GridNo) => string | null;
}

export interface PastQuery extends PastMoment {
  readonly db: Db;
  /** The ids that a statement returns, as text. */
  idsOf(query: RawBuilder<{ id: string }>): Promise<string[]>;
  /**
   * The states of these objects after their last event up to the moment, in the order of the ids: those in the scope of which `pick` makes
   * an item. An object that did not exist is left out.
   */
  statesOf<K extends ObjectKind, T extends { readonly gridNo: GridNo }>(
    kind: K,
    ids: readonly string[],
    pick: (state: NonNullable<ObjectStates[K]>) => T | null,
  ): Promise<T[]>;
  /** Another list of the same moment, which is queried once. */
  listOf<T>(past: PastList<T>): Promise<readonly T[]>;
}

/** A list of a desk at a past moment, as its replies have it. It equals the current list, had it been loaded then. */
export type PastList<T> = (query: PastQuery) => Promise<readonly T[]>;

export function pastQuery(db: Db, moment: PastMoment): PastQuery {
  const events = eventsRepository(db);
  const known = new Map<unknown, Promise<readonly unknown[]>>();
  const query: PastQuery = {
    ...moment,
    db,
    idsOf: async (statement) => (await statement.execute(db)).rows.map(({ id }) => id),
    async statesOf(kind, ids, pick) {
      const states = await events.statesAt(kind, ids, moment.seq);
      return ids.flatMap((id) => {
        // The states are those of this kind; TypeScript cannot relate them to the kind that was queried.
        const state = states.get(id) as Parameters<typeof pick>[0] | undefined;
        const one = state === undefined ? null : pick(state);
        return one !== null && covers(moment.scope, one.gridNo) ? [one] : [];
      });
    },
    listOf<T>(past: PastList<T>) {
      const list = (known.get(past) as Promise<readonly T[]> | undefined) ?? past(query);
      known.set(past, list);
      return list;
    },
  };
  return query;
}

/** The most numbers by which a commit may lag, under a flood of events on a busy machine. */
const LOOKED_BACK = 2_000;

/**
 * The newest number at a moment, and the log's first; if the moment is older than the log, the number before its first. Numbers follow the
 * order of commits, in which the recording times rise except for slow commits. The number is found by binary search, so that the log needs
 * no index on its times, and then corrected to before the first later event among those just before it. An event recorded before the moment
 * and committed after it was not visible at the moment.
 */
export async function newestAt(db: Db, at: Date): Promise<{ readonly first: number; readonly seq: number }> {
  const { rows } = await sql<{ first: number; seq: number }>`
    with recursive search(low, high) as (
      select event_first - 1, event_last from journal_head
      union all
      select case when probe.is_known then probe.seq else search.low end, case when probe.is_known then search.high else probe.before end
      from search cross join lateral (
        select seq, seq - numbers as before, recorded_at <= ${at} as is_known from event
        where seq > (search.low + search.high) / 2 order by seq limit 1
      ) probe
      where search.low < search.high
    )
    , found as (select low as seq from search order by high - low limit 1)
    select event_first as first, coalesce((
      select min(event.seq - event.numbers) from event
      where event.seq > found.seq - ${LOOKED_BACK} and event.seq <= found.seq and event.recorded_at > ${at}
    ), found.seq) as seq
    from journal_head cross join found`.execute(db);
  return rows[0] ?? { first: 1, seq: 0 };
}
