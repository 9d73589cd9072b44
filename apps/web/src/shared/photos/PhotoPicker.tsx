import { CheckCircleFilled, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Popconfirm } from 'antd';
import { type ChangeEvent, useRef } from 'react';
import { newKey } from '../new-key.ts';
import { MOST_PHOTOS, photoFault } from '../picture-file.ts';
import type { Photo } from './photo.ts';
import './photos.css';
import type { PhotosWords } from './text.zh-CN.ts';
import { usePhotosWords } from './words.ts';

interface Props {
  readonly photos: readonly Photo[];
  readonly disabled: boolean;
  readonly onChange: (photos: readonly Photo[]) => void;
}

/** Up to three photos with preview, judged by their content; taking one out asks first. */
export function PhotoPicker({ photos, disabled, onChange }: Props) {
  const words = usePhotosWords();
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);

  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    const next = [...photos];
    for (const file of files) {
      if (next.length >= MOST_PHOTOS) {
        void message.warning({ content: words.limit, key: 'photos' });
        break;
      }
      const fault = await faultOf(file, words);
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
            <span className="photo-sent" title={words.sent}>
              <CheckCircleFilled aria-hidden="true" />
              <span className="visually-hidden">{words.sent}</span>
            </span>
          )}
          <Popconfirm title={words.removeAsk} okText={words.removeYes} cancelText={words.cancel} onConfirm={() => remove(photo)}>
            <button
              type="button"
              className="photo-remove"
              aria-label={words.remove(index + 1)}
              title={words.remove(index + 1)}
              disabled={disabled}
            >
              <CloseOutlined />
            </button>
          </Popconfirm>
        </figure>
      ))}
      <button type="button" className="photo-add stack" disabled={disabled} onClick={() => input.current?.click()}>
        <PlusOutlined aria-hidden="true" />
        {words.add}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        multiple
        style={{ display: 'none' }}
        aria-label={words.label}
        onChange={(event) => void add(event)}
      />
      <p className="photo-hint hint">{words.hint}</p>
    </div>
  );
}

/** Why a file cannot be taken, in words; null: it can. */
async function faultOf(file: File, words: PhotosWords): Promise<string | null> {
  try {
    const fault = await photoFault(file);
    if (fault === null) return null;
    return fault === 'too-large' ? words.tooLarge(file.name) : words.notPicture(file.name);
  } catch {
    // Files in a cloud album, or on a card that was taken out.
    return words.unreadable(file.name);
  }
}
