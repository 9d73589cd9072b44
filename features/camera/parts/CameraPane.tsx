// One camera's picture with its actions: snapshot, recording, history, pointing by a click or a box, full window.
import {
  AimOutlined,
  CameraOutlined,
  CloseOutlined,
  DownloadOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  HistoryOutlined,
  PauseCircleOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import { fileUrl, formatTime } from '@lookout/contract';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Tooltip } from 'antd';
import { type DragEvent, type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CheckedCamera, Snapshot } from '../camera.ts';
import { CAMERAS_KEY, nameParts } from './cameras.ts';
import { type PictureBox, pictureBox } from './geometry.ts';
import { useVideoMessages } from './messages.ts';
import { PointingOverlay } from './PointingOverlay.tsx';
import { nextOf, type Playing, playedIn, Recordings } from './Recordings.tsx';
import { explainLive, requestLive, requestRecording, type StreamType, useWatch, type WatchSource, type WatchState } from './watching.ts';
import './camera.css';
import { AuthedImage } from '@lookout/web/shared/AuthedImage.tsx';
import { saveFile } from '@lookout/web/shared/save-file.ts';
import { fileOf, type SiteFetch, useSiteFetch } from '@lookout/web/shared/site-fetch.ts';

export type PaneOverlay = (view: PictureView, camera: CheckedCamera) => ReactNode;

interface Props {
  readonly camera: CheckedCamera;
  readonly streamType: StreamType;
  /** Whether this camera is the one being steered. */
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onDoubleClick?: () => void;
  /** If given, the pane can be dragged by its header. */
  readonly onDragStart?: (event: DragEvent) => void;
  /** Additional buttons in the header, e.g. to close a tile. */
  readonly extra?: ReactNode;
  /** Drawn over the live picture; coordinates as in `PictureView`. */
  readonly overlay?: PaneOverlay | undefined;
  /** The pane's position in the player. */
  readonly slot?: 'main' | 'second';
}

export function CameraPane({ camera, streamType, isChosen, onChoose, onDoubleClick, onDragStart, extra, overlay, slot }: Props) {
  const messages = useVideoMessages();
  const { actions } = messages;
  const client = useClient();
  const [isFull, setFull] = useState(false);
  const [isPointing, setPointing] = useState(false);
  const [withHistory, setHistory] = useState(false);
  const [playing, setPlaying] = useState<Playing | null>(null);
  const recording = playing && playedIn(playing);
  const [point, channel] = nameParts(camera);
  const [taken, setTaken] = useState<Snapshot | null>(null);
  const { busy, snapshot, record } = usePaneActs(camera, setTaken);
  const queries = useQueryClient();
  // Refreshes the camera lists, so that they show at once that the camera is playing.
  const onState = useCallback(
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
            request: (signal: AbortSignal) => requestLive(client, camera, streamType, signal),
            explain: (signal: AbortSignal) => explainLive(client, camera, signal),
          }
        : {
            key: `${camera.id}/${recording.beganAt.getTime()}`,
            request: (signal: AbortSignal) => requestRecording(client, recording, signal),
            explain: async () => null,
          },
    [client, camera, streamType, recording],
  );
  const toHistory = () => {
    setHistory(!withHistory);
    if (withHistory) setPlaying(null);
  };

  return (
    <section className="video-pane" data-full={isFull} data-chosen={isChosen} data-slot={slot} aria-label={camera.name}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is for the mouse; keyboard users close a tile and choose another camera */}
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
            {actions.recording}
          </span>
        )}
        <span className="gap" />
        <Act
          icon={<AimOutlined />}
          label={actions.pointing}
          isLater
          isOn={isPointing}
          isOff={recording !== null}
          onClick={() => setPointing(!isPointing)}
        />
        <Act icon={<CameraOutlined />} label={actions.snapshot} isOff={busy || recording !== null} onClick={() => void snapshot()} />
        <Act
          isLater
          icon={camera.isRecording ? <PauseCircleOutlined /> : <VideoCameraOutlined />}
          label={camera.isRecording ? actions.stopRecord : actions.record}
          isOn={camera.isRecording}
          isOff={busy}
          onClick={() => void record(!camera.isRecording)}
        />
        <Act
          isLater
          icon={<HistoryOutlined />}
          label={withHistory ? actions.live : actions.history}
          isOn={withHistory}
          onClick={toHistory}
        />
        <Act
          icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          label={isFull ? actions.leaveFullscreen : actions.fullscreen}
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
          onState={onState}
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
        {taken && <SnapshotFigure snapshot={taken} name={camera.name} onClose={() => setTaken(null)} />}
      </div>
      {withHistory && <Recordings cameraId={camera.id} playing={recording} onPlay={setPlaying} />}
    </section>
  );
}

/** The errors of failed calls are already shown by the interceptor. */
function usePaneActs(camera: CheckedCamera, onTaken: (taken: Snapshot) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const { actions } = useVideoMessages();
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
    snapshot: () => doing(async () => onTaken(await client.video.snapshot({ body }))),
    record: (isOn: boolean) =>
      doing(async () => {
        await client.video.record({ body: { ...body, isOn } });
        void message.success(isOn ? actions.recordStarted : actions.recordStopped);
        await queries.invalidateQueries({ queryKey: CAMERAS_KEY });
      }),
  };
}

