// The live messages about a plot.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
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

export const plotTopics = [
  topicMessage({ topics: ['plotDetail'], data: plot, read: (data): PlotChanged => ({ kind: 'plot-changed', plot: data }) }),
  topicMessage({
    topics: ['plotDetail'],
    data: z.object({ id: z.uuid(), deleted: z.literal(true) }),
    read: (data): PlotGone => ({ kind: 'plot-gone', plotId: data.id }),
  }),
] as const;
