// The live message that a second look changed.

import type { LiveMessagesOf } from '../live-messages.ts';

export const secondLookLive: LiveMessagesOf<'second-look'> = (event, after) =>
  after === null ? [] : [{ kind: 'secondLook', gridNo: event.gridNo, data: after }];
