// HTTP-FLV with mpegts.js: no worker and no stash buffer, so that each frame is shown as it arrives. Playback that lags behind is sped up.
import type Mpegts from 'mpegts.js';
import { begin, countOpen, type Player, type PlayerHooks, type PlayFault } from './player.ts';

export type FlvLibrary = Pick<typeof Mpegts, 'createPlayer' | 'Events' | 'ErrorDetails'>;

/** The maximum delay behind live, and the delay at which catching up stops. Seconds. */
const LATENCY = { liveBufferLatencyChasing: true, liveBufferLatencyMaxLatency: 1.5, liveBufferLatencyMinRemain: 0.3 };
/** Keeps memory bounded over hours of watching. Seconds. */
const BUFFER = { autoCleanupSourceBuffer: true, autoCleanupMaxBackwardDuration: 20, autoCleanupMinBackwardDuration: 10 };
const UNAUTHORIZED = 401;

export class FlvPlayer implements Player {
  readonly #player: Mpegts.Player;
  readonly #closed = countOpen();
  #isDestroyed = false;

  constructor(library: FlvLibrary, element: HTMLVideoElement, url: string, { onFault }: PlayerHooks) {
    const { ErrorDetails, Events } = library;
    this.#player = library.createPlayer(
      { type: 'flv', isLive: true, url },
      { enableWorker: false, enableStashBuffer: false, lazyLoad: false, ...LATENCY, ...BUFFER },
    );
    const faultOf = (detail: string, status: unknown): PlayFault => {
      if (detail === ErrorDetails.MEDIA_CODEC_UNSUPPORTED || detail === ErrorDetails.MEDIA_FORMAT_UNSUPPORTED) return 'codec-unsupported';
      return detail === ErrorDetails.NETWORK_STATUS_CODE_INVALID && status === UNAUTHORIZED ? 'unauthorized' : 'broken';
    };
    const report = (fault: PlayFault) => {
      if (!this.#isDestroyed) onFault(fault);
    };
    this.#player.on(Events.ERROR, (_type: string, detail: string, info?: { readonly code?: number }) =>
      report(faultOf(detail, info?.code)),
    );
    // A live stream does not end by itself, so the server closed it.
    this.#player.on(Events.LOADING_COMPLETE, () => report('broken'));
    this.#player.attachMediaElement(element);
    this.#player.load();
    begin({ play: async () => this.#player.play() });
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#player.pause();
    this.#player.unload();
    this.#player.detachMediaElement();
    this.#player.destroy();
    this.#closed();
  }
}
