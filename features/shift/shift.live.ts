// A shift's live messages.

import { withGridName } from '@lookout/domain';
import type { DraftsOf } from '../live-messages.ts';
import { withLoad } from './shift.ts';

export const shiftDrafts: DraftsOf<'shift'> = (event, after, nameOf) => {
  // The new shift is published instead.
  if (after === null || event.kind === 'shift.relieved' || event.kind === 'shift.succeeded') return [];
  return [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { shift: withGridName(withLoad(after, event.payload.load), nameOf) } }];
};
