// The way in for machines: a batch of resources, each judged by itself; the good ones go in together.
import type { Contract } from '@lookout/contract';
import type { Resource } from '@lookout/domain';
import { resourceId, type Store } from '@lookout/store';
import type { Handlers } from '../../serve/context.ts';
import type { Places } from '../../services/places.ts';
import type { ResourceIndex } from '../../services/resource-index/index.ts';
import { isFault, readResource } from './read-resource.ts';

type Put = Pick<Handlers<Contract['resources']>, 'putResources'>;

export const putHandlers = (store: Store, index: ResourceIndex, places: () => Places): Put => ({
  async putResources({ caller, scope, audit }, { body }) {
    const senderGrid = caller.kind === 'account' ? caller.gridNo : null;
    const rejected: { index: number; path: string; reason: string }[] = [];
    const good = new Map<string, { index: number; resource: Omit<Resource, 'id'> }>();
    body.forEach((row, index) => {
      const outcome = readResource(row, senderGrid, places());
      if (isFault(outcome)) {
        rejected.push({ index, ...outcome });
        return;
      }
      const id = resourceId(outcome);
      const same = good.get(id);
      if (same) rejected.push({ index, path: 'resourceCode', reason: `与第 ${same.index + 1} 个的类别和编号相同` });
      else good.set(id, { index, resource: outcome });
    });
    const { written, unchanged } = await store.resources.put(
      scope,
      [...good.values()].map(({ resource }) => resource),
    );
    if (written.size > 0) await index.look();
    for (const [id, { index: row }] of good) {
      if (!written.has(id) && !unchanged.has(id)) {
        rejected.push({ index: row, path: 'resourceCode', reason: '这个编号的资源在您的网格之外' });
      }
    }
    const accepted = body.length - rejected.length;
    audit.detail({ received: body.length, accepted, changed: written.size });
    return { received: body.length, accepted, rejected: rejected.sort((a, b) => a.index - b.index) };
  },
});
