// Alerts the ranger with two tones and a vibration. Browsers allow sound only after a user gesture.
import { useCallback, useEffect, useRef } from 'react';

interface Ring {
  readonly ring: () => void;
  readonly stop: () => void;
}

const TONES_HERTZ = [988, 1319] as const;
const TONE_SECONDS = 0.18;
const ROUNDS = 3;
const LOUDNESS = 0.3;
const SHAKE_MS = [400, 150, 400, 150, 400];
const GESTURES = ['pointerdown', 'keydown'] as const;

/** @param makeContext called only after a user gesture, because earlier the browser would log a warning */
function createRing(window: Window, makeContext: () => AudioContext): Ring {
  let context: AudioContext | null = null;
  const unlock = () => {
    context ??= makeContext();
  };
  if (window.navigator.userActivation?.hasBeenActive) unlock();
  for (const name of GESTURES) window.addEventListener(name, unlock, { once: true });
  return {
    ring: () => {
      // iPhones lack this call; before the first gesture other browsers refuse it and log a warning.
      if (context !== null) window.navigator.vibrate?.(SHAKE_MS);
      if (context !== null) play(context);
    },
    stop: () => {
      for (const name of GESTURES) window.removeEventListener(name, unlock);
      // The context is already closed.
      context?.close().catch(() => undefined);
    },
  };
}

/** Returns a function that rings while the page is open. */
export function useRing(): () => void {
  const ring = useRef<Ring | null>(null);
  useEffect(() => {
    const made = createRing(window, () => new AudioContext());
    ring.current = made;
    return made.stop;
  }, []);
  return useCallback(() => ring.current?.ring(), []);
}

function play(context: AudioContext): void {
  const begin = context.currentTime + 0.02;
  const steps = ROUNDS * TONES_HERTZ.length;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  for (let step = 0; step < steps; step++)
    oscillator.frequency.setValueAtTime(TONES_HERTZ[step % TONES_HERTZ.length] ?? TONES_HERTZ[0], begin + step * TONE_SECONDS);
  const end = begin + steps * TONE_SECONDS;
  // Ramps at both ends avoid clicks.
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02);
  gain.gain.setValueAtTime(LOUDNESS, end - 0.05);
  gain.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(end);
}
