// Watchdog: a camera moves until it is told to stop. The client sends a keep-alive every second while a button is held; without it, the
// watchdog sends stop.

/** Sends stop when the operator holds a button and the connection is lost. */
export interface SteeringWatchdog {
  /**
   * A button is held. Call `keepAlive` at least every second; after 1.5 s without one, `stop` is called once.
   * @param motion what moves, e.g. `pan` or `zoom`; one of each per camera
   */
  hold(cameraId: string, motion: string, session: string, stop: () => Promise<void>): void;
  /** Only for the session that holds the button. @returns false: already stopped */
  keepAlive(cameraId: string, motion: string, session: string): boolean;
  /** The operator released the button: the caller sends stop itself. */
  letGo(cameraId: string, motion: string): void;
  /** The session ended (logout, closed page): all its movements are stopped now. */
  lost(session: string): void;
  /** Stops all movements. */
  close(): Promise<void>;
}

export interface WatchdogOptions {
  /** Time without keep-alive before stop is sent; including transmission the camera stops within 2 s. */
  readonly silentMs?: number;
  /** Called when a stop failed; it is sent again. */
  readonly onFailure?: (cameraId: string, motion: string, error: unknown) => void;
}

const SILENT_MS = 1_500;
/** Number of attempts to send a stop, and the delay between them. */
const TRIES = 5;
const RETRY_MS = 500;

interface Held {
  readonly cameraId: string;
  readonly motion: string;
  readonly session: string;
  readonly stop: () => Promise<void>;
  timer: NodeJS.Timeout;
}

export function createSteeringWatchdog({ silentMs = SILENT_MS, onFailure = () => undefined }: WatchdogOptions = {}): SteeringWatchdog {
  const held = new Map<string, Held>();
  const stopping = new Set<Promise<void>>();
  const nameOf = (cameraId: string, motion: string): string => `${cameraId} ${motion}`;

  const send = async ({ cameraId, motion, stop }: Held): Promise<void> => {
    for (let left = TRIES; left > 0; left -= 1) {
      try {
        await stop();
        return;
      } catch (error) {
        onFailure(cameraId, motion, error);
        // The camera is being steered again: the new movement has its own stop.
        if (left === 1 || held.has(nameOf(cameraId, motion))) return;
        await new Promise((wake) => setTimeout(wake, RETRY_MS));
      }
    }
  };
  const expire = (one: Held): void => {
    clearTimeout(one.timer);
    held.delete(nameOf(one.cameraId, one.motion));
    const done = send(one).finally(() => stopping.delete(done));
    stopping.add(done);
  };
  const arm = (one: Omit<Held, 'timer'>): NodeJS.Timeout =>
    setTimeout(() => {
      const now = held.get(nameOf(one.cameraId, one.motion));
      if (now) expire(now);
    }, silentMs);

  return {
    hold(cameraId, motion, session, stop) {
      clearTimeout(held.get(nameOf(cameraId, motion))?.timer);
      const one = { cameraId, motion, session, stop };
      held.set(nameOf(cameraId, motion), { ...one, timer: arm(one) });
    },
    keepAlive(cameraId, motion, session) {
      const one = held.get(nameOf(cameraId, motion));
      if (one?.session !== session) return false;
      clearTimeout(one.timer);
      one.timer = arm(one);
      return true;
    },
    letGo(cameraId, motion) {
      clearTimeout(held.get(nameOf(cameraId, motion))?.timer);
      held.delete(nameOf(cameraId, motion));
    },
    lost(session) {
      for (const one of [...held.values()]) if (one.session === session) expire(one);
    },
    async close() {
      for (const one of [...held.values()]) expire(one);
      await Promise.all(stopping);
    },
  };
}
