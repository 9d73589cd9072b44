// The media engine on the server's side: which channels are wanted, their states, and their outputs.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result, refuse } from '@lookout/domain';
import type { Child } from '../child.ts';
import { parseAllowList } from './allow-list.ts';
import { type Channel, createChannel } from './channel.ts';
import type { ChannelState } from './channel-state.ts';
import type { ChannelReport, MediaChannel, MediaEngine, MediaEngineOptions, RecordingFault } from './port.ts';
import { keepEngine, type Order, type Report } from './process.ts';
import { piecesOf, playPiece } from './record/library.ts';
import { clipSocketPath, remoteClips, removeClipSocket } from './remote-clips.ts';
import { MEDIA_TIMINGS } from './timings.ts';

const SWEEP_MS = 500;
/** A channel that is no longer wanted is still included in the reports for a minute. */
const REMEMBERED_MS = 60_000;

interface Entry {
  readonly key: string;
  url: string;
  isBasicAllowed: boolean;
  readonly channel: Channel;
  state: ChannelState;
  detail: string | null;
  since: Date;
  isRecorded: boolean;
  fault: RecordingFault | null;
  /** The last order sent to the process; null: none, or the channel is not wanted. */
  lastOrder: string | null;
  idleSince: number | null;
  /** Callbacks for every state change. */
  readonly waiting: Set<() => void>;
}

const NOT_WANTED = { type: 'want', isBasicAllowed: false, isWatched: false, isRecorded: false } as const;

/** States that end the wait for a first picture. */
const failureStates: ReadonlySet<ChannelState> = new Set([
  'offline',
  'no-picture',
  'unauthorized',
  'basic-only',
  'login-unsupported',
  'still',
  'garbage',
  'codec-unsupported',
  'protocol-unsupported',
  'address-refused',
  'certificate-refused',
]);

/**
 * Starts the engine. Its process starts in the background: at once when recordings are on the disk, because it repairs them and enforces
 * their limits; otherwise with the first channel, the first recording of another system, or `prepare`.
 * @throws when the allow-list is invalid
 */
