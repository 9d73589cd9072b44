// A million assets in shared memory: a spatial index of their positions, kind and grid of each, and the rest as JSON text, parsed only for
// results. Built in a worker, queried in the server's thread.
import { ASSET_KINDS, type Asset, type AssetKind, type GridNo } from '@lookout/domain';
import { createPointIndex, openPointIndex, type PointIndex, type SharedPoints } from '@lookout/geo';
import { type AssetRecord, idSaid, readSaid } from '@lookout/store';

/** Plain data over shared memory; each thing is known by its row, from 0. */
export interface PackedThings {
  readonly points: SharedPoints;
  /** Places in PLACED_KINDS. */
  readonly kinds: Uint8Array;
  /** Places in `gridNos`. */
  readonly grids: Uint32Array;
  readonly gridNos: readonly GridNo[];
  /** Where the text of each row begins: chunk · CHUNK_BYTES + place in it. Four bytes of length, then UTF-8. */
  readonly addresses: Uint32Array;
  readonly chunks: readonly Uint8Array[];
  /** Rows (+ 1) by hash of their id, open addressing; its length is a power of two. */
  readonly slots: Uint32Array;
}

export interface Things {
  readonly count: number;
  readonly points: PointIndex;
  readonly kinds: Uint8Array;
  readonly grids: Uint32Array;
  readonly gridNos: readonly GridNo[];
  idAt(row: number): string;
  thingAt(row: number): Asset;
  /** null: none of that id. */
  rowOf(id: string): number | null;
}

const CHUNK_BYTES = 4 << 20;
const LENGTH_BYTES = 4;
/** UTF-8 takes at most so many bytes for a unit of JavaScript text. */
const MOST_BYTES_A_UNIT = 3;

const kindPlaces = new Map(ASSET_KINDS.map((kind, place) => [kind, place]));

/** FNV-1a (Fowler, Noll, Vo), 32 bits. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const sharedBytes = (bytes: number): Buffer => Buffer.from(new SharedArrayBuffer(bytes));

/** Takes records in any number of pieces; of one id only the first counts (later changes are fetched afterwards). */
export function packer() {
  const chunks: Buffer[] = [];
  let used = 0;
  const gridNos: GridNo[] = [];
  const gridPlaces = new Map<GridNo, number>();
  let [count, room] = [0, 1 << 12];
  let [places, kinds, grids] = [new Float64Array(2 * room), new Uint8Array(room), new Uint32Array(room)];
  let [addresses, hashes, slots] = [new Uint32Array(room), new Uint32Array(room), new Uint32Array(2 * room)];

  const grow = (): void => {
    room *= 2;
    const larger = <A extends Float64Array | Uint8Array | Uint32Array>(from: A, into: A): A => {
      into.set(from);
      return into;
    };
    places = larger(places, new Float64Array(2 * room));
    kinds = larger(kinds, new Uint8Array(room));
    grids = larger(grids, new Uint32Array(room));
    addresses = larger(addresses, new Uint32Array(room));
    hashes = larger(hashes, new Uint32Array(room));
    slots = new Uint32Array(2 * room);
    for (let row = 0; row < count; row += 1) slots[freeSlot(slots, hashes[row] as number)] = row + 1;
  };
  const write = (said: string): number => {
    const most = LENGTH_BYTES + said.length * MOST_BYTES_A_UNIT;
    let chunk = chunks.at(-1);
    if (chunk === undefined || used + most > chunk.length) {
      chunk = sharedBytes(Math.max(CHUNK_BYTES, most));
      chunks.push(chunk);
      used = 0;
    }
    const length = chunk.write(said, used + LENGTH_BYTES);
    chunk.writeUInt32LE(length, used);
    const address = (chunks.length - 1) * CHUNK_BYTES + used;
    used += LENGTH_BYTES + length;
    return address;
  };

  return {
    add(records: readonly AssetRecord[]): void {
      for (const { kind, grid_no: gridNo, lng, lat, said } of records) {
        if (count === room) grow();
        const id = idSaid(said);
        const hash = hashOf(id);
        const slot = slotOf(slots, hash, (row) => hashes[row] === hash && idSaid(textAt(chunks, addresses[row] as number)) === id);
        if (slots[slot] !== 0) continue;
        slots[slot] = count + 1;
        hashes[count] = hash;
        places[2 * count] = lng;
        places[2 * count + 1] = lat;
        kinds[count] = kindPlaces.get(kind) as number;
        let grid = gridPlaces.get(gridNo);
        if (grid === undefined) {
          grid = gridNos.push(gridNo) - 1;
          gridPlaces.set(gridNo, grid);
        }
        grids[count] = grid;
        addresses[count] = write(said);
        count += 1;
      }
    },
    end(): PackedThings {
      const keptPositions = new Float64Array(new SharedArrayBuffer(16 * count));
      keptPositions.set(places.subarray(0, 2 * count));
      const shared32 = (from: Uint32Array, length: number): Uint32Array => {
        const into = new Uint32Array(new SharedArrayBuffer(4 * length));
        into.set(from.subarray(0, length));
        return into;
      };
      const keptKinds = sharedBytes(count);
      keptKinds.set(kinds.subarray(0, count));
      return {
        points: createPointIndex(keptPositions).shared,
        kinds: keptKinds,
        grids: shared32(grids, count),
        gridNos,
        addresses: shared32(addresses, count),
        chunks,
        slots: shared32(slots, slots.length),
      };
    },
  };
}

export function openThings({ points: shared, kinds, grids, gridNos, addresses, slots, ...packed }: PackedThings): Things {
  const chunks = packed.chunks.map(({ buffer }) => Buffer.from(buffer));
  const points = openPointIndex(shared);
  const saidAt = (row: number): string => textAt(chunks, addresses[row] as number);
  return {
    count: kinds.length,
    points,
    kinds,
    grids,
    gridNos,
    idAt: (row) => idSaid(saidAt(row)),
    thingAt: (row) =>
      readSaid(saidAt(row), {
        kind: ASSET_KINDS[kinds[row] as number] as AssetKind,
        gridNo: gridNos[grids[row] as number] as GridNo,
        position: points.positionOf(row),
      }),
    rowOf(id) {
      const at = slots[slotOf(slots, hashOf(id), (row) => idSaid(saidAt(row)) === id)] as number;
      return at === 0 ? null : at - 1;
    },
  };
}

function textAt(chunks: readonly Buffer[], address: number): string {
  const chunk = chunks[Math.floor(address / CHUNK_BYTES)] as Buffer;
  const begin = (address % CHUNK_BYTES) + LENGTH_BYTES;
  return chunk.toString('utf8', begin, begin + chunk.readUInt32LE(begin - LENGTH_BYTES));
}

/** The slot of the matching row, or the free slot for it. */
function slotOf(slots: Uint32Array, hash: number, isIt: (row: number) => boolean): number {
  const mask = slots.length - 1;
  let slot = hash & mask;
  for (let held = slots[slot] as number; held !== 0 && !isIt(held - 1); held = slots[slot] as number) slot = (slot + 1) & mask;
  return slot;
}

const freeSlot = (slots: Uint32Array, hash: number): number => slotOf(slots, hash, () => false);
