// Ways of an OpenStreetMap extract (.osm.pbf) with the places of their nodes, in two passes over the file: first the ways that are wanted, then the nodes that
// they name. So memory holds what is wanted and not the file. Format: https://wiki.openstreetmap.org/wiki/PBF_Format
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileFault } from '@lookout/domain';
import { UnreadableFile } from './lines.ts';

export interface OsmWay {
  readonly id: number;
  readonly tags: Readonly<Record<string, string>>;
  /** WGS 84 degrees. Runs of at least two nodes that are in the file; several where an extract was cut out. */
  readonly runs: readonly (readonly { readonly lng: number; readonly lat: number }[])[];
}

export interface OsmWays {
  readonly ways: readonly OsmWay[];
  /** Ways of which nodes are missing: extracts end at a border. */
  readonly incomplete: number;
}

interface OsmOptions {
  /** Tags that are read. */
  readonly keys: readonly string[];
  readonly isWanted: (tags: Readonly<Record<string, string>>) => boolean;
  /** Nodes of wanted ways, counted by way; of more the file is refused. */
  readonly mostNodes: number;
  /** @param share of both passes, 0 … 1 */
  readonly progress?: (share: number) => void;
}

/** What the library yields; the file's header has no type. */
type Item =
  | { readonly type: 'node'; readonly id: number; readonly lat: number; readonly lon: number }
  | { readonly type: 'way'; readonly id: number; readonly refs: readonly number[]; readonly tags?: Readonly<Record<string, string>> }
  | { readonly type: 'relation' }
  | { readonly type?: undefined };

/** @throws UnreadableFile when it is no such file, is damaged, or wants too many nodes */
export async function readOsmWays(file: string, { keys, isWanted, mostNodes, progress = () => undefined }: OsmOptions): Promise<OsmWays> {
  await requireOsm(file);
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

/** The first index whose value is not less. */
function firstAt(sorted: Float64Array, wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A header of at most 64 KiB that names its type: the library takes any length and reads on until it has so much. */
const MOST_HEADER_BYTES = 65_536;
const TYPE = 'OSMHeader';

async function requireOsm(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(64);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    if (bytesRead < 16 || head.readUInt32BE(0) > MOST_HEADER_BYTES || !head.toString('latin1').includes(TYPE))
      throw new UnreadableFile(fileFault('not-osm-pbf'));
  } finally {
    await handle.close();
  }
}

const READ_BYTES = 1 << 20;

async function eachItem(
  file: string,
  keys: readonly string[],
  progress: (share: number) => void,
  onItem: (item: Item) => void,
): Promise<void> {
  // Loaded on demand: only an import needs it.
  const { OSMTransform } = await import('osm-pbf-parser-node');
  /** What the library throws at a damaged file fails the stream instead of the process. */
  class SafeTransform extends OSMTransform {
    override _transform(...[chunk, encoding, done]: Parameters<Transform['_transform']>): void {
      try {
        super._transform(chunk, encoding, done);
      } catch (error) {
        done(error as Error);
      }
    }
    override _flush(done: TransformCallback): void {
      try {
        super._flush(done);
      } catch (error) {
        done(error as Error);
      }
    }
  }
  const source = createReadStream(file, { highWaterMark: READ_BYTES });
  const handle = await open(file, 'r');
  const { size } = await handle.stat().finally(() => handle.close());
  const sink = new Writable({
    objectMode: true,
    write(items: Item[], _encoding, done) {
      try {
        for (const item of items) onItem(item);
        progress(source.bytesRead / size);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const withTags = { node: false, relation: false, way: keys.length > 0 && [...keys] };
  try {
    await pipeline(source, new SafeTransform({ withTags, withInfo: false }), sink);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(fileFault('osm-pbf-unreadable', { detail: error instanceof Error ? error.message : String(error) }));
  }
}
