// The printed page: picture of the map, legend and alarms; mounted only while printing. The code that takes the picture is below.

import { formatTime } from '@lookout/contract';
import { verdictOf } from '@lookout/features/alarm/alarm.ts';
import { alarmRecords } from '@lookout/features/alarm/parts/alarm-records.ts';
import { isOnMap } from '@lookout/features/alarm/parts/alarms-part.ts';
import type { Globe } from '@lookout/map';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { saveFile } from '../../../shared/save-file.ts';
import { useRecords, useServices } from '../../../shared/services.ts';
import { marks } from '../../../shared/text/marks.ts';
import { decimalText } from '../../../shared/text/position-text.ts';
import { COLOURS, FONT } from '../../../shared/tokens.ts';
import { scaleBarOf } from '../../distance-text.ts';
import type { MapModule } from '../../part.ts';
import type { MountedGlobe } from '../../room.ts';
import { useGlobeRoom } from '../../use-globe-room.ts';
import { useToolMessages } from '../messages.ts';

/** The number of rows that fit on two pages; the rest is only counted. */
const LISTED = 40;

interface Props {
  readonly picture: string;
  readonly time: string;
  readonly map: MapModule;
  readonly onDone: () => void;
}

export function PrintView({ picture, time, map, onDone }: Props) {
  const { picture: messages } = useToolMessages();
  const alarms = useRecords(alarmRecords);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    // `print` returns when the browser's dialog is closed.
    window.print();
    onDone();
  }, [isReady, onDone]);
  const shown = alarms.filter(isOnMap);
  return createPortal(
    <article className="print-view">
      <header>
        <h1>{messages.title}</h1>
        <p>{messages.printed(time)}</p>
      </header>
      <img src={picture} alt={messages.title} onLoad={() => setIsReady(true)} />
      <section>
        <h2>{messages.legend}</h2>
        <ul className="print-legend">
          {map.AGE_LEGEND.map(({ id, colour }) => (
            <li key={id}>
              <span style={{ background: colour }} /> {messages.ages[id]}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>
          {messages.alarms} · {shown.length}
        </h2>
        {shown.length === 0 ? (
          <p>{messages.noAlarms}</p>
        ) : (
          <table>
            <thead>
              <tr>
                {Object.values(messages.columns).map((name) => (
                  <th key={name}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, LISTED).map((alarm) => (
                <tr key={alarm.id}>
                  <td>{formatTime(alarm.observedAt)}</td>
                  <td>{messages.alarm.kinds[alarm.facts.kind]}</td>
                  <td>{alarm.formattedAddress}</td>
                  <td>{messages.alarm.shortVerdicts[verdictOf(alarm.response)]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {shown.length > LISTED && <p>{messages.more(shown.length - LISTED)}</p>}
      </section>
    </article>,
    document.body,
  );
}

// A picture of the map with title, time, scale and centre. The drawing buffer is valid only until the page is painted, so it is copied right
// after a frame was rendered (`preserveDrawingBuffer` would slow every frame).

/** Copies the rendered frame. @throws Error without a 2D canvas */
function copyFrame(globe: Pick<Globe, 'onRendered'>, element: HTMLElement): Promise<HTMLCanvasElement> {
  return new Promise((resolve, reject) => {
    const stop = globe.onRendered(() => {
      stop();
      const source = element.querySelector('canvas');
      const copy = document.createElement('canvas');
      const pen = copy.getContext('2d');
      if (source === null || pen === null) return reject(new Error('no canvas'));
      copy.width = source.width;
      copy.height = source.height;
      pen.drawImage(source, 0, 0);
      resolve(copy);
    });
  });
}

interface Caption {
  readonly title: string;
  /** Formatted, e.g. `2026-11-21 16:05:00`. */
  readonly time: string;
  /** `视图中心`. */
  readonly centre: string;
}

const BAND = 56;

/** Writes title and time above the picture, centre and scale below it. @param ratio picture pixels per CSS pixel */
function captioned(
  frame: HTMLCanvasElement,
  { title, time, centre }: Caption,
  { lng, lat, metresPerPixel }: ReturnType<Globe['view']>,
  ratio: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const band = BAND * ratio;
  canvas.width = frame.width;
  canvas.height = frame.height + 2 * band;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no 2d canvas');
  pen.fillStyle = COLOURS.ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(frame, 0, band);
  pen.fillStyle = COLOURS.text;
  pen.textBaseline = 'middle';
  const write = (text: string, x: number, y: number, size: number, align: CanvasTextAlign) => {
    pen.font = `${size * ratio}px ${FONT}`;
    pen.textAlign = align;
    pen.fillText(text, x, y);
  };
  const edge = 16 * ratio;
  const below = canvas.height - band / 2;
  write(title, edge, band / 2, 20, 'left');
  write(time, canvas.width - edge, band / 2, 14, 'right');
  write(`${centre} ${decimalText({ lng, lat })}${marks().brackets('WGS84')}`, edge, below, 14, 'left');
  const scale = scaleBarOf(metresPerPixel, 160);
  if (scale) {
    const width = scale.pixels * ratio;
    const right = canvas.width - edge;
    write(scale.label, right - width - 10 * ratio, below, 14, 'right');
    pen.fillRect(right - width, below + 5 * ratio, width, 2 * ratio);
    for (const x of [right - width, right - 2 * ratio]) pen.fillRect(x, below - 4 * ratio, 2 * ratio, 10 * ratio);
  }
  return canvas;
}

/** Downloads a picture as a PNG file. */
export function savePng(canvas: HTMLCanvasElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) return reject(new Error('no picture'));
      saveFile(blob, name);
      resolve();
    }, 'image/png');
  });
}

interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** `2026-11-21 16:05:00`, Beijing time. */
  readonly time: string;
}

/** Takes a picture of the map with its caption. */
export function usePicture({ globe }: MountedGlobe): () => Promise<Picture> {
  const room = useGlobeRoom();
  const { now } = useServices();
  const { picture: messages } = useToolMessages();
  return async () => {
    const time = formatTime(new Date(now()));
    const frame = await copyFrame(globe, room.element);
    const ratio = frame.width / Math.max(1, room.element.clientWidth);
    return { canvas: captioned(frame, { title: messages.title, time, centre: messages.view }, globe.view(), ratio), time };
  };
}
