// Photos: accepted only when their content is PNG or JPEG, and re-encoded from their pixels, so that no hidden data is stored.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Position } from '@lookout/domain';
import type { Store } from '@lookout/features/store.ts';
import type { NewUpload } from '@lookout/store';
import exifr from 'exifr';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { Whose } from '../acting/fair-line.ts';
import { invalid, notFound, refused } from '../acting/refusal.ts';
import { createTurns } from '../acting/turns.ts';
import type { FileStore } from './files/file-store.ts';

/** The folder of pictures among the stored files. */
export const PICTURES = 'uploads';

export const MOST_MEGABYTES = 10;
const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;
const MOST_MEGAPIXELS = 40;
/** A decoded picture occupies up to 160 MB. */
const decoding = createTurns({ atOnce: 2, mostWaiting: 60, mostWaitingOfGrid: 40, mostWaitingOfOne: 20 });

const formats = { 'image/png': { extension: 'png', format: 'png' }, 'image/jpeg': { extension: 'jpg', format: 'jpeg' } } as const;
type Mime = keyof typeof formats;
const isMime = (mime: string | undefined): mime is Mime => mime !== undefined && mime in formats;

interface Picture {
  readonly bytes: Buffer;
  readonly mime: Mime;
  readonly extension: string;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** The position in the EXIF data, read before the data is dropped. */
  readonly gps: Position | null;
}

/**
 * @param file at most 10 MB.
 * @param sender whose pictures take turns with those of others
 * @throws Refusal over 10 MB or 40 megapixels, for another format, and for a broken file; 429 or 503 when too many pictures wait to be
 * decoded
 */
export async function readPicture(file: Buffer, sender: Whose): Promise<Picture> {
  if (file.length > MOST_BYTES) throw refused('picture-too-large', { megabytes: MOST_MEGABYTES });
  const mime = (await fileTypeFromBuffer(file))?.mime;
  if (!isMime(mime)) throw invalid('file', 'not-a-picture');
  const { format, extension } = formats[mime];
  const image = sharp(file, { limitInputPixels: false, failOn: 'error' });
  const { width, height } = await image.metadata().catch(broken);
  if (width * height > MOST_MEGAPIXELS * 1_000_000) throw refused('picture-too-many-pixels', { megapixels: MOST_MEGAPIXELS });
  const position = await readGps(file);
  // rotate() applies the EXIF orientation, because the EXIF itself is dropped.
  const { data, info } = await decoding.take(sender, () =>
    image.rotate().toFormat(format).toBuffer({ resolveWithObject: true }).catch(broken),
  );
  return { bytes: data, mime, extension, widthPixels: info.width, heightPixels: info.height, gps: position };
}

function broken(): never {
  throw invalid('file', 'picture-broken');
}

async function readGps(file: Buffer): Promise<Position | null> {
  // A photo with missing or unreadable EXIF is accepted without a position.
  const found = await exifr.gps(file).catch(() => null);
  if (!found || !Number.isFinite(found.longitude) || !Number.isFinite(found.latitude)) return null;
  const within = Math.abs(found.longitude) <= 180 && Math.abs(found.latitude) <= 90;
  return within ? { lng: found.longitude, lat: found.latitude } : null;
}

/** The data of an upload; a file that is not a picture has no pixels. */
export type UploadedFile = Omit<Picture, 'mime'> & { readonly mime: string };

/**
 * Stores a file that a caller sent, with its row. The row is written first: if the server is killed in between, no client knows the id of
 * the row, and it is removed like any row that no object claims. A file without a row would remain for ever.
 * @returns its id
 */
export async function storeUpload(
  { store: { uploads }, pictures }: { readonly store: Pick<Store, 'uploads'>; readonly pictures: PictureFiles },
  { bytes, mime, extension, widthPixels, heightPixels, gps }: UploadedFile,
  owner: Pick<NewUpload, 'gridNo' | 'accountId'>,
): Promise<string> {
  const id = randomUUID();
  const name = `${id}.${extension}`;
  await uploads.create({ id, name, ...owner, mime, byteSize: bytes.length, widthPixels, heightPixels, gps });
  try {
    await pictures.save(name, bytes, mime);
  } catch (error) {
    // If the row cannot be removed either, it is cleaned up like that of an interrupted upload. The caller must get the error about the
    // file.
    await uploads.remove(id).catch(() => undefined);
    throw error;
  }
  return id;
}

export interface PictureFiles {
  save(name: string, bytes: Uint8Array, mime: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** @throws Refusal when the file does not exist */
  read(name: string): Promise<Readable>;
}

/** File names are generated (uuid and extension), never a caller's. */
export function pictureFiles(files: FileStore): PictureFiles {
  const at = (name: string) => `${PICTURES}/${name.slice(0, 2)}/${name}`;
  return {
    save: (name, bytes, mime) => files.put(at(name), { content: bytes, bytes: bytes.length, contentType: mime }),
    remove: (name) => files.remove(at(name)),
    async read(name) {
      const found = await files.open(at(name));
      if (found === null) throw notFound();
      return found.body;
    },
  };
}
