// The pictures of an alarm, small; a click compares them large.
import type { NamedAlarm } from '@lookout/domain';
import { useState } from 'react';
import { AuthedImage } from '../../shared/AuthedImage.tsx';
import { ComparePictures } from './ComparePictures.tsx';
import { useMessages } from './messages.ts';
import { picturesOf } from './pictures.ts';

export function AlarmPictures({ alarm }: { readonly alarm: NamedAlarm }) {
  const messages = useMessages();
  const [from, setFrom] = useState<number | null>(null);
  const pictures = picturesOf(alarm.facts, messages);
  return (
    <>
      <h3>{messages.popup.pictures}</h3>
      {pictures.length === 0 && <p className="second">{messages.pictures.none}</p>}
      <div className="thumbnails">
        {pictures.map(({ url, caption }, index) => (
          <button key={url} type="button" className="picture-button" onClick={() => setFrom(index)}>
            <AuthedImage src={url} alt={messages.pictures.open(caption)} />
            <span>{caption}</span>
          </button>
        ))}
      </div>
      {from !== null && <ComparePictures pictures={pictures} from={from} onClose={() => setFrom(null)} />}
    </>
  );
}
