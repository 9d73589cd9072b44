// The photos of an object being edited: existing ones and new ones.
import { Button, Popconfirm } from 'antd';
import { MOST_PHOTOS } from '../picture-file.ts';
import { usePhotosMessages } from './messages.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import type { Photo } from './photos.ts';
import { StoredPhotos } from './StoredPhotos.tsx';

interface Props {
  /** Ids of uploads. */
  readonly stored: readonly string[];
  readonly onStored: (stored: readonly string[]) => void;
  readonly photos: readonly Photo[];
  readonly onPhotos: (photos: readonly Photo[]) => void;
  readonly disabled: boolean;
}

export function PhotosField({ stored, onStored, photos, onPhotos, disabled }: Props) {
  const messages = usePhotosMessages();
  const remove = (photo: string, index: number) => (
    <Popconfirm
      title={messages.removeAsk}
      okText={messages.removeYes}
      cancelText={messages.cancel}
      onConfirm={() => onStored(stored.filter((one) => one !== photo))}
    >
      <Button size="small" disabled={disabled} aria-label={messages.remove(index + 1)}>
        {messages.removeYes}
      </Button>
    </Popconfirm>
  );
  return (
    <>
      <StoredPhotos photos={stored} below={remove} />
      <PhotoPicker photos={photos} most={MOST_PHOTOS - stored.length} disabled={disabled} onChange={onPhotos} />
    </>
  );
}
