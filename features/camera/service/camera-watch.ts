// Detects which cameras are online: the position of each device is requested once a minute. Any answer, even a refusal, counts as online.

import { NATION, type Origin } from '@lookout/domain';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { onlineEvents } from '@lookout/server/services/installation-events.ts';
import type { Journal } from '@lookout/server/services/journal.ts';
import { poll } from '@lookout/server/services/poll.ts';
import type { SharedJobs } from '@lookout/server/services/shared-jobs.ts';
import type { VendorRefusal } from '@lookout/video';
import type { Store } from '../../store.ts';
import { CAMERA_WATCH_NAME } from '../camera.ts';
import type { CameraCatalogue, ReachedCamera } from './cameras.ts';

export interface CameraWatch {
  /** When this camera was last checked here, or when another server finished its last round; null: not yet checked. */
  checkedAt(cameraId: string): Date | null;
  stop(): Promise<void>;
}

interface CameraWatchDeps {
  readonly store: Pick<Store, 'transaction'>;
  readonly journal: Journal;
  readonly cameras: CameraCatalogue;
  readonly clock: () => Date;
  readonly log: Log;
  /** Ensures that one server checks for all. */
  readonly sharedJobs: Pick<SharedJobs, 'alone' | 'pause' | 'doneAt'>;
  /** Interval between two checks; default one minute. */
  readonly everyMs?: number;
  /** Delay before the first check; default 5 s. */
  readonly firstMs?: number;
}

const EVERY_MS = 60_000;
const FIRST_MS = 5_000;
const AT_ONCE = 4;
const SILENT: readonly VendorRefusal['refusal'][] = ['unreachable', 'timeout'];
/** Refusals that give no information about the camera itself. Its state is left unchanged. */
const NOT_OF_CAMERA = /^(platform-|service-|client-)/;

const ORIGIN: Origin = { actor: { kind: 'system', name: CAMERA_WATCH_NAME }, requestId: null };

export function watchCameras(deps: CameraWatchDeps): CameraWatch {
  const { store, journal, cameras, clock, log, sharedJobs, everyMs = EVERY_MS, firstMs = FIRST_MS } = deps;
  const checkedAt = new Map<string, Date>();
  let isOpen = true;

  const isOnline = async ({ vendor, device }: ReachedCamera): Promise<boolean | null> => {
    if (vendor === null) return null;
    const answer = await vendor.position(device);
    if (answer.ok) return true;
    return NOT_OF_CAMERA.test(answer.error.refusal) ? null : !SILENT.includes(answer.error.refusal);
  };

  const checkAll = async (): Promise<void> => {
    // All channels of a device share one check.
    const devices = Map.groupBy(
      (await cameras.linked(NATION)).filter(({ device, vendor }) => device.address !== null && vendor !== null),
      ({ device }) => `${device.address} ${device.username}`,
    );
    const states = new Map<string, boolean>();
    const waiting = [...devices.values()];
    const checkNext = async (): Promise<void> => {
      for (let channels = waiting.shift(); channels !== undefined && isOpen; channels = waiting.shift()) {
        const online = await isOnline(channels[0] as ReachedCamera);
        for (const { camera } of channels) {
          checkedAt.set(camera.id, clock());
          if (online !== null) states.set(camera.id, online);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
    if (!isOpen) return;
    const messages = await store.transaction(async (tx) => {
      const ids = [...states.keys()];
      const { list: stored } = await tx.cameras.list(NATION, { ids }, { limit: ids.length });
      const changed = new Set(await tx.cameraLinks.saveOnline(states));
      return journal.append(tx, onlineEvents(ORIGIN, clock(), stored, changed));
    });
    journal.publish(messages);
  };

  const run = sharedJobs.alone('camera-watch', checkAll);
  const failed = (error: unknown) => log.warn({ err: error }, 'the cameras cannot be checked');
  const polling = poll({ run, everyMs: sharedJobs.pause('camera-watch', everyMs), firstMs, failed });

  return {
    checkedAt(cameraId) {
      const [own, others] = [checkedAt.get(cameraId) ?? null, sharedJobs.doneAt('camera-watch')];
      return own !== null && others !== null && own < others ? others : (own ?? others);
    },
    async stop() {
      isOpen = false;
      await polling.stop();
    },
  };
}
