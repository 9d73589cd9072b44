// The lists of a desk at a past moment (decision 0063): those of the features.

import { LogBeginsLater } from '@lookout/store';
import { newestAt, type PastList, type PastMoment, pastQuery } from '@lookout/store/past.ts';
import type { Db } from '@lookout/store/sql.ts';
import { PAST_LISTS } from '../past-lists.generated.ts';

type ItemOf<L> = L extends PastList<infer T> ? T : never;
type PastLists = { readonly [K in keyof typeof PAST_LISTS]: readonly ItemOf<(typeof PAST_LISTS)[K]>[] };

export function pastRepository(db: Db) {
  return {
    /**
     * The newest number of the log at a moment.
     * @throws LogBeginsLater when events before that moment have been removed from the log
     */
    async seqAt(at: Date): Promise<number> {
      const { first, seq } = await newestAt(db, at);
      if (first > 1 && seq < first) throw new LogBeginsLater(first);
      return seq;
    },

    /** Every list of a desk at a moment, queried one after the other. */
    async lists(moment: PastMoment): Promise<PastLists> {
      const query = pastQuery(db, moment);
      const lists: Record<string, readonly unknown[]> = {};
      for (const [name, list] of Object.entries<PastList<unknown>>(PAST_LISTS)) lists[name] = await query.listOf(list);
      return lists as PastLists;
    },
  };
}
