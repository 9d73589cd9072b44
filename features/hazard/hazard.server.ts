// Geological hazards (地质灾害): the handlers of the calls, and the background rounds of the watch.
import type { ServerFeature } from '@lookout/server/feature.ts';
import { createFeedAudit } from '@lookout/server/services/feed-audit.ts';
import { importHandler } from './server/import.ts';
import { pointHandlers } from './server/points.ts';
import { readingHandler } from './server/readings.ts';
import { startRounds } from './server/rounds.ts';
import { warningHandlers } from './server/warnings.ts';
import type { WatchRoom } from './service/watch.ts';

export const hazard: ServerFeature<'hazard'> = {
  open(services) {
    const { store, log, config, gazetteer } = services;
    const room = (): WatchRoom => ({ nameOf: (no) => gazetteer().grids.nameOf(no), hasGateway: config.smsUrl !== null });
    const audit = createFeedAudit(store.audit, log);
    return {
      calls: {
        ...pointHandlers({ ...services, room }),
        ...importHandler({ ...services, room }),
        ...warningHandlers(services),
        ...readingHandler({ ...services, audit, room }),
      },
      jobs: [audit, ...startRounds({ ...services, room })],
    };
  },
};
