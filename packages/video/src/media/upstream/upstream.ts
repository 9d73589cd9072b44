// The upstream of one requested channel: connects, monitors, reconnects with back-off, and reports its state.
import type { AllowList } from '../allow-list.ts';
import type { ChannelState } from '../channel-state.ts';
import type { Picture, VideoCodec } from '../picture.ts';
import { flvSource } from './flv.ts';
import { rtspSource } from './rtsp.ts';
import type { Resolve, Source, SourceEnd } from './source.ts';

export const timings = {
  /**
   * Maximum time without any byte. A camera that responded but has no picture yet has until `noPictureMs`, because it may be starting up.
   */
  silentMs: 5_000,
  noPictureMs: 15_000,
  /**
   * Maximum time in which data arrives but the time of the picture does not change. Then the state is reported and the camera reconnected,
   * within 15 s.
   */
  stillMs: 12_000,
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  /** After playing this long, the next retry uses the first delay again. */
  steadyMs: 10_000,
} as const;
export type Timings = { readonly [K in keyof typeof timings]: number };

export interface UpstreamEvents {
  state(state: ChannelState, detail: string | null): void;
  /** Called first on each connection and after changed settings; `epoch` increases with each connection. */
  codec(codec: VideoCodec, epoch: number): void;
  picture(picture: Picture, epoch: number): void;
}

export interface Upstream {
  /** Sets the URL for the next connection; connects immediately if not playing. */
  setUrl(url: string, isBasicAllowed?: boolean): void;
  /** Resolves when everything is released. */
  close(): Promise<void>;
}

/** 100 Mbit/s for ten seconds, several times what the largest camera sends: a faster stream would fill the memory and the disk. */
const FLOOD = { bytes: 125_000_000, withinMs: 10_000 };

const sources: Readonly<Record<string, Source>> = { 'rtsp:': rtspSource, 'rtsps:': rtspSource, 'http:': flvSource, 'https:': flvSource };

export interface UpstreamOptions extends UpstreamEvents {
  readonly url: string;
  readonly isBasicAllowed?: boolean;
  readonly allowed: AllowList;
  readonly resolve: Resolve;
  readonly timings?: Timings;
}

export function openUpstream(options: UpstreamOptions): Upstream {
  const { silentMs, noPictureMs, stillMs, firstRetryMs, longestRetryMs, steadyMs } = options.timings ?? timings;
  const closing = new AbortController();
  let { url, isBasicAllowed = false } = options;
  let state: ChannelState = 'idle';
  let detail: string | null = null;
  let epoch = 0;
  let retryMs = firstRetryMs;
  let retryNow = new AbortController();

  const setState = (next: ChannelState, why: string | null = null): void => {
    if ((next === state && why === detail) || closing.signal.aborted) return;
    [state, detail] = [next, why];
    options.state(next, why);
  };

  // Runs from the last picture, across connections, so that viewers see that there is no picture.
  let noPictureTimer: NodeJS.Timeout | undefined;
  const restartNoPictureTimer = (): void => {
    clearTimeout(noPictureTimer);
    noPictureTimer = setTimeout(() => {
      if (state === 'connecting' || state === 'playing') setState('no-picture');
    }, noPictureMs);
  };

  const connectOnce = async (): Promise<SourceEnd | null> => {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    closing.signal.addEventListener('abort', abort, { once: true });
    const begun = performance.now();
    let lastReceivedAt = begun;
    let hasAnswered = false;
    let firstPictureAt: number | null = null;
    /** When the last picture with a new time arrived, and that time. */
    let changedAt = begun;
    let shownAt: number | null = null;
    let pictures = 0;
    let fault: SourceEnd | null = null;
    let flow = { since: begun, bytes: 0 };
    const watch = setInterval(
      () => {
        const now = performance.now();
        const isSilent = now - lastReceivedAt > silentMs;
        if (isSilent && !hasAnswered) fault = { state: 'offline', detail: null };
        const isStartingUp = hasAnswered && firstPictureAt === null;
        const isStill = shownAt !== null && !isSilent && now - changedAt > stillMs;
        if (isStill) fault = { state: 'still', detail: null };
        if (isStill || (isSilent && !isStartingUp) || now - changedAt > noPictureMs) attempt.abort();
      },
      Math.max(10, silentMs / 10),
    );
    epoch += 1;
    const own = epoch;
    try {
      const end = await openSource(url, {
        isBasicAllowed,
        allowed: options.allowed,
        resolve: options.resolve,
        signal: attempt.signal,
        received: (bytes) => {
          lastReceivedAt = performance.now();
          hasAnswered = true;
          if (lastReceivedAt - flow.since > FLOOD.withinMs) flow = { since: lastReceivedAt, bytes: 0 };
          flow.bytes += bytes;
          if (flow.bytes <= FLOOD.bytes) return;
          fault = { state: 'garbage', detail: null };
          attempt.abort();
        },
        codec: (codec) => options.codec(codec, own),
        picture: (picture) => {
          firstPictureAt ??= performance.now();
          if (picture.pts !== shownAt) {
            [shownAt, changedAt] = [picture.pts, performance.now()];
            // A frozen camera shows one picture at each connection: the state is `playing` only from the second picture on.
            if (state !== 'still' || pictures > 0) setState('playing');
            restartNoPictureTimer();
            pictures += 1;
          }
          options.picture(picture, own);
        },
      });
      if (firstPictureAt !== null && performance.now() - firstPictureAt >= steadyMs) retryMs = firstRetryMs;
      if (attempt.signal.aborted) return fault;
      // A stream that was playing and broke is reconnected silently; only a failed connection becomes the state.
      return firstPictureAt !== null && end.state === 'offline' ? null : end;
    } finally {
      clearInterval(watch);
      closing.signal.removeEventListener('abort', abort);
    }
  };

  const run = async (): Promise<void> => {
    setState('connecting');
    restartNoPictureTimer();
    while (!closing.signal.aborted) {
      const end = await connectOnce();
      if (closing.signal.aborted) break;
      if (end) setState(end.state, end.detail);
      else if (state !== 'no-picture' && state !== 'still') setState('connecting');
      retryNow = new AbortController();
      await pause(retryMs, AbortSignal.any([closing.signal, retryNow.signal]));
      retryMs = Math.min(longestRetryMs, retryMs * 2);
    }
    clearTimeout(noPictureTimer);
  };
  const running = run();

  return {
    setUrl(next, isNextBasicAllowed = false) {
      if (next === url && isNextBasicAllowed === isBasicAllowed) return;
      [url, isBasicAllowed] = [next, isNextBasicAllowed];
      if (state === 'playing') return;
      retryMs = firstRetryMs;
      retryNow.abort();
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

function openSource(text: string, options: Omit<Parameters<Source>[0], 'url'>): Promise<SourceEnd> {
  const url = URL.canParse(text) ? new URL(text) : null;
  const source = url && sources[url.protocol];
  if (!url || !source) return Promise.resolve({ state: 'protocol-unsupported', detail: url?.protocol.replace(':', '') ?? null });
  return source({ ...options, url });
}

/** Resolves after the time or on abort. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });
}
