// The recordings on the disk: listed, kept within their limits, made whole after a crash.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordingPiece, Retention } from '../port.ts';
import { recoverPiece } from './piece-file.ts';
import { folderOf, pieceId, readPieceId, readPieceName, toDelete } from './pieces.ts';

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

/** Where a piece's file is now: finishing it changes its name. Null: there is none (any more), or the id is none of ours. */
export async function pathOf(root: string, id: string): Promise<string | null> {
  const piece = readPieceId(id);
  if (piece === null) return null;
  const folder = join(root, piece.key);
  const name = (await namesIn(folder)).find((one) => one.startsWith(piece.time) && readPieceName(one) !== null);
  return name === undefined ? null : join(folder, name);
}

/** @returns how many were deleted */
export async function keepWithin(root: string, now: Date, retention: Retention): Promise<number> {
  const all = (await Promise.all((await keysIn(root)).map((key) => piecesOf(root, key)))).flat();
  const gone = toDelete(all, now, retention);
  for (const { path } of gone) await rm(path, { force: true });
  return gone.length;
}

/** Makes whole what a crash left open. Before anything is written. */
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
