// The live message that masts see other ground than before: a camera was added, lost, moved, or went on or off line, or ground was imported.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import { coverageVersion } from './coverage.schema.ts';

interface CoverageChanged {
  readonly kind: 'coverage-changed';
  /** The same for the same masts on the same ground, whichever server publishes it. */
  readonly version: string;
}

export const coverageTopic = topic({
  name: 'coverage',
  right: 'watch-alarms',
  scope: 'downwards',
  isLogged: false,
  summary: '视域变了（摄像机增减、移动、上下线，或导入了地形）：发在全国网格，席位须订阅自己与各上级网格；没有 seq，不补发',
});

export const coverageTopicMessages = [
  topicMessage({
    topics: [coverageTopic],
    data: coverageVersion,
    read: ({ version }): CoverageChanged => ({ kind: 'coverage-changed', version }),
  }),
] as const;
