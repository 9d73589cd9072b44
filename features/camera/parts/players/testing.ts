// A fake media element and fake libraries for tests, which count the players that are attached and not yet released.

export function fakeElement() {
  const element = new EventTarget() as EventTarget & Record<string, unknown>;
  let src = '';
  Object.assign(element, {
    currentTime: 0,
    error: null,
    play: async () => undefined,
    pause: () => undefined,
    load: () => undefined,
    canPlayType: () => '',
    removeAttribute: (name: string) => {
      if (name === 'src') src = '';
    },
  });
  Object.defineProperty(element, 'src', {
    get: () => src,
    set: (next: string) => {
      src = next;
    },
  });
  const media = element as unknown as HTMLVideoElement;
  return {
    media,
    /** Simulates that a frame was shown. */
    tick: (seconds = 0.1) => {
      element.currentTime = (element.currentTime as number) + seconds;
      element.dispatchEvent(new Event('timeupdate'));
    },
    fail: (code: number) => {
      element.error = { code };
      element.dispatchEvent(new Event('error'));
    },
  };
}

type Listener = (...args: unknown[]) => void;

interface Attached {
  readonly url: string;
  readonly emit: (event: string, ...args: unknown[]) => void;
}

function library() {
  const attached = new Set<Attached>();
  const made: Attached[] = [];
  const calls: string[] = [];
  class Fake implements Attached {
    url = '';
    readonly #listeners = new Map<string, Listener>();
    on(event: string, listener: Listener) {
      this.#listeners.set(event, listener);
    }
    emit(event: string, ...args: unknown[]) {
      this.#listeners.get(event)?.(...args);
    }
    begin(url: string) {
      this.url = url;
      attached.add(this);
      made.push(this);
    }
    attachMediaElement() {}
    attachMedia() {}
    load() {}
    loadSource(url: string) {
      this.begin(url);
    }
    async play() {}
    pause() {
      calls.push('pause');
    }
    unload() {
      calls.push('unload');
    }
    detachMediaElement() {
      calls.push('detach');
    }
    destroy() {
      calls.push('destroy');
      attached.delete(this);
    }
  }
  return { attached, made, calls, Fake };
}

export function fakeMpegts() {
  const { Fake, ...rest } = library();
  return {
    ...rest,
    library: {
      Events: { ERROR: 'error', LOADING_COMPLETE: 'complete' },
      ErrorDetails: {
        NETWORK_STATUS_CODE_INVALID: 'HttpStatusCodeInvalid',
        MEDIA_CODEC_UNSUPPORTED: 'CodecUnsupported',
        MEDIA_FORMAT_UNSUPPORTED: 'FormatUnsupported',
      },
      createPlayer: ({ url }: { readonly url: string }) => {
        const player = new Fake();
        player.begin(url);
        return player;
      },
    },
  };
}

export function fakeHls(isSupported = true) {
  const { Fake, ...rest } = library();
  const constants = {
    Events: { ERROR: 'error', MANIFEST_PARSED: 'parsed' },
    ErrorDetails: {
      MANIFEST_INCOMPATIBLE_CODECS_ERROR: 'manifestIncompatibleCodecsError',
      BUFFER_ADD_CODEC_ERROR: 'bufferAddCodecError',
      BUFFER_INCOMPATIBLE_CODECS_ERROR: 'bufferIncompatibleCodecsError',
    },
    isSupported: () => isSupported,
  };
  return { ...rest, library: Object.assign(Fake, constants) };
}
