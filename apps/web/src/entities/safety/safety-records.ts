// The people near fires of whom this desk has to know: loaded once, then kept current by live updates; who is out of danger is no longer among them.
import { bySafety, isWatched, type Named, type PersonSafety } from '@lookout/domain';
import { liveRecords } from '../../stores/live-records.ts';

export const safetyRecords = liveRecords<Named<PersonSafety>>({
  key: ({ id }) => id,
  order: bySafety,
  right: 'watch-alarms',
  load: (client, quietly) => client.safety.safetyList({ body: {}, ...quietly }),
  isWhole: true,
  effects: { 'safety-changed': ({ safety }) => [isWatched(safety) ? { put: safety } : { gone: safety.id }] },
});
