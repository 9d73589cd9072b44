// The masts in memory, read anew whenever a camera, a monitoring point or the ground changes.
import { createHash } from 'node:crypto';
import { covers, type GridNo, NATION } from '@lookout/domain';
import { areaAround, type GroundBox } from '@lookout/geo';
import { runOnChange } from '@lookout/server/services/changes.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import type { Elevation } from '../../terrain/service/elevation.ts';
import { type CountedMast, mastsOf } from '../masts.ts';
import { meets } from './views.ts';

export interface MastWatch {
  of(scope: GridNo): readonly CountedMast[];
  /** The masts that count and whose range reaches the area. */
  reaching(area: GroundBox): readonly CountedMast[];
  version(): string;
  stop(): Promise<void>;
}

interface MastWatchDeps extends Pick<Deps, 'store' | 'changes' | 'log'> {
  readonly elevation: Elevation;
  /** Called after the masts have changed. */
  readonly changed: () => void;
}

interface Masts {
  readonly masts: readonly CountedMast[];
  /** Those that count, with the area within their range: thousands of counties ask for the masts that reach them. */
  readonly counted: readonly { readonly mast: CountedMast; readonly area: GroundBox }[];
  readonly version: string;
}

const MOST_MASTS = 20_000;
/** A storm takes many cameras off line within a second. */
const GATHER_MS = 500;

/** @throws Error when the cameras cannot be read */
export async function watchMasts({ store, changes, log, elevation, changed }: MastWatchDeps): Promise<MastWatch> {
  const read = async (): Promise<Masts> => {
    const [points, cameras, links] = await Promise.all([
      store.monitoringPoints.list(NATION, {}, { limit: MOST_MASTS }),
      store.cameras.list(NATION, {}, { limit: MOST_MASTS }),
      store.cameraLinks.list(NATION),
    ]);
    const ranges = new Map(links.map((link) => [link.cameraId, link.ranges]));
    const found = mastsOf({ monitoringPoints: points.list, cameras: cameras.list, ranges });
    const heights = await elevation.heightsAt(found.map(({ position }) => position));
    const masts = found.map((mast, at) =>
      mast.uncounted === null && heights[at] === null ? { ...mast, uncounted: 'no-elevation' as const } : mast,
    );
    const counted = masts
      .filter(({ uncounted }) => uncounted === null)
      .map((mast) => ({ mast, area: areaAround(mast.position, mast.rangeMetres) }));
    const version = createHash('sha256').update(elevation.version()).update(JSON.stringify(masts)).digest('base64url').slice(0, 16);
    return { masts, counted, version };
  };

  let current = await read();
  const reading = runOnChange({
    changes,
    about: ['camera', 'monitoring-point', 'ground'],
    gatherMs: GATHER_MS,
    async run() {
      const before = current;
      current = await read();
      if (current.version !== before.version) changed();
    },
    failed: (error) => log.warn({ err: error }, 'the masts could not be read; coverage shows the earlier ones'),
  });
  // A camera may have changed between the first read and the subscription.
  void reading.wake();

  return {
    of: (scope) => current.masts.filter(({ gridNo }) => covers(scope, gridNo)),
    reaching: (area) => current.counted.flatMap(({ mast, area: ofMast }) => (meets(ofMast, area) ? mast : [])),
    version: () => current.version,
    stop: () => reading.stop(),
  };
}
