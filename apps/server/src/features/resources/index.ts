// Resources: lists by kind, what lies around a place, and the way in: the handlers of contract `resources`.
import type { Contract } from '@lookout/contract';
import type { Store } from '@lookout/store';
import type { Handlers } from '../../serve/context.ts';
import type { Journal } from '../../services/journal.ts';
import type { Places } from '../../services/places.ts';
import type { ResourceIndex } from '../../services/resource-index/index.ts';
import { aroundHandlers } from './around.ts';
import { listHandlers } from './lists.ts';
import { putHandlers } from './put.ts';

export interface ResourceDeps {
  readonly store: Store;
  readonly places: () => Places;
  readonly index: ResourceIndex;
  readonly journal: Journal;
}

export function resourceHandlers({ store, places, index, journal }: ResourceDeps): Handlers<Contract['resources']> {
  const book = () => places().book;
  return { ...listHandlers(store, index, book), ...aroundHandlers(index, book), ...putHandlers(store, journal, places) };
}
