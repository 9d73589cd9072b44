// The live message that the safety of a person near a fire changed.

import { withGridName } from '@lookout/domain';
import type { LiveMessagesOf } from '../live-messages.ts';

export const safetyLive: LiveMessagesOf<'safety'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'personSafety', gridNo: event.gridNo, data: withGridName(after, nameOf) }];
