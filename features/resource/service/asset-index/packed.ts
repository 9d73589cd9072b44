// A million assets in shared memory: a spatial index of their positions, kind and grid of each, and the rest as JSON text, parsed only for
// results. Built in a worker, queried in the server's thread.

import type { GridNo } from '@lookout/domain';
import { createPointIndex, openPointIndex, type PointIndex, type SharedPoints } from '@lookout/geo';
import { type AssetRecord, assetIdOf, readAsset } from '../../asset-feed.store.ts';
import { ASSET_KINDS, type Asset, type AssetKind } from '../../resource.ts';

/** Plain data in shared memory. Each asset is identified by its row, from 0. */
export interface PackedAssets {
  readonly points: SharedPoints;
  /** Indexes in ASSET_KINDS. */
  readonly kinds: Uint8Array;
  /** Indexes in `gridNos`. */
  readonly grids: Uint32Array;
  readonly gridNos: readonly GridNo[];
  /** Where the text of each row begins: chunk · CHUNK_BYTES + offset in it. Four bytes of length, then UTF-8. */
  readonly addresses: Uint32Array;
  readonly chunks: readonly Uint8Array[];
  /** Rows (+ 1) by hash of their id, open addressing; its length is a power of two. */
  readonly slots: Uint32Array;
}

export interface OpenAssets {
  readonly count: number;
  readonly points: PointIndex;
  readonly kinds: Uint8Array;
  readonly grids: Uint32Array;
  readonly gridNos: readonly GridNo[];
  idAt(row: number): string;
  assetAt(row: number): Asset;
  /** null: no asset with that id. */
  rowOf(id: string): number | null;
}

const CHUNK_BYTES = 4 << 20;
const LENGTH_BYTES = 4;
/** Maximum number of UTF-8 bytes for a UTF-16 code unit. */
const MOST_BYTES_A_UNIT = 3;

const kindIndexes = new Map(ASSET_KINDS.map((kind, index) => [kind, index]));

/** FNV-1a (Fowler, Noll, Vo), 32 bits. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const sharedBytes = (bytes: number): Buffer => Buffer.from(new SharedArrayBuffer(bytes));

/**
 * Accepts records in any number of batches. Of records with the same id the first is stored, because later changes are fetched afterwards.
 */
export function packer() {
  const chunks: Buffer[] = [];
  let used = 0;
  const gridNos: GridNo[] = [];
  const gridIndexes = new Map<GridNo, number>();
  let [count, capacity] = [0, 1 << 12];
  let [positions, kinds, grids] = [new Float64Array(2 * capacity), new Uint8Array(capacity), new Uint32Array(capacity)];
  let [addresses, hashes, slots] = [new Uint32Array(capacity), new Uint32Array(capacity), new Uint32Array(2 * capacity)];

  const grow = (): void => {
    capacity *= 2;
    const larger = <A extends Float64Array | Uint8Array | Uint32Array>(from: A, into: A): A => {
      into.set(from);
      return into;
    };
    positions = larger(positions, new Float64Array(2 * capacity));
    kinds = larger(kinds, new Uint8Array(capacity));
    grids = larger(grids, new Uint32Array(capacity));
    addresses = larger(addresses, new Uint32Array(capacity));
    hashes = larger(hashes, new Uint32Array(capacity));
    slots = new Uint32Array(2 * capacity);
    for (let row = 0; row < count; row += 1) slots[freeSlot(slots, hashes[row] as number)] = row + 1;
  };
  const write = (fields: string): number => {
    const most = LENGTH_BYTES + fields.length * MOST_BYTES_A_UNIT;
    let chunk = chunks.at(-1);
    if (chunk === undefined || used + most > chunk.length) {
      chunk = sharedBytes(Math.max(CHUNK_BYTES, most));
      chunks.push(chunk);
      used = 0;
    }
    const length = chunk.write(fields, used + LENGTH_BYTES);
    chunk.writeUInt32LE(length, used);
    const address = (chunks.length - 1) * CHUNK_BYTES + used;
    used += LENGTH_BYTES + length;
    return address;
  };

  return {
    add(records: readonly AssetRecord[]): void {
      for (const { kind, grid_no: gridNo, lng, lat, fields_json: fields } of records) {
        if (count === capacity) grow();
        const id = assetIdOf(fields);
        const hash = hashOf(id);
        const slot = slotOf(slots, hash, (row) => hashes[row] === hash && assetIdOf(textAt(chunks, addresses[row] as number)) === id);
        if (slots[slot] !== 0) continue;
        slots[slot] = count + 1;
        hashes[count] = hash;
        positions[2 * count] = lng;
        positions[2 * count + 1] = lat;
        kinds[count] = kindIndexes.get(kind) as number;
        let grid = gridIndexes.get(gridNo);
        if (grid === undefined) {
          grid = gridNos.push(gridNo) - 1;
          gridIndexes.set(gridNo, grid);
        }
        grids[count] = grid;
        addresses[count] = write(fields);
        count += 1;
      }
    },
    end(): PackedAssets {
      const sharedPositions = new Float64Array(new SharedArrayBuffer(16 * count));
      sharedPositions.set(positions.subarray(0, 2 * count));
      const shared32 = (from: Uint32Array, length: number): Uint32Array => {
        const into = new Uint32Array(new SharedArrayBuffer(4 * length));
        into.set(from.subarray(0, length));
        return into;
      };
      const sharedKinds = sharedBytes(count);
      sharedKinds.set(kinds.subarray(0, count));
      return {
        points: createPointIndex(sharedPositions).shared,
        kinds: sharedKinds,
        grids: shared32(grids, count),
        gridNos,
        addresses: shared32(addresses, count),
        chunks,
        slots: shared32(slots, slots.length),
      };
    },
  };
}

export function openAssets({ points: shared, kinds, grids, gridNos, addresses, slots, ...packed }: PackedAssets): OpenAssets {
  const chunks = packed.chunks.map(({ buffer }) => Buffer.from(buffer));
  const points = openPointIndex(shared);
  const fieldsAt = (row: number): string => textAt(chunks, addresses[row] as number);
  return {
    count: kinds.length,
    points,
    kinds,
    grids,
    gridNos,
    idAt: (row) => assetIdOf(fieldsAt(row)),
    assetAt: (row) =>
      readAsset({
        kind: ASSET_KINDS[kinds[row] as number] as AssetKind,
        grid_no: gridNos[grids[row] as number] as GridNo,
        ...points.positionOf(row),
        fields_json: fieldsAt(row),
      }),
    rowOf(id) {
      const at = slots[slotOf(slots, hashOf(id), (row) => assetIdOf(fieldsAt(row)) === id)] as number;
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
function slotOf(slots: Uint32Array, hash: number, matches: (row: number) => boolean): number {
  const mask = slots.length - 1;
  let slot = hash & mask;
  for (let slotted = slots[slot] as number; slotted !== 0 && !matches(slotted - 1); slotted = slots[slot] as number)
    slot = (slot + 1) & mask;
  return slot;
}

const freeSlot = (slots: Uint32Array, hash: number): number => slotOf(slots, hash, () => false);
