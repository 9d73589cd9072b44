// The live message that an exercise began, ended or was judged.

import { withGridName } from '@lookout/domain';
import type { DraftsOf } from '../live-messages.ts';

export const exerciseDrafts: DraftsOf<'exercise'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'exercise', gridNo: event.gridNo, data: { of: 'exercise', data: withGridName(after, nameOf) } }];
