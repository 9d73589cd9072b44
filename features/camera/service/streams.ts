// The stream URL of a camera: its configured address, otherwise the vendor's answer. An answer older than a minute is refreshed in the
// background. While a camera is slow to answer, its last known URL is used.
import type { ErrorParams } from '@lookout/contract';
import { type GridNo, NATION, ok, type Result, refuse } from '@lookout/domain';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { poll } from '@lookout/server/services/poll.ts';
import type { SharedJobs } from '@lookout/server/services/shared-jobs.ts';
import type { CameraDevice, CameraVendor, ChannelReport, MediaChannel, MediaEngine, StreamKind, VendorRefusal } from '@lookout/video';
import { LRUCache } from 'lru-cache';
import type { Store } from '../../store.ts';
import type { CameraCatalogue, ReachedCamera } from './cameras.ts';

const FRESH_MS = 60_000;
/** A URL older than this is not used: the caller waits for the camera's answer. */
const KNOWN_MS = 2 * FRESH_MS;
const MOST_CACHED = 5_000;
/** Refusals without a usable answer: the last known URL may still be valid. */
const NO_ANSWER: readonly VendorRefusal['refusal'][] = [
  ...(['unreachable', 'timeout', 'not-understood', 'client-failed', 'service-restarting'] as const),
  ...(['platform-unreachable', 'platform-timeout', 'platform-not-understood'] as const),
];

/** The path segment after `/media/<camera>/` for main and sub stream. */
export const CHANNELS = ['main', 'sub'] as const satisfies readonly StreamKind[];

export const channelKey = (cameraId: string, kind: StreamKind): string => `${cameraId}/${kind}`;

type StreamTrouble = ErrorParams<'no-stream'>;

/** The reason why a channel does not play. */
export const troubleOf = ({ state, detail }: Pick<ChannelReport, 'state' | 'detail'>): ErrorParams<'channel-not-playing'> => ({
  state,
  detail,
});

const NO_ADDRESS: StreamTrouble = { refusal: 'no-address', detail: null };

export interface Streams {
  /** @returns the channel, or the reason why there is none */
  channelOf(reached: ReachedCamera, kind: StreamKind): Promise<Result<MediaChannel, StreamTrouble>>;
  /** Discards cached URLs, because the camera's link has changed. */
  forget(cameraId: string): void;
}

interface KnownUrl {
  readonly url: string;
  readonly at: number;
}

/** @param now milliseconds of any monotonic clock */
export function createStreams(now: () => number = () => performance.now()): Streams {
  const urls = new LRUCache<string, KnownUrl>({ max: MOST_CACHED });
  const pending = new Map<string, Promise<Result<string, VendorRefusal>>>();

  const orLastKnown = (key: string, refusal: VendorRefusal): Result<string, VendorRefusal> => {
    const before = NO_ANSWER.includes(refusal.refusal) ? urls.get(key) : undefined;
    return before ? ok(before.url) : refuse(refusal);
  };
  /** Concurrent requests for the same stream share one call. */
  const ask = (key: string, device: CameraDevice, vendor: CameraVendor, kind: StreamKind): Promise<Result<string, VendorRefusal>> => {
    const inFlight = pending.get(key);
    if (inFlight) return inFlight;
    const question = vendor.stream(device, kind).then((answer) => {
      const found = answer.ok ? ok(withLogin(answer.value.url, device, OF_THE_CAMERA)) : orLastKnown(key, answer.error);
      // The link was changed meanwhile: this answer is not cached.
      if (pending.get(key) !== question) return found;
      pending.delete(key);
      if (found.ok) urls.set(key, { url: found.value, at: now() });
      else urls.delete(key);
      return found;
    });
    pending.set(key, question);
    return question;
  };

  return {
    async channelOf(reached, kind) {
      const { camera, link, device, vendor } = reached;
      const key = channelKey(camera.id, kind);
      const { isBasicAllowed } = device;
      const own = kind === 'sub' ? (link?.subStreamUrl ?? link?.streamUrl) : link?.streamUrl;
      if (own) return ok({ key, url: withLogin(own, device, OF_ITS_SETUP), isBasicAllowed });
      const known = urls.get(key);
      const age = known ? now() - known.at : Number.POSITIVE_INFINITY;
      if (known && age < FRESH_MS) return ok({ key, url: known.url, isBasicAllowed });
      if (vendor === null || (link === null && vendor.vendor === 'onvif')) return refuse(NO_ADDRESS);
      const answer = ask(key, device, vendor, kind);
      if (known && age < KNOWN_MS) return ok({ key, url: known.url, isBasicAllowed });
      const answered = await answer;
      return answered.ok ? ok({ key, url: answered.value, isBasicAllowed }) : answered;
    },
    forget(cameraId) {
      for (const kind of CHANNELS) {
        urls.delete(channelKey(cameraId, kind));
        pending.delete(channelKey(cameraId, kind));
      }
    },
  };
}

