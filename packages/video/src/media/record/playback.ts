// A recording, or a part of it, as HTTP wants it (RFC 9110, 14.2: one range; several are answered with all of it).
import { type FileHandle, open } from 'node:fs/promises';
import type { Playback } from '../port.ts';
import { pathOf } from './library.ts';

export async function playPiece(root: string, id: string, range: string | undefined): Promise<Playback | null> {
  // Finished between the two looks it has another name; then the second look finds it.
  const file = (await openPiece(root, id)) ?? (await openPiece(root, id));
  if (file === null) return null;
  const { size } = await file.stat();
  const base = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' };
  const part = partOf(range, size);
  if (part === 'outside') {
    await file.close();
    return { status: 416, headers: { ...base, 'content-range': `bytes */${size}` }, body: null };
  }
  const { first, last } = part ?? { first: 0, last: size - 1 };
  return {
    status: part ? 206 : 200,
    headers: {
      ...base,
      'content-length': String(last - first + 1),
      ...(part ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
    },
    body: file.createReadStream({ start: first, end: last }),
  };
}

/** Null: there is none of this name, or no longer. */
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

/** Null: all of it. */
export function partOf(range: string | undefined, size: number): { first: number; last: number } | 'outside' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const [from, to] = [found[1] ?? '', found[2] ?? ''];
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last || first >= size ? 'outside' : { first, last };
}
