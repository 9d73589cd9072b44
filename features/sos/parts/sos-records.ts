// The open SOS (求救) of this desk's grid: loaded once, then updated live; a closed SOS is removed.

import type { Named } from '@lookout/domain';
import { liveRecords } from '@lookout/web/stores/live-records.ts';
import { isSosOpen, type Sos } from '../sos.ts';

/** Upper limit, more than a province's rangers raise at the same time. */
const MOST_OPEN = 500;

export const sosRecords = liveRecords<Named<Sos>>({
  key: ({ id }) => id,
  order: (a, b) => b.receivedAt.getTime() - a.receivedAt.getTime() || (a.id < b.id ? 1 : -1),
  right: 'watch-alarms',
  load: async (client, quietly) => (await client.sos.sosPage({ body: { state: 'open', pageSize: MOST_OPEN }, ...quietly })).list,
  isWhole: true,
  past: ({ sos }) => sos,
  effects: { 'sos-changed': ({ sos }) => [isSosOpen(sos) ? { put: sos } : { gone: sos.id }] },
});
