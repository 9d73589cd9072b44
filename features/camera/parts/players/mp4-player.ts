// A recording: played by the browser itself with range requests.
import { begin, countOpen, emptied, type MediaElement, type Player, type PlayerHooks } from './player.ts';

/**
 * MediaError.MEDIA_ERR_DECODE. MEDIA_ERR_SRC_NOT_SUPPORTED is not treated as a codec fault, because browsers also report it for a refused
 * address.
 */
const DECODE = 3;

export class Mp4Player implements Player {
  readonly #element: MediaElement;
  readonly #closed = countOpen();
  readonly #onError: () => void;
  #isDestroyed = false;

  constructor(element: MediaElement, url: string, { onFault }: PlayerHooks) {
    this.#element = element;
    this.#onError = () => onFault(element.error?.code === DECODE ? 'codec-unsupported' : 'broken');
    element.addEventListener('error', this.#onError);
    element.src = url;
    begin(element);
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#element.removeEventListener('error', this.#onError);
    emptied(this.#element);
    this.#closed();
  }
}
