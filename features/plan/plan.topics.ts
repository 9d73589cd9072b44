// The live message about a plan that runs for a fire.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { z } from 'zod';
import { fireAlarmTopic } from '../alarm/alarm.topics.ts';
import { planRun } from './plan.schema.ts';
import type { NamedPlanRun } from './plan.ts';

/** A plan was started for a fire, or its level or checklist changed. */
interface PlanRunChanged {
  readonly kind: 'plan-run-changed';
  readonly run: NamedPlanRun;
}

export const planTopicMessages = [
  topicMessage({
    topics: [fireAlarmTopic],
    summary: '预案的启动、响应级别与处置清单的变化',
    data: z.object({ planRun }),
    read: (data): PlanRunChanged => ({ kind: 'plan-run-changed', run: data.planRun }),
  }),
] as const;
