// Every plot (标绘) of this browser's grid: loaded once by the list call, then updated live.
import type { Named } from '@lookout/domain';
import { liveRecords } from '@lookout/web/stores/live-records.ts';
import type { Plot } from '../plot.ts';

const newestFirst = (a: Named<Plot>, b: Named<Plot>): number => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

export const plotRecords = liveRecords<Named<Plot>>({
  key: ({ id }) => id,
  order: newestFirst,
  load: (client, quietly) => client.plot.plotList({ body: {}, ...quietly }),
  isWhole: true,
  past: ({ plots }) => plots,
  effects: {
    'plot-changed': ({ plot }) => [{ put: plot }],
    'plot-gone': ({ plotId }) => [{ gone: plotId }],
  },
});
