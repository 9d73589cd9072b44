// The photos of a form: held in memory with their previews while the form is open, then uploaded. picture-file.ts checks the files.

import type { CallOptions, Client } from '@lookout/client';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface Photo {
  readonly key: string;
  readonly file: File;
  /** Object URL for the preview. */
  readonly preview: string;
  /** Set once uploaded, so that a retry does not send it again. */
  readonly uploadId: string | null;
}

interface PhotosHold {
  readonly photos: readonly Photo[];
  readonly setPhotos: (photos: readonly Photo[]) => void;
  readonly markUploaded: (photoKey: string, uploadId: string) => void;
  /** Call when the server no longer has the uploads. */
  readonly forgetUploads: () => void;
}

export function usePhotos(): PhotosHold {
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const current = useRef(photos);
  useEffect(() => {
    current.current = photos;
  });
  useEffect(
    () => () => {
      for (const { preview } of current.current) URL.revokeObjectURL(preview);
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

interface UploadEvents {
  /** Called before each photo is sent. */
  readonly onBegin?: (photo: Photo, index: number) => void;
  readonly onUploaded: (photoKey: string, uploadId: string) => void;
}

/**
 * Uploads one after the other; photos already uploaded are skipped.
 * @returns the upload ids in the order of the photos
 * @throws CallFailed when one fails; the photos before it remain uploaded
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
    const { id } = await client.photo.upload({ form, ...options });
    onUploaded(photo.key, id);
    ids.push(id);
  }
  return ids;
}
