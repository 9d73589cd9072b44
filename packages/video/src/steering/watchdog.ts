// A camera that is told to move moves until it is told to stop. Who holds the button says so every second; when that word fails, we say stop.

/** Sends stop when a button is held and the operator's line is lost. */
export interface SteeringWatchdog {
  /**
   * A button is held. Call again at least every second while it is (keep-alive); after 1.5 s without, `stop` is called once.
   * @param motion names what moves, e.g. `pan` or `zoom`: one of each a camera
   */
  hold(cameraId: string, motion: string, session: string, stop: () => Promise<void>): void;
  /** Only of who holds it. False: it had been stopped already. */
  keepAlive(cameraId: string, motion: string, session: string): boolean;
  /** The operator let go: the caller sends stop itself. */
  letGo(cameraId: string, motion: string): void;
  /** The session's line is gone (logout, closed page): everything it holds stops now. */
  lost(session: string): void;
  /** Stops everything that still moves. */
  close(): Promise<void>;
}

export interface WatchdogOptions {
  /** Without a word for so long the movement is stopped: with the stop's way to the camera it stands within 2 s. */
  readonly silentMs?: number;
  /** A stop that failed is told here, and sent again. */
  readonly onFailure?: (cameraId: string, motion: string, error: unknown) => void;
}

const SILENT_MS = 1_500;
/** How often a stop that fails is sent, and how far apart. */
const TRIES = 5;
const AGAIN_MS = 500;

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
        // Somebody steers again: his stop comes in its own time.
        if (left === 1 || held.has(nameOf(cameraId, motion))) return;
        await new Promise((wake) => setTimeout(wake, AGAIN_MS));
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
