// Known heat (已知热源): places that are hot day after day, proposed from the detections of the last month or from lists, and decided by officers; and masks
// on the map (地图屏蔽区). What they mean for an alarm is worked out by the keeper of the fires.
import type { ServerFeature } from '../../feature.ts';
import { heatHandlers } from './heats.ts';
import { importHandler } from './import.ts';
import { maskHandlers } from './masks.ts';
import { watchHeat } from './proposals.ts';

export const knownHeat: ServerFeature<'knownHeat'> = {
  open: (room) => ({
    calls: { ...heatHandlers(room), ...importHandler(room), ...maskHandlers(room) },
    jobs: [watchHeat({ ...room, everyMs: room.waits.knownHeatEveryMs })],
  }),
};
