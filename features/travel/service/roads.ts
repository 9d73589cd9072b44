// The server's roads: one network in shared memory from all imported sources, reloaded while the server runs.
import { EDGE_FLAGS, ROAD_CLASSES, type RoadClass, type RoadNet } from '@lookout/fire-model';
import type { GroundBox, LngLat } from '@lookout/geo';
import { type ChangeFeed, runOnChange } from '@lookout/server/services/changes.ts';
import type { SourceManifest } from '@lookout/server/services/source-manifest.ts';
import { type RoadSource, readRoadNet, roadManifest, roadNetFile } from './road-file.ts';

/** `demo`: simulated (labelled 演示道路). `mixed`: imported, and simulated where none were imported. */
export type RoadOrigin = 'none' | 'demo' | 'imported' | 'mixed';

/** A section of a road without a junction. */
export interface RoadShape {
  readonly class: RoadClass;
  /** WGS 84 degrees, at least two. */
  readonly points: readonly LngLat[];
  readonly isBridge: boolean;
  readonly isTunnel: boolean;
}

export interface Roads {
  readonly origin: () => RoadOrigin;
  /** Changes with every import; '' without roads. */
  readonly version: () => string;
  /** In shared memory; null: there are no roads. */
  readonly net: () => RoadNet | null;
  /** Every section whose bounding box touches this box. */
  roadsIn(box: GroundBox): readonly RoadShape[];
  stop(): Promise<void>;
}

interface RoadsOptions {
  readonly dataDir: string;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly log: { warn(what: object, message: string): void; info(what: object, message: string): void };
}

/** @throws Error if DATA_DIR/roads.json exists and cannot be read */
export async function openRoads({ dataDir, changes, log }: RoadsOptions): Promise<Roads> {
  let opened = await openVersion(dataDir, await roadManifest.read(dataDir), log);
  const reading = runOnChange({
    changes,
    about: ['roads'],
    async run() {
      const manifest = await roadManifest.read(dataDir);
      if (manifest.version === opened.version) return;
      opened = await openVersion(dataDir, manifest, log);
      log.info({ version: manifest.version, sources: manifest.sources.length }, 'imported roads were loaded');
    },
    failed: (error) => log.warn({ err: error }, 'imported roads could not be loaded'),
  });
  // An import may have finished between the first reading and the subscription.
  void reading.wake();
  return {
    origin: () => opened.origin,
    version: () => opened.version,
    net: () => opened.net,
    roadsIn: (box) => (opened.net === null ? [] : roadsInBox(opened.net, box)),
    stop: () => reading.stop(),
  };
}

async function openVersion(dataDir: string, { version, sources }: SourceManifest<RoadSource>, log: RoadsOptions['log']) {
  if (sources.length === 0) return { version, origin: 'none' as RoadOrigin, net: null };
  try {
    return { version, origin: originOf(sources), net: await readRoadNet(roadNetFile(dataDir, version)) };
  } catch (error) {
    log.warn({ err: error, version }, 'the net of the imported roads cannot be read, and is left out: import a file again');
    return { version, origin: 'none' as RoadOrigin, net: null };
  }
}

function originOf(sources: readonly RoadSource[]): RoadOrigin {
  if (sources.every(({ isDemo }) => isDemo)) return 'demo';
  return sources.some(({ isDemo }) => isDemo) ? 'mixed' : 'imported';
}

/** One pass over all points, which takes some milliseconds for a province. */
export function roadsInBox({ edges, shape, shapeStart, classOf, flags }: RoadNet, box: GroundBox): readonly RoadShape[] {
  const found: RoadShape[] = [];
  for (let edge = 0; edge < edges; edge++) {
    const [first, last] = [shapeStart[edge] as number, shapeStart[edge + 1] as number];
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let point = first; point < last; point++) {
      const [lng, lat] = [shape[2 * point] as number, shape[2 * point + 1] as number];
      west = Math.min(west, lng);
      east = Math.max(east, lng);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
    if (west > box.east || east < box.west || south > box.north || north < box.south) continue;
    found.push({
      class: ROAD_CLASSES[classOf[edge] as number] as RoadClass,
      points: Array.from({ length: last - first }, (_, i) => ({
        lng: shape[2 * (first + i)] as number,
        lat: shape[2 * (first + i) + 1] as number,
      })),
      isBridge: ((flags[edge] as number) & EDGE_FLAGS.bridge) !== 0,
      isTunnel: ((flags[edge] as number) & EDGE_FLAGS.tunnel) !== 0,
    });
  }
  return found;
}
