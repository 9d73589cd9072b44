// The live message about a warning of a geological hazard.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { hazardWarning } from './hazard.schema.ts';
import { HAZARD_WARNING_ACTS, type HazardWarning, type HazardWarningAct } from './hazard.ts';

interface HazardWarningChanged {
  readonly kind: 'hazard-warning-changed';
  readonly warning: Named<HazardWarning>;
  readonly change: HazardWarningAct;
  /** Full name. */
  readonly changedBy: string;
}

export const hazardWarningTopic = topic({
  name: 'hazardWarning',
  right: 'set-up-cameras',
  scope: 'upwards',
  summary: '地质灾害预警的发布、升级、降级、解除、接警、处置与关闭',
});

export const hazardTopicMessages = [
  topicMessage({
    topics: [hazardWarningTopic],
    data: z.object({ warning: hazardWarning, change: z.enum(HAZARD_WARNING_ACTS), changedBy: z.string() }),
    read: (data): HazardWarningChanged => ({ kind: 'hazard-warning-changed', ...data }),
  }),
] as const;
