// Boundaries of the user's area: fetched from the server; the outlines for views from far out are cached in local storage (specification
// §3 "regional grid cache").
import type { Client } from '@lookout/client';
import type { Got } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { areaData, gridCalls } from '@lookout/features/grid/grid.calls.ts';
import type { BoundaryFeatures } from '@lookout/map';

type Area = Got<(typeof gridCalls)['areaData']>[number];
export type AreaRow = Pick<Area, keyof typeof areaData.shape & ('gridNo' | 'areasPoint' | 'approximate')>;

/** All provinces and prefectures, or all counties, of a grid. */
export type FarLevel = 'prefectures' | 'counties';

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The name carries a version, so that rows of an older shape are ignored. */
const cacheName = (gridNo: GridNo, level: FarLevel) => `regionalGrid.2.${gridNo}.${level}`;
/** Boundaries change only with an import. */
const KEEP_MS = 24 * 3_600_000;

interface AreaCache {
  readonly read: (gridNo: GridNo, level: FarLevel) => readonly AreaRow[] | null;
  readonly write: (gridNo: GridNo, level: FarLevel, rows: readonly AreaRow[]) => void;
}

export function createAreaCache(storage: TextStorage, clock: () => number): AreaCache {
  return {
    read: (gridNo, level) => {
      const stored = parse(storage.getItem(cacheName(gridNo, level)));
      return stored !== null && clock() - stored.at < KEEP_MS ? stored.rows : null;
    },
    write: (gridNo, level, rows) => {
      const text = JSON.stringify({
        at: clock(),
        rows: rows.map(({ gridNo: no, areasPoint, approximate }) => ({ gridNo: no, areasPoint, approximate })),
      });
      try {
        storage.setItem(cacheName(gridNo, level), text);
      } catch {
        // Storage is full (5 MB): the boundaries are fetched again next time.
        storage.removeItem(cacheName(gridNo, level));
      }
    },
  };
}

function parse(text: string | null): { readonly at: number; readonly rows: readonly AreaRow[] } | null {
  if (text === null) return null;
  try {
    const stored = JSON.parse(text) as { at?: unknown; rows?: unknown };
    return typeof stored.at === 'number' && Array.isArray(stored.rows) ? { at: stored.at, rows: stored.rows as readonly AreaRow[] } : null;
  } catch {
    return null;
  }
}

/** The outlines for views from far out; from the cache when fresh. */
export async function loadFarAreas(client: Client, cache: AreaCache, gridNo: GridNo, level: FarLevel): Promise<readonly AreaRow[]> {
  const stored = cache.read(gridNo, level);
  if (stored !== null) return stored;
  const rows = await client.grid.areaData({ query: { gridNo, level }, occasion: 'background', silent: true });
  cache.write(gridNo, level, rows);
  return rows;
}

/** Rows parsed without a pause: 25 outlines take some ten milliseconds. */
const ROWS_AT_ONCE = 25;

/**
 * Rows as the map layers take them, in parts.
 * @param pause lets the page handle user input between two parts
 */
export async function* featuresInParts(rows: readonly AreaRow[], pause: () => Promise<void>): AsyncGenerator<BoundaryFeatures> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    if (from > 0) await pause();
    yield featuresOf(rows.slice(from, from + ROWS_AT_ONCE));
  }
}

/** Unreadable boundaries are left out. */
export function featuresOf(rows: readonly AreaRow[]): BoundaryFeatures {
  return {
    features: rows.flatMap(({ gridNo, areasPoint }) => {
      const geometry = geometryOf(areasPoint);
      return geometry === null ? [] : [{ properties: { gridNo }, geometry }];
    }),
  };
}

function geometryOf(text: string | null): { readonly type: string; readonly coordinates: unknown } | null {
  if (text === null) return null;
  try {
    const geometry = JSON.parse(text) as { type?: unknown; coordinates?: unknown } | null;
    return typeof geometry?.type === 'string' ? { type: geometry.type, coordinates: geometry.coordinates } : null;
  } catch {
    return null;
  }
}

const POINT = /^\s*POINT\s*\(\s*(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)\s*\)\s*$/i;

/** Reads `POINT(lng lat)` of `centerLocationPoint`; null when the text is not a point. */
export function readPoint(text: string | null): { readonly lng: number; readonly lat: number } | null {
  const [, lng, lat] = POINT.exec(text ?? '') ?? [];
  return lng === undefined || lat === undefined ? null : { lng: Number(lng), lat: Number(lat) };
}
