// The pictures of a multipart form, written to the disk as they come: the field of each file is its role.
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { BURN_PICTURE_ROLES, type BurnPictureRole } from '@lookout/domain';
import { type FieldFault, fieldFault, invalid, Refusal } from '../../../acting/refusal.ts';
import type { PictureFile } from './pictures.ts';

const MOST_FILES = 4;
const LONGEST_NAME = 200;
/** The roles that go together. */
const SETS: readonly (readonly BurnPictureRole[])[] = [
  ['before', 'after'],
  ['before-nir', 'before-swir', 'after-nir', 'after-swir'],
  ['before', 'after-nir', 'after-swir'],
  ['before-nir', 'before-swir', 'after'],
];

/** @throws Refusal 422 when there is no form, it broke off, or the files do not go together */
export async function receivePictures(
  stream: AsyncIterable<Uint8Array>,
  contentType: string,
  folder: string,
): Promise<readonly PictureFile[]> {
  if (!contentType.toLowerCase().startsWith('multipart/form-data')) throw invalid('', 'upload-unreadable');
  const files: PictureFile[] = [];
  const faults: FieldFault[] = [];
  const writing: Promise<void>[] = [];
  try {
    const form = new Busboy({ headers: { 'content-type': contentType }, limits: { files: MOST_FILES, fields: 0 } });
    form.on('file', (field, part, fileName) => {
      const role = BURN_PICTURE_ROLES.find((one) => one === field);
      if (role === undefined || files.some((file) => file.role === role)) {
        faults.push(fieldFault(field.slice(0, LONGEST_NAME), 'burn-picture-role', { role: field.slice(0, LONGEST_NAME) }));
        part.resume();
        return;
      }
      const file = { role, fileName: path.basename(fileName ?? '').slice(0, LONGEST_NAME), path: path.join(folder, `${role}.tif`) };
      files.push(file);
      const written = pipeline(part, createWriteStream(file.path, { mode: 0o600 }));
      // Awaited at the end of the form; until then it must not count as an unhandled rejection.
      written.catch(() => undefined);
      writing.push(written);
    });
    await pipeline(Readable.from(stream), form);
    await Promise.all(writing);
  } catch (error) {
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw invalid('', 'upload-incomplete');
  }
  const [first] = faults;
  if (first !== undefined) throw new Refusal(first, { fields: faults });
  const roles = new Set(files.map(({ role }) => role));
  if (!SETS.some((set) => set.length === roles.size && set.every((role) => roles.has(role)))) throw invalid('', 'burn-pictures-roles');
  return files;
}
