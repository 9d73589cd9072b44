// 现场画面: the live picture of the camera that raised an alarm, next to the alarm's popup, in a small window that can be moved, docked and
// resized.
import { CloseOutlined, FullscreenOutlined } from '@ant-design/icons';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { useWindowPlace } from '@lookout/web/shared/window/use-window-place.ts';
import { WindowEdges, WindowMenu } from '@lookout/web/shared/window/WindowParts.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import type { CheckedCamera } from '../camera.ts';
import { Picture } from './CameraPane.tsx';
import { cameraOfAlarm, isOfNewCameraAlarm, useCameras } from './cameras.ts';
import { useVideoMessages } from './messages.ts';
import { useVideoState, useVideoStore, type WatchedAlarm } from './video-store.ts';
import { explainLive, requestLive } from './watching.ts';
import './camera.css';

/** Delay before a stream starts, so that stepping through the queue does not start a stream for every alarm passed. */
const SETTLED_MS = 500;
const LEAST = { width: 240, height: 180 };
/** The sub-stream is sufficient for a small picture. */
const SUB_STREAM = 2;

interface Props {
  readonly watched: WatchedAlarm;
  /** Position of the popup next to which the window opens. Used until the user moves the window. */
  readonly place: 'marker' | 'docked';
}

/** Shown for a camera alarm that is not judged yet. Renders nothing for other alarms, while a player is open, and in a replay. */
export function AlarmCamera({ watched, place }: Props) {
  const { alarm } = watched;
  const { replay } = useServices();
  const mayWatch = useRight('watch-video');
  const isOn = useVideoState(({ isBesidePopup, open }) => isBesidePopup && open === null);
  const pointId = alarm.facts.kind === 'camera' ? alarm.facts.monitoringPointId : null;
  const settled = useSettled(alarm.id);
  if (!mayWatch || !isOn || replay !== null || !isOfNewCameraAlarm(alarm) || pointId === null || settled !== alarm.id) return null;
  return <OfPoint key={alarm.id} pointId={pointId} watched={watched} place={place} />;
}

function OfPoint({ pointId, watched, place }: Props & { readonly pointId: string }) {
  const cameras = useCameras({ monitorId: pointId });
  const camera = cameras.data && cameraOfAlarm(watched.alarm, cameras.data);
  return camera ? <SmallWindow camera={camera} watched={watched} place={place} /> : null;
}

function SmallWindow({ camera, watched, place }: Props & { readonly camera: CheckedCamera }) {
  const messages = useVideoMessages();
  const client = useClient();
  const store = useVideoStore();
  const frame = useRef<HTMLElement>(null);
  const placed = useWindowPlace(frame, { name: 'alarm-camera', least: LEAST });
  const { id, manufacturer, monitoringPointId, monitoringPointName, name } = camera;
  const source = useMemo(
    () => ({
      key: id,
      request: (signal: AbortSignal) => requestLive(client, { id, manufacturer }, SUB_STREAM, signal),
      explain: (signal: AbortSignal) => explainLive(client, { id, monitoringPointId, name }, signal),
    }),
    [client, id, manufacturer, monitoringPointId, name],
  );
  const enlarge = () => {
    const titled = { name: monitoringPointName ?? name, watched };
    store.open(monitoringPointId === null ? { cameraId: id, ...titled } : { monitoringPointId, ...titled });
  };
  return createPortal(
    <section ref={frame} className="alarm-camera panel" aria-label={messages.beside.title(name)} data-place={place} style={placed.style}>
      <header {...placed.handle}>
        <h2 className="cut">{messages.beside.title(name)}</h2>
        <span className="gap" />
        <IconButton label={messages.beside.enlarge} icon={<FullscreenOutlined />} onClick={enlarge} />
        <WindowMenu window={placed} />
        <IconButton label={messages.beside.hide} icon={<CloseOutlined />} onClick={() => store.showBesidePopup(false)} />
      </header>
      <Picture name={name} source={source} />
      <WindowEdges window={placed} />
    </section>,
    document.body,
  );
}

function useSettled(alarmId: NamedAlarm['id']): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(alarmId), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [alarmId]);
  return settled;
}
