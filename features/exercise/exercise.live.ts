// The live message that an exercise began, ended or was judged.

import { withGridName } from '@lookout/domain';
import type { LiveMessagesOf } from '../live-messages.ts';

export const exerciseLive: LiveMessagesOf<'exercise'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'exercise', gridNo: event.gridNo, data: { of: 'exercise', data: withGridName(after, nameOf) } }];
