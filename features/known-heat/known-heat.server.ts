// Known heat (已知热源): places that are hot day after day, proposed from the detections of the last month or from lists, and decided by
// officers; and masks on the map (地图屏蔽区). features/incident computes their effect on an alarm.
import type { ServerFeature } from '@lookout/server/feature.ts';
import { heatHandlers } from './server/heats.ts';
import { importHandler } from './server/import.ts';
import { maskHandlers } from './server/masks.ts';
import { watchHeat } from './server/proposals.ts';

export const knownHeat: ServerFeature<'knownHeat'> = {
  open: (room) => ({
    calls: { ...heatHandlers(room), ...importHandler(room), ...maskHandlers(room) },
    jobs: [watchHeat({ ...room, everyMs: room.waits.knownHeatEveryMs })],
  }),
};
