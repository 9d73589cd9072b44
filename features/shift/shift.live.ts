// A shift's live messages.

import { withGridName } from '@lookout/domain';
import type { LiveMessagesOf } from '../live-messages.ts';
import { withLoad } from './shift.ts';

export const shiftLive: LiveMessagesOf<'shift'> = (event, after, nameOf) => {
  // The new shift is published instead.
  if (after === null || event.kind === 'shift.relieved' || event.kind === 'shift.succeeded') return [];
  return [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { shift: withGridName(withLoad(after, event.payload.load), nameOf) } }];
};
