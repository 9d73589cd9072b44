// The people near fires who are being watched: loaded once, then updated by live updates. A person out of danger is removed.

import type { Named } from '@lookout/domain';
import { liveRecords } from '@lookout/web/stores/live-records.ts';
import { bySafety, isWatched, type PersonSafety } from '../safety.ts';

export const safetyRecords = liveRecords<Named<PersonSafety>>({
  key: ({ id }) => id,
  order: bySafety,
  right: 'watch-alarms',
  load: (client, quietly) => client.safety.safetyList({ body: {}, ...quietly }),
  isWhole: true,
  past: ({ safeties }) => safeties,
  effects: { 'safety-changed': ({ safety }) => [isWatched(safety) ? { put: safety } : { gone: safety.id }] },
});
