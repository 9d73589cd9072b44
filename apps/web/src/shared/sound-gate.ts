// Browsers allow sound only after a gesture: the first gesture creates the audio context, and each further one retries until the context
// runs. While no sound is playing the context is suspended, because a running one computes silence hundreds of times a second (decision
// 0080).

/**
 * A press counts when it ends: the hint that asks for a gesture then disappears, and on the beginning of a press it would move the pressed
 * element from under the pointer.
 */
const GESTURES = ['click', 'keydown'] as const;

/** The members used of the window. */
export interface SoundPage {
  readonly navigator: { readonly userActivation?: { readonly hasBeenActive: boolean } };
  readonly addEventListener: (name: string, run: () => void, options: { capture: boolean }) => void;
  readonly removeEventListener: (name: string, run: () => void, options: { capture: boolean }) => void;
}

export type After = (run: () => void, milliseconds: number) => () => void;

export const byTimer: After = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

/** Longer than any signal, and than the pause between repeated signals. */
const RESTS_AFTER_MS = 8_000;

export interface SoundGate {
  /**
   * Plays a signal now. @param signal lasts less than eight seconds @returns false: the browser still blocks sound, and nothing was played
   */
  readonly play: (signal: (context: AudioContext) => void) => boolean;
  /** Whether the browser still waits for a gesture before it allows sound. */
  readonly blocked: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  readonly stop: () => void;
}

/**
 * @param makeContext called only after a gesture: earlier the browser would log a warning
 * @param onAllowed called once, when the browser allows sound: delayed signals may sound now
 */
export function createSoundGate(
  page: SoundPage,
  makeContext: () => AudioContext,
  onAllowed: () => void,
  after: After = byTimer,
): SoundGate {
  const listeners = new Set<() => void>();
  let context: AudioContext | null = null;
  let isAllowed = false;
  let stopWaiting: (() => void) | null = null;

  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  const listen = () => {
    for (const name of GESTURES) page.addEventListener(name, unlock, { capture: true });
  };
  const stopListening = () => {
    for (const name of GESTURES) page.removeEventListener(name, unlock, { capture: true });
  };
  const allow = () => {
    // Two gestures may wait for the same context.
    if (isAllowed || context?.state !== 'running') return;
    isAllowed = true;
    stopListening();
    onAllowed();
    if (stopWaiting === null) rest();
    notify();
  };
  const rest = () => {
    stopWaiting = null;
    // The context may be closed already.
    context?.suspend().catch(() => undefined);
  };
  /** Signals scheduled on a suspended context sound as soon as it resumes. */
  const wake = (resting: AudioContext) => {
    stopWaiting?.();
    stopWaiting = after(rest, RESTS_AFTER_MS);
    resting.resume().catch(() => {
      // The context may not resume, as before the first gesture.
      if (!isAllowed) return;
      isAllowed = false;
      listen();
      notify();
    });
  };
  const unlock = () => {
    context ??= makeContext();
    // A refused resume leaves it blocked; the next gesture tries again.
    context.resume().then(allow, () => undefined);
  };
  listen();
  if (page.navigator.userActivation?.hasBeenActive) unlock();

  return {
    play: (signal) => {
      if (context === null || !isAllowed) return false;
      signal(context);
      wake(context);
      return true;
    },
    blocked: () => !isAllowed,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      stopWaiting?.();
      isAllowed = false;
      stopListening();
      listeners.clear();
      // The context may be closed already.
      context?.close().catch(() => undefined);
    },
  };
}
