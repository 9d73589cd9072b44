// The photos of one open form: held here, their previews freed when the form goes.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Photo } from './photo.ts';

export interface PhotosHold {
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
