// Checks photos of a report by content: at most three, PNG or JPEG (specification §5). The server checks again.

export const MOST_PHOTOS = 3;
/** The server's limit (413 beyond it). */
export const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

export type PictureKind = 'image/png' | 'image/jpeg';
export type PhotoFault = 'not-picture' | 'too-large';

const SIGNATURES: readonly (readonly [PictureKind, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** The kind by the first bytes, whatever the file's name; null: not accepted. */
export const pictureKind = (head: Uint8Array): PictureKind | null =>
  SIGNATURES.find(([, signature]) => signature.every((byte, index) => head[index] === byte))?.[0] ?? null;

/** @returns null when the file is acceptable */
export async function photoFault(file: Blob): Promise<PhotoFault | null> {
  if (file.size > MOST_PHOTO_BYTES) return 'too-large';
  return pictureKind(new Uint8Array(await file.slice(0, 8).arrayBuffer())) === null ? 'not-picture' : null;
}
