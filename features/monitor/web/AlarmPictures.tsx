// Thumbnails of an alarm's pictures; a click opens the comparison.
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { AuthedImage } from '@lookout/web/shared/AuthedImage.tsx';
import { Chip, IconButton } from '@lookout/web/shared/IconButton.tsx';
import { Modal } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { useMessages } from './messages.ts';
import { type Picture, pairAt, picturesOf, stepped } from './pictures.ts';

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

// 图像对比: two pictures side by side, or overlaid with a divider that can be dragged or moved with the keyboard.
interface ComparePicturesProps {
  readonly pictures: readonly Picture[];
  readonly from: number;
  readonly onClose: () => void;
}

function ComparePictures({ pictures, from, onClose }: ComparePicturesProps) {
  const { pictures: messages } = useMessages();
  const [at, setAt] = useState(() => pairAt(from, pictures.length).left);
  const [slider, setSlider] = useState(false);
  const [divide, setDivide] = useState(50);
  const pair = pairAt(at, pictures.length);
  const left = pictures[pair.left];
  const right = pair.right === null ? undefined : pictures[pair.right];
  const stepBy = (step: 1 | -1) => setAt(stepped(pair.left, pictures.length, step));
  const keys = (event: KeyboardEvent) => {
    // While the divider has focus, the arrow keys move it.
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === 'ArrowLeft') stepBy(-1);
    if (event.key === 'ArrowRight') stepBy(1);
  };
  if (left === undefined) return null;

  return (
    <Modal open title={messages.title} footer={null} width="min(1100px, 94vw)" onCancel={onClose} destroyOnHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the whole dialog; each has a button too */}
      <div className="compare" data-mode={slider && right ? 'slider' : 'side'} onKeyDown={keys}>
        <div className="compare-tools line">
          {right && (
            <>
              <Chip pressed={!slider} onClick={() => setSlider(false)}>
                {messages.side}
              </Chip>
              <Chip pressed={slider} onClick={() => setSlider(true)}>
                {messages.slider}
              </Chip>
            </>
          )}
          <span className="gap" />
          {pictures.length > 2 && (
            <>
              <IconButton label={messages.previous} icon={<LeftOutlined />} onClick={() => stepBy(-1)} />
              <span className="tabular">
                {pair.left + 1}–{(pair.right ?? pair.left) + 1} / {pictures.length}
              </span>
              <IconButton label={messages.next} icon={<RightOutlined />} onClick={() => stepBy(1)} />
            </>
          )}
        </div>
        <div className="compare-pair">
          <figure>
            <AuthedImage src={left.url} alt={left.caption} />
            <figcaption>{left.caption}</figcaption>
          </figure>
          {right && (
            <figure style={slider ? { clipPath: `inset(0 0 0 ${divide}%)` } : undefined}>
              <AuthedImage src={right.url} alt={right.caption} />
              <figcaption>{right.caption}</figcaption>
            </figure>
          )}
        </div>
        {slider && right && (
          <input
            type="range"
            min={0}
            max={100}
            value={divide}
            aria-label={messages.sliderLabel}
            onChange={(event) => setDivide(Number(event.target.value))}
          />
        )}
      </div>
    </Modal>
  );
}
