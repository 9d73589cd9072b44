// Terrain: addresses of the tiles, their origin, and the installation's external servers. Calls to our own server carry the token.
import type { TerrainDetail } from '@lookout/map';
import type { SiteFetch } from '../shared/site-fetch.ts';

const TERRAIN_TILES = '/terrain/{z}/{x}/{y}';
const COVER_TILES = '/terrain/cover/{z}/{x}/{y}';
const TERRAIN_META = '/terrain/meta';

/** `demo`: generated, labelled 演示地形. `mixed`: generated except where imported. `none`: no elevation, all flat. */
const ORIGINS = ['demo', 'imported', 'mixed', 'none'] as const;
export type TerrainOrigin = (typeof ORIGINS)[number];

export interface TerrainMeta {
  readonly origin: TerrainOrigin;
  /** Changes with each import; '' without one. */
  readonly version: string;
  readonly maxLevel: number;
  /** Tiles exist everywhere down to this level, finer ones only in the boxes of `detail`. */
  readonly baseLevel: number;
  readonly detail: readonly TerrainDetail[];
  readonly terrainUrl: string | null;
  /** The version changes with each import; null: no land cover is known. */
  readonly cover: { readonly version: string; readonly minLevel: number; readonly maxLevel: number } | null;
}

/** The tiles as the globe takes them. The version is part of the address, so that no cache mixes two versions. */
export function tileGroundOf(meta: TerrainMeta | null) {
  if (meta === null) return { urlTemplate: TERRAIN_TILES };
  const { version, maxLevel, baseLevel, detail, cover } = meta;
  return {
    urlTemplate: `${TERRAIN_TILES}?v=${encodeURIComponent(version)}`,
    maxLevel,
    baseLevel,
    detail,
    ...(cover && {
      cover: {
        urlTemplate: `${COVER_TILES}?v=${encodeURIComponent(cover.version)}`,
        minLevel: cover.minLevel,
        maxLevel: cover.maxLevel,
      },
    }),
  };
}

/** null when the request fails: the globe then uses its own finest level. */
export async function loadTerrainMeta(fetch: SiteFetch): Promise<TerrainMeta | null> {
  try {
    const answer = await fetch(TERRAIN_META);
    return answer.ok ? readTerrainMeta(await answer.json()) : null;
  } catch {
    // Without a connection or with a reply that is not JSON, the requests for tiles will show the failure.
    return null;
  }
}

/** Reads the reply, bare or in its envelope. */
export function readTerrainMeta(body: unknown): TerrainMeta | null {
  if (typeof body !== 'object' || body === null) return null;
  const { data } = body as { data?: unknown };
  const meta = (typeof data === 'object' && data !== null ? data : body) as Readonly<Record<keyof TerrainMeta, unknown>>;
  const origin = ORIGINS.find((one) => one === meta.origin);
  const { maxLevel } = meta;
  if (origin === undefined || typeof maxLevel !== 'number') return null;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    origin,
    maxLevel,
    version: text(meta.version) ?? '',
    baseLevel: typeof meta.baseLevel === 'number' ? meta.baseLevel : maxLevel,
    detail: Array.isArray(meta.detail) ? meta.detail.filter(isDetail) : [],
    terrainUrl: text(meta.terrainUrl),
    cover: isCover(meta.cover) ? meta.cover : null,
  };
}

const isCover = (value: unknown): value is NonNullable<TerrainMeta['cover']> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Record<string, unknown>).version === 'string' &&
  ['minLevel', 'maxLevel'].every((name) => typeof (value as Record<string, unknown>)[name] === 'number');

const isDetail = (value: unknown): value is TerrainDetail =>
  typeof value === 'object' &&
  value !== null &&
  ['west', 'south', 'east', 'north', 'maxLevel'].every((name) => typeof (value as Record<string, unknown>)[name] === 'number');
