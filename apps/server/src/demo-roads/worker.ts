// Runs in a worker thread: lays out the demo's roads and enters them among the sources of roads (demo-roads.ts).
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { isThere } from '../import/raster-import.ts';
import { boxOfLines, metresOfLine, type RoadSource, roadLinesFile, roadManifest, writeRoadLines } from '../services/road-file.ts';
import { openHeights, removeOldNets, writeNetOf } from '../services/road-net-build.ts';
import { demoRoadLines } from './stage.ts';

/** Changes when the layout does. */
const ID = 'demo-1';
const NAME = '演示道路';

export interface DemoRoadsDone {
  /** 0: they were laid out before. */
  readonly lines: number;
}

/** In this data directory it was done once, so that roads that were removed do not come back. */
const doneFile = (dataDir: string): string => path.join(dataDir, 'roads', `${ID}.done`);

async function layOut(dataDir: string): Promise<DemoRoadsDone> {
  if (await isThere(doneFile(dataDir))) return { lines: 0 };
  const lines = demoRoadLines();
  const source: RoadSource = {
    id: ID,
    name: NAME,
    box: boxOfLines(lines),
    lines: lines.length,
    metres: Math.round(lines.reduce((sum, { points }) => sum + metresOfLine(points), 0)),
    snapMetres: 0,
    isDemo: true,
    importedAt: new Date().toISOString(),
  };
  await writeRoadLines(roadLinesFile(dataDir, ID), lines);
  const { heightAt, close } = await openHeights(dataDir, true);
  try {
    // Read as late as possible: an import may run beside.
    const before = await roadManifest.read(dataDir);
    const sources = [source, ...before.sources.filter(({ id }) => id !== ID)];
    const written = await writeNetOf({ dataDir, sources, heightAt });
    if (!written.ok) throw new Error(written.error);
    await roadManifest.add(dataDir, source);
    await removeOldNets(dataDir, [before.version, roadManifest.versionOf(sources)]);
  } finally {
    close();
  }
  await writeFile(doneFile(dataDir), '');
  return { lines: lines.length };
}

parentPort?.postMessage(await layOut((workerData as { dataDir: string }).dataDir));
