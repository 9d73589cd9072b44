// Names of grids for replies. What has no name in the tree is called by its number.
import { type GridNo, NATION } from '@lookout/domain';
import type { Store } from '@lookout/store';

/** Looks up just these, whoever asks: a name says nothing about what lies in a grid. */
export async function gridNames(store: Pick<Store, 'grids'>, nos: readonly GridNo[]): Promise<(no: GridNo) => string> {
  const wanted = [...new Set(nos)];
  const { list } = wanted.length === 0 ? { list: [] } : await store.grids.list(NATION, { nos: wanted }, { limit: wanted.length });
  const names = new Map(list.map(({ no, name }) => [no, name]));
  return (no) => names.get(no) ?? no;
}
