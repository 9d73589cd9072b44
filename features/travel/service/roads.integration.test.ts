import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildRoadNet, type RoadLine } from '@lookout/fire-model';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RoadSource, readRoadLines, roadLinesFile, roadManifest, roadNetFile, writeRoadLines, writeRoadNet } from './road-file.ts';
import { openRoads } from './roads.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-roads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LINES: readonly RoadLine[] = [
  {
    class: 'trunk',
    points: [
      { lng: 103.5, lat: 31.4 },
      { lng: 103.502, lat: 31.4 },
    ],
    isBridge: true,
  },
  {
    class: 'fire-road',
    points: [
      { lng: 103.502, lat: 31.4 },
      { lng: 103.502, lat: 31.402 },
    ],
    isOneWay: true,
    speedLimit: 20,
  },
];
const SOURCE: RoadSource = {
  id: 'a',
  name: 'a.geojson',
  box: { west: 103.5, east: 103.502, south: 31.4, north: 31.402 },
  lines: 2,
  metres: 400,
  snapMetres: 0,
  isDemo: false,
  importedAt: '2026-11-27T00:00:00.000Z',
};

async function keep(dataDir: string, source: RoadSource): Promise<void> {
  const built = buildRoadNet(LINES);
  if (!built.ok) throw new Error(built.error);
  const sources = [source, ...(await roadManifest.read(dataDir)).sources];
  await writeRoadNet(roadNetFile(dataDir, roadManifest.versionOf(sources)), built.value.net);
  await roadManifest.add(dataDir, source);
}

describe('the roads of a server', () => {
  it('are none at first, and those of the newest network after a notification', async () => {
    const dataDir = await mkdtemp(path.join(folder, 'data-'));
    const onChange: ((seq: number) => void)[] = [];
    const listen = (_subjects: unknown, listener: (seq: number) => void) => {
      onChange.push(listener);
      return () => undefined;
    };
    await using roads = disposable(
      await openRoads({ dataDir, changes: { subscribe: listen }, log: { warn: expect.fail, info: () => undefined } }),
    );
    expect([roads.origin(), roads.version(), roads.net(), roads.roadsIn(SOURCE.box)]).toEqual(['none', '', null, []]);

    await keep(dataDir, SOURCE);
    for (const tell of onChange) tell(1);
    await vi.waitFor(() => expect(roads.origin()).toBe('imported'));
    expect(roads.net()?.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(roads.roadsIn(SOURCE.box)).toEqual([
      { class: 'trunk', points: LINES[0]?.points, isBridge: true, isTunnel: false },
      { class: 'fire-road', points: LINES[1]?.points, isBridge: false, isTunnel: false },
    ]);
    expect(roads.roadsIn({ west: 103.4, east: 103.501, south: 31.3, north: 31.5 }).map((road) => road.class)).toEqual(['trunk']);
    expect(roads.roadsIn({ west: 103.6, east: 103.7, south: 31.3, north: 31.5 })).toEqual([]);

    await keep(dataDir, { ...SOURCE, id: 'd', isDemo: true });
    for (const tell of onChange) tell(2);
    await vi.waitFor(() => expect(roads.origin()).toBe('mixed'));
  });

  it('a truncated network file is ignored with a warning', async () => {
    const dataDir = await mkdtemp(path.join(folder, 'data-'));
    await keep(dataDir, SOURCE);
    await writeFile(roadNetFile(dataDir, roadManifest.versionOf([SOURCE])), Buffer.alloc(10));
    const warn = vi.fn();
    await using roads = disposable(
      await openRoads({ dataDir, changes: { subscribe: () => () => undefined }, log: { warn, info: () => undefined } }),
    );
    expect(roads.net()).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
  });

  it('the lines of a source are read back as they were written', async () => {
    const file = roadLinesFile(folder, 'x');
    await writeRoadLines(file, LINES);
    expect(await readRoadLines(file)).toEqual(LINES);
    await writeFile(file, Buffer.from('no archive'));
    await expect(readRoadLines(file)).rejects.toThrow(/header/);
  });
});

const disposable = <T extends { stop(): Promise<void> }>(one: T): T & AsyncDisposable => ({
  ...one,
  [Symbol.asyncDispose]: () => one.stop(),
});
