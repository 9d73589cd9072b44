import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Demuxer } from 'node-av/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Pattern, testPattern } from '../../testing/test-pattern.ts';
import { CLOCK } from '../picture.ts';
import type { RecordingPiece } from '../port.ts';
import { deleteBeyond, partOf, piecesOf, playPiece, recoverAll } from './library.ts';
import { folderOf, pieceName, readPieceName, toDelete } from './piece-file.ts';
import { createRecorder } from './recorder.ts';

const KEY = 'cam/1';
let root: string;
let pattern: Pattern;
let time: number;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lookout-record-'));
  pattern ??= await testPattern({ width: 320, height: 180, count: 25 });
  time = Date.UTC(2026, 10, 21, 8);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Feeds seconds of the test pattern into a recorder while the clock advances. */
function record(seconds: number, pieceTicks = 600 * CLOCK) {
  const faults: (string | null)[] = [];
  const recorder = createRecorder({
    folder: join(root, KEY),
    clock: () => new Date(time),
    fault: (text) => faults.push(text),
    finished: () => undefined,
    pieceTicks,
  });
  recorder.codec(pattern.codec, 1);
  for (let i = 0; i < seconds * 25; i += 1) {
    const picture = pattern.pictures[i % 25];
    if (picture) recorder.picture({ ...picture, dts: i * 3_600, pts: i * 3_600 }, 1);
    time += 40;
  }
  return { recorder, faults };
}

async function pictures(file: string): Promise<number> {
  await using input = await Demuxer.open(file);
  let count = 0;
  for await (const packet of input.packets()) {
    if (!packet) break;
    packet.free();
    count += 1;
  }
  return count;
}

describe('a recording', () => {
  it('is cut into pieces at keyframes, without a picture lost between them', async () => {
    const { recorder, faults } = record(10, 3 * CLOCK);
    await recorder.close();
    const pieces = await piecesOf(root, KEY);
    expect(pieces.map(({ begin, end }) => end.getTime() - begin.getTime())).toEqual([3_000, 3_000, 3_000, 1_000]);
    const counts = await Promise.all(pieces.map(({ path }) => pictures(path)));
    expect([counts, faults]).toEqual([[75, 75, 75, 25], []]);
  });

  it('has the same id before and after it is finished: a player that got the id while the piece grew can play it', async () => {
    const { recorder } = record(4);
    const growing = await vi.waitFor(async () => {
      const [piece] = await piecesOf(root, KEY);
      expect(piece).toMatchObject({ isOpen: true });
      return piece;
    });
    await recorder.close();
    const [finished] = await piecesOf(root, KEY);
    expect(finished).toMatchObject({ id: growing?.id, isOpen: false });
    const playback = await playPiece(root, growing?.id ?? '', undefined);
    expect(playback).toMatchObject({ status: 200, headers: { 'content-length': String(finished?.bytes) } });
    let bytes = 0;
    for await (const chunk of playback?.body ?? []) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(finished?.bytes);
    for (const wrong of ['', '../cam/1/x', `${KEY}/20260101T000000.000Z`, `../${growing?.id}`])
      expect(await playPiece(root, wrong, undefined)).toBeNull();
  });

  it('left open by a crash, even in the middle of a fragment, loses no more than 2 s and is repaired', async () => {
    record(10); // never closed
    const open = join(root, KEY, pieceName(new Date(Date.UTC(2026, 10, 21, 8)), null));
    await vi.waitFor(async () => expect(await pictures(open)).toBeGreaterThanOrEqual(225));
    const [before] = await piecesOf(root, KEY);
    await truncate(open, (before?.bytes ?? 0) - 100);
    await recoverAll(root, (_, error) => {
      throw error;
    });
    const [piece] = await piecesOf(root, KEY);
    expect(piece?.isOpen).toBe(false);
    expect(await readdir(join(root, KEY))).toHaveLength(1);
    const lostMs = 10_000 - ((piece?.end.getTime() ?? 0) - (piece?.begin.getTime() ?? 0));
    expect(lostMs).toBeLessThanOrEqual(2_000);
    expect(await pictures(piece?.path ?? '')).toBe((10_000 - lostMs) / 40);
  });

  it('is deleted when it is too old, then the oldest until the rest fits; the piece being written is not deleted', async () => {
    const now = new Date(time);
    const piece = (hoursAgo: number, bytes: number, isOpen = false): RecordingPiece => {
      const end = new Date(time - hoursAgo * 3_600_000);
      return { id: `${KEY}/${hoursAgo}`, key: KEY, begin: new Date(end.getTime() - 600_000), end, bytes, isOpen };
    };
    const all = [piece(1, 10), piece(30, 10), piece(5, 10), piece(0, 50, true), piece(3, 10)];
    expect(toDelete(all, now, { days: 1, bytes: 1_000 }).map(({ id }) => id)).toEqual(['cam/1/30']);
    expect(toDelete(all, now, { days: 1, bytes: 65 }).map(({ id }) => id)).toEqual(['cam/1/30', 'cam/1/5', 'cam/1/3']);
    const { recorder } = record(2);
    await recorder.close();
    expect(await deleteBeyond(root, new Date(time + 86_400_000 * 3), { days: 1, bytes: 1e9 })).toBe(1);
    expect(await piecesOf(root, KEY)).toEqual([]);
  });

  it('a name contains the times of its piece; any other file is not a piece', () => {
    const begin = new Date('2026-11-21T08:00:00.123Z');
    expect(readPieceName(pieceName(begin, 600_000))).toEqual({ begin, milliseconds: 600_000 });
    expect(readPieceName(pieceName(begin, null))).toEqual({ begin, milliseconds: null });
    for (const name of ['x.mp4', '20261321T080000.123Z_1ms.mp4', '../20261121T080000.123Z_1ms.mp4']) expect(readPieceName(name)).toBeNull();
    for (const key of ['a', '../a', 'a/..', 'a/b/c', '/a/b', 'a\\b/c']) expect(folderOf(key)).toBeNull();
  });

  it.each([
    [undefined, null],
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=50-500', { first: 50, last: 99 }],
    ['bytes=100-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=9-3', 'outside'],
    ['bytes=0-1,5-6', null],
    ['lines=1-2', null],
  ])('of 100 bytes, range %s gives %o', (range, expected) => {
    expect(partOf(range, 100)).toEqual(expected);
  });
});