export function startMediaEngine({ allowed, dataDir, retention, log, clock, timings = MEDIA_TIMINGS }: MediaEngineOptions): MediaEngine {
  parseAllowList(allowed);
  const { patienceMs } = timings;
  const root = join(dataDir, 'recordings');
  const entries = new Map<string, Entry>();
  const listeners = new Set<(report: ChannelReport) => void>();
  const clipsAt = clipSocketPath();
  /** Callbacks that wait for the process to run. */
  const untilUp = new Set<() => void>();
  const snapshots = new Map<number, (jpeg: Buffer | null) => void>();
  let snapshotId = 0;
  const now = (): number => performance.now();
  let engineProcess: Child<Order> | null = null;
  let hasRun = false;
  let isStopping = false;

  const reportOf = ({ key, state, detail, since, channel, isRecorded, fault }: Entry): ChannelReport => ({
    key,
    state,
    detail: detailOf(state, detail),
    since,
    viewers: channel.viewers,
    isRecording: isRecorded,
    recordingFault: fault,
  });
  const notify = (entry: Entry): void => {
    for (const listener of listeners) listener(reportOf(entry));
  };
  const setState = (entry: Entry, state: ChannelState, detail: string | null = null): void => {
    if (entry.state === state && entry.detail === detail) return;
    Object.assign(entry, { state, detail, since: clock() });
    if (state !== 'playing') entry.channel.forgetPictures();
    notify(entry);
    for (const wake of entry.waiting) wake();
  };

  const handlers: {
    [T in Exclude<Report['type'], 'ready' | 'snapshot' | 'log'>]: (entry: Entry, report: Extract<Report, { type: T }>) => void;
  } = {
    state: (entry, { state, detail }) => setState(entry, state, detail),
    codec: ({ channel }, { codec }) => channel.codec(codec),
    picture: ({ channel }, picture) => channel.picture(picture, picture.epoch),
    recording: (entry, { fault }) => {
      entry.fault = fault;
      notify(entry);
    },
  };
  const onReport = (report: Report): void => {
    if (report.type === 'log') log[report.level](report.fields, report.message);
    else if (report.type === 'snapshot') {
      snapshots.get(report.id)?.(report.jpeg);
      snapshots.delete(report.id);
    } else if (report.type !== 'ready') {
      const entry = entries.get(report.key);
      // Reports that arrive after the channel was closed are ignored.
      if (entry?.lastOrder != null) (handlers[report.type] as (entry: Entry, report: Report) => void)(entry, report);
    }
  };

  /** Sends the process the requested state of a channel, if it has changed. */
  const sync = (entry: Entry): void => {
    const { key, url, isBasicAllowed, isRecorded } = entry;
    const isWatched = entry.channel.isWanted();
    const order = isWatched || isRecorded ? JSON.stringify([url, isBasicAllowed, isWatched, isRecorded]) : null;
    if (order === entry.lastOrder) return;
    const isNew = entry.lastOrder === null;
    entry.lastOrder = order;
    entry.idleSince = order === null ? now() : null;
    if (order !== null) prepare();
    engineProcess?.send({ type: 'want', key, url, isBasicAllowed, isWatched, isRecorded });
    if (order === null) setState(entry, 'idle');
    else if (isNew) setState(entry, hasRun && pid() === null ? 'restarting' : 'connecting');
  };

  const begin = { type: 'begin', allowed, folder: dataDir, retention, timings: timings.upstream, clipsAt } as const;
  const events = {
    up() {
      hasRun = true;
      for (const wake of untilUp) wake();
      untilUp.clear();
      for (const entry of entries.values()) {
        if (entry.lastOrder === null) continue;
        entry.lastOrder = null;
        sync(entry);
      }
    },
    down() {
      for (const resolve of snapshots.values()) resolve(null);
      snapshots.clear();
      for (const entry of entries.values()) if (entry.lastOrder !== null) setState(entry, 'restarting');
    },
    report: onReport,
  };
  const pid = (): number | null => engineProcess?.pid ?? null;
  const prepare = (): void => {
    if (!isStopping) engineProcess ??= keepEngine(begin, log, events);
  };
  if (existsSync(root) && readdirSync(root).length > 0) prepare();

  const sweep = setInterval(() => {
    for (const entry of entries.values()) {
      sync(entry);
      if (entry.idleSince !== null && now() - entry.idleSince > REMEMBERED_MS) entries.delete(entry.key);
    }
  }, SWEEP_MS);

  const entryOf = ({ key, url, isBasicAllowed = false }: MediaChannel): Entry => {
    let entry = entries.get(key);
    if (!entry) {
      const created: Entry = {
        key,
        url,
        isBasicAllowed,
        channel: createChannel(now, timings),
        state: 'idle',
        detail: null,
        since: clock(),
        isRecorded: false,
        fault: null,
        lastOrder: null,
        idleSince: now(),
        waiting: new Set(),
      };
      entries.set(key, created);
      entry = created;
    }
    Object.assign(entry, { url, isBasicAllowed });
    return entry;
  };

  /** Opens the channel and waits for its first picture or for a failure state. */
  const open = async (channel: MediaChannel, outer?: AbortSignal): Promise<Result<Entry, ChannelReport>> => {
    const entry = entryOf(channel);
    const release = entry.channel.hold();
    sync(entry);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs);
    const signal = outer ? AbortSignal.any([outer, patience.signal]) : patience.signal;
    try {
      await Promise.race([entry.channel.awaitPicture(patience.signal), failed(entry, signal)]);
    } finally {
      clearTimeout(timer);
      patience.abort();
      release();
    }
    return entry.channel.keyframe() ? ok(entry) : refuse(reportOf(entry));
  };

  return {
    async flv(channel, signal) {
      const opened = await open(channel, signal);
      return opened.ok ? ok(opened.value.channel.feed()) : opened;
    },

    async hls(channel, file, query = '') {
      const known = entries.get(channel.key);
      if (file !== 'index.m3u8') return ok((await known?.channel.hls(file, query, AbortSignal.timeout(patienceMs))) ?? null);
      const opened = await open(channel);
      if (!opened.ok) return opened;
      return ok(await opened.value.channel.hls(file, query, AbortSignal.timeout(patienceMs)));
    },

    async snapshot(channel) {
      const opened = await open(channel);
      if (!opened.ok) return opened;
      const keyframe = opened.value.channel.keyframe();
      if (!keyframe) return refuse(reportOf(opened.value));
      snapshotId += 1;
      const id = snapshotId;
      const jpeg = await new Promise<Buffer | null>((resolve) => {
        snapshots.set(id, resolve);
        engineProcess?.send({ type: 'snapshot', id, codec: keyframe.codec, data: keyframe.data });
        if (pid() === null) resolve(null);
      });
      snapshots.delete(id);
      if (!jpeg)
        return refuse({
          ...reportOf(opened.value),
          ...(pid() === null ? {} : { state: 'garbage', detail: null }),
        });
      return ok({ jpeg, at: new Date(clock().getTime() - (now() - keyframe.at)) });
    },

    recordings: {
      start(channel) {
        const entry = entryOf(channel);
        entry.isRecorded = true;
        sync(entry);
      },
      stop(key) {
        const entry = entries.get(key);
        if (!entry) return;
        Object.assign(entry, { isRecorded: false, fault: null });
        sync(entry);
      },
      async list(key, { begin, end }) {
        const pieces = await piecesOf(root, key);
        return pieces.filter((piece) => piece.end >= begin && piece.begin <= end);
      },
      playback: (id, range) => playPiece(root, id, range),
    },

    clips: remoteClips(clipsAt, async () => {
      prepare();
      if (pid() === null) await new Promise<void>((resolve) => untilUp.add(resolve));
    }),

    states: () => [...entries.values()].map(reportOf),
    onState(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    forget(key) {
      const entry = entries.get(key);
      if (!entry) return;
      entries.delete(key);
      entry.channel.close();
      if (entry.lastOrder !== null) engineProcess?.send({ ...NOT_WANTED, key, url: entry.url });
      Object.assign(entry, { lastOrder: null, isRecorded: false });
      setState(entry, 'idle');
    },

    prepare,

    get pid() {
      return pid();
    },

    async stop() {
      isStopping = true;
      clearInterval(sweep);
      for (const { channel, waiting } of entries.values()) {
        channel.close();
        for (const wake of waiting) wake();
      }
      await engineProcess?.stop();
      removeClipSocket(clipsAt);
    },
  };
}

/** Resolves when the channel enters a failure state. */
function failed(entry: Entry, signal: AbortSignal): Promise<void> {
  if (failureStates.has(entry.state) || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      entry.waiting.delete(check);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const check = () => {
      if (failureStates.has(entry.state)) done();
    };
    entry.waiting.add(check);
    signal.addEventListener('abort', done, { once: true });
  });
}

const detailOf = (state: ChannelState, detail: string | null): string | null => (namesDetail.has(state) ? detail : null);

/** States whose detail is shown to users; in other states the detail is a code for the log. */
const namesDetail: ReadonlySet<ChannelState> = new Set(['codec-unsupported', 'protocol-unsupported']);
