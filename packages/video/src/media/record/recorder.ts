// Records one channel in pieces of ten minutes, each beginning with a keyframe. Runs in the engine's process.
import { mkdir } from 'node:fs/promises';

import type { Sample } from '../mp4.ts';
import { CLOCK, createTimeline, type Picture, type Timeline, type VideoCodec } from '../picture.ts';
import type { RecordingFault } from '../port.ts';

import { createPiece, type PieceFile } from './piece-file.ts';

const PIECE_TICKS = 600 * CLOCK;
const FRAGMENT_TICKS = 2 * CLOCK;
/** Maximum number of bytes queued for a slow disk; beyond this, pictures are dropped until a later keyframe. */
const MOST_WAITING = 32 << 20;
/** Delay before recording is retried after a failure (full disk). */
const RETRY_MS = 30_000;

export interface Recorder {
  codec(codec: VideoCodec, epoch: number): void;
  picture(picture: Picture, epoch: number): void;
  close(): Promise<void>;
}

export interface RecorderOptions {
  readonly folder: string;
  readonly clock: () => Date;
  /** null: recording works (again). */
  fault(fault: RecordingFault | null): void;
  /** A piece is complete: retention should run. */
  finished(): void;
  readonly pieceTicks?: number;
}

export function createRecorder({ folder, clock, fault, finished, pieceTicks = PIECE_TICKS }: RecorderOptions): Recorder {
  let codec: VideoCodec | null = null;
  let epoch = -1;
  let piece: Promise<PieceFile> | null = null;
  let timeline: Timeline = createTimeline();
  let pending: (Picture & { readonly dts: number })[] = [];
  let waiting = 0;
  let isSkipping = true;
  let failedAt: number | null = null;
  let queue: Promise<void> = Promise.resolve();

  const failed = (error: unknown): void => {
    failedAt = clock().getTime();
    isSkipping = true;
    [piece, pending] = [null, []];
    fault(faultOf(error));
  };
  /** Runs disk work in order; a failure ends the piece, not the recorder. */
  const then = (work: () => Promise<void>): void => {
    queue = queue.then(work).catch(failed);
  };

  const write = (end: number): void => {
    const [first] = pending;
    const target = piece;
    if (!first || !target) return;
    const samples: Sample[] = pending.map((picture, i) => ({ ...picture, durationTicks: (pending[i + 1]?.dts ?? end) - picture.dts }));
    const bytes = samples.reduce((sum, { data }) => sum + data.length, 0);
    pending = [];
    waiting += bytes;
    then(async () => {
      try {
        await (await target).write(samples);
        if (failedAt !== null) fault(null);
        failedAt = null;
      } finally {
        waiting -= bytes;
      }
    });
  };
  const finish = (): void => {
    const last = pending.at(-1);
    if (last) write(last.dts + CLOCK / 25);
    const target = piece;
    piece = null;
    if (!target) return;
    then(async () => {
      await (await target).close();
      finished();
    });
  };
  const begin = (settings: VideoCodec): void => {
    timeline = createTimeline();
    const at = clock();
    const made = queue.then(async () => {
      await mkdir(folder, { recursive: true });
      return createPiece(folder, at, settings);
    });
    made.catch(() => undefined); // handled where it is awaited
    piece = made;
    then(async () => void (await made));
  };

  return {
    codec(next, itsEpoch) {
      finish();
      [codec, epoch, isSkipping] = [next, itsEpoch, true];
    },
    picture(picture, itsEpoch) {
      if (!codec || itsEpoch !== epoch) return;
      if (isSkipping) {
        const isTooSoon = failedAt !== null && clock().getTime() - failedAt < RETRY_MS;
        if (!picture.isKey || isTooSoon || waiting > MOST_WAITING / 2) return;
        isSkipping = false;
        begin(codec);
      }
      if (waiting > MOST_WAITING) {
        finish();
        isSkipping = true;
        fault('disk-slow');
        failedAt = clock().getTime();
        return;
      }
      let placed = { ...picture, ...timeline.place(picture, itsEpoch) };
      const [first] = pending;
      if (picture.isKey && placed.dts >= pieceTicks) {
        write(placed.dts);
        finish();
        begin(codec);
        placed = { ...picture, ...timeline.place(picture, itsEpoch) };
      } else if (first && (picture.isKey || placed.dts - first.dts >= FRAGMENT_TICKS)) write(placed.dts);
      pending.push(placed);
    },
    async close() {
      finish();
      await queue;
    },
  };
}

function faultOf(error: unknown): RecordingFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full';
  return `not-writable ${code || (error instanceof Error ? error.message : String(error))}`;
}
