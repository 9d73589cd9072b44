// Which cameras are recorded all the time: kept with the camera's link, begun again at every start.
import { type GridNo, NATION } from '@lookout/domain';
import type { Store } from '@lookout/store';
import type { MediaEngine } from '@lookout/video';
import type { Log } from '../deps.ts';
import { poll } from '../poll.ts';
import { emptyLink } from './links.ts';
import type { CameraCatalogue, ReachedCamera } from './reached.ts';
import { CHANNELS, channelKey, type Streams } from './streams.ts';

export interface Recording {
  /** @returns false: its stream has no address */
  set(scope: GridNo, reached: ReachedCamera, isOn: boolean): Promise<boolean>;
  /** Its link has changed: what is open goes by the old one and is closed; a recording goes on by the new one. */
  changed(cameraId: string): void;
  stop(): Promise<void>;
}

interface RecordingDeps {
  readonly store: Pick<Store, 'cameraLinks'>;
  readonly cameras: CameraCatalogue;
  readonly streams: Streams;
  readonly engine: MediaEngine;
  readonly log: Log;
}

/** A camera that cannot be reached when the server starts is tried again so often. */
const RETRY_MS = 30_000;

export function createRecording({ store, cameras, streams, engine, log }: RecordingDeps): Recording {
  let isOpen = true;
  const recorded = new Set<string>();

  const start = async (reached: ReachedCamera): Promise<boolean> => {
    const channel = await streams.channelOf(reached, 'main');
    if (!channel.ok) return false;
    engine.recordings.start(channel.value);
    recorded.add(reached.camera.id);
    return true;
  };

  /** What ought to be recorded and is not. */
  const resume = async (): Promise<void> => {
    const wanted = (await cameras.linked(NATION)).filter(({ link, camera }) => link?.isRecorded && !recorded.has(camera.id));
    for (const reached of wanted) if (isOpen) await start(reached);
  };
  const resuming = poll({
    run: resume,
    everyMs: RETRY_MS,
    failed: (error) => log.warn({ err: error }, 'recordings could not be begun again'),
  });

  return {
    async set(scope, reached, isOn) {
      const { camera, link } = reached;
      if (isOn && !(await start(reached))) return false;
      if (!isOn) {
        engine.recordings.stop(channelKey(camera.id, 'main'));
        recorded.delete(camera.id);
      }
      await store.cameraLinks.put(scope, [{ ...(link ?? emptyLink(camera.id)), isRecorded: isOn }]);
      return true;
    },
    changed(cameraId) {
      for (const kind of CHANNELS) engine.forget(channelKey(cameraId, kind));
      recorded.delete(cameraId);
    },
    async stop() {
      isOpen = false;
      await resuming.stop();
    },
  };
}
