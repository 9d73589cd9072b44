// What camera masts see, for all who ask: pages, the choice of sites, and the tours of cameras. Everything lies on posts of one lattice
// (geo/elevation/post-box.ts), so that views of different masts can be combined.
import type { GridNo } from '@lookout/domain';
import { areaAround, BASE_LEVEL, type MastView, mastView, type PostBox, postBoxOf } from '@lookout/geo';
import type { Deps } from '@lookout/server/services/deps.ts';
import type { Elevation } from '../../terrain/service/elevation.ts';
import type { GroundWindows } from '../../terrain/service/ground-window.ts';
import type { CameraMast } from '../coverage.ts';
import { type CountedMast, mastsOf } from '../masts.ts';

/** Views and figures lie on posts of this level, 153 m of latitude apart. Grids too large for it have a coarser one. */
export const VIEW_LEVEL = 11;

/** The land of a grid on posts, and what its forest is worth. */
export interface GridLand {
  readonly gridNo: GridNo;
  readonly box: PostBox;
  /** Metres above sea level; NaN: unknown. */
  readonly heights: Float32Array;
  /** `LAND` of geo/viewshed: outside the grid, unknown, open land, or forest. */
  readonly land: Uint8Array;
  /** The weight of a hectare by fire danger and fuel, 1 to 30; 0 where there is no forest; 1 for all forest without weather. */
  readonly weights: Float32Array;
  /** The area of a post by its row. */
  readonly hectares: Float64Array;
  /** The day whose danger weights the forest; null: no weather is stored. */
  readonly dangerDay: string | null;
}

export interface Coverage {
  /** The masts of a scope, those that count for nothing included. */
  masts(scope: GridNo): Promise<readonly CountedMast[]>;
  /**
   * What a mast sees in clear air; from memory once it was computed. A place for a tower that does not stand yet is a mast, too.
   * @returns null: there is no elevation under it
   */
  viewOf(mast: Pick<CameraMast, 'position' | 'mastMetres' | 'rangeMetres' | 'sectors'>): Promise<MastView | null>;
  /** The land of a prefecture or county. @returns null: its boundary is not known */
  landOf(gridNo: GridNo): Promise<GridLand | null>;
  /** Changes with the masts and the ground. */
  version(): string;
  /** Calls on each change of `version`. @returns unsubscribes */
  onChange(changed: () => void): () => void;
  stop(): Promise<void>;
}

interface CoverageDeps extends Pick<Deps, 'store' | 'changes' | 'log' | 'config'> {
  readonly elevation: Elevation;
  readonly groundWindows: GroundWindows;
}

/** @throws Error when the cameras cannot be read */
export async function openCoverage({ store, elevation, groundWindows }: CoverageDeps): Promise<Coverage> {
  const read = async (scope: GridNo) => {
    const [points, cameras, links] = await Promise.all([
      store.monitoringPoints.list(scope, {}, { limit: MOST_MASTS }),
      store.cameras.list(scope, {}, { limit: MOST_MASTS }),
      store.cameraLinks.list(scope),
    ]);
    const ranges = new Map(links.map((link) => [link.cameraId, link.ranges]));
    return mastsOf({ monitoringPoints: points.list, cameras: cameras.list, ranges });
  };
  return {
    masts: read,
    async viewOf(mast) {
      const area = areaAround(mast.position, mast.rangeMetres);
      const box = postBoxOf(area, BASE_LEVEL, VIEW_LEVEL);
      const { heights } = await groundWindows.posts(box, false);
      return mastView(box, heights, mast, VIEW_LEVEL);
    },
    landOf: async () => null,
    version: () => elevation.version(),
    onChange: () => () => undefined,
    stop: async () => undefined,
  };
}

const MOST_MASTS = 20_000;
