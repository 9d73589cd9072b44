// What moves: a camera moves until it is told to stop. The client says every second that its button is held; without it, or when its session dies, the
// camera is told to stop within two seconds, by whichever server sees it first: the one that started it may be dead.
import { NATION } from '@lookout/domain';
import type { Log } from '@lookout/server/services/deps.ts';
import { poll } from '@lookout/server/services/poll.ts';
import type { Store } from '../../store.ts';
import type { CameraMotion, SilentMotion } from '../camera-motions.store.ts';
import { type CameraCatalogue, vendorFor } from './cameras.ts';
import { unwrap } from './operating.ts';

export interface Motions {
  /**
   * A button is held from now on: before the camera is told to move, so that nothing moves which nobody would stop.
   * @param halt for the case that the database, which knows how to reach the camera, is not there
   */
  hold(motion: CameraMotion, halt: () => Promise<unknown>): Promise<void>;
  /** @returns false: not by this session, or the camera was stopped meanwhile */
  keep(motion: CameraMotion): Promise<boolean>;
  /** The operator released the button: the caller sends stop itself. */
  letGo(cameraId: string, motion: string): Promise<void>;
  /** The session ended (logout, closed page): all its movements are stopped now. */
  lost(session: string): Promise<void>;
  /** Stops what was held by way of this server. */
  stop(): Promise<void>;
}

interface MotionsDeps {
  readonly store: Pick<Store, 'cameraMotions'>;
  readonly cameras: Pick<CameraCatalogue, 'find'>;
  readonly log: Log;
}

/** Time without a word before stop is sent; with the look and the transmission the camera stops within 2 s. */
const SILENT_MS = 1_500;
const LOOK_EVERY_MS = 200;
/** The same while no camera moves. Shorter than `SILENT_MS`: this server notices a movement that another has started before it can count as silent. */
const REST_MS = 1_000;
/** A camera that cannot be told to stop is told again, so often. */
const MOST_STOPS = 5;
/** Without an answer of the database for so long, each server is on its own. */
const ALONE_AFTER_MS = 700;
/** Well after it would have been stopped. */
const FORGOTTEN_MS = 2 * SILENT_MS;

export function watchMotions({ store, cameras, log }: MotionsDeps): Motions {
  const { cameraMotions } = store;
  /** Held by way of this server. */
  const own = new Map<string, OwnMotion>();
  const stopping = new Set<Promise<void>>();
  let lookedAt = performance.now();
  let isAnyHeld = true;

  const during = (work: Promise<void>): void => {
    const done = work.finally(() => stopping.delete(done));
    stopping.add(done);
  };
  const halt = async ({ cameraId, motion }: CameraMotion, halting: () => Promise<unknown>): Promise<boolean> => {
    try {
      await halting();
      return true;
    } catch (error) {
      log.warn({ err: error, cameraId, motion }, 'a camera could not be stopped');
      return false;
    }
  };
  const haltSilent = async (silent: SilentMotion): Promise<void> => {
    own.delete(nameOf(silent));
    const isHalted = await halt(silent, async () => {
      const reached = await cameras.find(NATION, silent.cameraId);
      await unwrap(vendorFor(reached).halt(reached.device));
    });
    if (isHalted || silent.stops >= MOST_STOPS) await cameraMotions.stopped(silent);
  };

  const look = async (): Promise<void> => {
    const found = await cameraMotions.takeSilent(SILENT_MS);
    lookedAt = performance.now();
    isAnyHeld = found.isAnyHeld;
    // Not waited for: one camera that does not answer must not hold up the others' stop.
    for (const one of found.silent)
      during(haltSilent(one).catch((error: unknown) => log.warn({ err: error, cameraId: one.cameraId }, 'a camera is stopped once more')));
    // The operator's words go to another server.
    for (const [name, { keptAt }] of own) if (lookedAt - keptAt > FORGOTTEN_MS) own.delete(name);
  };
  const polling = poll({
    run: look,
    everyMs: ({ hasFailed }) => (isAnyHeld || hasFailed ? LOOK_EVERY_MS : REST_MS),
    failed: (error) => log.warn({ err: error }, 'what moves cannot be looked at'),
  });
  // The database does not answer: nobody's words are heard, so what was held here is stopped from here.
  const alone = setInterval(() => {
    const now = performance.now();
    if (now - lookedAt < ALONE_AFTER_MS) return;
    for (const [name, motion] of own) {
      if (now - motion.keptAt < SILENT_MS) continue;
      own.delete(name);
      during(halt(motion, motion.halt).then(() => undefined));
    }
  }, LOOK_EVERY_MS).unref();

  return {
    async hold(motion, halting) {
      await cameraMotions.hold(motion);
      own.set(nameOf(motion), { ...motion, keptAt: performance.now(), halt: halting });
    },
    async keep(motion) {
      const isHeld = await cameraMotions.keep(motion);
      const known = own.get(nameOf(motion));
      if (isHeld && known) known.keptAt = performance.now();
      return isHeld;
    },
    async letGo(cameraId, motion) {
      own.delete(nameOf({ cameraId, motion }));
      await cameraMotions.letGo(cameraId, motion);
    },
    async lost(session) {
      await cameraMotions.loseSession(session);
      await polling.wake();
    },
    async stop() {
      await cameraMotions
        .lose([...own.values()])
        .catch((error: unknown) => log.warn({ err: error }, 'what moves could not be handed to the other servers'));
      await polling.wake();
      await polling.stop();
      clearInterval(alone);
      await Promise.all(stopping);
    },
  };
}

interface OwnMotion extends CameraMotion {
  /** Time of the last word. */
  keptAt: number;
  readonly halt: () => Promise<unknown>;
}

const nameOf = ({ cameraId, motion }: Pick<CameraMotion, 'cameraId' | 'motion'>): string => `${cameraId} ${motion}`;