/**
 * Protocols for which the camera's login is added to the URL. An HTTP URL from a vendor leads to a media server, which does not need the
 * camera's login.
 */
const OF_THE_CAMERA: ReadonlySet<string> = new Set(['rtsp:', 'rtsps:']);
const OF_ITS_SETUP: ReadonlySet<string> = new Set(['rtsp:', 'rtsps:', 'http:', 'https:']);

/** Credentials already in the URL are kept. */
function withLogin(
  url: string,
  { username, password }: { readonly username: string | null; readonly password: string | null },
  protocols: ReadonlySet<string>,
): string {
  if (username === null || !URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (!protocols.has(parsed.protocol) || parsed.username !== '') return url;
  parsed.username = encodeURIComponent(username);
  parsed.password = encodeURIComponent(password ?? '');
  return parsed.href;
}

// Continuous recording: the links store which cameras are recorded. One server records for all, and another takes over when it fails.

export interface Recording {
  /** @returns false: the camera's stream has no address */
  set(scope: GridNo, reached: ReachedCamera, isOn: boolean): Promise<boolean>;
  /** The camera's link has changed: open channels are closed, and a recording continues with the new link. */
  changed(cameraId: string): void;
  stop(): Promise<void>;
}

interface RecordingDeps {
  readonly store: Pick<Store, 'cameraLinks'>;
  readonly cameras: Pick<CameraCatalogue, 'linked'>;
  readonly streams: Pick<Streams, 'channelOf'>;
  readonly engine: Pick<MediaEngine, 'forget'> & { readonly recordings: Pick<MediaEngine['recordings'], 'start' | 'stop'> };
  readonly sharedJobs: Pick<SharedJobs, 'isOurs'>;
  readonly log: Log;
  readonly now: () => number;
}

/** How often recordings are checked: an interrupted one resumes, and a new one starts on the recording server, within this time. */
const LOOK_MS = 5_000;
/** Retry interval for cameras that could not be reached. */
const RETRY_MS = 30_000;

export function createRecording({ store, cameras, streams, engine, sharedJobs, log, now }: RecordingDeps): Recording {
  let isOpen = true;
  const recorded = new Set<string>();
  const failedAt = new Map<string, number>();

  const stopRecording = (cameraId: string): void => {
    engine.recordings.stop(channelKey(cameraId, 'main'));
    recorded.delete(cameraId);
  };
  const start = async (reached: ReachedCamera): Promise<void> => {
    const { id } = reached.camera;
    const channel = await streams.channelOf(reached, 'main');
    if (!channel.ok) {
      failedAt.set(id, now());
      return;
    }
    failedAt.delete(id);
    engine.recordings.start(channel.value);
    recorded.add(id);
  };

  /** Starts the recordings that should run but do not, and stops those that should not run. */
  const look = async (): Promise<void> => {
    const isOurs = await sharedJobs.isOurs('recordings');
    const wanted = new Set(isOurs ? await store.cameraLinks.recorded() : []);
    for (const cameraId of recorded) if (!wanted.has(cameraId)) stopRecording(cameraId);
    const isDue = (cameraId: string): boolean =>
      !recorded.has(cameraId) && now() - (failedAt.get(cameraId) ?? Number.NEGATIVE_INFINITY) >= RETRY_MS;
    const due = new Set([...wanted].filter(isDue));
    if (due.size === 0) return;
    for (const reached of await cameras.linked(NATION)) if (isOpen && due.has(reached.camera.id)) await start(reached);
  };
  const looking = poll({
    run: look,
    everyMs: LOOK_MS,
    failed: (error) => log.warn({ err: error }, 'recordings could not be resumed'),
  });

  return {
    async set(scope, reached, isOn) {
      const { camera } = reached;
      if (isOn && !(await streams.channelOf(reached, 'main')).ok) return false;
      await store.cameraLinks.setRecorded(scope, camera.id, isOn);
      failedAt.delete(camera.id);
      await looking.wake();
      return true;
    },
    changed(cameraId) {
      for (const kind of CHANNELS) engine.forget(channelKey(cameraId, kind));
      recorded.delete(cameraId);
      failedAt.delete(cameraId);
    },
    async stop() {
      isOpen = false;
      await looking.stop();
    },
  };
}
