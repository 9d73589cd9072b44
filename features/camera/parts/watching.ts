// Watching one stream in one element: requests its address, opens the player, reports the state and retries automatically. Each attempt
// requests a new address, because the ticket may have expired (during playback the server renews it). While the server reports the camera
// as offline, automatic retries request its state instead of its stream.
import { CallFailed, type Client } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { loadScript } from '@lookout/web/shared/lazily.ts';
import { atSite } from '@lookout/web/shared/site.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { StreamReply } from '../../video/video.calls.ts';
import type { Camera, Recording, StreamState } from '../camera.ts';
import type { MakePlayer, Player, PlayFault } from './players/player.ts';

/** Why no picture is shown. With `refused`, the server's message gives the reason. */
export type WatchFault =
  | Exclude<StreamState, 'idle' | 'connecting' | 'playing'>
  | PlayFault
  | 'no-answer'
  | 'no-right'
  | 'recording-gone'
  | 'refused';

export type WatchState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'playing' }
  | {
      readonly kind: 'failed';
      readonly fault: WatchFault;
      /** The server's message, if any. */
      readonly text: string | null;
      /** The time of the next retry on the clock of `now()`; null: only the user can retry. */
      readonly retryAt: number | null;
    };

export interface StreamRefusal {
  readonly kind: 'refused';
  readonly fault: WatchFault;
  readonly text: string | null;
  readonly isFinal: boolean;
}

export type StreamResult = { readonly kind: 'stream'; readonly url: string; readonly player: PlayerKind } | StreamRefusal;

type Element = Pick<HTMLVideoElement, 'currentTime' | 'addEventListener' | 'removeEventListener'>;

interface WatchOptions {
  readonly element: HTMLVideoElement;
  readonly players: typeof players;
  readonly request: (signal: AbortSignal) => Promise<StreamResult>;
  /** The server's reason why a stream broke; null: none is known. */
  readonly explain: (signal: AbortSignal) => Promise<StreamRefusal | null>;
  readonly onState: (state: WatchState) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

interface Watching {
  /** Retries at once, also during an attempt or a wait. */
  readonly retry: () => void;
  /** Frees connection, decoder and timers. */
  readonly stop: () => void;
}

/** Time without a picture after which the stream counts as broken, as in the message "15 秒无画面". */
export const NO_PICTURE_MS = 15_000;
const CHECK_MS = 1_000;
const BACK_OFF_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
/** After playing this long, the back-off restarts at the shortest wait. */
const STEADY_MS = 10_000;

/** Faults for which a retry would fail again. */
const FINAL: ReadonlySet<WatchFault> = new Set([
  'codec-unsupported',
  'protocol-unsupported',
  'address-refused',
  'certificate-refused',
  'basic-only',
  'login-unsupported',
  'no-right',
]);

export const backOffMs = (tries: number): number => BACK_OFF_MS[Math.min(tries, BACK_OFF_MS.length - 1)] ?? 0;

export function watch(options: WatchOptions): Watching {
  const { element, now } = options;
  let attempt = new AbortController();
  let tries = 0;

  const again = async (): Promise<void> => {
    const { signal } = attempt;
    const known = await options.explain(signal).catch(() => null);
    if (signal.aborted) return;
    if (known === null) await connect();
    else fail(known.fault, known.text, known.isFinal);
  };

  const connect = async (): Promise<void> => {
    const { signal } = attempt;
    options.onState({ kind: 'connecting' });
    const result = await options
      .request(signal)
      .catch(() => ({ kind: 'refused', fault: 'no-answer', text: null, isFinal: false }) as const);
    if (signal.aborted) return;
    if (result.kind === 'refused') return fail(result.fault, result.text, result.isFinal);
    const make = await loadScript(options.players[result.player]).catch(() => null);
    if (signal.aborted) return;
    // The player's script could not be loaded.
    if (make === null) return fail('no-answer', null, false);
    let player: Player | null = null;
    let isOver = false;
    const stopObserving = observe(element, now, result.player === 'mp4', {
      onPicture: () => options.onState({ kind: 'playing' }),
      onSteady: () => {
        tries = 0;
      },
      onStall: () => onBroken('no-picture'),
    });
    const end = () => {
      isOver = true;
      stopObserving();
      player?.destroy();
    };
    const onBroken = (fault: WatchFault) => {
      if (isOver) return;
      signal.removeEventListener('abort', end);
      end();
      void explainAndFail(fault, signal);
    };
    signal.addEventListener('abort', end, { once: true });
    player = make(element, result.url, { onFault: onBroken });
    // The player may have failed during construction.
    if (isOver) player.destroy();
  };

  const explainAndFail = async (fault: WatchFault, signal: AbortSignal): Promise<void> => {
    const known = fault === 'broken' ? await options.explain(signal).catch(() => null) : null;
    if (!signal.aborted) fail(known?.fault ?? fault, known?.text ?? null, known?.isFinal ?? false);
  };

  const fail = (fault: WatchFault, text: string | null, isFinal: boolean): void => {
    const delay = isFinal || FINAL.has(fault) ? null : backOffMs(tries);
    tries += 1;
    options.onState({ kind: 'failed', fault, text, retryAt: delay === null ? null : now() + delay });
    if (delay === null) return;
    const timer = setTimeout(() => void again(), delay);
    attempt.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };

  void connect();
  return {
    retry: () => {
      attempt.abort();
      attempt = new AbortController();
      void connect();
    },
    stop: () => attempt.abort(),
  };
}

interface Sight {
  readonly onPicture: () => void;
  readonly onSteady: () => void;
  readonly onStall: () => void;
}

/**
 * A picture counts as playing when the element's time advances. A recording may be paused, so it cannot stall once it has begun. @returns a
 * function that stops observing
 */
function observe(element: Element, now: () => number, isRecording: boolean, sight: Sight): () => void {
  const begunAt = now();
  let movedAt = begunAt;
  let time = element.currentTime;
  let shown = false;
  const seen = () => {
    if (element.currentTime === time) return;
    time = element.currentTime;
    movedAt = now();
    if (!shown) sight.onPicture();
    shown = true;
    if (movedAt - begunAt >= STEADY_MS) sight.onSteady();
  };
  const timer = setInterval(() => {
    seen();
    if (now() - movedAt >= NO_PICTURE_MS && !(isRecording && shown)) sight.onStall();
  }, CHECK_MS);
  element.addEventListener('timeupdate', seen);
  return () => {
    clearInterval(timer);
    element.removeEventListener('timeupdate', seen);
  };
}

export interface WatchSource {
  readonly key: string;
  readonly request: (signal: AbortSignal) => Promise<StreamResult>;
  readonly explain: (signal: AbortSignal) => Promise<StreamRefusal | null>;
}

/** Switching to another window for a shorter time does not interrupt the picture. */
const HIDDEN_FOR_MS = 10_000;

/** Watches while the component is mounted and the page is visible. */
export function useWatch(
  video: RefObject<HTMLVideoElement | null>,
  source: WatchSource,
): { readonly state: WatchState; readonly retry: () => void } {
  const [state, setState] = useState<WatchState>({ kind: 'connecting' });
  const watching = useRef<Watching | null>(null);
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  const isShown = useShown();
  const { key } = source;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the stream; the source is read at each request
  useEffect(() => {
    const element = video.current;
    if (element === null || !isShown) return;
    const own = watch({
      element,
      players,
      request: (signal) => latest.current.request(signal),
      explain: (signal) => latest.current.explain(signal),
      onState: setState,
      now: () => Date.now(),
    });
    watching.current = own;
    return () => {
      own.stop();
      watching.current = null;
    };
  }, [key, isShown, video]);

  return { state, retry: () => watching.current?.retry() };
}

/** Whether the page is visible, or has been hidden for less than `HIDDEN_FOR_MS`. */
function useShown(): boolean {
  const [isShown, setShown] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const update = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (document.visibilityState === 'visible') setShown(true);
      else timer = setTimeout(() => setShown(false), HIDDEN_FOR_MS);
    };
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  return isShown;
}

