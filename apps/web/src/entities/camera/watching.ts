// Watching one stream in one element: asks where it is, opens the player for it, says in words how it stands, and tries again by itself.
// The address is asked for anew at each opening: its ticket may have died meanwhile (while it plays the server keeps it alive).
import { CallFailed, type Client } from '@lookout/client';
import { formatTime, type StreamReply } from '@lookout/contract';
import type { Recording, StreamState } from '@lookout/domain';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MakePlayer, Player, PlayFault } from './players/player.ts';

/** What keeps a picture from being seen. `refused`: the server said why, in its own words. */
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
      /** The server's own words, where it gave some. */
      readonly text: string | null;
      /** Of the clock; null: only by a person. */
      readonly retryAt: number | null;
    };

export type Asked =
  | { readonly kind: 'stream'; readonly url: string; readonly player: PlayerKind }
  | { readonly kind: 'refused'; readonly fault: WatchFault; readonly text: string | null; readonly isFinal: boolean };

type Element = Pick<HTMLVideoElement, 'currentTime' | 'addEventListener' | 'removeEventListener'>;

interface WatchRoom {
  readonly element: HTMLVideoElement;
  readonly players: typeof players;
  readonly ask: (signal: AbortSignal) => Promise<Asked>;
  /** What the server knows of the camera after a fault; null: nothing better. */
  readonly explain: (signal: AbortSignal) => Promise<WatchFault | null>;
  readonly onState: (state: WatchState) => void;
  /** Milliseconds of any clock that counts evenly. */
  readonly now: () => number;
}

interface Watching {
  /** At once, whatever it was doing. */
  readonly retry: () => void;
  /** Nothing is left: no connection, no decoder, no timer. */
  readonly stop: () => void;
}

/** ui.md 10: "15 秒无画面". */
export const NO_PICTURE_MS = 15_000;
const LOOK_MS = 1_000;
const BACK_OFF_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
/** Who played so long begins again with the shortest wait. */
const STEADY_MS = 10_000;

/** A further try would end the same way until somebody changes something. */
const FINAL: ReadonlySet<WatchFault> = new Set(['codec-unsupported', 'protocol-unsupported', 'address-refused', 'no-right']);

export const backOffMs = (tries: number): number => BACK_OFF_MS[Math.min(tries, BACK_OFF_MS.length - 1)] ?? 0;

export function watch(room: WatchRoom): Watching {
  const { element, now } = room;
  let ending = new AbortController();
  let tries = 0;

  const connect = async (): Promise<void> => {
    const { signal } = ending;
    room.onState({ kind: 'connecting' });
    const asked = await room.ask(signal).catch(() => ({ kind: 'refused', fault: 'no-answer', text: null, isFinal: false }) as const);
    if (signal.aborted) return;
    if (asked.kind === 'refused') return fail(asked.fault, asked.text, asked.isFinal);
    const make = await room.players[asked.player]().catch(() => null);
    if (signal.aborted) return;
    // Its script could not be fetched.
    if (make === null) return fail('no-answer', null, false);
    let player: Player | null = null;
    let isOver = false;
    const stopLooking = look(element, now, asked.player === 'mp4', {
      onPicture: () => room.onState({ kind: 'playing' }),
      onSteady: () => {
        tries = 0;
      },
      onStall: () => broke('no-picture'),
    });
    const end = () => {
      isOver = true;
      stopLooking();
      player?.destroy();
    };
    const broke = (fault: WatchFault) => {
      if (isOver) return;
      signal.removeEventListener('abort', end);
      end();
      void explainAndFail(fault, signal);
    };
    signal.addEventListener('abort', end, { once: true });
    player = make(element, asked.url, { onFault: broke });
    // It may have failed while it was made.
    if (isOver) player.destroy();
  };

  const explainAndFail = async (fault: WatchFault, signal: AbortSignal): Promise<void> => {
    const known = fault === 'broken' ? await room.explain(signal).catch(() => null) : null;
    if (!signal.aborted) fail(known ?? fault, null, false);
  };

  const fail = (fault: WatchFault, text: string | null, isFinal: boolean): void => {
    const waits = isFinal || FINAL.has(fault) ? null : backOffMs(tries);
    tries += 1;
    room.onState({ kind: 'failed', fault, text, retryAt: waits === null ? null : now() + waits });
    if (waits === null) return;
    const timer = setTimeout(() => void connect(), waits);
    ending.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };

  void connect();
  return {
    retry: () => {
      ending.abort();
      ending = new AbortController();
      void connect();
    },
    stop: () => ending.abort(),
  };
}

interface Sight {
  readonly onPicture: () => void;
  readonly onSteady: () => void;
  readonly onStall: () => void;
}

/** A picture is there when the element's time moves on. A recording may be paused, so that it cannot stall once it has begun. @returns stop */
function look(element: Element, now: () => number, isRecording: boolean, sight: Sight): () => void {
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
  }, LOOK_MS);
  element.addEventListener('timeupdate', seen);
  return () => {
    clearInterval(timer);
    element.removeEventListener('timeupdate', seen);
  };
}

// Watching, bound to a component: begins with it, ends with it, rests while nobody can see it.

export interface WatchSource {
  /** What is watched; another key is another stream. */
  readonly key: string;
  readonly ask: (signal: AbortSignal) => Promise<Asked>;
  readonly explain: (signal: AbortSignal) => Promise<WatchFault | null>;
}

