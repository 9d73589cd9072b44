// How much land each mast sees, for the list of masts: computed in the background, once for each.
import { hectaresByRow, leastByte, type MastView, UNKNOWN_VIEW } from '@lookout/geo';
import { LRUCache } from 'lru-cache';
import type { GroundPosts, GroundWindows } from '../../terrain/service/ground-window.ts';
import type { LandCoverLookup } from '../../terrain/service/land-cover.ts';
import { type MastCoverage, TARGET_METRES } from '../coverage.ts';
import type { CountedMast } from '../masts.ts';
import type { Background } from './background.ts';
import type { Views } from './views.ts';

export type SeenAreas = Pick<MastCoverage, 'seenHectares' | 'seenForestHectares'>;

interface SeenAreasDeps {
  readonly views: Views;
  readonly groundWindows: Pick<GroundWindows, 'posts'>;
  readonly landCover: Pick<LandCoverLookup, 'version'>;
  readonly background: Background;
}

const MOST_MASTS = 20_000;
const NOT_COMPUTED: SeenAreas = { seenHectares: [], seenForestHectares: [] };

/** @returns the areas of a mast; empty: it counts for nothing, or they are still being computed */
export function createSeenAreas({ views, groundWindows, landCover, background }: SeenAreasDeps): (mast: CountedMast) => SeenAreas {
  const cache = new LRUCache<string, SeenAreas>({ max: MOST_MASTS });
  return (mast) => {
    if (mast.uncounted !== null) return NOT_COMPUTED;
    const key = `${views.keyOf(mast)} ${landCover.version()}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    background.want(`mast ${key}`, async () => {
      const view = await views.of(mast);
      cache.set(key, view === null ? NOT_COMPUTED : areasOf(view, await groundWindows.posts(view.box, true)));
    });
    return NOT_COMPUTED;
  };
}

function areasOf({ box, seen }: MastView, { classes, table }: GroundPosts): SeenAreas {
  const hectares = hectaresByRow(box);
  const isForest = table.map(({ cover }) => cover === 'forest');
  // By byte of the view.
  const all = new Float64Array(UNKNOWN_VIEW);
  const forest = new Float64Array(UNKNOWN_VIEW);
  for (let row = 0, post = 0; row < box.rows; row++) {
    const each = hectares[row] as number;
    for (let column = 0; column < box.columns; column++, post++) {
      const byte = seen[post] as number;
      if (byte === UNKNOWN_VIEW) continue;
      all[byte] = (all[byte] as number) + each;
      if (isForest[classes?.[post] ?? -1] === true) forest[byte] = (forest[byte] as number) + each;
    }
  }
  const from = (sums: Float64Array): number[] =>
    TARGET_METRES.map((target) => sums.subarray(leastByte(target)).reduce((sum, one) => sum + one, 0));
  return { seenHectares: from(all), seenForestHectares: from(forest) };
}
