// Imported roads on disk: the lines of each source, the net that is made of all of them, and the manifest of those in use. The net is a file of its own
// for each version, written before the manifest names it.
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
  /** A hash of the source file's content and of how it was read: the same file is not imported twice. */
  readonly id: string;
  /** The source file's name. */
  readonly name: string;
  readonly box: GroundBox;
  readonly lines: number;
  readonly metres: number;
  /** Loose ends so near another line are joined to it: files without common points. Of all sources the greatest holds for the net. */
  readonly snapMetres: number;
  /** Made up (演示): not used where others know roads. */
  readonly isDemo: boolean;
  /** ISO time. */
  readonly importedAt: string;
  /** ISO time at which the net was last joined anew with the same sources, for other ground. */
  readonly joinedAt?: string;
}

/** After so long every running server has reloaded the manifest. */
export const ROADS_TAKEN_UP_MS = 4_000;

export const roadManifest = sourceManifest<RoadSource>('roads.json', ({ id, joinedAt }) => [id, joinedAt ?? '']);
export const roadLinesFile = (dataDir: string, id: string): string => path.join(dataDir, 'roads', `${id}.lines`);
/** @param version of the manifest */
export const roadNetFile = (dataDir: string, version: string): string => path.join(dataDir, 'roads', `${version}.net`);

/** Of all their points, degrees. */
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

/** A line of the file: the points as lng, lat, lng, lat … */
type StoredLine = Omit<RoadLine, 'points'> & { readonly points: readonly number[] };

/** Complete, or not there. */
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

/** Complete, or not there. */
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

/** Into shared memory, where several threads read it. @throws Error for another version or a damaged file */
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
