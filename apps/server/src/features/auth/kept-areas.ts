// The areas of a user and one level below, kept ready: the nation's are megabytes of boundaries, which cost the database and the only thread
// 150 ms at every call and are the same until an import changes the places.
import { LIST_LIMIT } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { readyList } from '../../serve/ready-list.ts';
import { type AreaTables, areasWithChildren } from './area.ts';

type Kept = ReturnType<typeof readyList<Awaited<ReturnType<typeof areasWithChildren>>[number]>>;

/** Those that were asked for last. Some megabytes each at most, and only the nation and a few provinces have so many. */
const MOST_SCOPES = 16;

/** @param places what is known of places: another object after each import (services/places-watch.ts) */
export function createKeptAreas(tables: AreaTables, places: () => object): (scope: GridNo) => Promise<Kept> {
  let keptFor = places();
  let kept = new Map<GridNo, Promise<Kept>>();

  return (scope) => {
    if (keptFor !== places()) {
      keptFor = places();
      kept = new Map();
    }
    const all = kept;
    // One reading serves all who ask meanwhile.
    const answer = all.get(scope) ?? areasWithChildren(tables, scope, LIST_LIMIT).then(readyList);
    all.delete(scope);
    all.set(scope, answer);
    answer.catch(() => {
      // The next one asks the database again.
      if (all.get(scope) === answer) all.delete(scope);
    });
    for (const oldest of all.keys()) {
      if (all.size <= MOST_SCOPES) break;
      all.delete(oldest);
    }
    return answer;
  };
}
