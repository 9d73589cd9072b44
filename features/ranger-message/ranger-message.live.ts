// The live message that a message between a desk and a ranger was sent or read.

import type { LiveMessagesOf } from '../live-messages.ts';

export const rangerMessageLive: LiveMessagesOf<'ranger-message'> = (event, after) =>
  after === null ? [] : [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { rangerMessage: after } }];
