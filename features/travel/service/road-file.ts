// Imported roads on disk: the lines of each source, the network joined from all of them, and the manifest of the sources in use. Each
// version of the network has a separate file, which is written before the manifest names it.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { openRoadNet, type RoadLine, type RoadNet, type RoadNetFault } from '@lookout/fire-model';
import { distanceMetres, type GroundBox, type LngLat } from '@lookout/geo';
import { sourceManifest } from '@lookout/server/services/source-manifest.ts';

export interface RoadSource {
  /** A hash of the source file's content and of the import options, so that the same file is not imported twice. */
  readonly id: string;
  /** The name of the source file. */
  readonly name: string;
  readonly box: GroundBox;
  readonly lines: number;
  readonly metres: number;
  /**
   * A loose end within this distance of another line is joined to it, for files whose lines have no common points. The largest value of all
   * sources applies to the network.
   */
  readonly snapMetres: number;
  /** Simulated (演示). Not used where roads were imported. */
  readonly isDemo: boolean;
  /** ISO time. */
  readonly importedAt: string;
  /** ISO time when the network was last joined again from the same sources, because the terrain had changed. */
  readonly joinedAt?: string;
}

/** After this time, every running server has reloaded the manifest. */
export const ROADS_TAKEN_UP_MS = 4_000;

export const roadManifest = sourceManifest<RoadSource>('roads.json', ({ id, joinedAt }) => [id, joinedAt ?? '']);
export const roadLinesFile = (dataDir: string, id: string): string => path.join(dataDir, 'roads', `${id}.lines`);
/** @param version the version of the manifest */
export const roadNetFile = (dataDir: string, version: string): string => path.join(dataDir, 'roads', `${version}.net`);

/** The box of all points of the lines, degrees. */
export function boxOfLines(lines: readonly Pick<RoadLine, 'points'>[]): GroundBox {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { points } of lines)
    for (const { lng, lat } of points) {
      west = Math.min(west, lng);
      south = Math.min(south, lat);
      east = Math.max(east, lng);
      north = Math.max(north, lat);
    }
  return { west, south, east, north };
}

export const metresOfLine = (points: readonly LngLat[]): number =>
  points.reduce((sum, point, i) => sum + (i === 0 ? 0 : distanceMetres(points[i - 1] as LngLat, point)), 0);

/** A line in the file: points as lng, lat, lng, lat … */
type StoredLine = Omit<RoadLine, 'points'> & { readonly points: readonly number[] };

/** Writes atomically: the file is complete or does not exist. */
export async function writeRoadLines(file: string, lines: readonly RoadLine[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o711 });
  const beside = `${file}.${process.pid}.part`;
  const texts = Readable.from(
    (function* () {
      for (const { points, ...line } of lines)
        yield `${JSON.stringify({ ...line, points: points.flatMap(({ lng, lat }) => [lng, lat]) } satisfies StoredLine)}\n`;
    })(),
  );
  await pipeline(texts, createGzip({ level: 6 }), createWriteStream(beside, { mode: 0o600 }));
  await rename(beside, file);
}

/** @throws Error for a damaged file */
export async function readRoadLines(file: string): Promise<RoadLine[]> {
  const lines: RoadLine[] = [];
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for await (const chunk of chunks) {
      const texts = (rest + decoder.write(chunk)).split('\n');
      rest = texts.pop() ?? '';
      for (const text of texts) lines.push(lineOf(JSON.parse(text) as StoredLine));
    }
  });
  return lines;
}

const lineOf = ({ points, ...line }: StoredLine): RoadLine => ({
  ...line,
  points: Array.from({ length: points.length / 2 }, (_, i) => ({ lng: points[2 * i] as number, lat: points[2 * i + 1] as number })),
});

/** Writes atomically: the file is complete or does not exist. */
export async function writeRoadNet(file: string, { buffer }: RoadNet): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o711 });
  const beside = `${file}.${process.pid}.part`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(new Uint8Array(buffer));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
}

class UnreadableRoadNet extends Error {
  constructor(file: string, fault: RoadNetFault) {
    super(`${file}: ${fault}`);
  }
}

/** Reads into shared memory, which several threads use. @throws Error for another version or a damaged file */
export async function readRoadNet(file: string): Promise<RoadNet> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(new SharedArrayBuffer(size));
    let at = 0;
    while (at < size) {
      const { bytesRead } = await handle.read(bytes, at, Math.min(size - at, READ_AT_ONCE), at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    const opened = openRoadNet(bytes.buffer);
    if (!opened.ok) throw new UnreadableRoadNet(file, opened.error);
    return opened.value;
  } finally {
    await handle.close();
  }
}

const READ_AT_ONCE = 64 * 1024 * 1024;
