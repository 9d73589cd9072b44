// Reads the ways of an OpenStreetMap extract (.osm.pbf) with the positions of their nodes, in two passes over the file: first the wanted
// ways, then the nodes that they reference. Memory holds only the wanted data, not the file. Format:
// https://wiki.openstreetmap.org/wiki/PBF_Format
import { open } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { fileFault } from '@lookout/domain';
import { UnreadableFile } from './unreadable-file.ts';

export interface OsmWay {
  readonly id: number;
  readonly tags: Readonly<Record<string, string>>;
  /** WGS 84 degrees. Runs of at least two nodes that are in the file; several where a way leaves the extract. */
  readonly runs: readonly (readonly { readonly lng: number; readonly lat: number }[])[];
}

export interface OsmWays {
  readonly ways: readonly OsmWay[];
  /** Number of ways with missing nodes: extracts end at a border. */
  readonly incomplete: number;
}

interface OsmOptions {
  /** Tags to read. */
  readonly keys: readonly string[];
  readonly isWanted: (tags: Readonly<Record<string, string>>) => boolean;
  /** Maximum number of nodes of the wanted ways, counted per way; a file with more is refused. */
  readonly mostNodes: number;
  /** @param share progress over both passes, 0 … 1 */
  readonly progress?: (share: number) => void;
}

/** What osm-pbf-parser-node yields. */
type Item =
  | { readonly type: 'node'; readonly id: number; readonly lat: number; readonly lon: number }
  | { readonly type: 'way'; readonly id: number; readonly refs: readonly number[]; readonly tags?: Readonly<Record<string, string>> }
  | { readonly type: 'relation' };

/** @throws UnreadableFile when it is not an .osm.pbf file, is damaged, or needs too many nodes */
export async function readOsmWays(file: string, { keys, isWanted, mostNodes, progress = () => undefined }: OsmOptions): Promise<OsmWays> {
  const ways: { readonly id: number; readonly tags: Readonly<Record<string, string>>; readonly refs: readonly number[] }[] = [];
  let count = 0;
  await eachItem(
    file,
    keys,
    (share) => progress(share / 2),
    (item) => {
      if (item.type !== 'way' || item.tags === undefined || !isWanted(item.tags)) return;
      count += item.refs.length;
      if (count > mostNodes) throw new UnreadableFile(fileFault('osm-too-many-nodes', { most: mostNodes }));
      ways.push({ id: item.id, tags: item.tags, refs: item.refs });
    },
  );

  const ids = new Float64Array(count);
  let filled = 0;
  for (const { refs } of ways) {
    ids.set(refs, filled);
    filled += refs.length;
  }
  ids.sort();
  const places = new Float64Array(2 * ids.length).fill(Number.NaN);
  await eachItem(
    file,
    [],
    (share) => progress((1 + share) / 2),
    (item) => {
      if (item.type !== 'node') return;
      const at = firstAt(ids, item.id);
      if (ids[at] === item.id) places.set([item.lon, item.lat], 2 * at);
    },
  );

  let incomplete = 0;
  const found = ways.map(({ id, tags, refs }): OsmWay => {
    const runs: { lng: number; lat: number }[][] = [[]];
    for (const ref of refs) {
      const at = firstAt(ids, ref);
      const [lng, lat] = [places[2 * at] as number, places[2 * at + 1] as number];
      if (Number.isNaN(lng)) runs.push([]);
      else runs.at(-1)?.push({ lng, lat });
    }
    if (runs.length > 1) incomplete += 1;
    return { id, tags, runs: runs.filter((run) => run.length > 1) };
  });
  return { ways: found, incomplete };
}

