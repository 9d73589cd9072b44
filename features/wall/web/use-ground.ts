// The base of the wall's flat map: outlines of the grid and the grids below it, and relief images. An image is created once for each extent
// shown, and released when others replace it.
import { parseGridNo } from '@lookout/domain';
import { type AreaRow, featuresOf } from '@lookout/web/globe/areas.ts';
import { type Box, loadRelief, type ReliefTint } from '@lookout/web/globe/relief.ts';
import { loadTerrainMeta } from '@lookout/web/globe/terrain.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { createSiteFetch } from '@lookout/web/shared/site-fetch.ts';
import { useEffect, useMemo, useState } from 'react';
import { boxOfPoints, pathOf } from './projection.ts';

type Ring = readonly (readonly [lng: number, lat: number])[];

export interface Outline {
  readonly gridNo: string;
  /** The `d` attribute of an SVG path in the map's plane. */
  readonly path: string;
}

export interface Outlines {
  /** The outline of the grid itself. */
  readonly own: Outline | null;
  readonly below: readonly Outline[];
  /** null: no boundary is known. */
  readonly box: Box | null;
}

const NO_OUTLINES: Outlines = { own: null, below: [], box: null };
/** Retry interval. Requests repeat until they succeed, because no user can trigger a retry. */
const AGAIN_MS = 30_000;

export function useOutlines(gridNo: string | null): Outlines {
  const { client } = useServices();
  const [outlines, setOutlines] = useState(NO_OUTLINES);
  useEffect(() => {
    const no = parseGridNo(gridNo);
    if (no === null) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isOver = false;
    const ask = (level: 'self' | 'children') =>
      client.grid.areaData({ query: { gridNo: no, level }, occasion: 'background', silent: true });
    const load = async (): Promise<void> => {
      try {
        const [self, below] = await Promise.all([ask('self'), ask('children')]);
        if (isOver) return;
        const own = self.flatMap(ringsOf);
        setOutlines({
          own: own.length === 0 ? null : { gridNo: no, path: pathOf(own) },
          below: below.map((row) => ({ gridNo: row.gridNo, path: pathOf(ringsOf(row)) })),
          box: boxOfPoints(own.flat()),
        });
      } catch {
        if (!isOver) timer = setTimeout(() => void load(), AGAIN_MS);
      }
    };
    void load();
    return () => {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    };
  }, [client, gridNo]);
  return outlines;
}

/** Outer rings and holes of an area. An area that cannot be read has none. */
function ringsOf(row: AreaRow): readonly Ring[] {
  const geometry = featuresOf([row]).features[0]?.geometry;
  if (geometry?.type === 'Polygon') return geometry.coordinates as Ring[];
  return geometry?.type === 'MultiPolygon' ? (geometry.coordinates as Ring[][]).flat() : [];
}

/** Colours for a dark room. */
const DARK: ReliefTint = { low: [27, 46, 58], high: [92, 110, 118], unknown: 20 };
const TILES = 300;
/** Maximum cached images, of some hundred kilobytes each: the fires in turn, each before and after its forecast is loaded. */
const MOST_CACHED = 16;

export interface GroundPicture {
  readonly url: string;
  readonly box: Box;
}

/**
 * @param box the extent that is shown; null: none yet @returns the relief image of the box; null: not created yet, or the server has no
 * elevation
 */
export function useRelief(box: Box | null): GroundPicture | null {
  const { session } = useServices();
  const shelf = useMemo(
    () =>
      createShelf(async (wanted) => {
        const fetchTile = createSiteFetch({ token: () => session.get().token });
        return loadRelief({ box: wanted, meta: await loadTerrainMeta(fetchTile), fetch: fetchTile, tint: DARK, mostTiles: TILES });
      }),
    [session],
  );
  const [shown, setShown] = useState<GroundPicture | null>(null);
  const key = box && keyOf(box);
  useEffect(() => () => shelf.clear(), [shelf]);
  useEffect(() => {
    if (key === null) return;
    let isOver = false;
    // If the request fails, the map has no relief. The next turn requests it again.
    shelf.take(key).then(
      (picture) => !isOver && setShown(picture),
      () => !isOver && setShown(null),
    );
    return () => {
      isOver = true;
    };
  }, [shelf, key]);
  return shown;
}

const keyOf = ({ west, south, east, north }: Box): string => [west, south, east, north].map((one) => one.toFixed(3)).join(',');
const boxOfKey = (key: string): Box => {
  const [west = 0, south = 0, east = 0, north = 0] = key.split(',').map(Number);
  return { west, south, east, north };
};

/** A cache of images by extent. The least recently shown image is evicted. */
function createShelf(make: (box: Box) => Promise<{ readonly picture: Blob; readonly box: Box } | null>) {
  const cache = new Map<string, GroundPicture>();
  const drop = (key: string): void => {
    URL.revokeObjectURL(cache.get(key)?.url ?? '');
    cache.delete(key);
  };
  return {
    async take(key: string): Promise<GroundPicture | null> {
      const known = cache.get(key);
      if (known !== undefined) {
        cache.delete(key);
        cache.set(key, known);
        return known;
      }
      const made = await make(boxOfKey(key));
      if (made === null) return null;
      const twice = cache.get(key);
      if (twice !== undefined) return twice;
      const picture = { url: URL.createObjectURL(made.picture), box: made.box };
      cache.set(key, picture);
      for (const oldest of [...cache.keys()].slice(0, -MOST_CACHED)) drop(oldest);
      return picture;
    },
    clear: () => {
      for (const key of [...cache.keys()]) drop(key);
    },
  };
}
