// The current places: loaded at the start, and reloaded when an import has changed them.
import type { Store } from '@lookout/store';
import type { Log } from './deps.ts';
import { type News, readOnNews } from './news.ts';
import { loadPlaces, type Places } from './places.ts';

export interface PlacesWatch {
  readonly places: () => Places;
  stop(): Promise<void>;
}

/** @param first loads them at the start */
export async function watchPlaces(
  store: Store,
  news: Pick<News, 'listen'>,
  log: Log,
  first: (store: Store) => Promise<Places> = loadPlaces,
): Promise<PlacesWatch> {
  let renewed: Places | null = null;
  const reading = readOnNews({
    news,
    about: ['places'],
    async run() {
      renewed = await loadPlaces(store);
      log.info({}, 'places were changed and reloaded');
    },
    failed: (error) => log.warn({ err: error }, 'changed places could not be read'),
  });
  try {
    const read = await first(store);
    return { places: () => renewed ?? read, stop: () => reading.stop() };
  } catch (error) {
    await reading.stop();
    throw error;
  }
}
