// Creates the camera services: vendors, the media engine and the vendors' calls in separate processes, tickets, steering, tours,
// recordings.

import { gatewaySpeed, REGIONS } from '@lookout/region';
import { createStoredSecrets, type StoredSecrets } from '@lookout/server/access/stored-secrets.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import { poll } from '@lookout/server/services/poll.ts';
import { recordingRetention } from '@lookout/server/services/retention.ts';
import { type Aqishi, type MediaEngine, releaseLock, startMediaEngine, startVendors } from '@lookout/video';
import { type CameraWatch, watchCameras } from './camera-watch.ts';
import { type CameraCatalogue, createCameraCatalogue } from './cameras.ts';
import { createHeads, type Heads } from './heads.ts';
import { type Motions, watchMotions } from './motions.ts';
import { type Grant, watchSessions } from './session-watch.ts';
import { createRecording, createStreams, type Recording, type Streams } from './streams.ts';
import { runTours, type Tours } from './tours.ts';

export interface VideoService {
  readonly cameras: CameraCatalogue;
  /** The calls of the aqishi platform. */
  readonly aqishi: Aqishi;
  readonly passwords: StoredSecrets;
  readonly streams: Streams;
  readonly engine: MediaEngine;
  /** Operator locks and tours of the PTZ heads. */
  readonly heads: Heads;
  readonly motions: Motions;
  readonly tours: Tours;
  readonly recording: Recording;
  readonly watch: CameraWatch;
  /**
   * Registers a session that plays a stream, until the returned function is called. Its streams are closed when the session dies, acts for
   * another grid or loses the right.
   */
  playing(session: string, grant: Grant): () => void;
  /**
   * Registers a session that steers. Its cameras are stopped and released when the session dies, acts for another grid or loses the right.
   */
  steering(session: string, grant: Grant): void;
  /** The session switches to another grid: its tickets, streams and camera locks end at once. */
  leave(session: string): Promise<void>;
  /** Must be called when a camera's link has changed or the camera was deleted. Its streams are requested again. */
  changed(cameraId: string): void;
  stop(): Promise<void>;
}

const TEND_TICKETS_MS = 60_000;
const PREPARE_AGAIN_MS = 5_000;

export async function openVideo({
  store,
  journal,
  config,
  clock,
  log,
  tickets,
  metrics,
  waits,
  keys,
  sharedJobs,
}: Deps): Promise<VideoService> {
  const passwords = createStoredSecrets(keys);
  const devices = startVendors(
    {
      allowed: config.cameraHosts,
      ...config.cameraGateways,
      gatewaySpeeds: Array.from({ length: 101 }, (_, percent) => gatewaySpeed(percent, REGIONS[config.region].ptzSpeedRule)),
    },
    { log },
  );
  const { vendors } = devices;
  const cameras = createCameraCatalogue(store, passwords, vendors);
  const streams = createStreams();
  const engine = startMediaEngine({
    allowed: config.cameraHosts,
    dataDir: config.dataDir,
    log,
    clock,
    retention: recordingRetention(config),
    ...(waits.mediaTimings && { timings: waits.mediaTimings }),
  });
  // Loads the engine's process before the first viewer. If another server has stored the first link, the first viewer on this server starts
  // it.
  const preparing = poll({
    run: async () => {
      if (await store.cameraLinks.isAny()) engine.prepare();
    },
    everyMs: ({ hasFailed }) => (hasFailed ? PREPARE_AGAIN_MS : null),
    failed: (error) => log.warn({ err: error }, 'whether cameras are set up cannot be read'),
  });
  const heads = createHeads(store);
  const motions = watchMotions({ store, cameras, log });
  const tours = runTours({ store, cameras, clock, log });

  const plays = new Map<string, number>();
  const steers = new Set<string>();
  const leave = async (session: string): Promise<void> => {
    await motions.lost(session);
    await tickets.revoke(session);
    await heads.changeAllOf(session, (head) => ({ ...head, lock: releaseLock(head.lock, session, clock()) }));
    plays.delete(session);
    steers.delete(session);
  };
  const tending = poll({
    run: () => tickets.tend(),
    everyMs: TEND_TICKETS_MS,
    failed: (error) => log.warn({ err: error }, 'the tickets of streams cannot be renewed'),
  });
  const sessions = watchSessions({
    sessions: store.sessions,
    log,
    holds: (session) => plays.has(session) || steers.has(session),
    ended: leave,
  });
  const watch = watchCameras({
    store,
    journal,
    cameras,
    clock,
    log,
    sharedJobs,
    ...(waits.camerasEveryMs && { everyMs: waits.camerasEveryMs }),
  });
  const recording = createRecording({ store, cameras, streams, engine, sharedJobs, log, now: () => performance.now() });

  metrics.gauge('lookout_video_channels', 'Video channels that are open', () => engine.states().length);
  metrics.gauge(
    'lookout_recording_channels',
    'Video channels that are recorded',
    () => engine.states().filter((one) => one.isRecording).length,
  );
  metrics.gauge(
    'lookout_recording_faults',
    'Video channels whose recording is failing',
    () => engine.states().filter((one) => one.isRecording && one.recordingFault !== null).length,
  );
  metrics.gauge('lookout_video_viewers', 'Viewers of live video', () => engine.states().reduce((sum, { viewers }) => sum + viewers, 0));

  return {
    aqishi: vendors.aqishi,
    cameras,
    passwords,
    streams,
    engine,
    heads,
    motions,
    tours,
    recording,
    watch,
    playing(session, grant) {
      plays.set(session, (plays.get(session) ?? 0) + 1);
      sessions.note(session, grant);
      return () => {
        const left = (plays.get(session) ?? 1) - 1;
        if (left > 0) plays.set(session, left);
        else plays.delete(session);
      };
    },
    steering(session, grant) {
      steers.add(session);
      sessions.note(session, grant);
    },
    leave,
    changed(cameraId) {
      streams.forget(cameraId);
      recording.changed(cameraId);
      void preparing.wake();
    },
    async stop() {
      await Promise.all([sessions.stop(), watch.stop(), tours.stop(), recording.stop(), tending.stop(), preparing.stop()]);
      await motions.stop();
      await Promise.all([engine.stop(), devices.stop()]);
    },
  };
}
