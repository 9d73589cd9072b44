// The ground's own addresses: tiles, where they come from, and which servers the installation names. Every call of ours carries the token.
import type { TerrainDetail } from '@lookout/map';

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

const TERRAIN_TILES = '/terrain/{z}/{x}/{y}';
const TERRAIN_META = '/terrain/meta';

/** `demo`: drawn by us, to be labelled 演示地形. `mixed`: so but for where it was imported. `none`: there is no elevation, all is flat. */
const ORIGINS = ['demo', 'imported', 'mixed', 'none'] as const;
export type TerrainOrigin = (typeof ORIGINS)[number];

export interface TerrainMeta {
  readonly origin: TerrainOrigin;
  /** Changes when other ground was imported; '' without any. */
  readonly version: string;
  readonly maxLevel: number;
  /** All ground has tiles down to this level, finer ones only the boxes of `detail`. */
  readonly baseLevel: number;
  readonly detail: readonly TerrainDetail[];
  readonly imageryUrl: string | null;
  readonly terrainUrl: string | null;
}

/** What the globe needs to know of the tiles. The version is part of the address: two versions are never mixed, here or in the browser's cache. */
export function tileGroundOf(meta: TerrainMeta | null) {
  if (meta === null) return { urlTemplate: TERRAIN_TILES };
  const { version, maxLevel, baseLevel, detail } = meta;
  return { urlTemplate: `${TERRAIN_TILES}?v=${encodeURIComponent(version)}`, maxLevel, baseLevel, detail };
}

export const authedFetch =
  (fetch: Fetch, token: () => string | null): Fetch =>
  (url, init) => {
    const mine = token();
    // A dead session would be refused tile by tile; the globe keeps what it has and asks again later.
    if (mine === null) return Promise.reject(new Error('no session to ask with'));
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${mine}`);
    return fetch(url, { ...init, headers });
  };

/** null when the server does not say: the globe then tries its own finest level. */
export async function loadTerrainMeta(fetch: Fetch): Promise<TerrainMeta | null> {
  try {
    const answer = await fetch(TERRAIN_META);
    return answer.ok ? readTerrainMeta(await answer.json()) : null;
  } catch {
    // No line, or no JSON: the ground itself will show whether it can be had.
    return null;
  }
}

/** Bare or in the envelope. */
export function readTerrainMeta(body: unknown): TerrainMeta | null {
  if (typeof body !== 'object' || body === null) return null;
  const { data } = body as { data?: unknown };
  const told = (typeof data === 'object' && data !== null ? data : body) as Readonly<Record<keyof TerrainMeta, unknown>>;
  const origin = ORIGINS.find((one) => one === told.origin);
  const { maxLevel } = told;
  if (origin === undefined || typeof maxLevel !== 'number') return null;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    origin,
    maxLevel,
    version: text(told.version) ?? '',
    baseLevel: typeof told.baseLevel === 'number' ? told.baseLevel : maxLevel,
    detail: Array.isArray(told.detail) ? told.detail.filter(isDetail) : [],
    imageryUrl: text(told.imageryUrl),
    terrainUrl: text(told.terrainUrl),
  };
}

const isDetail = (value: unknown): value is TerrainDetail =>
  typeof value === 'object' &&
  value !== null &&
  ['west', 'south', 'east', 'north', 'maxLevel'].every((name) => typeof (value as Record<string, unknown>)[name] === 'number');
