// The live message that an SOS changed.

import { withGridName } from '@lookout/domain';
import type { LiveMessagesOf } from '../live-messages.ts';

export const sosLive: LiveMessagesOf<'sos'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { sos: withGridName(after, nameOf) } }];
