// Photos on their way to the server, one after the other, each once: what arrived is not sent again by the next try.
import type { CallOptions, Client } from '@lookout/client';
import type { Photo } from './photo.ts';

export interface UploadEvents {
  /** Before each photo that is sent. */
  readonly onBegin?: (photo: Photo, index: number) => void;
  readonly onUploaded: (photoKey: string, uploadId: string) => void;
}

/**
 * @returns the ids of the uploads, in the order of the photos
 * @throws CallFailed when one did not pass; those before it stand
 */
export async function uploadPhotos(
  client: Client,
  photos: readonly Photo[],
  { onBegin, onUploaded }: UploadEvents,
  options: CallOptions = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, photo] of photos.entries()) {
    if (photo.uploadId !== null) {
      ids.push(photo.uploadId);
      continue;
    }
    onBegin?.(photo, index);
    const form = new FormData();
    form.append('file', photo.file, photo.file.name);
    const { id } = await client.places.upload({ form, ...options });
    onUploaded(photo.key, id);
    ids.push(id);
  }
  return ids;
}
