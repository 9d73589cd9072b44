// Browsers allow sound only after a gesture: the first one makes the audio context, and each tries again until the context runs.

const GESTURES = ['pointerdown', 'keydown'] as const;

/** What is used of the window. */
export interface SoundPage {
  readonly navigator: { readonly userActivation?: { readonly hasBeenActive: boolean } };
  readonly addEventListener: (name: string, run: () => void, options: { capture: boolean }) => void;
  readonly removeEventListener: (name: string, run: () => void, options: { capture: boolean }) => void;
}

export interface SoundGate {
  /** What plays; null: the browser still blocks sound. */
  readonly context: () => AudioContext | null;
  /** Whether the browser still waits for a gesture before it allows sound. */
  readonly blocked: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  readonly stop: () => void;
}

/**
 * @param makeContext called only after a gesture: earlier the browser would log a warning
 * @param onAllowed called once, when the browser allows sound: what had to wait may sound now
 */
export function createSoundGate(page: SoundPage, makeContext: () => AudioContext, onAllowed: () => void): SoundGate {
  const listeners = new Set<() => void>();
  let context: AudioContext | null = null;
  let isAllowed = false;

  const running = () => (context?.state === 'running' ? context : null);
  const stopListening = () => {
    for (const name of GESTURES) page.removeEventListener(name, unlock, { capture: true });
  };
  const allow = () => {
    // Two gestures may wait for the same context.
    if (isAllowed || running() === null) return;
    isAllowed = true;
    stopListening();
    onAllowed();
    for (const listener of [...listeners]) listener();
  };
  const unlock = () => {
    context ??= makeContext();
    // A refused resume leaves it blocked; the next gesture tries again.
    context.resume().then(allow, () => undefined);
  };
  for (const name of GESTURES) page.addEventListener(name, unlock, { capture: true });
  if (page.navigator.userActivation?.hasBeenActive) unlock();

  return {
    context: running,
    blocked: () => running() === null,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      stopListening();
      listeners.clear();
      // Already closed.
      context?.close().catch(() => undefined);
    },
  };
}
