// Geological hazards (地质灾害): the handlers of contract `hazards`, and the rounds of the watch in the background.
import type { ServerFeature } from '../../feature.ts';
import { createFeedAudit } from '../../services/feed-audit.ts';
import type { WatchRoom } from '../../services/hazards/watch.ts';
import { importHandler } from './import.ts';
import { pointHandlers } from './points.ts';
import { readingHandler } from './readings.ts';
import { startRounds } from './rounds.ts';
import { warningHandlers } from './warnings.ts';

export const hazards: ServerFeature<'hazards'> = {
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
