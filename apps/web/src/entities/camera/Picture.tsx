// One moving picture: the video, its state in words with another try, and whatever a caller lays over it.
import { Button } from 'antd';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type PictureBox, pictureBox } from './picture-box.ts';
import { useWatch, type WatchSource } from './use-watch.ts';
import './video.css';
import { useVideoMessages } from './messages.ts';
import type { WatchState } from './watching.ts';

/** What lies over the picture knows of it. Its own frame is the picture's: left 0 … width is u 0 … 1, top 0 … height is v 0 … 1. */
export interface PictureView {
  readonly width: number;
  readonly height: number;
  readonly isPlaying: boolean;
}

interface Props {
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

export function Picture({ name, source, hasControls = false, onState, onEnded, children }: Props) {
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
