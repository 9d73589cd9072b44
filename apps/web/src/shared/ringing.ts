// A sound that is repeated until someone acknowledges its cause: an SOS, or a ranger near a fire. Each has a distinct signal, unlike the
// siren of alarms.

import { createSoundGate, type SoundGate, type SoundPage } from './sound-gate.ts';

/** Duration of a signal with its pause. */
const EVERY_MS = 6_000;

export interface Ringing extends Pick<SoundGate, 'blocked' | 'subscribe' | 'stop'> {
  /** true: sounds repeatedly from now on; false: silent. */
  readonly ring: (on: boolean) => void;
}

interface Page extends SoundPage {
  readonly setInterval: (run: () => void, milliseconds: number) => unknown;
  readonly clearInterval: (timer: never) => void;
}

/**
 * @param makeContext called only after a gesture: earlier the browser would log a warning
 * @param playSignal plays the signal once, for less than six seconds
 */
export function createRinging(page: Page, makeContext: () => AudioContext, playSignal: (context: AudioContext) => void): Ringing {
  let timer: unknown = null;

  const gate = createSoundGate(page, makeContext, () => {
    if (timer !== null) sound();
  });
  const sound = () => void gate.play(playSignal);
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
    blocked: gate.blocked,
    subscribe: gate.subscribe,
    stop: () => {
      silence();
      gate.stop();
    },
  };
}