/** The first index whose value is not less than `wanted`. */
function firstAt(sorted: Float64Array, wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const HEADER_TYPE = 'OSMHeader';
const DATA_TYPE = 'OSMData';

async function eachItem(
  file: string,
  keys: readonly string[],
  progress: (share: number) => void,
  onItem: (item: Item) => void,
): Promise<void> {
  // Loaded on demand: only an import needs it.
  const { parse } = await import('osm-pbf-parser-node');
  // Differs from the library's types: `parse` takes the options that `withTags` takes for a stream.
  const options = { node: false, relation: false, way: keys.length > 0 && [...keys], withInfo: false };
  for await (const { type, content, share } of blocksOf(file)) {
    if (type === DATA_TYPE) for (const item of parsed(() => parse(content, options) as Item[])) onItem(item);
    progress(share);
  }
}

/** Converts the library's error on a damaged block to a fault of the file. */
function parsed(parse: () => Item[]): Item[] {
  try {
    return parse();
  } catch (error) {
    throw damaged(error instanceof Error ? error.message : String(error));
  }
}

const damaged = (detail: string): UnreadableFile => new UnreadableFile(fileFault('osm-pbf-unreadable', { detail }));

/** The format's own limits on a header, and on a block when packed and unpacked. */
const MOST_HEADER_BYTES = 64 * 1024;
const MOST_BLOCK_BYTES = 32 * 1024 * 1024;

interface Block {
  readonly type: string;
  /** The unpacked content. */
  readonly content: Buffer;
  /** Share of the file up to the end of this block. */
  readonly share: number;
}

/**
 * Splits the file into blocks, because the library accepts only zlib blocks. @throws UnreadableFile when it is not an .osm.pbf file, or is
 * damaged
 */
async function* blocksOf(file: string): AsyncGenerator<Block> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new UnreadableFile(fileFault('not-osm-pbf'));
    const read = async (at: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead < length) throw damaged('unexpected end of file');
      return buffer;
    };
    for (let at = 0; at < size; ) {
      const isFirst = at === 0;
      const length = size - at < 4 ? -1 : (await read(at, 4)).readUInt32BE(0);
      if (length < 0 || length > MOST_HEADER_BYTES || (isFirst && at + 4 + length > size))
        throw isFirst ? new UnreadableFile(fileFault('not-osm-pbf')) : damaged('a header of a block is too long');
      const header = fieldsOf(await read(at + 4, length));
      const type = header.get(1)?.toString() ?? '';
      const packed = Number(header.get(3) ?? 0);
      if (isFirst && type !== HEADER_TYPE) throw new UnreadableFile(fileFault('not-osm-pbf'));
      if (packed > MOST_BLOCK_BYTES) throw damaged('a block is too large');
      if (type === '') throw damaged('a block has no type');
      at += 4 + length;
      const content = type === DATA_TYPE ? unpacked(fieldsOf(await read(at, packed))) : Buffer.alloc(0);
      at += packed;
      yield { type, content, share: Math.min(1, at / size) };
    }
  } finally {
    await handle.close();
  }
}

const RAW = 1;
const ZLIB = 3;
/** Fields of a block for its other compressions (fileformat.proto). */
const OTHERS: readonly (readonly [field: number, method: string])[] = [
  [4, 'LZMA'],
  [5, 'bzip2'],
  [6, 'LZ4'],
  [7, 'Zstandard'],
];

function unpacked(blob: ReadonlyMap<number, Buffer | number>): Buffer {
  const [raw, zlib] = [blob.get(RAW), blob.get(ZLIB)];
  if (Buffer.isBuffer(raw)) return raw;
  if (Buffer.isBuffer(zlib)) {
    try {
      return inflateSync(zlib, { maxOutputLength: MOST_BLOCK_BYTES });
    } catch (error) {
      throw damaged(error instanceof Error ? error.message : String(error));
    }
  }
  const other = OTHERS.find(([field]) => blob.has(field));
  throw other ? new UnreadableFile(fileFault('osm-compression', { method: other[1] })) : damaged('a block has no content');
}

/** The fields of a protocol buffers message; of repeated fields the last one counts: https://protobuf.dev/programming-guides/encoding/ */
function fieldsOf(message: Buffer): ReadonlyMap<number, Buffer | number> {
  const fields = new Map<number, Buffer | number>();
  let at = 0;
  const varint = (): number => {
    let [value, factor] = [0, 1];
    for (let i = 0; i < 10; i += 1) {
      const byte = message[at];
      if (byte === undefined) break;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
    throw damaged('a number does not end');
  };
  while (at < message.length) {
    const tag = varint();
    const [field, wire] = [Math.floor(tag / 8), tag % 8];
    if (wire === 0) fields.set(field, varint());
    else if (wire === 2) {
      const length = varint();
      if (at + length > message.length) throw damaged('a field does not end');
      fields.set(field, message.subarray(at, at + length));
      at += length;
    } else if (wire === 1 || wire === 5) at += wire === 1 ? 8 : 4;
    else throw damaged('a field of an unknown kind');
  }
  return fields;
}
