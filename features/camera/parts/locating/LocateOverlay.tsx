// 定位 over a playing picture: once armed, the next click in the picture is located; the panel and the map show the result.

import { AimOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { ShowOnMap } from '@lookout/web/shared/ShowOnMap.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { type MouseEvent, useState } from 'react';
import '../camera.css';
import { marks } from '@lookout/web/shared/text/marks.ts';
import type { PaneOverlay } from '../CameraPane.tsx';
import { type LocatingCamera, useLocating, useLocatingStore } from './locating-store.ts';
import { useLocatingMessages } from './messages.ts';

interface Point {
  readonly u: number;
  readonly v: number;
}

interface Props {
  readonly camera: LocatingCamera;
  /** The overlay is hidden while no picture plays. */
  readonly isPlaying: boolean;
  /** Whether the result is shown in the picture, on pages that show it nowhere else. */
  readonly isAnswered: boolean;
}

/** Covers the picture: u is 0 … 1 from left to right, v 0 … 1 from top to bottom. Ignores the pointer until 定位 is pressed. */
function LocateOverlay({ camera, isPlaying, isAnswered }: Props) {
  const messages = useLocatingMessages();
  const client = useClient();
  const { now } = useServices();
  const store = useLocatingStore();
  const mayLocate = useRight('watch-video');
  const [isArmed, setArmed] = useState(false);
  const located = useLocating((state) => (state.located?.camera.id === camera.id ? state.located : null));
  const [isBusy, setBusy] = useState(false);
  const [mark, setMark] = useState<Point | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEscape(isArmed, () => setArmed(false));
  if (!mayLocate || !isPlaying) return null;

  const locate = async (point: Point) => {
    setMark(point);
    setFault(null);
    setBusy(true);
    try {
      const found = await client.camera.locateInPicture({ body: { cameraId: camera.id, ...point }, silent: true });
      store.take({ ...found, camera, at: now() });
      setArmed(false);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      // The server's message: '没有得到火点位置', no tower height, no field of view.
      setFault(error.message || messages.failed);
    } finally {
      setBusy(false);
    }
  };
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    // A click with Enter has no position: use the centre of the picture.
    const point = event.detail === 0 ? { u: 0.5, v: 0.5 } : { u: (event.clientX - left) / width, v: (event.clientY - top) / height };
    if (!isBusy) void locate({ u: Math.min(1, Math.max(0, point.u)), v: Math.min(1, Math.max(0, point.v)) });
  };
  const toggle = () => {
    setArmed(!isArmed);
    setMark(null);
    setFault(null);
  };

  return (
    <div className="locate-overlay">
      {isArmed && (
        <button type="button" className="locate-aim" aria-label={messages.aim} title={messages.aim} aria-busy={isBusy} onClick={click} />
      )}
      {mark && <span className="locate-mark" style={{ left: `${mark.u * 100}%`, top: `${mark.v * 100}%` }} aria-hidden="true" />}
      <button type="button" className="locate-button" aria-pressed={isArmed} title={messages.locateHint} onClick={toggle}>
        <AimOutlined aria-hidden="true" /> {isBusy ? messages.locating : messages.locate}
      </button>
      {isArmed && !fault && (
        <p className="locate-hint" role="status">
          {isBusy ? messages.locating : messages.locateHint}
        </p>
      )}
      {isAnswered && !isArmed && mark && located && (
        <p className="locate-hint tabular" role="status">
          {decimalText(located.position)} · {distanceText(located.distanceMetres, messages, 'located')}
          {marks().brackets(
            messages.bandOf(
              distanceText(located.band.nearMetres, messages, 'located'),
              distanceText(located.band.farMetres, messages, 'located'),
            ),
          )}{' '}
          <ShowOnMap position={located.position} />
        </p>
      )}
      {fault && (
        <p className="locate-hint locate-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** For live pictures on pages without a result panel. */
export const locateOverlay: PaneOverlay = ({ isPlaying }, camera) => <LocateOverlay camera={camera} isPlaying={isPlaying} isAnswered />;

/** For the player, which shows the result next to its pictures. */
export const locateBeside: PaneOverlay = ({ isPlaying }, camera) => (
  <LocateOverlay camera={camera} isPlaying={isPlaying} isAnswered={false} />
);