/** Who looks into another window for a moment finds the picture as it was. */
const HIDDEN_FOR_MS = 10_000;

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another stream; its source is read when it is asked
  useEffect(() => {
    const element = video.current;
    if (element === null || !isShown) return;
    const own = watch({
      element,
      players,
      ask: (signal) => latest.current.ask(signal),
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

/** Whether the page is seen, or was until a moment ago. */
function useShown(): boolean {
  const [isShown, setShown] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const look = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (document.visibilityState === 'visible') setShown(true);
      else timer = setTimeout(() => setShown(false), HIDDEN_FOR_MS);
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  return isShown;
}

// Where a stream comes from: a camera's live one by its call, a recording by its address.

/** 1 main, 2 sub. */
export type StreamType = 1 | 2;

interface WatchedCamera {
  readonly id: string;
  readonly name: string;
  readonly monitorId: string | null;
}

const FORBIDDEN = 403;
/** Pieces that touch the window of one: itself, and those before and after. */
const NEIGHBOURS = 10;
const SHOWN: ReadonlySet<StreamState> = new Set(['idle', 'connecting', 'playing']);

/** Specification §8: a reply "whose first item carries a code: its result text … shown as error, stop". */
export async function askLive(client: Client, cameraId: string, streamType: StreamType, signal: AbortSignal): Promise<Asked> {
  try {
    const [first] = await client.video.mediaStream({ query: { cameraId, streamType }, occasion: 'background', silent: true, signal });
    if (!first) return { kind: 'refused', fault: 'offline', text: null, isFinal: false };
    if (first.code !== null || first.url === null) return { kind: 'refused', fault: 'refused', text: first.result, isFinal: true };
    return { kind: 'stream', url: first.url, player: streamKind(first.url, first.protocol) };
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): Asked {
  if (!(error instanceof CallFailed)) throw error;
  const { outcome } = error;
  if (outcome.kind === 'line-lost') return { kind: 'refused', fault: 'no-answer', text: null, isFinal: false };
  // The shell asks whoever is logged out.
  if (outcome.kind === 'logged-out') return { kind: 'refused', fault: 'unauthorized', text: null, isFinal: true };
  if (outcome.kind === 'error' && outcome.code === FORBIDDEN) return { kind: 'refused', fault: 'no-right', text: null, isFinal: true };
  return { kind: 'refused', fault: 'refused', text: outcome.message, isFinal: outcome.kind === 'error' && outcome.code < 500 };
}

/** Its address is asked for anew: the ticket of a list that has been open for a while is dead. */
export async function askRecording(client: Client, { cameraId, beganAt }: Recording, signal: AbortSignal): Promise<Asked> {
  try {
    const { list } = await client.video.recordingPage({
      body: { cameraId, beginTime: formatTime(beganAt), endTime: formatTime(nextSecond(beganAt)), pageNo: 1, pageSize: NEIGHBOURS },
      occasion: 'background',
      silent: true,
      signal,
    });
    const found = list.find((recording) => recording.beganAt.getTime() === beganAt.getTime());
    if (!found) return { kind: 'refused', fault: 'recording-gone', text: null, isFinal: true };
    return { kind: 'stream', url: found.url, player: streamKind(found.url, 'mp4') };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Times travel without their fraction: a piece that began in this second has begun by the next. Its own end may have been told as the same second. */
const nextSecond = (time: Date): Date => new Date(time.getTime() + 1_000);

/** Why a live picture broke off, as the server sees the camera; null: to the server nothing is wrong. */
export async function explainLive(client: Client, { id, monitorId, name }: WatchedCamera, signal: AbortSignal): Promise<WatchFault | null> {
  const body = monitorId === null ? { name } : { monitorId };
  const cameras = await client.video.checkAll({ body, occasion: 'background', silent: true, signal });
  const state = cameras.find((camera) => camera.id === id)?.state;
  return state === undefined || SHOWN.has(state) ? null : (state as WatchFault);
}

// The players as a table; each with its library is fetched when the first of its kind opens.

export type PlayerKind = NonNullable<StreamReply['protocol']>;

const players: Readonly<Record<PlayerKind, () => Promise<MakePlayer>>> = {
  hls: async () => {
    const [{ HlsPlayer }, { default: Hls }] = await Promise.all([import('./players/hls-player.ts'), import('hls.js')]);
    return (element, url, hooks) => new HlsPlayer(Hls, element, url, hooks);
  },
  flv: async () => {
    const [{ FlvPlayer }, { default: mpegts }] = await Promise.all([import('./players/flv-player.ts'), import('mpegts.js')]);
    // Its faults are told in words on the screen; the console is for ours.
    mpegts.LoggingControl.applyConfig({ enableAll: false });
    return (element, url, hooks) => new FlvPlayer(mpegts, element, url, hooks);
  },
  mp4: async () => {
    const { Mp4Player } = await import('./players/mp4-player.ts');
    return (element, url, hooks) => new Mp4Player(element, url, hooks);
  },
};

/**
 * Specification §4: "A URL ending .mp4 plays as history playback, otherwise as a live stream"; which live one, the reply says.
 * The end is that of the path: a ticket may follow it.
 */
export function streamKind(url: string, protocol: StreamReply['protocol']): PlayerKind {
  const path = url.replace(/[?#].*$/, '');
  if (path.toLowerCase().endsWith('.mp4')) return 'mp4';
  if (protocol === 'hls' || protocol === 'flv') return protocol;
  return path.toLowerCase().endsWith('.m3u8') ? 'hls' : 'flv';
}
