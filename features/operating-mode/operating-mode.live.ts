// The live message that a grid's operating mode was set.

import { withGridName } from '@lookout/domain';
import type { LiveMessagesOf } from '../live-messages.ts';

export const modeLive: LiveMessagesOf<'mode'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'operatingMode', gridNo: event.gridNo, data: withGridName(after, nameOf) }];
