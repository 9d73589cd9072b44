// Hold to move: pressed = start, let go = stop. While it is held the same start is sent again: to the server it is the sign of life without
// which it stops the camera. Calls of one camera go out one after the other, so that a stop never overtakes its start.
import type { PtzAct } from '@lookout/domain';

/** The server stops a camera that heard nothing for 1.5 s. */
export const SIGN_OF_LIFE_MS = 700;

export interface HoldRoom {
  /** @throws what the call throws */
  readonly send: (act: PtzAct, phase: 'start' | 'stop') => Promise<void>;
  /** A start was refused, or got no answer: nothing is held any more. */
  readonly onFailed: (error: unknown) => void;
  readonly onHeld: (act: PtzAct | null) => void;
}

export interface Hold {
  /** Another act that is held is let go first. */
  readonly press: (act: PtzAct) => void;
  /** Harmless when nothing is held. */
  readonly release: () => void;
}

interface Held {
  readonly act: PtzAct;
  readonly timer: ReturnType<typeof setInterval>;
}

export function createHold({ send, onFailed, onHeld }: HoldRoom): Hold {
  let held: Held | null = null;
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  const inOrder = (act: PtzAct, phase: 'start' | 'stop', onError: (error: unknown) => void): void => {
    waiting += 1;
    last = last
      .then(() => send(act, phase))
      .catch(onError)
      .finally(() => {
        waiting -= 1;
      });
  };
  const letGo = (): Held | null => {
    const was = held;
    if (was !== null) {
      clearInterval(was.timer);
      held = null;
      onHeld(null);
    }
    return was;
  };
  const start = (act: PtzAct): void =>
    inOrder(act, 'start', (error) => {
      if (held?.act === act) letGo();
      onFailed(error);
    });
  const release = (): void => {
    const was = letGo();
    // A stop that gets lost is made good by the server: it hears no sign of life any more.
    if (was !== null) inOrder(was.act, 'stop', onFailed);
  };

  return {
    press: (act) => {
      if (held?.act === act) return;
      release();
      const timer = setInterval(() => {
        // One sign of life at a time: on a slow line they must not pile up before the stop.
        if (waiting === 0) start(act);
      }, SIGN_OF_LIFE_MS);
      held = { act, timer };
      onHeld(act);
      start(act);
    },
    release,
  };
}
