// The photos of an object being edited: existing ones and new ones.
import { Button, Popconfirm } from 'antd';
import { MOST_PHOTOS } from '../picture-file.ts';
import { KeptPhotos } from './KeptPhotos.tsx';
import { usePhotosMessages } from './messages.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import type { Photo } from './photos.ts';

interface Props {
  /** Ids of uploads. */
  readonly kept: readonly string[];
  readonly onKept: (kept: readonly string[]) => void;
  readonly photos: readonly Photo[];
  readonly onPhotos: (photos: readonly Photo[]) => void;
  readonly disabled: boolean;
}

export function PhotosField({ kept, onKept, photos, onPhotos, disabled }: Props) {
  const messages = usePhotosMessages();
  const remove = (photo: string, index: number) => (
    <Popconfirm
      title={messages.removeAsk}
      okText={messages.removeYes}
      cancelText={messages.cancel}
      onConfirm={() => onKept(kept.filter((one) => one !== photo))}
    >
      <Button size="small" disabled={disabled} aria-label={messages.remove(index + 1)}>
        {messages.removeYes}
      </Button>
    </Popconfirm>
  );
  return (
    <>
      <KeptPhotos photos={kept} below={remove} />
      <PhotoPicker photos={photos} most={MOST_PHOTOS - kept.length} disabled={disabled} onChange={onPhotos} />
    </>
  );
}
