// A plot's live messages. A desk that may no longer see it gets a message that it has been removed.

import { covers, type GridNo, withGridName } from '@lookout/domain';
import type { LiveContent, LiveMessagesOf } from '../live-messages.ts';

export const plotLive: LiveMessagesOf<'plot'> = (event, after, nameOf) => {
  const goneFrom = (gridNo: GridNo): LiveContent => ({ kind: 'plotDetail', gridNo, data: { id: event.objectId, deleted: true } });
  if (after === null) return [goneFrom(event.gridNo)];
  const drawn: LiveContent = { kind: 'plotDetail', gridNo: event.gridNo, data: withGridName(after, nameOf) };
  return event.leftGridNo !== null && !covers(event.leftGridNo, event.gridNo) ? [goneFrom(event.leftGridNo), drawn] : [drawn];
};