/** 1: main stream, 2: sub-stream. */
export type StreamType = 1 | 2;

interface WatchedCamera {
  readonly id: string;
  readonly name: string;
  readonly monitoringPointId: string | null;
}

const FORBIDDEN = 403;
/** Result limit. The one-second window of a recording also matches adjacent recordings. */
const NEIGHBOURS = 10;
const SHOWN: ReadonlySet<StreamState> = new Set(['idle', 'connecting', 'playing']);

/** Specification §8: a reply "whose first item carries a code: its result text … shown as error, stop". */
export async function requestLive(
  client: Client,
  { id, manufacturer }: Pick<Camera, 'id' | 'manufacturer'>,
  streamType: StreamType,
  signal: AbortSignal,
): Promise<StreamResult> {
  try {
    const query = { cameraId: id, manufacturer, streamType };
    const [first] = await client.video.mediaStream({ query, occasion: 'background', silent: true, signal });
    if (!first) return { kind: 'refused', fault: 'offline', text: null, isFinal: false };
    if (first.code !== null || first.url === null) return { kind: 'refused', fault: 'refused', text: textOf(first), isFinal: true };
    return { kind: 'stream', url: atSite(first.url), player: streamKind(first.url, first.protocol) };
  } catch (error) {
    return refusalOf(error);
  }
}

/** §8: "its result text (or msg)". */
const textOf = ({ result, msg }: Pick<StreamReply, 'result' | 'msg'>): string | null => result || msg || null;

