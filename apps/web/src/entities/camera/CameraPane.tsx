// One camera with what can be done with its picture: snapshot, recording, history, pointing by a click, the whole window.
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
import type { CheckedCamera } from '@lookout/domain';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Tooltip } from 'antd';
import {
  type DragEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useEscape } from '../../shared/escape.ts';
import { useClient, useSession } from '../../shared/services.ts';
import { CAMERAS_KEY, nameParts } from './cameras.ts';
import { type PictureBox, pictureBox, pointIn } from './geometry.ts';
import { useVideoMessages } from './messages.ts';
import { nextOf, type Playing, playedIn, Recordings } from './Recordings.tsx';
import { askLive, askRecording, explainLive, type StreamType, useWatch, type WatchSource, type WatchState } from './watching.ts';
import './camera.css';
import { AuthedImage } from '../../shared/AuthedImage.tsx';
import { saveFile } from '../../shared/save-file.ts';

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

// One moving picture: the video, its state in words with another try, and whatever a caller lays over it.

/** What lies over the picture knows of it. Its own frame is the picture's: left 0 … width is u 0 … 1, top 0 … height is v 0 … 1. */
interface PictureView {
  readonly width: number;
  readonly height: number;
  readonly isPlaying: boolean;
}

interface PictureProps {
  readonly name: string;
  readonly source: WatchSource;
  /** Of a recording: the browser's own pause and slider. */
  readonly hasControls?: boolean;
  readonly onState?: (state: WatchState) => void;
  /** A recording has come to its end. */
  readonly onEnded?: () => void;
  /** Laid over the picture itself, whatever bars are around it. */
  readonly children?: ((view: PictureView) => ReactNode) | undefined;
}

function Picture({ name, source, hasControls = false, onState, onEnded, children }: PictureProps) {
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
        {/* Counting down is for the eye: read aloud every second it would drown everything else. */}
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
    const look = () =>
      setBox(pictureBox({ width: outer.clientWidth, height: outer.clientHeight }, { width: inner.videoWidth, height: inner.videoHeight }));
    const size = new ResizeObserver(look);
    size.observe(outer);
    // The size of the picture is told when it is known, and when the camera changes it.
    inner.addEventListener('resize', look);
    inner.addEventListener('loadedmetadata', look);
    return () => {
      size.disconnect();
      inner.removeEventListener('resize', look);
      inner.removeEventListener('loadedmetadata', look);
    };
  }, [frame, video]);
  return box;
}

// A press on the picture turns the camera there.

function PointingOverlay({ cameraId }: { readonly cameraId: string }) {
  const { acts } = useVideoMessages();
  const client = useClient();
  const point = async ({ currentTarget, clientX, clientY }: MouseEvent<HTMLButtonElement>) => {
    const at = pointIn(currentTarget.getBoundingClientRect(), { x: clientX, y: clientY });
    if (at === null) return;
    try {
      await client.steering.pointAt({ body: { cameraId, ...at } });
    } catch (error) {
      // The interceptor has said why (somebody else steers it, its lens is not known).
      if (!(error instanceof CallFailed)) throw error;
    }
  };
  return (
    <button
      type="button"
      className="video-pointing"
      aria-label={acts.pointHint}
      title={acts.pointHint}
      onClick={(event) => void point(event)}
    />
  );
}

// What was taken last: small, when, and to be downloaded. It is kept by the server whatever happens here.

interface Shot {
  readonly picPath: string;
  readonly at: string;
}

function Snapshot({ shot, name, onClose }: { readonly shot: Shot; readonly name: string; readonly onClose: () => void }) {
  const { acts } = useVideoMessages();
  const { token } = useSession();
  const { message } = App.useApp();
  const file = `${name} ${shot.at.replaceAll(':', '-')}.jpg`;
  const save = () => void savePicture(shot.picPath, file, token).catch(() => message.error(acts.saveFailed));
  return (
    <figure className="video-snapshot line">
      <AuthedImage src={shot.picPath} alt={acts.snapshotAt(shot.at)} />
      <figcaption className="tabular">{acts.snapshotAt(shot.at)}</figcaption>
      <Button size="small" icon={<DownloadOutlined />} onClick={save}>
        {acts.snapshotSave}
      </Button>
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label={acts.snapshotClose} onClick={onClose} />
    </figure>
  );
}

// A picture of ours to this computer's folder of downloads: it needs the token, which a plain link cannot send.

/** @throws when it cannot be fetched */
async function savePicture(url: string, name: string, token: string | null): Promise<void> {
  const answer = await fetch(url, { headers: token === null ? {} : { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  saveFile(await answer.blob(), name);
}
