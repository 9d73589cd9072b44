// The recordings on disk: listing, retention, repair after a crash, and playback.
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Playback, RecordingPiece, Retention } from '../port.ts';
import { folderOf, pieceId, readPieceId, readPieceName, recoverPiece, toDelete } from './piece-file.ts';

interface StoredPiece extends RecordingPiece {
  readonly path: string;
}

/** The pieces of one channel. */
export async function piecesOf(root: string, key: string): Promise<StoredPiece[]> {
  const folder = folderOf(key);
  if (folder === null) return [];
  const pieces = await Promise.all((await namesIn(join(root, folder))).map((name) => pieceAt(root, key, name)));
  return pieces.filter((piece) => piece !== null).sort((a, b) => a.begin.getTime() - b.begin.getTime());
}

/** Current path of a piece, whose name changes when it is finished. null: it does not exist, or the id is invalid. */
async function pathOf(root: string, id: string): Promise<string | null> {
  const piece = readPieceId(id);
  if (piece === null) return null;
  const folder = join(root, piece.key);
  const name = (await namesIn(folder)).find((one) => one.startsWith(piece.time) && readPieceName(one) !== null);
  return name === undefined ? null : join(folder, name);
}

/** The finished pieces of all channels, oldest first. */
export async function finishedPieces(root: string): Promise<StoredPiece[]> {
  const all = (await Promise.all((await keysIn(root)).map((key) => piecesOf(root, key)))).flat();
  return all.filter(({ isOpen }) => !isOpen).sort((a, b) => a.begin.getTime() - b.begin.getTime());
}

/** @returns the number of deleted pieces */
export async function deleteBeyond(root: string, now: Date, retention: Retention): Promise<number> {
  const all = (await Promise.all((await keysIn(root)).map((key) => piecesOf(root, key)))).flat();
  const gone = toDelete(all, now, retention);
  for (const { path } of gone) await rm(path, { force: true });
  return gone.length;
}

/** Repairs pieces that a crash left open. Call before recording starts. */
export async function recoverAll(root: string, failed: (id: string, error: unknown) => void): Promise<void> {
  for (const key of await keysIn(root)) {
    for (const name of await namesIn(join(root, key))) {
      const read = readPieceName(name);
      if (!read || read.milliseconds !== null) continue;
      try {
        const final = await recoverPiece(join(root, key), name, read.begin);
        if (final === null) await rm(join(root, key, name), { force: true });
      } catch (error) {
        failed(`${key}/${name}`, error);
      }
    }
  }
}

async function pieceAt(root: string, key: string, name: string): Promise<StoredPiece | null> {
  const read = readPieceName(name);
  if (!read) return null;
  const path = join(root, key, name);
  const found = await stat(path).catch(() => null); // deleted or renamed since it was listed
  if (!found) return null;
  const end = read.milliseconds === null ? found.mtime : new Date(read.begin.getTime() + read.milliseconds);
  return { id: pieceId(key, read.begin), key, begin: read.begin, end, bytes: found.size, isOpen: read.milliseconds === null, path };
}

async function keysIn(root: string): Promise<string[]> {
  const cameras = await namesIn(root);
  const channels = await Promise.all(cameras.map(async (camera) => (await namesIn(join(root, camera))).map((one) => `${camera}/${one}`)));
  return channels.flat();
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

interface Part {
  readonly first: number;
  readonly last: number;
}

// Playback over HTTP (RFC 9110, 14.2): one range; requests for several ranges get the whole file.

export async function playPiece(root: string, id: string, range: string | undefined): Promise<Playback | null> {
  // If the piece is renamed between lookup and opening, the second attempt finds it.
  const file = (await openPiece(root, id)) ?? (await openPiece(root, id));
  if (file === null) return null;
  const { size } = await file.stat();
  const { part, ...reply } = rangeReply(range, size);
  if (part !== null) return { ...reply, body: file.createReadStream({ start: part.first, end: part.last }) };
  await file.close();
  return { ...reply, body: null };
}

/** The head of the reply to a request for a recording, and the range of bytes to send; null: none. */
export function rangeReply(range: string | undefined, size: number): Omit<Playback, 'body'> & { readonly part: Part | null } {
  const base = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' };
  const requestedPart = partOf(range, size);
  if (requestedPart === 'outside') return { status: 416, headers: { ...base, 'content-range': `bytes */${size}` }, part: null };
  const { first, last } = requestedPart ?? { first: 0, last: size - 1 };
  return {
    status: requestedPart ? 206 : 200,
    headers: {
      ...base,
      'content-length': String(last - first + 1),
      ...(requestedPart ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
    },
    part: { first, last },
  };
}

/** null: the piece does not exist, or no longer. */
async function openPiece(root: string, id: string): Promise<FileHandle | null> {
  const path = await pathOf(root, id);
  if (path === null) return null;
  try {
    return await open(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** null: the whole file. */
export function partOf(range: string | undefined, size: number): Part | 'outside' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const [from, to] = [found[1] ?? '', found[2] ?? ''];
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last || first >= size ? 'outside' : { first, last };
}