function refusalOf(error: unknown): StreamResult {
  if (!(error instanceof CallFailed)) throw error;
  const { outcome } = error;
  if (outcome.kind === 'line-lost') return { kind: 'refused', fault: 'no-answer', text: null, isFinal: false };
  // The application shell asks the user to log in again.
  if (outcome.kind === 'logged-out') return { kind: 'refused', fault: 'unauthorized', text: null, isFinal: true };
  if (outcome.kind === 'error' && outcome.code === FORBIDDEN) return { kind: 'refused', fault: 'no-right', text: null, isFinal: true };
  return { kind: 'refused', fault: 'refused', text: outcome.message, isFinal: outcome.kind === 'error' && outcome.code < 500 };
}

/** Requests a new address, because the ticket in a list that has been open for a while has expired. */
export async function requestRecording(client: Client, { cameraId, beganAt }: Recording, signal: AbortSignal): Promise<StreamResult> {
  try {
    const { list } = await client.video.recordingPage({
      body: { cameraId, beginTime: formatTime(beganAt), endTime: formatTime(nextSecond(beganAt)), pageNo: 1, pageSize: NEIGHBOURS },
      occasion: 'background',
      silent: true,
      signal,
    });
    const found = list.find((recording) => recording.beganAt.getTime() === beganAt.getTime());
    if (!found) return { kind: 'refused', fault: 'recording-gone', text: null, isFinal: true };
    return { kind: 'stream', url: atSite(found.url), player: streamKind(found.url, 'mp4') };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Requests a new address of a recording that was attached to an alarm. */
export async function requestAlarmVideo(client: Client, alarmId: string, index: number, signal: AbortSignal): Promise<StreamResult> {
  try {
    const videos = await client.video.alarmVideos({ query: { id: alarmId }, occasion: 'background', silent: true, signal });
    const found = videos[index];
    if (!found) return { kind: 'refused', fault: 'recording-gone', text: null, isFinal: true };
    if (found.code !== null || found.url === null) return { kind: 'refused', fault: 'refused', text: textOf(found), isFinal: true };
    return { kind: 'stream', url: atSite(found.url), player: streamKind(found.url, null) };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Why a recording attached to an alarm does not play: the system that stores it cannot be reached, or no longer has it. */
export async function explainAlarmVideo(
  client: Client,
  alarmId: string,
  index: number,
  signal: AbortSignal,
): Promise<StreamRefusal | null> {
  const result = await requestAlarmVideo(client, alarmId, index, signal);
  if (result.kind === 'refused') return result;
  const reply = await fetch(result.url, { headers: { range: 'bytes=0-0', 'accept-language': document.documentElement.lang }, signal });
  if (reply.ok) return null;
  const { message } = (await reply.json()) as { readonly message: string };
  return { kind: 'refused', fault: 'refused', text: message, isFinal: true };
}

/** Times are sent in whole seconds, so the window must end one second later: the recording's own end may lie in the same second. */
const nextSecond = (time: Date): Date => new Date(time.getTime() + 1_000);

/** Why a live picture stopped, from the camera's state on the server. */
export async function explainLive(
  client: Client,
  { id, monitoringPointId, name }: WatchedCamera,
  signal: AbortSignal,
): Promise<StreamRefusal | null> {
  const body = monitoringPointId === null ? { name } : { monitorId: monitoringPointId };
  const cameras = await client.video.checkAll({ body, occasion: 'background', silent: true, signal });
  const state = cameras.find((camera) => camera.id === id)?.state;
  return state === undefined || SHOWN.has(state) ? null : { kind: 'refused', fault: state as WatchFault, text: null, isFinal: false };
}

/** Each player and its library are loaded when first needed. */
export type PlayerKind = NonNullable<StreamReply['protocol']>;

const players: Readonly<Record<PlayerKind, () => Promise<MakePlayer>>> = {
  hls: async () => {
    const [{ HlsPlayer }, { default: Hls }] = await Promise.all([import('./players/hls-player.ts'), import('hls.js')]);
    return (element, url, hooks) => new HlsPlayer(Hls, element, url, hooks);
  },
  flv: async () => {
    const [{ FlvPlayer }, { default: mpegts }] = await Promise.all([import('./players/flv-player.ts'), import('mpegts.js')]);
    // Faults of the player are shown on the page, so its log is switched off in the console.
    mpegts.LoggingControl.applyConfig({ enableAll: false });
    return (element, url, hooks) => new FlvPlayer(mpegts, element, url, hooks);
  },
  mp4: async () => {
    const { Mp4Player } = await import('./players/mp4-player.ts');
    return (element, url, hooks) => new Mp4Player(element, url, hooks);
  },
};

/**
 * Specification §4: "A URL attempt .mp4 plays as history playback, otherwise as a live stream". The reply states which kind of live stream.
 * Only the path is examined, because a ticket may follow it.
 */
export function streamKind(url: string, protocol: StreamReply['protocol']): PlayerKind {
  const path = url.replace(/[?#].*$/, '');
  if (path.toLowerCase().endsWith('.mp4')) return 'mp4';
  if (protocol === 'hls' || protocol === 'flv') return protocol;
  return path.toLowerCase().endsWith('.m3u8') ? 'hls' : 'flv';
}
