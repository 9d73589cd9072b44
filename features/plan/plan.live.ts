// The live message that a plan's run changed.

import type { DraftsOf } from '../live-messages.ts';
import { namedPlanRun } from './plan.ts';

export const planRunDrafts: DraftsOf<'plan-run'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { planRun: namedPlanRun(after, nameOf) } }];
