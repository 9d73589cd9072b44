// The people near fires of whom this desk has to know: loaded once, then kept current by live updates; who is out of danger is no longer among them.

import type { Named } from '@lookout/domain';
import { liveRecords } from '@lookout/web/stores/live-records.ts';
import { bySafety, isWatched, type PersonSafety } from '../safety.ts';

export const safetyRecords = liveRecords<Named<PersonSafety>>({
  key: ({ id }) => id,
  order: bySafety,
  right: 'watch-alarms',
  load: (client, quietly) => client.safety.safetyList({ body: {}, ...quietly }),
  isWhole: true,
  effects: { 'safety-changed': ({ safety }) => [isWatched(safety) ? { put: safety } : { gone: safety.id }] },
});
