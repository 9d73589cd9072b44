// One camera with what can be done with its picture: snapshot, recording, history, pointing by a click, the whole window.
import {
  AimOutlined,
  CameraOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  HistoryOutlined,
  PauseCircleOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import type { CheckedCamera } from '@lookout/domain';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Tooltip } from 'antd';
import { type DragEvent, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useEscape } from '../../shared/escape.ts';
import { useClient } from '../../shared/services.ts';
import { nameParts } from './channels.ts';
import { useVideoMessages } from './messages.ts';
import { Picture, type PictureView } from './Picture.tsx';
import { PointingOverlay } from './PointingOverlay.tsx';
import { nextOf, type Playing, playedIn, Recordings } from './Recordings.tsx';
import { type Shot, Snapshot } from './Snapshot.tsx';
import { askLive, askRecording, explainLive, type StreamType } from './stream-source.ts';
import { CAMERAS_KEY } from './use-cameras.ts';
import type { WatchState } from './watching.ts';

export type PaneOverlay = (view: PictureView, camera: CheckedCamera) => ReactNode;

interface Props {
  readonly camera: CheckedCamera;
  readonly streamType: StreamType;
  /** It is the one that is steered. */
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onDoubleClick?: () => void;
  /** Taken by its head to another place; undefined: it stays where it is. */
  readonly onDragStart?: (event: DragEvent) => void;
  /** Beside the name: what the place where it stands offers (close a tile). */
  readonly extra?: ReactNode;
  /** Laid over the live picture; coordinates as `PictureView` says. */
  readonly overlay?: PaneOverlay | undefined;
}

export function CameraPane({ camera, streamType, isChosen, onChoose, onDoubleClick, onDragStart, extra, overlay }: Props) {
  const messages = useVideoMessages();
  const { acts } = messages;
  const client = useClient();
  const [isFull, setFull] = useState(false);
  const [isPointing, setPointing] = useState(false);
  const [withHistory, setHistory] = useState(false);
  const [playing, setPlaying] = useState<Playing | null>(null);
  const recording = playing && playedIn(playing);
  const [point, channel] = nameParts(camera);
  const [shot, setShot] = useState<Shot | null>(null);
  const { busy, snapshot, record } = usePaneActs(camera, setShot);
  const queries = useQueryClient();
  // Lists of cameras say that it plays as soon as it does.
  const toldState = useCallback(
    ({ kind }: WatchState) => {
      if (kind === 'playing') void queries.invalidateQueries({ queryKey: CAMERAS_KEY }, { cancelRefetch: false });
    },
    [queries],
  );
  useEscape(isFull, () => setFull(false));
  const source = useMemo(
    () =>
      recording === null
        ? {
            key: `${camera.id}/${streamType}`,
            ask: (signal: AbortSignal) => askLive(client, camera.id, streamType, signal),
            explain: (signal: AbortSignal) => explainLive(client, camera, signal),
          }
        : {
            key: `${camera.id}/${recording.beganAt.getTime()}`,
            ask: (signal: AbortSignal) => askRecording(client, recording, signal),
            explain: async () => null,
          },
    [client, camera, streamType, recording],
  );
  const toHistory = () => {
    setHistory(!withHistory);
    if (withHistory) setPlaying(null);
  };

  return (
    <section className="video-pane" data-full={isFull} data-chosen={isChosen} aria-label={camera.name}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is the mouse's way; whoever uses keys closes a tile and chooses another one */}
      <header draggable={onDragStart !== undefined} onDragStart={onDragStart}>
        <button
          type="button"
          className="video-pane-name cut"
          aria-pressed={isChosen}
          title={messages.dual.choose(camera.name)}
          onClick={onChoose}
        >
          {point !== '' && <span>{point}&nbsp;</span>}
          <span>{channel}</span>
        </button>
        {camera.isRecording && (
          <span className="video-recording" role="status">
            {acts.recording}
          </span>
        )}
        <span className="gap" />
        <Act
          icon={<AimOutlined />}
          label={acts.pointing}
          isLater
          isOn={isPointing}
          isOff={recording !== null}
          onClick={() => setPointing(!isPointing)}
        />
        <Act icon={<CameraOutlined />} label={acts.snapshot} isOff={busy || recording !== null} onClick={() => void snapshot()} />
        <Act
          isLater
          icon={camera.isRecording ? <PauseCircleOutlined /> : <VideoCameraOutlined />}
          label={camera.isRecording ? acts.stopRecord : acts.record}
          isOn={camera.isRecording}
          isOff={busy}
          onClick={() => void record(!camera.isRecording)}
        />
        <Act isLater icon={<HistoryOutlined />} label={withHistory ? acts.live : acts.history} isOn={withHistory} onClick={toHistory} />
        <Act
          icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          label={isFull ? acts.leaveFullscreen : acts.fullscreen}
          onClick={() => setFull(!isFull)}
        />
        {extra}
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the mouse; the buttons above do the same */}
      <div className="video-stage" onDoubleClick={onDoubleClick} onPointerDown={onChoose}>
        <Picture
          name={camera.name}
          source={source}
          hasControls={recording !== null}
          onState={toldState}
          onEnded={() => setPlaying((ended) => (ended && nextOf(ended)) ?? ended)}
        >
          {recording === null
            ? (view) => (
                <>
                  {overlay?.(view, camera)}
                  {isPointing && view.isPlaying && <PointingOverlay cameraId={camera.id} />}
                </>
              )
            : undefined}
        </Picture>
        {shot && <Snapshot shot={shot} name={camera.name} onClose={() => setShot(null)} />}
      </div>
      {withHistory && <Recordings cameraId={camera.id} playing={recording} onPlay={setPlaying} />}
    </section>
  );
}

/** Failed calls have been told by the interceptor. */
function usePaneActs(camera: CheckedCamera, onShot: (shot: Shot) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const { acts } = useVideoMessages();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const doing = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const body = { cameraId: camera.id };
  return {
    busy,
    snapshot: () => doing(async () => onShot(await client.video.snapshot({ body }))),
    record: (isOn: boolean) =>
      doing(async () => {
        await client.video.record({ body: { ...body, isOn } });
        void message.success(isOn ? acts.recordStarted : acts.recordStopped);
        await queries.invalidateQueries({ queryKey: CAMERAS_KEY });
      }),
  };
}

function Act(props: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  /** Left out where the pane is small, unless it must be switched off. */
  readonly isLater?: boolean;
  readonly onClick: () => void;
}) {
  const { icon, label, isOn, isOff = false, isLater = false, onClick } = props;
  return (
    <Tooltip title={label}>
      <Button
        className={isLater && !isOn ? 'video-act-later' : ''}
        size="small"
        type={isOn ? 'primary' : 'text'}
        icon={icon}
        aria-label={label}
        aria-pressed={isOn}
        disabled={isOff}
        onClick={onClick}
      />
    </Tooltip>
  );
}
