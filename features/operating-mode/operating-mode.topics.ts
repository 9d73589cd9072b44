// The live message about the operating mode of a grid.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import type { Named } from '@lookout/domain';
import { modeSetting } from './operating-mode.schema.ts';
import type { ModeSetting } from './operating-mode.ts';

interface ModeChanged {
  readonly kind: 'mode-changed';
  readonly setting: Named<ModeSetting>;
}

export const operatingModeTopics = [
  topicMessage({ topics: ['operatingMode'], data: modeSetting, read: (data): ModeChanged => ({ kind: 'mode-changed', setting: data }) }),
] as const;
