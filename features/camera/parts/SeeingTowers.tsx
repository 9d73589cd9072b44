// The towers that see a position, computed from the elevation, nearest first. A click turns a tower's camera there and shows its picture.

import { CallFailed } from '@lookout/client';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import type { SeeingCamera } from '../camera.ts';
import './camera.css';
import { EyeOutlined, VideoCameraOutlined } from '@ant-design/icons';
import type { LngLat } from '@lookout/geo';
import { AlarmCamera } from './AlarmCamera.tsx';
import { bestOf, isOfNewCameraAlarm, towersOf } from './cameras.ts';
import { useVideoMessages } from './messages.ts';
import { useVideoState, useVideoStore, type WatchedAlarm } from './video-store.ts';

const METRES_PER_KILOMETRE = 1_000;
/** The rest are behind a button, to keep the popup short. */
const SHOWN_AT_FIRST = 3;

interface SeeingTowersProps {
  readonly position: LngLat;
  /** The alarm that the cameras are searched for. */
  readonly watched?: WatchedAlarm;
}

export function SeeingTowers({ position: { lng, lat }, watched }: SeeingTowersProps) {
  const { look: messages } = useVideoMessages();
  const client = useClient();
  const seeing = useCall(['cameras-that-see', lng, lat], client.camera.camerasThatSee, { body: { position: { lng, lat } } });
  if (seeing.isPending)
    return (
      <div role="status">
        <span className="hint">{messages.loading}</span>
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      </div>
    );
  if (seeing.data === undefined) return <LoadFailed error={seeing.error} onRetry={() => void seeing.refetch()} />;
  return <TowerList seeing={seeing.data} position={{ lng, lat }} watched={watched} />;
}

interface TowerListProps {
  readonly watched?: WatchedAlarm | undefined;
  readonly seeing: readonly SeeingCamera[];
  readonly position: LngLat;
  /** Called with the tower under the pointer or focus; null: no tower any more. */
  readonly onPoint?: (camera: SeeingCamera | null) => void;
}

/** A button for the best tower, and a list of all towers. A click turns a tower's camera to the position and opens its picture. */
export function TowerList({ seeing, position, watched, onPoint }: TowerListProps) {
  const { look: messages } = useVideoMessages();
  const [isWide, setWide] = useState(false);
  const { turning, turn } = useTurn(position, watched);
  const towers = towersOf(seeing);
  const best = bestOf(towers);
  if (best === null)
    return (
      <p role="status">
        <strong>{messages.none}</strong> <span className="hint">{messages.noneHint}</span>
      </p>
    );
  const shown = isWide ? towers : towers.slice(0, SHOWN_AT_FIRST);
  return (
    <div className="look-towers stack">
      <Button type="primary" size="small" block loading={turning === best.id} disabled={turning !== null} onClick={() => void turn(best)}>
        {messages.best(nameOf(best))}
      </Button>
      <ul>
        {shown.map((camera) => (
          <li key={camera.id}>
            <button
              type="button"
              disabled={turning !== null}
              data-best={camera.id === best.id}
              aria-label={messages.turn(nameOf(camera))}
              title={messages.turn(nameOf(camera))}
              onClick={() => void turn(camera)}
              onPointerEnter={() => onPoint?.(camera)}
              onPointerLeave={() => onPoint?.(null)}
              onFocus={() => onPoint?.(camera)}
              onBlur={() => onPoint?.(null)}
            >
              <span className="cut">{nameOf(camera)}</span>
              {!camera.online && <span className="tag">{messages.offline}</span>}
              <span className="look-figures tabular hint">
                {messages.kilometres((camera.distanceMetres / METRES_PER_KILOMETRE).toFixed(1))} ·{' '}
                {messages.azimuth(camera.azimuthDegrees.toFixed(0))} · {messages.clearance(camera.clearanceMetres.toFixed(0))}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {towers.length > SHOWN_AT_FIRST && (
        <Button type="link" size="small" onClick={() => setWide(!isWide)}>
          {isWide ? messages.less : messages.more(towers.length - SHOWN_AT_FIRST)}
        </Button>
      )}
    </div>
  );
}

/** All channels of a tower turn together, so the monitoring point's name is shown. */
const nameOf = ({ monitoringPointName, name }: SeeingCamera): string => monitoringPointName ?? name;

/** If the camera cannot be turned (another operator has control, offline), the reason is shown and the picture opens anyway. */
function useTurn(position: LngLat, watched: WatchedAlarm | undefined) {
  const { look: messages } = useVideoMessages();
  const client = useClient();
  const store = useVideoStore();
  const { message } = App.useApp();
  const [turning, setTurning] = useState<string | null>(null);
  const turn = async (camera: SeeingCamera) => {
    const { id, monitoringPointId } = camera;
    const name = nameOf(camera);
    setTurning(id);
    try {
      const { isVisible } = await client.camera.lookAt({ body: { cameraId: id, position }, silent: true });
      if (isVisible) void message.success(messages.turned(name));
      else void message.warning(messages.hidden(name));
    } catch (error) {
      // The interceptor has already shown the reason.
      if (!(error instanceof CallFailed)) throw error;
    } finally {
      setTurning(null);
    }
    store.open(monitoringPointId === null ? { cameraId: id, name: camera.name, watched } : { monitoringPointId, name, watched });
  };
  return { turning, turn };
}

interface LookHereProps extends WatchedAlarm {
  /** Position of the popup; null: the camera's picture is not shown next to it. */
  readonly place: 'marker' | 'docked' | null;
}

/**
 * 看现场 of an alarm, behind a button, because the server computes lines of sight for it, and 现场画面, the picture of the camera that raised the
 * alarm.
 */
export function LookHere({ alarm, isReadOnly, place }: LookHereProps) {
  const { look, beside } = useVideoMessages();
  const store = useVideoStore();
  const isOpen = useVideoState(({ lookingFor }) => lookingFor === alarm.id);
  const isBesidePopup = useVideoState((state) => state.isBesidePopup);
  const mayWatch = useRight('watch-video');
  if (!mayWatch) return null;
  const watched = { alarm, isReadOnly };
  return (
    <section className="look-here stack" aria-label={look.title}>
      <div className="line">
        <Button icon={<EyeOutlined aria-hidden="true" />} aria-expanded={isOpen} onClick={() => store.toggleLook(alarm.id)}>
          {look.entry}
        </Button>
        {isOfNewCameraAlarm(alarm) && (
          <Button
            icon={<VideoCameraOutlined aria-hidden="true" />}
            aria-pressed={isBesidePopup}
            onClick={() => store.showBesidePopup(!isBesidePopup)}
          >
            {beside.entry}
          </Button>
        )}
      </div>
      {isOpen && <SeeingTowers position={alarm.position} watched={watched} />}
      {place !== null && <AlarmCamera watched={watched} place={place} />}
    </section>
  );
}
