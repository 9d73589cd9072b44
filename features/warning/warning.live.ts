// A warning's live messages.

import type { LiveMessagesOf } from '../live-messages.ts';
import { withAreaNames } from './warning.ts';

/**
 * Published to each county that the warning reaches: a desk receives only its own grid and below, and a warning comes from above. Who has
 * read a warning is not published but queried.
 */
export const warningLive: LiveMessagesOf<'warning'> = (event, after, nameOf) => {
  if (after === null || event.kind === 'warning.read') return [];
  const data = { warning: withAreaNames(after, nameOf) };
  return after.reaches.map((gridNo) => ({ kind: 'fireAlarm', gridNo, data }));
};
