// The live message that a plan's run changed.

import type { LiveMessagesOf } from '../live-messages.ts';
import { namedPlanRun } from './plan.ts';

export const planRunLive: LiveMessagesOf<'plan-run'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { planRun: namedPlanRun(after, nameOf) } }];
