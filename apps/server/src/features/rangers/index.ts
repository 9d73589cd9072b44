// Rangers: the handlers of contract `rangers`, and what they keep in memory.
import type { FeatureModule } from '../../serve/feature-module.ts';
import type { Deps } from '../../services/deps.ts';
import type { GridBook } from '../../services/grid-book.ts';
import { createDirectory } from './directory.ts';
import { createPositionAudit } from './position-audit.ts';
import { createPositionWriter } from './position-writer.ts';
import { positionHandler } from './positions.ts';
import { rangerReads } from './reads.ts';
import { createTeller } from './teller.ts';

export type RangersDeps = Pick<Deps, 'store' | 'announcer' | 'log'> & {
  readonly book: () => GridBook;
  readonly lookMs?: number | undefined;
};

export function rangersFeature({ store, announcer, log, book, lookMs }: RangersDeps): FeatureModule<'rangers'> {
  const directory = createDirectory(store.rangers, () => performance.now(), lookMs);
  const writer = createPositionWriter((positions, receivedAt) => store.rangers.save(positions, receivedAt));
  const audit = createPositionAudit(store.audit, log);
  return {
    handlers: { ...positionHandler({ directory, writer, audit, teller: createTeller(announcer) }), ...rangerReads(store, book) },
    async stop() {
      await writer.stop();
      await audit.stop();
    },
  };
}
