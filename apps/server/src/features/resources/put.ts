// The way in for machines: a batch of resources, each judged by itself; the good ones go in together.
import type { Answer, Contract } from '@lookout/contract';
import type { Resource } from '@lookout/domain';
import { resourceId, type Store } from '@lookout/store';
import { originOf } from '../../acting/act.ts';
import { type FieldFault, fieldFault } from '../../acting/refusal.ts';
import type { Handlers } from '../../serve/context.ts';
import { whyIn } from '../../serve/envelope.ts';
import { registerEvent } from '../../services/installation-events.ts';
import type { Journal } from '../../services/journal.ts';

import type { Places } from '../../services/places.ts';
import { readResource } from './read-resource.ts';

type Put = Pick<Handlers<Contract['resources']>, 'putResources'>;

export const putHandlers = (store: Store, journal: Journal, places: () => Places): Put => ({
  async putResources(context, { body }) {
    const { caller, scope, audit, language } = context;
    const senderGrid = caller.kind === 'account' ? caller.gridNo : null;
    const rejected: Answer<Contract['resources']['putResources']>['rejected'] = [];
    const good = new Map<string, { index: number; resource: Omit<Resource, 'id'> }>();
    const reject = (index: number, error: FieldFault) => rejected.push({ index, path: error.path, ...whyIn(language, error) });
    for (const [index, row] of body.entries()) {
      const read = readResource(row, senderGrid, places());
      if (!read.ok) {
        reject(index, read.error);
        continue;
      }
      const id = resourceId(read.value);
      const same = good.get(id);
      if (same) reject(index, fieldFault('resourceCode', 'same-resource-before', { row: same.index + 1 }));
      else good.set(id, { index, resource: read.value });
    }
    const { written, unchanged, messages } = await store.transaction(async (tx) => {
      const put = await tx.resources.put(
        scope,
        [...good.values()].map(({ resource }) => resource),
      );
      const happened = put.written.size > 0 ? [registerEvent(originOf(context), context.now, 'resources', put.written.size, scope)] : [];
      return { ...put, messages: await journal.append(tx, happened) };
    });
    journal.announce(messages);
    for (const [id, { index: row }] of good) {
      if (!written.has(id) && !unchanged.has(id)) reject(row, fieldFault('resourceCode', 'resource-outside-your-grid'));
    }
    const accepted = body.length - rejected.length;
    audit.detail({ received: body.length, accepted, changed: written.size });
    return { received: body.length, accepted, rejected: rejected.sort((a, b) => a.index - b.index) };
  },
});
