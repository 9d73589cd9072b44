// HLS with hls.js, or with the browser's own player where Media Source Extensions are missing (iPhone).
import type Hls from 'hls.js';
import type { ErrorData } from 'hls.js';
import { begin, countOpen, emptied, type Player, type PlayerHooks, type PlayFault } from './player.ts';

export type HlsLibrary = Pick<typeof Hls, 'Events' | 'ErrorDetails' | 'isSupported'> &
  (new (
    ...options: ConstructorParameters<typeof Hls>
  ) => Hls);

const UNAUTHORIZED = 401;
/** The lowest HTTP status of a refusal. */
const REFUSED_FROM = 400;
/** Keeps memory bounded over hours of watching. Seconds. */
const BACK_BUFFER_SECONDS = 20;

export class HlsPlayer implements Player {
  readonly #hls: Hls | null;
  readonly #element: HTMLVideoElement;
  readonly #closed = countOpen();
  readonly #report: (fault: PlayFault) => void;
  readonly #onElementError = () => this.#report('broken');
  #isDestroyed = false;

  constructor(library: HlsLibrary, element: HTMLVideoElement, url: string, { onFault }: PlayerHooks) {
    const { ErrorDetails, Events } = library;
    this.#element = element;
    this.#report = (fault) => {
      if (!this.#isDestroyed) onFault(fault);
    };
    if (!library.isSupported()) {
      this.#hls = null;
      element.addEventListener('error', this.#onElementError);
      element.src = url;
      begin(element);
      return;
    }
    const codecFaults = new Set<string>([
      ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
      ErrorDetails.BUFFER_ADD_CODEC_ERROR,
      ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
    ]);
    const faultOf = ({ details, response }: ErrorData): PlayFault =>
      codecFaults.has(details) ? 'codec-unsupported' : response?.code === UNAUTHORIZED ? 'unauthorized' : 'broken';
    this.#hls = new library({ lowLatencyMode: true, enableWorker: false, backBufferLength: BACK_BUFFER_SECONDS });
    this.#hls.on(Events.ERROR, (_event, data) => {
      // A segment or playlist that the server refuses no longer exists. It is not requested again; the stream is requested at a new
      // address.
      if (data.fatal || (data.response?.code ?? 0) >= REFUSED_FROM) this.#report(faultOf(data));
    });
    this.#hls.on(Events.MANIFEST_PARSED, () => begin(element));
    this.#hls.attachMedia(element);
    this.#hls.loadSource(url);
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#element.removeEventListener('error', this.#onElementError);
    this.#hls?.destroy();
    emptied(this.#element);
    this.#closed();
  }
}
