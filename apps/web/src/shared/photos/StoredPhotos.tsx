// The photos that an object already has.
import { fileUrl } from '@lookout/contract';
import type { ReactNode } from 'react';
import { AuthedImage } from '../AuthedImage.tsx';
import { usePhotosMessages } from './messages.ts';
import './photos.css';

interface Props {
  /** Ids of uploads. */
  readonly photos: readonly string[];
  /** Content below each photo. */
  readonly below?: (photo: string, index: number) => ReactNode;
}

export function StoredPhotos({ photos, below }: Props) {
  const messages = usePhotosMessages();
  if (photos.length === 0) return null;
  return (
    <div className="photos-kept">
      {photos.map((photo, index) => (
        <figure key={photo}>
          <AuthedImage src={fileUrl(photo)} alt={messages.photo(index + 1)} />
          {below?.(photo, index)}
        </figure>
      ))}
    </div>
  );
}
