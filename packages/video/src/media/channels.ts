// The state of the engine's process: for each channel its upstream, its latest pictures and its recorder.
import type { AllowList } from './allow-list.ts';
import type { Picture, VideoCodec } from './picture.ts';
import type { Retention } from './port.ts';
import type { Order, Report } from './process.ts';
import { deleteBeyond, recoverAll } from './record/library.ts';
import { folderOf } from './record/piece-file.ts';
import { createRecorder, type Recorder } from './record/recorder.ts';
import { toJpeg } from './snapshot.ts';
import type { Resolve } from './upstream/source.ts';
import { openUpstream, type Timings, type Upstream } from './upstream/upstream.ts';

export interface ChannelsOptions {
  readonly allowed: AllowList;
  readonly resolve: Resolve;
  /** The folder of all recordings. */
  readonly root: string;
  readonly retention: Retention;
  readonly clock: () => Date;
  /** @param bytes 0: must be delivered. @returns false: dropped, because the parent cannot keep up */
  report(message: Report, bytes?: number): boolean;
  readonly timings: Timings;
}

export interface Channels {
  want(order: Extract<Order, { type: 'want' }>): void;
  snapshot(order: Extract<Order, { type: 'snapshot' }>): Promise<void>;
  close(): Promise<void>;
}

interface Line {
  upstream: Upstream;
  codec: VideoCodec | null;
  epoch: number;
  /** Pictures since the last keyframe, so that a new viewer sees a picture immediately. */
  group: Picture[];
  isWatched: boolean;
  recorder: Recorder | null;
  /** The parent dropped a picture: skip pictures until the next keyframe. */
  isSkipping: boolean;
}

/** Limits memory when a source sends no further keyframes. */
const LONGEST_GROUP = 1_000;
const RETENTION_EVERY_MS = 60_000;

export async function createChannels(options: ChannelsOptions): Promise<Channels> {
  const { root, retention, clock, report } = options;
  const lines = new Map<string, Line>();
  const ending = new Set<Promise<void>>();
  const logError = (message: string, fields: object, error: unknown): void =>
    void report({
      type: 'log',
      level: 'error',
      fields: { ...fields, reason: error instanceof Error ? error.message : String(error) },
      message,
    });

  await recoverAll(root, (id, error) => logError('a recording could not be made whole', { id }, error));
  const applyRetention = async (): Promise<void> => {
    try {
      const count = await deleteBeyond(root, clock(), retention);
      if (count > 0) report({ type: 'log', level: 'info', fields: { count }, message: 'old recordings deleted' });
    } catch (error) {
      logError('recordings could not be kept within their limits', {}, error);
    }
  };
  await applyRetention();
  const retentionTimer = setInterval(applyRetention, RETENTION_EVERY_MS);

  /** Closes in the background; the channel may be opened again meanwhile. */
  const closeInBackground = (work: Promise<void>): void => {
    const done = work.catch((error) => logError('a channel did not close', {}, error)).finally(() => ending.delete(done));
    ending.add(done);
  };

  const send = (key: string, line: Line, picture: Picture): void => {
    if (line.isSkipping && !picture.isKey) return;
    line.isSkipping = !report({ type: 'picture', key, epoch: line.epoch, ...picture }, picture.data.length);
  };

  const openLine = (key: string, url: string, isBasicAllowed: boolean): Line => {
    const line: Line = {
      codec: null,
      epoch: 0,
      group: [],
      isWatched: false,
      recorder: null,
      isSkipping: false,
      upstream: openUpstream({
        url,
        isBasicAllowed,
        allowed: options.allowed,
        resolve: options.resolve,
        timings: options.timings,
        state: (state, detail) => report({ type: 'state', key, state, detail }),
        codec: (codec, epoch) => {
          Object.assign(line, { codec, epoch, group: [] });
          line.recorder?.codec(codec, epoch);
          if (line.isWatched) report({ type: 'codec', key, epoch, codec });
        },
        picture: (picture) => {
          if (picture.isKey || line.group.length >= LONGEST_GROUP) line.group = [];
          if (picture.isKey || line.group.length > 0) line.group.push(picture);
          line.recorder?.picture(picture, line.epoch);
          if (line.isWatched) send(key, line, picture);
        },
      }),
    };
    lines.set(key, line);
    return line;
  };

  const watch = (key: string, line: Line): void => {
    line.isWatched = true;
    line.isSkipping = false;
    if (!line.codec) return;
    report({ type: 'codec', key, epoch: line.epoch, codec: line.codec });
    for (const picture of line.group) send(key, line, picture);
  };

  const record = (key: string, line: Line): void => {
    const folder = folderOf(key);
    if (folder === null) return;
    line.recorder = createRecorder({
      folder: `${root}/${folder}`,
      clock,
      fault: (fault) => void report({ type: 'recording', key, fault }),
      finished: () => void applyRetention(),
    });
    if (line.codec) line.recorder.codec(line.codec, line.epoch);
    for (const picture of line.group) line.recorder.picture(picture, line.epoch);
  };

  return {
    want({ key, url, isBasicAllowed, isWatched, isRecorded }) {
      const known = lines.get(key);
      if (!isWatched && !isRecorded) {
        if (!known) return;
        lines.delete(key);
        closeInBackground(known.upstream.close());
        if (known.recorder) closeInBackground(known.recorder.close());
        return;
      }
      known?.upstream.setUrl(url, isBasicAllowed);
      const line = known ?? openLine(key, url, isBasicAllowed);
      if (isWatched && !line.isWatched) watch(key, line);
      line.isWatched = isWatched;
      if (isRecorded && !line.recorder) record(key, line);
      if (!isRecorded && line.recorder) {
        closeInBackground(line.recorder.close());
        line.recorder = null;
      }
    },

    async snapshot({ id, codec, data }) {
      try {
        report({ type: 'snapshot', id, jpeg: await toJpeg(codec, data) });
      } catch (error) {
        logError('a keyframe could not be decoded', {}, error);
        report({ type: 'snapshot', id, jpeg: null });
      }
    },

    async close() {
      clearInterval(retentionTimer);
      for (const [key, { upstream, recorder }] of lines) {
        lines.delete(key);
        closeInBackground(upstream.close());
        if (recorder) closeInBackground(recorder.close());
      }
      await Promise.all(ending);
    },
  };
}
