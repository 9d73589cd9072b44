// One channel's upstream while somebody wants it: connects, watches, comes back with back-off, and says what it does.
import type { AllowList } from '../allow-list.ts';
import type { Picture, VideoCodec } from '../picture.ts';
import type { ChannelState } from '../port.ts';
import { flvSource } from './flv.ts';
import { rtspSource } from './rtsp.ts';
import type { Resolve, Source, SourceEnd } from './source.ts';

export const timings = {
  /** Without any byte. One that has answered but shows nothing yet has until `noPictureMs`: it is there, and may be starting up. */
  silentMs: 5_000,
  noPictureMs: 15_000,
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  /** A connection that held so long begins again with the first wait. */
  steadyMs: 10_000,
} as const;
export type Timings = { readonly [K in keyof typeof timings]: number };

export interface UpstreamEvents {
  state(state: ChannelState, detail: string | null): void;
  /** A new connection's (or new settings') first word; `epoch` rises with every connection. */
  codec(codec: VideoCodec, epoch: number): void;
  picture(picture: Picture, epoch: number): void;
}

export interface Upstream {
  /** Where to connect next. One that is not playing tries it now. */
  setUrl(url: string): void;
  /** Resolves when nothing of it is left. */
  close(): Promise<void>;
}

const sources: Readonly<Record<string, Source>> = { 'rtsp:': rtspSource, 'http:': flvSource, 'https:': flvSource };

export interface UpstreamOptions extends UpstreamEvents {
  readonly url: string;
  readonly allowed: AllowList;
  readonly resolve: Resolve;
  readonly timings?: Timings;
}

export function openUpstream(options: UpstreamOptions): Upstream {
  const { silentMs, noPictureMs, firstRetryMs, longestRetryMs, steadyMs } = options.timings ?? timings;
  const closing = new AbortController();
  let { url } = options;
  let state: ChannelState = 'idle';
  let detail: string | null = null;
  let epoch = 0;
  let retryMs = firstRetryMs;
  let hurry = new AbortController();

  const tell = (next: ChannelState, why: string | null = null): void => {
    if ((next === state && why === detail) || closing.signal.aborted) return;
    [state, detail] = [next, why];
    options.state(next, why);
  };

  // Runs from the last picture on, over all connections: who watches is told, whatever goes on behind it.
  let dark: NodeJS.Timeout | undefined;
  const waitForLight = (): void => {
    clearTimeout(dark);
    dark = setTimeout(() => {
      if (state === 'connecting' || state === 'playing') tell('no-picture');
    }, noPictureMs);
  };

  const connectOnce = async (): Promise<SourceEnd | null> => {
    const trial = new AbortController();
    const leave = () => trial.abort();
    closing.signal.addEventListener('abort', leave, { once: true });
    const begun = performance.now();
    let lastHeard = begun;
    let hasAnswered = false;
    let firstPictureAt: number | null = null;
    let lastPicture = begun;
    let fault: SourceEnd | null = null;
    const watch = setInterval(
      () => {
        const now = performance.now();
        const isSilent = now - lastHeard > silentMs;
        if (isSilent && !hasAnswered) fault = { state: 'offline', detail: null };
        const isStartingUp = hasAnswered && firstPictureAt === null;
        if ((isSilent && !isStartingUp) || now - lastPicture > noPictureMs) trial.abort();
      },
      Math.max(10, silentMs / 10),
    );
    epoch += 1;
    const own = epoch;
    try {
      const end = await openSource(url, {
        allowed: options.allowed,
        resolve: options.resolve,
        signal: trial.signal,
        heard: () => {
          lastHeard = performance.now();
          hasAnswered = true;
        },
        codec: (codec) => options.codec(codec, own),
        picture: (picture) => {
          lastPicture = performance.now();
          firstPictureAt ??= lastPicture;
          waitForLight();
          tell('playing');
          options.picture(picture, own);
        },
      });
      if (firstPictureAt !== null && performance.now() - firstPictureAt >= steadyMs) retryMs = firstRetryMs;
      if (trial.signal.aborted) return fault;
      // A stream that had played and broke off is connected to again; only what fails at the door is told as its state.
      return firstPictureAt !== null && end.state === 'offline' ? null : end;
    } finally {
      clearInterval(watch);
      closing.signal.removeEventListener('abort', leave);
    }
  };

  const run = async (): Promise<void> => {
    tell('connecting');
    waitForLight();
    while (!closing.signal.aborted) {
      const end = await connectOnce();
      if (closing.signal.aborted) break;
      if (end) tell(end.state, end.detail);
      else if (state !== 'no-picture') tell('connecting');
      hurry = new AbortController();
      await pause(retryMs, AbortSignal.any([closing.signal, hurry.signal]));
      retryMs = Math.min(longestRetryMs, retryMs * 2);
    }
    clearTimeout(dark);
  };
  const running = run();

  return {
    setUrl(next) {
      if (next === url) return;
      url = next;
      if (state === 'playing') return;
      retryMs = firstRetryMs;
      hurry.abort();
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

/** Resolves after the time or as soon as `signal` says so. */
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
