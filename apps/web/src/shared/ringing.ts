// A sound that is repeated until somebody takes what it is about: an SOS, a ranger before a fire. Each has a signal of its own, unlike the siren of alarms.

/** How long a signal and its pause last. */
const EVERY_MS = 6_000;
const GESTURES = ['pointerdown', 'keydown'] as const;

export interface Ringing {
  /** Sounds again and again from now on; false: silent. */
  readonly ring: (on: boolean) => void;
  /** Whether the browser still waits for a gesture before it allows sound. */
  readonly blocked: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  readonly stop: () => void;
}

interface Page {
  readonly navigator: { readonly userActivation?: { readonly hasBeenActive: boolean } };
  readonly addEventListener: (name: string, run: () => void, options: { capture: boolean }) => void;
  readonly removeEventListener: (name: string, run: () => void, options: { capture: boolean }) => void;
  readonly setInterval: (run: () => void, milliseconds: number) => unknown;
  readonly clearInterval: (timer: never) => void;
}

/**
 * @param makeContext called only after a gesture: earlier the browser would log a warning
 * @param playSignal sounds once, for less than six seconds
 */
export function createRinging(page: Page, makeContext: () => AudioContext, playSignal: (context: AudioContext) => void): Ringing {
  const listeners = new Set<() => void>();
  let context: AudioContext | null = null;
  let timer: unknown = null;

  const sound = () => {
    if (context?.state === 'running') playSignal(context);
  };
  const stopListening = () => {
    for (const name of GESTURES) page.removeEventListener(name, unlock, { capture: true });
  };
  const unlock = () => {
    context ??= makeContext();
    const made = context;
    made
      .resume()
      .then(() => {
        if (made.state !== 'running') return;
        stopListening();
        if (timer !== null) sound();
        for (const listener of [...listeners]) listener();
      })
      // A refused resume leaves it blocked; the next gesture tries again.
      .catch(() => undefined);
  };
  for (const name of GESTURES) page.addEventListener(name, unlock, { capture: true });
  if (page.navigator.userActivation?.hasBeenActive) unlock();

  const silence = () => {
    if (timer !== null) page.clearInterval(timer as never);
    timer = null;
  };
  return {
    ring: (on) => {
      if (!on) return silence();
      if (timer !== null) return;
      sound();
      timer = page.setInterval(sound, EVERY_MS);
    },
    blocked: () => context?.state !== 'running',
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      silence();
      stopListening();
      listeners.clear();
      // Already closed.
      context?.close().catch(() => undefined);
    },
  };
}
