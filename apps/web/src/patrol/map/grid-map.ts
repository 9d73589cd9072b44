// The map of the ranger's grid for offline use: boundaries and one terrain image, fetched once and stored on this phone.
import type { Client } from '@lookout/client';
import type { GridNo } from '@lookout/domain';
import { type Box, loadRelief, type Relief } from '../../globe/relief.ts';
import { loadTerrainMeta } from '../../globe/terrain.ts';
import { createSiteFetch } from '../../shared/site-fetch.ts';

type Rings = readonly (readonly (readonly [lng: number, lat: number])[])[];

export interface MapArea {
  readonly gridNo: string;
  readonly gridName: string;
  /** Outer rings only; holes are omitted. */
  readonly rings: Rings;
  /** True for a boundary that may be about a kilometre off (示意). */
  readonly approximate: boolean;
}

export interface GridMap {
  readonly owner: string;
  readonly gridNo: string;
  readonly gridName: string;
  /** The time on this phone's clock, epoch milliseconds. */
  readonly updatedAt: number;
  /** The grid itself first, then its direct children. */
  readonly areas: readonly MapArea[];
  /** null: this server has no elevation data, or the image did not fit. */
  readonly relief: Relief | null;
  readonly bytes: number;
}

/** The most phone storage that the map of a grid may use. */
export const MOST_BYTES = 16_000_000;
/** A map older than this is refetched automatically. */
export const STALE_MS = 30 * 86_400_000;

interface Sources {
  readonly client: Client;
  readonly token: () => string | null;
  readonly owner: string;
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly now: () => number;
  /** Between 0 and 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** @throws CallFailed, or TypeError when a tile got no answer; the stored map is kept */
export async function loadGridMap({ client, token, owner, gridNo, gridName, now, onProgress, signal }: Sources): Promise<GridMap> {
  const ask = (level: 'self' | 'children') =>
    client.grid.areaData({ query: { gridNo, level }, occasion: 'background', silent: true, signal });
  const rows = [...(await ask('self')), ...(await ask('children'))];
  const areas = rows.flatMap(({ gridNo: no, gridName: name, areasPoint, approximate }) => {
    const rings = ringsOf(areasPoint);
    return rings.length === 0 ? [] : [{ gridNo: no, gridName: name, rings, approximate }];
  });
  const box = boxOf(areas);
  const fetchTile = createSiteFetch({ token }, (address, init) => fetch(address, { ...init, signal }));
  const relief = box && (await loadRelief({ box, meta: await loadTerrainMeta(fetchTile), fetch: fetchTile, onProgress }));
  const outlineBytes = JSON.stringify(areas).length;
  const isStorable = relief !== null && outlineBytes + relief.picture.size <= MOST_BYTES;
  return {
    owner,
    gridNo,
    gridName,
    updatedAt: now(),
    areas,
    relief: isStorable ? relief : null,
    bytes: outlineBytes + (isStorable ? relief.picture.size : 0),
  };
}

/** Returns the outer rings of a GeoJSON polygon or multipolygon as the call returns it, without unreadable ones. */
export function ringsOf(text: string | null): Rings {
  if (text === null) return [];
  let geometry: { readonly type?: unknown; readonly coordinates?: unknown } | null;
  try {
    geometry = JSON.parse(text);
  } catch {
    return [];
  }
  if (geometry?.type === 'Polygon') return (geometry.coordinates as Rings[number][]).slice(0, 1);
  if (geometry?.type === 'MultiPolygon') return (geometry.coordinates as Rings[number][][]).flatMap((polygon) => polygon.slice(0, 1));
  return [];
}

/** null: no boundary is known. */
export function boxOf(areas: readonly Pick<MapArea, 'rings'>[]): Box | null {
  const points = areas.flatMap(({ rings }) => rings.flat());
  if (points.length === 0) return null;
  const first = { west: 180, south: 90, east: -180, north: -90 };
  return points.reduce<Box>(
    ({ west, south, east, north }, [lng, lat]) => ({
      west: Math.min(west, lng),
      south: Math.min(south, lat),
      east: Math.max(east, lng),
      north: Math.max(north, lat),
    }),
    first,
  );
}
