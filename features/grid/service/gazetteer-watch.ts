// The current gazetteer: loaded at startup, and reloaded after an import has changed it.

import type { Log } from '@lookout/server/log-lines/log.ts';
import { type ChangeFeed, runOnChange } from '@lookout/server/services/changes.ts';
import type { Store } from '../../store.ts';
import { type Gazetteer, loadGazetteer } from './gazetteer.ts';

export interface GazetteerWatch {
  readonly gazetteer: () => Gazetteer;
  stop(): Promise<void>;
}

/** @param first loads the gazetteer at startup */
export async function watchGazetteer(
  store: Store,
  changes: Pick<ChangeFeed, 'subscribe'>,
  log: Log,
  first: (store: Store) => Promise<Gazetteer> = loadGazetteer,
): Promise<GazetteerWatch> {
  let renewed: Gazetteer | null = null;
  const reading = runOnChange({
    changes,
    about: ['gazetteer'],
    async run() {
      renewed = await loadGazetteer(store);
      log.info({}, 'the gazetteer was changed and reloaded');
    },
    failed: (error) => log.warn({ err: error }, 'the changed gazetteer could not be read'),
  });
  try {
    const read = await first(store);
    return { gazetteer: () => renewed ?? read, stop: () => reading.stop() };
  } catch (error) {
    await reading.stop();
    throw error;
  }
}
