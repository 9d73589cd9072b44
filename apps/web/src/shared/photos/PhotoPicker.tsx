import { CheckCircleFilled, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Popconfirm } from 'antd';
import { type ChangeEvent, useRef } from 'react';
import { newKey } from '../new-key.ts';
import { MOST_PHOTOS, photoFault } from '../picture-file.ts';
import type { Photo } from './photos.ts';
import './photos.css';
import { type PhotosMessages, usePhotosMessages } from './messages.ts';

interface Props {
  readonly photos: readonly Photo[];
  /** Maximum number of photos. Default: three. */
  readonly most?: number;
  readonly disabled: boolean;
  readonly onChange: (photos: readonly Photo[]) => void;
}

/** Up to three photos with preview, checked by content; removing one is confirmed. */
export function PhotoPicker({ photos, most = MOST_PHOTOS, disabled, onChange }: Props) {
  const messages = usePhotosMessages();
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);

  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    const next = [...photos];
    for (const file of files) {
      if (next.length >= most) {
        void message.warning({ content: messages.limit, key: 'photos' });
        break;
      }
      const fault = await faultOf(file, messages);
      if (fault === null)
        next.push({
          key: newKey(),
          file,
          preview: URL.createObjectURL(file),
          uploadId: null,
        });
      else void message.warning(fault);
    }
    onChange(next);
  };
  const remove = (photo: Photo) => {
    URL.revokeObjectURL(photo.preview);
    onChange(photos.filter(({ key }) => key !== photo.key));
  };

  return (
    <div className="photo-picker">
      {photos.map((photo, index) => (
        <figure key={photo.key}>
          <img src={photo.preview} alt={photo.file.name} />
          {photo.uploadId !== null && (
            <span className="photo-sent" title={messages.sent}>
              <CheckCircleFilled aria-hidden="true" />
              <span className="visually-hidden">{messages.sent}</span>
            </span>
          )}
          <Popconfirm title={messages.removeAsk} okText={messages.removeYes} cancelText={messages.cancel} onConfirm={() => remove(photo)}>
            <button
              type="button"
              className="photo-remove"
              aria-label={messages.remove(index + 1)}
              title={messages.remove(index + 1)}
              disabled={disabled}
            >
              <CloseOutlined />
            </button>
          </Popconfirm>
        </figure>
      ))}
      <button type="button" className="photo-add stack" disabled={disabled} onClick={() => input.current?.click()}>
        <PlusOutlined aria-hidden="true" />
        {messages.add}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        multiple
        style={{ display: 'none' }}
        aria-label={messages.label}
        onChange={(event) => void add(event)}
      />
      <p className="photo-hint hint">{messages.hint}</p>
    </div>
  );
}

/** Why a file is not accepted; null: it is accepted. */
async function faultOf(file: File, messages: PhotosMessages): Promise<string | null> {
  try {
    const fault = await photoFault(file);
    if (fault === null) return null;
    return fault === 'too-large' ? messages.tooLarge(file.name) : messages.notPicture(file.name);
  } catch {
    // For example, a file in a cloud album, or on a card that was removed.
    return messages.unreadable(file.name);
  }
}
