// 现场照片: from the camera or the album, checked by content, at most three, with preview; removing one asks first.
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { newKey } from '../shared/new-key.ts';
import { MOST_PHOTOS, photoFault } from '../shared/picture-file.ts';
import { marks } from '../shared/text/marks.ts';
import type { Ask } from './AskDialog.tsx';
import { useMessages } from './messages.ts';
import type { Notice } from './notice.ts';
import type { DraftPhoto } from './report.ts';

interface Props {
  readonly photos: readonly DraftPhoto[];
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly ask: Ask;
  readonly notify: (notice: Notice) => void;
  readonly onAdd: (photos: readonly DraftPhoto[]) => void;
  readonly onRemove: (key: string) => void;
}

export function PhotoField({ photos, fault, disabled, ask, notify, onAdd, onRemove }: Props) {
  const { form: messages, cancel } = useMessages();
  const camera = useRef<HTMLInputElement>(null);
  const album = useRef<HTMLInputElement>(null);

  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    const added: DraftPhoto[] = [];
    const refused: string[] = [];
    for (const file of files) {
      if (photos.length + added.length >= MOST_PHOTOS) {
        refused.push(messages.limit);
        break;
      }
      const read = await copyOf(file);
      if (read.ok) added.push({ key: newKey(), name: file.name, blob: read.blob, uploadId: null });
      else
        refused.push(
          read.fault === 'too-large'
            ? messages.tooLarge(file.name)
            : read.fault === 'unreadable'
              ? messages.unreadable(file.name)
              : messages.notPicture(file.name),
        );
    }
    if (refused.length > 0) notify({ text: refused.join(marks().semicolon), tone: 'bad' });
    if (added.length > 0) onAdd(added);
  };
  const remove = (photo: DraftPhoto) =>
    ask({ text: messages.removeAsk, yes: messages.removeYes, no: cancel, danger: true, onYes: () => onRemove(photo.key) });
  const choose = (input: HTMLInputElement | null) => {
    if (photos.length >= MOST_PHOTOS) return notify({ text: messages.limit, tone: 'bad' });
    input?.click();
  };

  return (
    <fieldset className="patrol-field plain-field">
      <legend>{messages.photos}</legend>
      {photos.length > 0 && (
        <div className="patrol-photos">
          {photos.map((photo, index) => (
            <figure key={photo.key}>
              <Preview blob={photo.blob} alt={messages.photo(index + 1)} />
              <button
                type="button"
                disabled={disabled}
                aria-label={messages.remove(index + 1)}
                title={messages.remove(index + 1)}
                onClick={() => remove(photo)}
              >
                <svg width="16" height="16" viewBox="0 0 24 24" stroke="currentColor" strokeWidth="2.4" aria-hidden="true">
                  <path d="M5 5l14 14M19 5L5 19" />
                </svg>
              </button>
            </figure>
          ))}
        </div>
      )}
      <div className="patrol-pair">
        <button type="button" data-field="photos" className="plain-button" disabled={disabled} onClick={() => choose(camera.current)}>
          {messages.camera}
        </button>
        <button type="button" className="plain-button" disabled={disabled} onClick={() => choose(album.current)}>
          {messages.album}
        </button>
      </div>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={messages.camera}
        onChange={(event) => void add(event)}
      />
      <input
        ref={album}
        type="file"
        accept="image/png,image/jpeg"
        multiple
        hidden
        aria-label={messages.album}
        onChange={(event) => void add(event)}
      />
      {fault && (
        <p className="patrol-fault" role="alert">
          {fault}
        </p>
      )}
      <p className="patrol-second">{messages.photosHint}</p>
    </fieldset>
  );
}

type Copy = { readonly ok: true; readonly blob: Blob } | { readonly ok: false; readonly fault: 'not-picture' | 'too-large' | 'unreadable' };

/** Copies the bytes, because a camera's temporary file may have been deleted before the phone is online again. */
async function copyOf(file: File): Promise<Copy> {
  try {
    const fault = await photoFault(file);
    return fault ? { ok: false, fault } : { ok: true, blob: new Blob([await file.arrayBuffer()], { type: file.type }) };
  } catch {
    // Reading fails for files in a cloud album or on a removed card.
    return { ok: false, fault: 'unreadable' };
  }
}

function Preview({ blob, alt }: { readonly blob: Blob; readonly alt: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url === null ? null : <img src={url} alt={alt} />;
}
