// Runs in a worker thread: adds the demo's roads to the sources of roads and builds the network of all sources (demo-roads.ts).
import { parentPort, workerData } from 'node:worker_threads';
import {
  boxOfLines,
  metresOfLine,
  type RoadSource,
  roadLinesFile,
  roadManifest,
  writeRoadLines,
} from '@lookout/features/travel/service/road-file.ts';
import { openHeights, removeOldNets, writeNetOf } from '@lookout/features/travel/service/road-net-build.ts';
import type { RoadLine } from '@lookout/fire-model';
import { giveWay } from '../../services/thread-priority.ts';
import { demoRoadLines } from './stage.ts';

const NAME = '演示道路';

export interface DemoRoadsToDo {
  readonly dataDir: string;
  /** The id of the source to add. */
  readonly id: string;
}

export interface DemoRoadsDone {
  readonly lines: readonly RoadLine[];
}

async function layOut({ dataDir, id }: DemoRoadsToDo): Promise<DemoRoadsDone> {
  const lines = demoRoadLines();
  const source: RoadSource = {
    id,
    name: NAME,
    box: boxOfLines(lines),
    lines: lines.length,
    metres: Math.round(lines.reduce((sum, { points }) => sum + metresOfLine(points), 0)),
    snapMetres: 0,
    isDemo: true,
    importedAt: new Date().toISOString(),
  };
  await writeRoadLines(roadLinesFile(dataDir, id), lines);
  const { heightAt, close } = await openHeights(dataDir, true);
  try {
    // Read as late as possible, because an import may run at the same time.
    const before = await roadManifest.read(dataDir);
    const sources = [source, ...before.sources.filter((one) => one.id !== id)];
    const written = await writeNetOf({ dataDir, sources, heightAt });
    if (!written.ok) throw new Error(written.error);
    await roadManifest.add(dataDir, source);
    await removeOldNets(dataDir, [before.version, roadManifest.versionOf(sources)]);
  } finally {
    close();
  }
  return { lines };
}

giveWay();
parentPort?.postMessage(await layOut(workerData as DemoRoadsToDo));
