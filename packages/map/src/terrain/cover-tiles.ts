// Tiles of land cover from the server, each fetched when the globe requests its image; the browser's cache stores them.
import { COVER_TILE_BYTES } from '@lookout/geo';
import type { TileAddress } from './tile-address.ts';

export interface CoverGround {
  /** Address with {z}, {x}, {y}, in the scheme of the elevation tiles. */
  readonly urlTemplate: string;
  /** Coarser tiles do not exist. */
  readonly minLevel: number;
  /** Finer tiles do not exist. */
  readonly maxLevel: number;
}

export interface CoverTiles {
  readonly minLevel: number;
  readonly maxLevel: number;
  /** A tile of geo/cover-tile.ts; null where there is none or the server does not respond. Never rejects. */
  readonly tile: (address: TileAddress) => Promise<Uint8Array<ArrayBuffer> | null>;
}

interface CoverTilesOptions {
  /** Fetch that carries the session (Authorization header). */
  readonly fetch: (url: string) => Promise<Response>;
  /** Called once when the land cover on the server has changed (410). */
  readonly onStale: () => void;
}

const GONE = 410;

export function createCoverTiles({ urlTemplate, minLevel, maxLevel }: CoverGround, { fetch, onStale }: CoverTilesOptions): CoverTiles {
  let isStale = false;
  return {
    minLevel,
    maxLevel,
    tile: async ({ level, x, y }) => {
      if (level < minLevel || isStale) return null;
      const url = urlTemplate.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y));
      try {
        const response = await fetch(url);
        if (response.status === GONE && !isStale) {
          isStale = true;
          onStale();
        }
        const tile = response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
        return tile?.byteLength === COVER_TILE_BYTES ? tile : null;
      } catch {
        // Offline or logged out: the relief is shown alone, and the shell shows the lost connection.
        return null;
      }
    },
  };
}
