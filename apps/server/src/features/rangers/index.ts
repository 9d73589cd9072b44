// Rangers: the handlers of contract `rangers`, and what they keep in memory.
import type { ServerFeature } from '../../feature.ts';
import { createDirectory } from './directory.ts';
import { createPositionAudit } from './position-audit.ts';
import { createPositionWriter } from './position-writer.ts';
import { positionHandler } from './positions.ts';
import { rangerReads } from './reads.ts';
import { createTeller } from './teller.ts';

export const rangers: ServerFeature<'rangers'> = {
  open({ store, announcer, log, grids, waits }) {
    const directory = createDirectory(store.rangers, () => performance.now(), waits.rangersLookMs);
    const writer = createPositionWriter((positions, receivedAt) => store.rangers.save(positions, receivedAt));
    const audit = createPositionAudit(store.audit, log);
    return {
      calls: { ...positionHandler({ directory, writer, audit, teller: createTeller(announcer) }), ...rangerReads(store, grids) },
      jobs: [audit, writer],
    };
  },
};
