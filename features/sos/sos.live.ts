// The live message that an SOS changed.

import { withGridName } from '@lookout/domain';
import type { DraftsOf } from '../live-messages.ts';

export const sosDrafts: DraftsOf<'sos'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { sos: withGridName(after, nameOf) } }];
