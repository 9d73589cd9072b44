// A recording: the browser plays it by itself, in pieces as it needs them.
import { begin, countOpen, emptied, type MediaElement, type Player, type PlayerHooks } from './player.ts';

/** MediaError.MEDIA_ERR_DECODE and MEDIA_ERR_SRC_NOT_SUPPORTED; the latter is also what an address says that is refused. */
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
