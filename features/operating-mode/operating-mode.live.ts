// The live message that a grid's operating mode was set.

import { withGridName } from '@lookout/domain';
import type { DraftsOf } from '../live-messages.ts';

export const modeDrafts: DraftsOf<'mode'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'operatingMode', gridNo: event.gridNo, data: withGridName(after, nameOf) }];
