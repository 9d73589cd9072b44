// Writes a .pmtiles file (PMTiles version 3, specification of Protomaps) for a peer that serves the product's tiles.
import { gzipSync } from 'node:zlib';

export interface TileToWrite {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  /** Gzipped tile. */
  readonly data: Buffer;
}

const HEADER_BYTES = 127;
const GZIP = 2;
const MVT = 1;

export function pmtilesOf(tiles: readonly TileToWrite[]): Buffer {
  const sorted = tiles.map((tile) => ({ ...tile, id: tileId(tile) })).sort((a, b) => a.id - b.id);
  const directory = gzipSync(directoryOf(sorted));
  const metadata = gzipSync(JSON.stringify({ vector_layers: [{ id: 'features', fields: {} }] }));
  const body = Buffer.concat(sorted.map(({ data }) => data));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  const metadataAt = HEADER_BYTES + directory.length;
  const bodyAt = metadataAt + metadata.length;
  const longs = [
    HEADER_BYTES,
    directory.length,
    metadataAt,
    metadata.length,
    bodyAt,
    0,
    bodyAt,
    body.length,
    tiles.length,
    tiles.length,
    tiles.length,
  ];
  for (const [i, value] of longs.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * i);
  const levels = tiles.map(({ level }) => level);
  header.set([1, GZIP, GZIP, MVT, Math.min(...levels), Math.max(...levels)], 96);
  const corners = [-180, -85, 180, 85];
  for (const [i, degrees] of corners.entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * i);
  return Buffer.concat([header, directory, metadata, body]);
}

/** The tile id: position on the Hilbert curve of the level, after all tiles of the levels below. */
function tileId({ level, x, y }: TileToWrite): number {
  let id = 0;
  for (let above = 0; above < level; above += 1) id += 4 ** above;
  let [at, down] = [x, y];
  for (let half = 2 ** (level - 1); half >= 1; half /= 2) {
    const right = at & half ? 1 : 0;
    const low = down & half ? 1 : 0;
    id += half * half * ((3 * right) ^ low);
    if (low === 0) {
      if (right === 1) [at, down] = [half - 1 - at, half - 1 - down];
      [at, down] = [down, at];
    }
  }
  return id;
}

function directoryOf(tiles: readonly (TileToWrite & { readonly id: number })[]): Buffer {
  const numbers = [
    tiles.length,
    ...tiles.map(({ id }, i) => id - (tiles[i - 1]?.id ?? 0)),
    ...tiles.map(() => 1),
    ...tiles.map(({ data }) => data.length),
    // Offsets: 1 is offset 0, and 0 means directly after the previous tile.
    ...tiles.map((_, i) => (i === 0 ? 1 : 0)),
  ];
  return Buffer.from(numbers.flatMap(varint));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}
