// The files of a recording: `<camera>/<channel>/<begin>_<length>.mp4`, the one being written `<begin>.open.mp4`. Their names are their index;
// a piece is known by when it began, so that it is the same one before and after it was finished.
import type { RecordingPiece, Retention } from '../port.ts';

const DAY_MS = 86_400_000;

/** A file's name without its folder. @param milliseconds null: still being written */
export function pieceName(begin: Date, milliseconds: number | null): string {
  const time = timeText(begin);
  return milliseconds === null ? `${time}.open.mp4` : `${time}_${milliseconds}ms.mp4`;
}

const timeText = (begin: Date): string => begin.toISOString().replace(/[-:]/g, '');

/** What a piece is called after its channel, whether it is finished or not. */
export const pieceId = (key: string, begin: Date): string => `${key}/${timeText(begin)}`;

/** The channel of a piece, and how its file's name begins; null for an id that is none of ours. */
export function readPieceId(id: string): { key: string; time: string } | null {
  const [, key = '', time = ''] = /^(.+)\/(\d{8}T\d{6}\.\d{3}Z)$/.exec(id) ?? [];
  return folderOf(key) === null ? null : { key, time };
}

/** Null: not one of ours. `milliseconds` null: being written. */
export function readPieceName(name: string): { begin: Date; milliseconds: number | null } | null {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z(?:_(\d{1,9})ms|\.open)\.mp4$/.exec(name);
  if (!found) return null;
  const [, year, month, day, hour, minute, second, length] = found;
  const begin = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(begin.getTime()) ? null : { begin, milliseconds: length === undefined ? null : Number(length) };
}

/** A channel's key as a folder; null for one that would leave the recordings. */
export function folderOf(key: string): string | null {
  return /^[\w-][\w.-]{0,127}\/[\w-][\w.-]{0,63}$/.test(key) ? key : null;
}

/** What retention takes: what is too old, then the oldest until the rest fits. Pieces being written stay. */
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