function Act(props: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  /** Hidden in a small pane, unless the action is on. */
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

/**
 * Geometry of the picture under an overlay. The overlay covers the picture exactly: u is 0 … 1 from left to right, v 0 … 1 from top to
 * bottom.
 */
interface PictureView {
  readonly width: number;
  readonly height: number;
  readonly isPlaying: boolean;
}

interface PictureProps {
  readonly name: string;
  readonly source: WatchSource;
  /** Shows the browser's own video controls, for recordings. */
  readonly hasControls?: boolean;
  readonly onState?: (state: WatchState) => void;
  /** Called when a recording ends. */
  readonly onEnded?: () => void;
  /** Drawn over the picture, not over the black bars around it. */
  readonly children?: ((view: PictureView) => ReactNode) | undefined;
}

/** The video with its state, a retry button, and an overlay. */
export function Picture({ name, source, hasControls = false, onState, onEnded, children }: PictureProps) {
  const messages = useVideoMessages();
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { state, retry } = useWatch(video, source);
  const box = useBox(frame, video);
  useEffect(() => onState?.(state), [state, onState]);
  return (
    <div ref={frame} className="video-picture" data-state={state.kind}>
      <video
        ref={video}
        muted
        playsInline
        controls={hasControls && state.kind === 'playing'}
        aria-label={messages.picture(name)}
        onEnded={onEnded}
      />
      {box && children && (
        <div className="video-overlay" style={box}>
          {children({ width: box.width, height: box.height, isPlaying: state.kind === 'playing' })}
        </div>
      )}
      {state.kind === 'connecting' && (
        <p className="video-note stack" role="status">
          {messages.states.connecting}
        </p>
      )}
      {state.kind === 'failed' && <Failed state={state} onRetry={retry} />}
    </div>
  );
}

function Failed({ state, onRetry }: { readonly state: Extract<WatchState, { kind: 'failed' }>; readonly onRetry: () => void }) {
  const messages = useVideoMessages();
  const seconds = useSecondsUntil(state.retryAt);
  return (
    <div className="video-note stack" role="alert">
      <strong>{state.text ?? messages.states[state.fault]}</strong>
      <span className="hint">{messages.hints[state.fault]}</span>
      <span className="line">
        <Button size="small" onClick={onRetry}>
          {messages.retry}
        </Button>
        {/* Hidden from screen readers, which would otherwise announce the change every second. */}
        {seconds !== null && (
          <span className="tabular" aria-hidden="true">
            {messages.retryIn(seconds)}
          </span>
        )}
      </span>
    </div>
  );
}

function useSecondsUntil(at: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? null : Math.max(0, Math.ceil((at - now) / 1_000));
}

function useBox(frame: RefObject<HTMLDivElement | null>, video: RefObject<HTMLVideoElement | null>): PictureBox | null {
  const [box, setBox] = useState<PictureBox | null>(null);
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, video.current];
    if (outer === null || inner === null) return;
    const measure = () =>
      setBox(pictureBox({ width: outer.clientWidth, height: outer.clientHeight }, { width: inner.videoWidth, height: inner.videoHeight }));
    const size = new ResizeObserver(measure);
    size.observe(outer);
    // Fired when the picture's size becomes known and when the camera changes it.
    inner.addEventListener('resize', measure);
    inner.addEventListener('loadedmetadata', measure);
    return () => {
      size.disconnect();
      inner.removeEventListener('resize', measure);
      inner.removeEventListener('loadedmetadata', measure);
    };
  }, [frame, video]);
  return box;
}

interface SnapshotFigureProps {
  readonly snapshot: Snapshot;
  readonly name: string;
  readonly onClose: () => void;
}

/** The latest snapshot, offered as a download. The server stores it in any case. */
function SnapshotFigure({ snapshot: { pictureId, takenAt }, name, onClose }: SnapshotFigureProps) {
  const { actions } = useVideoMessages();
  const siteFetch = useSiteFetch();
  const { message } = App.useApp();
  const taken = formatTime(takenAt);
  const file = `${name} ${taken.replaceAll(':', '-')}.jpg`;
  const save = () => void savePicture(fileUrl(pictureId), file, siteFetch).catch(() => message.error(actions.saveFailed));
  return (
    <figure className="video-snapshot line">
      <AuthedImage src={fileUrl(pictureId)} alt={actions.snapshotAt(taken)} />
      <figcaption className="tabular">{actions.snapshotAt(taken)}</figcaption>
      <Button size="small" icon={<DownloadOutlined />} onClick={save}>
        {actions.snapshotSave}
      </Button>
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label={actions.snapshotClose} onClick={onClose} />
    </figure>
  );
}

/** Downloads a picture. It is fetched, because a plain link cannot send the token. @throws when it cannot be fetched */
async function savePicture(url: string, name: string, siteFetch: SiteFetch): Promise<void> {
  saveFile(await fileOf(await siteFetch(url)), name);
}
