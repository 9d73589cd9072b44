// The sound of an SOS: Morse, three short, three long, three short; unlike the alarms' siren, and repeated until somebody takes it.

/** Seconds of one Morse unit. */
const UNIT = 0.12;
const SIGNS = [1, 1, 1, 3, 3, 3, 1, 1, 1] as const;
const HERTZ = 1046;
const LOUDNESS = 0.3;
const EVERY_MS = 6_000;
const GESTURES = ['pointerdown', 'keydown'] as const;

export interface SosSound {
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

/** @param makeContext called only after a gesture: earlier the browser would log a warning */
export function createSosSound(page: Page, makeContext: () => AudioContext): SosSound {
  const listeners = new Set<() => void>();
  let context: AudioContext | null = null;
  let timer: unknown = null;

  const sound = () => {
    if (context?.state === 'running') playMorse(context);
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

function playMorse(context: AudioContext): void {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'square';
  oscillator.frequency.value = HERTZ;
  gain.gain.value = 0;
  let at = context.currentTime + 0.02;
  for (const [index, units] of SIGNS.entries()) {
    gain.gain.setValueAtTime(LOUDNESS, at);
    at += units * UNIT;
    gain.gain.setValueAtTime(0, at);
    // A letter ends after every third sign.
    at += (index % 3 === 2 ? 3 : 1) * UNIT;
  }
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(at);
}
