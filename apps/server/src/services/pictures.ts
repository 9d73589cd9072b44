// Photos: taken only when their content is a PNG or JPEG, read once, and written again from their pixels, so that nothing hidden is kept.
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Position } from '@lookout/domain';
import exifr from 'exifr';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { invalid, refused } from '../acting/refusal.ts';

export const MOST_MEGABYTES = 10;
export const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;
const MOST_MEGAPIXELS = 40;

const formats = { 'image/png': { extension: 'png', format: 'png' }, 'image/jpeg': { extension: 'jpg', format: 'jpeg' } } as const;
type Mime = keyof typeof formats;
const isMime = (mime: string | undefined): mime is Mime => mime !== undefined && mime in formats;

interface Picture {
  readonly bytes: Buffer;
  readonly mime: Mime;
  readonly extension: string;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Where the camera says it stood, read before the EXIF is dropped. */
  readonly gps: Position | null;
}

/**
 * @param file at most 10 MB.
 * @throws Refusal over 10 MB or 40 megapixels, for what is no PNG or JPEG, and for a broken one.
 */
export async function readPicture(file: Buffer): Promise<Picture> {
  if (file.length > MOST_BYTES) throw refused('picture-too-large', { megabytes: MOST_MEGABYTES });
  const mime = (await fileTypeFromBuffer(file))?.mime;
  if (!isMime(mime)) throw invalid('file', 'not-a-picture');
  const { format, extension } = formats[mime];
  const image = sharp(file, { limitInputPixels: false, failOn: 'error' });
  const { width, height } = await image.metadata().catch(broken);
  if (width * height > MOST_MEGAPIXELS * 1_000_000) throw refused('picture-too-many-pixels', { megapixels: MOST_MEGAPIXELS });
  const position = await readGps(file);
  // rotate() turns the pixels upright as the EXIF says, because the EXIF itself is not kept.
  const { data, info } = await image.rotate().toFormat(format).toBuffer({ resolveWithObject: true }).catch(broken);
  return { bytes: data, mime, extension, widthPixels: info.width, heightPixels: info.height, gps: position };
}

function broken(): never {
  throw invalid('file', 'picture-broken');
}

async function readGps(file: Buffer): Promise<Position | null> {
  // A photo without, or with unreadable, EXIF is a photo all the same: it only has no place of its own.
  const found = await exifr.gps(file).catch(() => null);
  if (!found || !Number.isFinite(found.longitude) || !Number.isFinite(found.latitude)) return null;
  const within = Math.abs(found.longitude) <= 180 && Math.abs(found.latitude) <= 90;
  return within ? { lng: found.longitude, lat: found.latitude } : null;
}

export interface PictureFolder {
  /** Whole or not at all: written beside, then renamed. */
  save(name: string, bytes: Buffer): Promise<void>;
  remove(name: string): Promise<void>;
  read(name: string): NodeJS.ReadableStream;
}

/** Names are made by us (uuid and extension), never by a caller. */
export function pictureFolder(folder: string): PictureFolder {
  const at = (name: string) => path.join(folder, name.slice(0, 2), name);
  return {
    async save(name, bytes) {
      await mkdir(path.dirname(at(name)), { recursive: true });
      await writeFile(`${at(name)}.part`, bytes, { flush: true });
      await rename(`${at(name)}.part`, at(name));
    },
    remove: (name) => rm(at(name), { force: true }),
    read: (name) => createReadStream(at(name)),
  };
}
