// The live messages about a plot.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { plot } from './plot.schema.ts';
import type { Plot } from './plot.ts';

interface PlotChanged {
  readonly kind: 'plot-changed';
  readonly plot: Named<Plot>;
}
interface PlotGone {
  readonly kind: 'plot-gone';
  readonly plotId: string;
}

export const plotDetailTopic = topic({
  name: 'plotDetail',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '标绘的新建、修改与删除',
});

export const plotTopicMessages = [
  topicMessage({ topics: [plotDetailTopic], data: plot, read: (data): PlotChanged => ({ kind: 'plot-changed', plot: data }) }),
  topicMessage({
    topics: [plotDetailTopic],
    data: z.object({ id: z.uuid(), deleted: z.literal(true) }),
    read: (data): PlotGone => ({ kind: 'plot-gone', plotId: data.id }),
  }),
] as const;
