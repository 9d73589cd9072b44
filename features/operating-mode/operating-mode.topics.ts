// The live message about the operating mode of a grid.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import type { Named } from '@lookout/domain';
import { modeSetting } from './operating-mode.schema.ts';
import type { ModeSetting } from './operating-mode.ts';

interface ModeChanged {
  readonly kind: 'mode-changed';
  readonly setting: Named<ModeSetting>;
}

export const operatingModeTopic = topic({
  name: 'operatingMode',
  right: 'watch-alarms',
  scope: 'downwards',
  summary: '运行模式（日常、应急、演练）的设定：对该网格与其所有下级有效，席位须订阅自己与各上级网格',
});

export const operatingModeTopicMessages = [
  topicMessage({ topics: [operatingModeTopic], data: modeSetting, read: (data): ModeChanged => ({ kind: 'mode-changed', setting: data }) }),
] as const;
