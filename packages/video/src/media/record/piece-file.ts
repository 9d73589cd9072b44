// Files of a recording: `<camera>/<channel>/<begin>_<length>.mp4`; while being written `<begin>.open.mp4`. The names serve as the index. A
// piece is identified by its begin, so that its id does not change when it is finished.

import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@lookout/domain';
import { fragment, fragmentIndex, movieHead, type Sample } from '../mp4.ts';
import { CLOCK, type VideoCodec } from '../picture.ts';
import type { RecordingPiece, Retention } from '../port.ts';

/** File name without folder. @param milliseconds null: still being written */
export function pieceName(begin: Date, milliseconds: number | null): string {
  const time = pieceTime(begin);
  return milliseconds === null ? `${time}.open.mp4` : `${time}_${milliseconds}ms.mp4`;
}

/** The first part of the file name; it sorts by time. */
export const pieceTime = (begin: Date): string => begin.toISOString().replace(/[-:]/g, '');

/** The id of a piece; the same before and after it is finished. */
export const pieceId = (key: string, begin: Date): string => `${key}/${pieceTime(begin)}`;

/** The channel of a piece and the start of its file name; null for an invalid id. */
export function readPieceId(id: string): { key: string; time: string } | null {
  const [, key = '', time = ''] = /^(.+)\/(\d{8}T\d{6}\.\d{3}Z)$/.exec(id) ?? [];
  return folderOf(key) === null ? null : { key, time };
}

/** null: not a recording file. `milliseconds` null: still being written. */
export function readPieceName(name: string): { begin: Date; milliseconds: number | null } | null {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z(?:_(\d{1,9})ms|\.open)\.mp4$/.exec(name);
  if (!found) return null;
  const [, year, month, day, hour, minute, second, length] = found;
  const begin = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(begin.getTime()) ? null : { begin, milliseconds: length === undefined ? null : Number(length) };
}

/** A channel's key as a folder; null for a key that would lead outside the recordings folder. */
export function folderOf(key: string): string | null {
  return /^[\w-][\w.-]{0,127}\/[\w-][\w.-]{0,63}$/.test(key) ? key : null;
}

/** Pieces to delete: first those that are too old, then the oldest until the rest fits. Pieces that are being written are not deleted. */
export function toDelete<P extends RecordingPiece>(pieces: readonly P[], now: Date, { days, bytes }: Retention): P[] {
  const oldestFirst = [...pieces].sort((a, b) => a.begin.getTime() - b.begin.getTime());
  let total = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
  return oldestFirst.filter((piece) => {
    const isTooOld = piece.end.getTime() < now.getTime() - days * DAY_MS;
    if (piece.isOpen || (!isTooOld && total <= bytes)) return false;
    total -= piece.bytes;
    return true;
  });
}

// Writing a piece: a fragment is written at least every 2 s, so that a crash loses no more. When the piece is finished, its length is
// written into the head, an index is appended, and the file gets its final name.

export interface PieceFile {
  readonly begin: Date;
  /** Ticks written so far. */
  readonly length: number;
  write(samples: readonly Sample[]): Promise<void>;
  close(): Promise<void>;
}

export async function createPiece(folder: string, begin: Date, codec: VideoCodec): Promise<PieceFile> {
  const path = join(folder, pieceName(begin, null));
  const file = await open(path, 'wx');
  const head = movieHead(codec);
  let offset = 0;
  let length = 0;
  const index: { dts: number; offset: number }[] = [];
  const append = async (bytes: Buffer): Promise<void> => {
    await writeAll(file, bytes, offset);
    offset += bytes.length;
  };
  try {
    await append(head);
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    begin,
    get length() {
      return length;
    },
    async write(samples) {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last) return;
      const at = offset;
      await append(fragment(index.length + 1, samples));
      index.push({ dts: first.dts, offset: at });
      length = last.dts + last.durationTicks;
    },
    async close() {
      try {
        await append(fragmentIndex(index));
        await writeAll(file, movieHead(codec, length), 0);
      } finally {
        await file.close();
      }
      await rename(path, join(folder, pieceName(begin, Math.round((length * 1000) / CLOCK))));
    },
  };
}

/**
 * Repairs a piece that a crash left open: truncates it after its last complete fragment and gives it its final name.
 * @returns the final name; null when the piece is empty
 */
export async function recoverPiece(folder: string, name: string, begin: Date): Promise<string | null> {
  const path = join(folder, name);
  const file = await open(path, 'r+');
  let milliseconds: number;
  try {
    const { end, ticks } = await scan(file, (await stat(path)).size);
    if (ticks === 0) return null;
    await file.truncate(end);
    milliseconds = Math.round((ticks * 1000) / CLOCK);
  } finally {
    await file.close();
  }
  const final = pieceName(begin, milliseconds);
  await rename(path, join(folder, final));
  return final;
}

/** The end of the last complete fragment, as offset and time. */
async function scan(file: FileHandle, size: number): Promise<{ end: number; ticks: number }> {
  let [at, end, ticks, reached] = [0, 0, 0, 0];
  const head = Buffer.alloc(8);
  while (at + 8 <= size) {
    await file.read(head, 0, 8, at);
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4)];
    if (length < 8 || at + length > size) break;
    if (type === 'moof') {
      const moof = Buffer.alloc(length);
      await file.read(moof, 0, length, at);
      reached = endOfFragment(moof);
    }
    at += length;
    if (type === 'mdat') [end, ticks] = [at, reached];
  }
  return { end, ticks };
}

/** Reads boxes written by mp4.ts only: `tfdt` version 1, `trun` with the duration first in each row of four. */
function endOfFragment(moof: Buffer): number {
  const tfdt = moof.indexOf('tfdt');
  const trun = moof.indexOf('trun');
  if (tfdt < 0 || trun < 0) return 0;
  let ticks = Number(moof.readBigUInt64BE(tfdt + 8));
  const count = moof.readUInt32BE(trun + 8);
  for (let i = 0; i < count; i += 1) ticks += moof.readUInt32BE(trun + 16 + i * 16);
  return ticks;
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}
