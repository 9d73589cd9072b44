// Imported land cover (地类): the class at a position, and the shares of covers in an area. Loaded while the server runs.

import { type CoverScheme, LAND_COVERS, type LandCover } from '@lookout/domain';
import { areaSquareMetres, type LngLat } from '@lookout/geo';
import { type ChangeFeed, runOnChange } from '@lookout/server/services/changes.ts';
import { mapInSlices } from '@lookout/store';
import { coverManifest } from './land-cover-file.ts';
import { type CoverClass, openCoverGround } from './land-cover-ground.ts';

export interface CoverShares {
  /** Fractions of the whole area, 0 … 1; their sum is `known`. */
  readonly shares: Readonly<Record<LandCover, number>>;
  /** The part of the area whose cover is known, 0 … 1. */
  readonly known: number;
  /** Names of the files with data for the area. */
  readonly files: readonly string[];
}

type Rings = readonly (readonly (readonly [lng: number, lat: number])[])[];

export interface LandCoverLookup {
  /** Changes with every import; '' without imports. */
  version(): string;
  /** The class in the finest file that covers the position; null: none does. */
  classAt(position: LngLat): CoverClass | null;
  /** Whether a file of the scheme has the value. In a file from before values were counted, any value may occur. */
  mayHave(scheme: CoverScheme, value: number): boolean;
  /** The name of a value in the table imported with the file; null: none. */
  nameOf(scheme: CoverScheme, value: number): string | null;
  /** @param polygons outer rings and holes, closed, in degrees. null: nothing was imported */
  sharesIn(polygons: readonly Rings[]): Promise<CoverShares | null>;
  stop(): Promise<void>;
}

interface LandCoverOptions {
  readonly dataDir: string;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly log: { warn(what: object, message: string): void; info(what: object, message: string): void };
}

/** The most sample points in an area, which determine the shares to about a thousandth. */
const MOST_SAMPLES = 160_000;
const LEAST_SAMPLES = 400;

/** @throws Error when DATA_DIR/landcover.json exists and cannot be read */
export async function openLandCover({ dataDir, changes, log }: LandCoverOptions): Promise<LandCoverLookup> {
  let opened = openCoverGround(dataDir, await coverManifest.read(dataDir), log);
  const reading = runOnChange({
    changes,
    about: ['land-cover'],
    async run() {
      const manifest = await coverManifest.read(dataDir);
      if (manifest.version === opened.version) return;
      const before = opened;
      opened = openCoverGround(dataDir, manifest, log);
      log.info({ version: manifest.version, sources: manifest.sources.length }, 'imported land cover was loaded');
      before.close();
    },
    failed: (error) => log.warn({ err: error }, 'imported land cover could not be loaded'),
  });
  // An import may have finished between the first read and the subscription.
  void reading.wake();

  return {
    version: () => opened.version,
    classAt: ({ lng, lat }) => opened.classAt(lng, lat),
    mayHave: (scheme, value) => opened.mayHave(scheme, value),
    nameOf: (scheme, value) => opened.nameOf(scheme, value),
    async sharesIn(polygons) {
      const version = opened;
      if (version.isEmpty) return null;
      using _held = version.hold();
      const { classAt } = version;
      const metres = polygons.map(areaOf);
      const whole = metres.reduce((sum, one) => sum + one, 0);
      const shares: Record<LandCover, number> = { forest: 0, grass: 0, farm: 0, other: 0 };
      const files = new Set<string>();
      for (const [index, rings] of polygons.entries()) {
        const part = (metres[index] ?? 0) / whole;
        if (!(part > 0)) continue;
        const rows = samplesIn(rings, Math.max(LEAST_SAMPLES, MOST_SAMPLES * part));
        const samples = rows.reduce((sum, { lngs }) => sum + lngs.length, 0);
        await mapInSlices(rows, ({ lat, lngs }) => {
          for (const lng of lngs) {
            const found = classAt(lng, lat);
            if (found === null || found.cover === null) continue;
            shares[found.cover] += part / samples;
            files.add(found.file);
          }
        });
      }
      return { shares, known: LAND_COVERS.reduce((sum, name) => sum + shares[name], 0), files: [...files].toSorted() };
    },
    async stop() {
      await reading.stop();
      opened.close();
    },
  };
}

const areaOf = ([outer = [], ...holes]: Rings): number => {
  const of = (ring: Rings[number]): number => areaSquareMetres(ring.map(([lng, lat]) => ({ lng, lat })));
  return of(outer) - holes.reduce((sum, hole) => sum + of(hole), 0);
};

/** A regular lattice over the box of a polygon, of which only the points inside are used (even–odd rule). */
function samplesIn(rings: Rings, most: number): { readonly lat: number; readonly lngs: readonly number[] }[] {
  const [outer = []] = rings;
  const [lngs, lats] = [outer.map(([lng]) => lng), outer.map(([, lat]) => lat)];
  const bounds = (values: readonly number[]) =>
    values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [Infinity, -Infinity] as const);
  const [[west, east], [south, north]] = [bounds(lngs), bounds(lats)];
  const side = Math.ceil(Math.sqrt(most));
  const [across, down] = [(east - west) / side, (north - south) / side];
  return Array.from({ length: side }, (_, row) => {
    const lat = south + (row + 0.5) * down;
    const crossings = rings
      .flatMap((ring) =>
        ring.flatMap(([lng, from], at) => {
          const [nextLng, to] = ring[(at + 1) % ring.length] ?? [lng, from];
          return from > lat === to > lat ? [] : [lng + ((lat - from) / (to - from)) * (nextLng - lng)];
        }),
      )
      .sort((a, b) => a - b);
    const inside: number[] = [];
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const [enter, leave] = [crossings[pair] as number, crossings[pair + 1] as number];
      const first = Math.ceil((enter - west) / across - 0.5);
      for (let column = first; west + (column + 0.5) * across < leave; column++) inside.push(west + (column + 0.5) * across);
    }
    return { lat, lngs: inside };
  });
}
