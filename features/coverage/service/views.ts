// What each mast sees in clear air, computed once and stored in memory.
import { areaAround, BASE_LEVEL, type GroundBox, type MastView, type PostBox, postBoxOf } from '@lookout/geo';
import { createTurns } from '@lookout/server/acting/turns.ts';
import { LRUCache } from 'lru-cache';
import type { Elevation } from '../../terrain/service/elevation.ts';
import type { GroundWindows } from '../../terrain/service/ground-window.ts';
import type { CameraMast } from '../coverage.ts';
import type { AskCoverage } from './coverage-question.ts';

/** Where a mast stands or might stand, and how far it sees. */
export type MastPlace = Pick<CameraMast, 'position' | 'mastMetres' | 'rangeMetres' | 'sectors'>;

/** Views and figures lie on posts of this level, 153 m of latitude apart. Grids too large for it have a coarser one. */
export const VIEW_LEVEL = 11;
/** The finest level on which a view is swept, 38 m, and how far a mast may see for it. */
const FINEST_LEVEL = 13;
const FINEST_RANGE_METRES = 20_000;

/** A view of 10 km has 20 kB. */
const MOST_BYTES = 128 * 1024 * 1024;
/** Elevations of one view are read while another one is swept. */
const AT_ONCE = 3;

interface ViewsDeps {
  readonly elevation: Pick<Elevation, 'version' | 'detail'>;
  readonly groundWindows: Pick<GroundWindows, 'posts'>;
  readonly ask: AskCoverage;
}

export interface Views {
  /** The view on posts of `VIEW_LEVEL`. @returns null: there is no elevation under the mast */
  of(mast: MastPlace): Promise<MastView | null>;
  /** The view on all posts on which it was swept; it is not stored. */
  whole(mast: MastPlace): Promise<MastView | null>;
  /** Equal for masts that see the same. */
  keyOf(mast: MastPlace): string;
}

export function createViews({ elevation, groundWindows, ask }: ViewsDeps): Views {
  const cache = new LRUCache<string, { readonly view: Promise<MastView | null>; readonly bytes: number }>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const turns = createTurns({ atOnce: AT_ONCE, mostWaiting: Number.POSITIVE_INFINITY });
  const keyOf = ({ position: { lng, lat }, mastMetres, rangeMetres, sectors }: MastPlace): string =>
    JSON.stringify([lng, lat, mastMetres, rangeMetres, sectors.map(Object.values), elevation.version()]);
  const sweep = (mast: MastPlace, box: PostBox, level: number): Promise<MastView | null> =>
    turns.take('coverage', async () => {
      const { heights } = await groundWindows.posts(box, false);
      const { position, mastMetres, rangeMetres, sectors } = mast;
      return ask({ kind: 'view', box, heights, mast: { position, mastMetres, rangeMetres, sectors }, level });
    });
  return {
    keyOf,
    of(mast) {
      const key = keyOf(mast);
      const known = cache.get(key);
      if (known !== undefined) return known.view;
      const box = sweepBox(elevation, mast);
      const view = sweep(mast, box, VIEW_LEVEL);
      cache.set(key, { view, bytes: Math.ceil((box.columns * box.rows) / 4 ** (box.level - VIEW_LEVEL)) });
      // A failure is not cached: the next request tries again.
      view.catch(() => cache.delete(key));
      return view;
    },
    whole(mast) {
      const box = sweepBox(elevation, mast);
      return sweep(mast, box, box.level);
    },
  };
}

/** The posts within range of a mast, at the finest level that the ground has there. */
function sweepBox(elevation: Pick<Elevation, 'detail'>, { position, rangeMetres }: MastPlace): PostBox {
  const area = areaAround(position, rangeMetres);
  const finest = Math.max(BASE_LEVEL, ...elevation.detail().flatMap((piece) => (meets(piece, area) ? [piece.maxLevel] : [])));
  const level = rangeMetres > FINEST_RANGE_METRES ? BASE_LEVEL : Math.min(finest, FINEST_LEVEL);
  return postBoxOf(area, level, VIEW_LEVEL);
}

export const meets = (a: GroundBox, b: GroundBox): boolean =>
  a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;
