// Joins the lines of all imported roads to a network with elevations, written as one file. Called by the import and for the demo's roads,
// never in a server's main thread.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Result, refuse } from '@lookout/domain';
import { type BuiltRoadNet, buildRoadNet, type RoadLine } from '@lookout/fire-model';
import { createSurface, type GroundBox, type LngLat } from '@lookout/geo';
import { groundManifest } from '../../terrain/service/elevation-file.ts';
import { openGround } from '../../terrain/service/elevation-ground.ts';
import { type RoadSource, readRoadLines, roadLinesFile, roadManifest, roadNetFile, writeRoadNet } from './road-file.ts';

/** The most points of all lines. Joining so many takes ten seconds and 1.5 GB (measured). A prefecture has a tenth of it. */
export const MOST_ROAD_POINTS = 4_000_000;

type HeightAt = (lng: number, lat: number) => number | null;

/** The elevations that a server of this data folder has. @param demo whether the demo relief is used below imported terrain */
export async function openHeights(dataDir: string, demo: boolean): Promise<{ readonly heightAt: HeightAt; close(): void }> {
  const { layers, close } = openGround({
    dataDir,
    manifest: await groundManifest.read(dataDir),
    demo,
    // Unreadable terrain counts as level here. The server logs it.
    onBroken: () => undefined,
  });
  const surfaces = new Map<number, HeightAt>();
  return {
    close,
    heightAt(lng, lat) {
      const level = layers.maxLevelIn({ west: lng, east: lng, south: lat, north: lat });
      const known = surfaces.get(level);
      if (known) return known(lng, lat);
      const surface = createSurface(layers.sourceAt(level));
      const heightAt: HeightAt = (x, y) => surface.heightAt(x, y);
      surfaces.set(level, heightAt);
      return heightAt(lng, lat);
    },
  };
}

interface NetOptions {
  readonly dataDir: string;
  /** Newest first, in the order of the manifest. Their lines are already written. */
  readonly sources: readonly RoadSource[];
  readonly heightAt: HeightAt;
}

export interface WrittenNet extends Omit<BuiltRoadNet, 'refused'> {
  /** The number of simulated lines that were left out where roads were imported. */
  readonly demoLinesLeftOut: number;
}

/**
 * Joins the lines of all sources and writes the network of that version. Lines that the network refuses are ignored, because no import
 * accepts such lines.
 */
export async function writeNetOf({ dataDir, sources, heightAt }: NetOptions): Promise<Result<WrittenNet, 'too-many-points' | 'no-roads'>> {
  const real = sources.filter(({ isDemo }) => !isDemo).map(({ box }) => box);
  const lines: RoadLine[] = [];
  let [points, demoLinesLeftOut] = [0, 0];
  for (const { id, isDemo } of sources)
    for (const line of await readRoadLines(roadLinesFile(dataDir, id))) {
      if (isDemo && real.some((box) => line.points.some((point) => isIn(box, point)))) {
        demoLinesLeftOut += 1;
        continue;
      }
      points += line.points.length;
      if (points > MOST_ROAD_POINTS) return refuse('too-many-points');
      lines.push(line);
    }
  const built = buildRoadNet(lines, { heightAt, snapMetres: Math.max(0, ...sources.map(({ snapMetres }) => snapMetres)) });
  if (!built.ok) return built;
  await writeRoadNet(roadNetFile(dataDir, roadManifest.versionOf(sources)), built.value.net);
  const { refused: _, ...rest } = built.value;
  return { ok: true, value: { ...rest, demoLinesLeftOut } };
}

const isIn = ({ west, south, east, north }: GroundBox, { lng, lat }: LngLat): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

/** Removes the networks of older versions. @param retained versions of the manifest that a running server may still read */
export async function removeOldNets(dataDir: string, retained: readonly string[]): Promise<void> {
  const folder = path.join(dataDir, 'roads');
  const names = await readdir(folder);
  const old = names.filter((name) => name.endsWith('.net') && !retained.includes(name.slice(0, -'.net'.length)));
  await Promise.all(old.map((name) => rm(path.join(folder, name), { force: true })));
}
