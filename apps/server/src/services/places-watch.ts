// The places as they are known now: read at the start, and anew when an import has changed them.
import type { Store } from '@lookout/store';
import type { Log } from './deps.ts';
import { loadPlaces, type Places } from './places.ts';
import { poll } from './poll.ts';

/** An import writes here what it brought; every server looks and reads its places anew. */
export const PLACES_IMPORTED = 'places.imported';
const LOOK_FOR_IMPORT_MS = 3_000;

export interface PlacesWatch {
  readonly places: () => Places;
  stop(): Promise<void>;
}

/** @param first how they are read at the start */
export async function watchPlaces(store: Store, log: Log, first: (store: Store) => Promise<Places> = loadPlaces): Promise<PlacesWatch> {
  let places = await first(store);
  const imported = async () => JSON.stringify(await store.settings.get(PLACES_IMPORTED));
  let known = await imported();
  const polling = poll({
    ...{ everyMs: LOOK_FOR_IMPORT_MS, firstMs: LOOK_FOR_IMPORT_MS },
    async run() {
      const now = await imported();
      if (now === known) return;
      places = await loadPlaces(store);
      known = now;
      log.info({ imported: now }, 'places were imported and read anew');
    },
    failed: (error) => log.warn({ err: error }, 'could not look for imported places'),
  });
  return { places: () => places, stop: () => polling.stop() };
}
