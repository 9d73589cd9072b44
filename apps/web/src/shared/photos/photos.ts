// A photo of a form that is being written; what may be one is judged in shared/picture-file.ts.

import type { CallOptions, Client } from '@lookout/client';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface Photo {
  readonly key: string;
  readonly file: File;
  /** Object URL for the preview. */
  readonly preview: string;
  /** Set once it is on the server: another try does not send it again. */
  readonly uploadId: string | null;
}

// The photos of one open form: held here, their previews freed when the form goes.

interface PhotosHold {
  readonly photos: readonly Photo[];
  readonly setPhotos: (photos: readonly Photo[]) => void;
  readonly markUploaded: (photoKey: string, uploadId: string) => void;
  /** Nothing of them is on the server any more. */
  readonly forgetUploads: () => void;
}

export function usePhotos(): PhotosHold {
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const held = useRef(photos);
  useEffect(() => {
    held.current = photos;
  });
  useEffect(
    () => () => {
      for (const { preview } of held.current) URL.revokeObjectURL(preview);
    },
    [],
  );
  const markUploaded = useCallback(
    (photoKey: string, uploadId: string) =>
      setPhotos((before) => before.map((photo) => (photo.key === photoKey ? { ...photo, uploadId } : photo))),
    [],
  );
  const forgetUploads = useCallback(() => setPhotos((before) => before.map((photo) => ({ ...photo, uploadId: null }))), []);
  return { photos, setPhotos, markUploaded, forgetUploads };
}

// Photos on their way to the server, one after the other, each once: what arrived is not sent again by the next try.

interface UploadEvents {
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
