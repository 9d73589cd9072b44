// Where recordings are stored and played from: new ones on this server's disk, finished ones in the bucket, which all servers share.
// Without a bucket all recordings remain on the disk.
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { type FileStore, type ListedFile, StorageUnavailable } from '@lookout/server/services/files/file-store.ts';
import { poll } from '@lookout/server/services/poll.ts';
import type { SharedJobs } from '@lookout/server/services/shared-jobs.ts';
import {
  finishedPieces,
  type Playback,
  pieceId,
  pieceTime,
  type RecordingPiece,
  type Recordings,
  type Retention,
  rangeReply,
  readPieceId,
  readPieceName,
  toDelete,
} from '@lookout/video';

export const RECORDINGS = 'recordings';

/** Upload interval. After it ends, a piece may be missing on other servers for this long plus the time of its upload. */
const SEND_EVERY_MS = 15_000;
const RETENTION_EVERY_MS = 10 * 60_000;
/** Upper limit of a piece's length. Pieces end after ten minutes, at the next keyframe. */
const LONGEST_PIECE_MS = 3_600_000;

interface Listed {
  /** Oldest first. */
  readonly pieces: readonly RecordingPiece[];
  /** Whether the bucket cannot be read now, so that only the recordings on this server's disk are listed. */
  readonly isWithoutBucket: boolean;
}

export interface RecordingShelf extends Pick<Recordings, 'playback'> {
  list(...of: Parameters<Recordings['list']>): Promise<Listed>;
  /** Whether a piece of that time may still be stored on another server only. */
  mayBeElsewhere(id: string, now: Date): boolean;
  stop(): Promise<void>;
}

interface TidyOptions {
  readonly files: FileStore;
  readonly retention: Retention;
  readonly clock: () => Date;
  readonly log: Log;
}

interface ShelfOptions extends TidyOptions {
  readonly engine: Pick<Recordings, 'list' | 'playback'>;
  readonly dataDir: string;
  readonly sharedJobs: Pick<SharedJobs, 'alone' | 'pause'>;
  /** Upload interval; shorter in tests. */
  readonly sendEveryMs?: number;
}

export function createRecordingShelf(options: ShelfOptions): RecordingShelf {
  const { engine, files, log, sharedJobs, sendEveryMs = SEND_EVERY_MS } = options;
  if (!files.isShared)
    return {
      list: async (key, window) => ({ pieces: await engine.list(key, window), isWithoutBucket: false }),
      playback: (id, range) => engine.playback(id, range),
      mayBeElsewhere: () => false,
      stop: async () => undefined,
    };
  const sending = poll({
    run: () => sendFinished(options),
    everyMs: sendEveryMs,
    failed: (error) => log.warn({ err: error }, 'finished recordings could not be sent to the bucket; they wait on the disk'),
  });
  const tidying = poll({
    run: sharedJobs.alone('bucket-retention', async () => void (await tidyBucket(options))),
    everyMs: sharedJobs.pause('bucket-retention', RETENTION_EVERY_MS),
    failed: (error) => log.warn({ err: error }, 'recordings in the bucket could not be kept within their limits'),
  });
  return {
    async list(key, window) {
      const [own, shared] = await Promise.all([engine.list(key, window), listShared(files, key, window).catch(nullWhileAway)]);
      const known = new Set(own.map(({ id }) => id));
      const pieces = [...own, ...(shared ?? []).filter(({ id }) => !known.has(id))];
      return { pieces: pieces.sort((a, b) => a.begin.getTime() - b.begin.getTime()), isWithoutBucket: shared === null };
    },
    async playback(id, range) {
      // If the piece was uploaded during this lookup, it is in the bucket: files are deleted from the disk only after the upload.
      return (await engine.playback(id, range)) ?? (await playShared(files, id, range));
    },
    mayBeElsewhere(id, now) {
      const begin = beginOf(id);
      return begin !== null && now.getTime() - begin.getTime() < LONGEST_PIECE_MS;
    },
    async stop() {
      await Promise.all([sending.stop(), tidying.stop()]);
    },
  };
}

/** The file store has already logged the reason. */
function nullWhileAway(error: unknown): null {
  if (error instanceof StorageUnavailable) return null;
  throw error;
}

const folderOf = (key: string): string => `${RECORDINGS}/${key}`;

function beginOf(id: string): Date | null {
  const time = readPieceId(id)?.time;
  return time === undefined ? null : (readPieceName(`${time}.open.mp4`)?.begin ?? null);
}

/** null: not a finished recording. */
function pieceOf({ name, bytes }: ListedFile): (RecordingPiece & { readonly name: string }) | null {
  const [, key, file] = /^recordings\/(.+)\/([^/]+)$/.exec(name) ?? [];
  const read = file === undefined ? null : readPieceName(file);
  if (key === undefined || !read || read.milliseconds === null) return null;
  const end = new Date(read.begin.getTime() + read.milliseconds);
  return { id: pieceId(key, read.begin), key, begin: read.begin, end, bytes, isOpen: false, name };
}

async function listShared(files: FileStore, key: string, window: { readonly begin: Date; readonly end: Date }): Promise<RecordingPiece[]> {
  const found: RecordingPiece[] = [];
  // Names begin with the time, so a time window is a contiguous part of the list.
  const after = `${folderOf(key)}/${pieceTime(new Date(window.begin.getTime() - LONGEST_PIECE_MS))}`;
  for await (const file of files.list(folderOf(key), after)) {
    const piece = pieceOf(file);
    if (piece && piece.begin > window.end) break;
    if (piece && piece.end >= window.begin) found.push(piece);
  }
  return found;
}

async function playShared(files: FileStore, id: string, range: string | undefined): Promise<Playback | null> {
  const requested = readPieceId(id);
  if (requested === null) return null;
  const start = `${folderOf(requested.key)}/${requested.time}`;
  for await (const file of files.list(folderOf(requested.key), start)) {
    if (pieceOf(file)?.id !== id) return null;
    const { part, ...reply } = rangeReply(range, file.bytes);
    if (part === null) return { ...reply, body: null };
    const found = await files.open(file.name, reply.status === 206 ? part : undefined);
    return found && { ...reply, body: found.body };
  }
  return null;
}

/** Deletes the disk's copy once the bucket's copy is complete. A viewer who is playing it has the file open. */
async function sendFinished({ files, dataDir }: ShelfOptions): Promise<void> {
  for (const { path: file } of await finishedPieces(path.join(dataDir, RECORDINGS))) {
    const name = path.relative(dataDir, file).replaceAll(path.sep, '/');
    const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
      // The piece was deleted because its retention time was over.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (handle === null) continue;
    const { size } = await handle.stat();
    const content = createReadStream('', { fd: handle });
    try {
      if ((await files.sizeOf(name)) !== size) await files.put(name, { content, bytes: size, contentType: 'video/mp4' });
    } finally {
      content.destroy();
    }
    await rm(file, { force: true });
  }
}

/** @returns how many were deleted */
export async function tidyBucket({ files, clock, retention, log }: TidyOptions): Promise<number> {
  const pieces: NonNullable<ReturnType<typeof pieceOf>>[] = [];
  for await (const file of files.list(RECORDINGS)) {
    const piece = pieceOf(file);
    if (piece) pieces.push(piece);
  }
  const gone = toDelete(pieces, clock(), retention);
  for (const { name } of gone) await files.remove(name);
  if (gone.length > 0) log.info({ count: gone.length }, 'old recordings deleted from the bucket');
  return gone.length;
}
