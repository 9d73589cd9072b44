// Receives the pictures of a multipart form and writes them to disk as they arrive. The field of each file is its role.
import path from 'node:path';
import { type FieldFault, fieldFault, invalid, refused, refuseFaults } from '@lookout/server/acting/refusal.ts';
import { filesOfForm } from '@lookout/server/serve/uploaded-file.ts';
import { BURN_PICTURE_ROLES, type BurnPictureRole } from '../../burn-severity.ts';
import type { PictureFile } from './pictures.ts';

const MOST_FILES = 4;
const LONGEST_NAME = 200;
/** The valid combinations of roles. */
const SETS: readonly (readonly BurnPictureRole[])[] = [
  ['before', 'after'],
  ['before-nir', 'before-swir', 'after-nir', 'after-swir'],
  ['before', 'after-nir', 'after-swir'],
  ['before-nir', 'before-swir', 'after'],
];

/**
 * A client that sends at the lowest accepted rate would occupy one of few places for days. A scene of 500 MB arrives within this time over
 * a line of 2.5 Mbit/s.
 */
const LIMIT_MS = 30 * 60_000;

/**
 * @throws Refusal 422 when there is no form, the form is cut off, or the files do not go together; 408 when they are not complete in time
 */
export async function receivePictures(
  stream: AsyncIterable<Uint8Array>,
  contentType: string,
  folder: string,
): Promise<readonly PictureFile[]> {
  const roles = new Set<BurnPictureRole>();
  const faults: FieldFault[] = [];
  const { files } = await filesOfForm<PictureFile>(endingIn(LIMIT_MS, stream), contentType, {
    path: '',
    limits: { files: MOST_FILES, fields: 0 },
    async take(part) {
      const role = BURN_PICTURE_ROLES.find((one) => one === part.field);
      if (role === undefined || roles.has(role)) {
        const given = part.field.slice(0, LONGEST_NAME);
        faults.push(fieldFault(given, 'burn-picture-role', { role: given }));
        part.skip();
        return null;
      }
      roles.add(role);
      const place = path.join(folder, `${role}.tif`);
      await part.saveAs(place);
      return { role, fileName: path.basename(part.fileName).slice(0, LONGEST_NAME), path: place };
    },
  });
  refuseFaults(faults);
  if (!SETS.some((set) => set.length === roles.size && set.every((role) => roles.has(role)))) throw invalid('', 'burn-pictures-roles');
  return files;
}

/** Chunks keep arriving, because every body has a minimum rate, so the time is checked at each chunk. */
async function* endingIn(ms: number, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const end = performance.now() + ms;
  for await (const piece of stream) {
    if (performance.now() > end) throw refused('request-too-slow');
    yield piece;
  }
}
