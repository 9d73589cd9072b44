// Stops camera movements whose operator is no longer there. A camera moves until it receives a stop command. The client sends a heartbeat
// every second while its button is held. If heartbeats end or the session dies, the camera is stopped within two seconds, by whichever
// server notices first: the server that started the movement may be dead.
import { NATION } from '@lookout/domain';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { poll } from '@lookout/server/services/poll.ts';
import type { Store } from '../../store.ts';
import type { CameraMotion, SilentMotion } from '../camera-motions.store.ts';
import { type CameraCatalogue, vendorFor } from './cameras.ts';
import { unwrap } from './vendor-answer.ts';

export interface Motions {
  /**
   * Records that a button is held. Must be called before the camera is moved, so that no movement is without a record that stops it.
   * @param halt stops the camera when the database, which stores how to reach the camera, is not available
   */
  hold(motion: CameraMotion, halt: () => Promise<unknown>): Promise<void>;
  /** Renews a held button. @returns false: the button is not held by this session, or the camera was stopped meanwhile */
  keep(motion: CameraMotion): Promise<boolean>;
  /** The operator released the button. The caller sends the stop command. */
  letGo(cameraId: string, motion: string): Promise<void>;
  /** The session ended (logout, closed page): all its movements are stopped at once. */
  lost(session: string): Promise<void>;
  /** Stops all movements that were started through this server. */
  stop(): Promise<void>;
}

interface MotionsDeps {
  readonly store: Pick<Store, 'cameraMotions'>;
  readonly cameras: Pick<CameraCatalogue, 'find'>;
  readonly log: Log;
}

/**
 * Time without a heartbeat before the stop command is sent. Including the poll interval and the transmission, the camera stops within 2 s.
 */
const SILENT_MS = 1_500;
const LOOK_EVERY_MS = 200;
/**
 * Poll interval while no camera moves. Shorter than `SILENT_MS`, so that this server notices a movement started by another server before
 * that movement can time out.
 */
const REST_MS = 1_000;
/** Number of attempts to stop a camera. */
const MOST_STOPS = 5;
/** When the database has not answered for this long, each server stops its own movements. */
const ALONE_AFTER_MS = 700;
/** Time without a heartbeat after which a movement is forgotten here: well after it would have been stopped. */
const FORGOTTEN_MS = 2 * SILENT_MS;

export function watchMotions({ store, cameras, log }: MotionsDeps): Motions {
  const { cameraMotions } = store;
  /** Movements that were started through this server. */
  const own = new Map<string, OwnMotion>();
  const stopping = new Set<Promise<void>>();
  let checkedAt = performance.now();
  let isAnyActive = true;

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
    checkedAt = performance.now();
    isAnyActive = found.isAnyActive;
    // The stops are not awaited, so that one camera that does not answer cannot delay the others.
    for (const one of found.silent)
      during(haltSilent(one).catch((error: unknown) => log.warn({ err: error, cameraId: one.cameraId }, 'a camera is stopped once more')));
    // The operator's heartbeats now go to another server.
    for (const [name, { renewedAt }] of own) if (checkedAt - renewedAt > FORGOTTEN_MS) own.delete(name);
  };
  const polling = poll({
    run: look,
    everyMs: ({ hasFailed }) => (isAnyActive || hasFailed ? LOOK_EVERY_MS : REST_MS),
    failed: (error) => log.warn({ err: error }, 'what moves cannot be looked at'),
  });
  // While the database is down, heartbeats cannot be checked, so this server stops the movements it started.
  const alone = setInterval(() => {
    const now = performance.now();
    if (now - checkedAt < ALONE_AFTER_MS) return;
    for (const [name, motion] of own) {
      if (now - motion.renewedAt < SILENT_MS) continue;
      own.delete(name);
      during(halt(motion, motion.halt).then(() => undefined));
    }
  }, LOOK_EVERY_MS).unref();

  return {
    async hold(motion, halting) {
      await cameraMotions.hold(motion);
      own.set(nameOf(motion), { ...motion, renewedAt: performance.now(), halt: halting });
    },
    async keep(motion) {
      const isRenewed = await cameraMotions.keep(motion);
      const known = own.get(nameOf(motion));
      if (isRenewed && known) known.renewedAt = performance.now();
      return isRenewed;
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
  /** Time of the last heartbeat. */
  renewedAt: number;
  readonly halt: () => Promise<unknown>;
}

const nameOf = ({ cameraId, motion }: Pick<CameraMotion, 'cameraId' | 'motion'>): string => `${cameraId} ${motion}`;
