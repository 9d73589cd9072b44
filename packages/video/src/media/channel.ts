// One channel on the viewers' side: pictures arrive once from the engine's process and are sent to all viewers.
import type { ServerResponse } from 'node:http';
import { createViewer, flvCodec, flvHead, flvPicture, type Viewer } from './out/flv.ts';
import { createHls, type HlsStream, type PlacedPicture } from './out/hls.ts';
import { createTimeline, type Picture, type VideoCodec } from './picture.ts';
import type { FlvFeed, HlsFile } from './port.ts';
import { MEDIA_TIMINGS, type MediaTimings } from './timings.ts';

interface Placed extends PlacedPicture {
  readonly tag: Buffer;
}

export interface Channel {
  codec(codec: VideoCodec): void;
  picture(picture: Picture, epoch: number): void;
  /** Resolves as soon as a picture is available. Never rejects; on abort it stays pending. */
  awaitPicture(signal: AbortSignal): Promise<void>;
  feed(): FlvFeed;
  /** Resolves to null for an unknown file. */
  hls(name: string, query: string, signal: AbortSignal): Promise<HlsFile | null>;
  /** The newest keyframe. */
  keyframe(): { codec: VideoCodec; data: Buffer; at: number } | null;
  /** Holds the channel open until the returned release is called, plus the linger time. */
  hold(): () => void;
  isWanted(): boolean;
  /** FLV viewers, plus HLS players with a request within `hlsLingerMs`. */
  readonly viewers: number;
  /** Drops buffered pictures when the upstream has ended; viewers stay connected. */
  forgetPictures(): void;
  close(): void;
}

/** @param now milliseconds of a monotonic clock */
export function createChannel(now: () => number, { lingerMs, hlsLingerMs }: MediaTimings = MEDIA_TIMINGS): Channel {
  const timeline = createTimeline();
  const viewers = new Set<Viewer>();
  const waiting = new Set<() => void>();
  let settings: VideoCodec | null = null;
  let group: Placed[] = [];
  let keyAt = 0;
  let hls: { stream: HlsStream; requestedAt: number } | null = null;
  /** Time of the last request of each HLS player, by query string (its ticket). */
  const players = new Map<string, number>();
  let wantedUntil = 0;
  let holders = 0;

  const touch = (milliseconds: number): void => {
    wantedUntil = Math.max(wantedUntil, now() + milliseconds);
  };
  const sendAll = (bytes: Buffer, isKey: boolean): void => {
    for (const viewer of viewers) viewer.send(bytes, isKey);
  };
  /** The data that a new viewer's decoder needs to show the newest picture. */
  const beginning = (): Buffer[] => {
    const first = group[0];
    return settings && first ? [flvHead, flvCodec(settings, first.dts), ...group.map(({ tag }) => tag)] : [flvHead];
  };
  const dropIdleHls = (): void => {
    if (hls && now() - hls.requestedAt > hlsLingerMs) hls = null;
    for (const [player, requestedAt] of players) if (now() - requestedAt > hlsLingerMs) players.delete(player);
  };

  const sendTo = (response: ServerResponse): ReturnType<FlvFeed['sendTo']> => {
    // An endless stream: raw bytes until the connection closes are cheaper than chunked encoding.
    response.removeHeader('transfer-encoding');
    response.writeHead(200, { 'content-type': 'video/x-flv', 'cache-control': 'no-store', connection: 'close', 'x-accel-buffering': 'no' });
    const viewer = createViewer(response, beginning());
    viewers.add(viewer);
    void viewer.closed.then(() => {
      viewers.delete(viewer);
      touch(lingerMs);
    });
    return viewer;
  };

  return {
    codec(codec) {
      settings = codec;
      group = [];
      hls?.stream.codec(codec);
    },
    picture(picture, epoch) {
      if (!settings) return;
      const times = timeline.place(picture, epoch);
      const placed = { ...times, isKey: picture.isKey, data: picture.data, tag: flvPicture(picture, times) };
      if (picture.isKey) {
        // The configuration precedes the first picture of each connection; decoders that already have it ignore it.
        if (group.length === 0) sendAll(flvCodec(settings, times.dts), true);
        group = [];
        keyAt = now();
      } else if (group.length === 0) return;
      group.push(placed);
      sendAll(placed.tag, picture.isKey);
      dropIdleHls();
      hls?.stream.picture(placed);
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    awaitPicture(signal) {
      if (group.length > 0) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.add(resolve);
        signal.addEventListener('abort', () => waiting.delete(resolve), { once: true });
      });
    },
    feed: () => ({ sendTo }),
    async hls(name, query, signal) {
      touch(hlsLingerMs);
      players.set(query, now());
      dropIdleHls();
      if (!hls) {
        if (name !== 'index.m3u8') return null;
        hls = { stream: createHls(), requestedAt: now() };
        if (settings) hls.stream.codec(settings);
        for (const picture of group) hls.stream.picture(picture);
      }
      hls.requestedAt = now();
      const { stream } = hls;
      if (name === 'index.m3u8') await Promise.race([stream.ready, aborted(signal)]);
      return stream.file(name, query);
    },
    keyframe() {
      const [first] = group;
      return settings && first ? { codec: settings, data: first.data, at: keyAt } : null;
    },
    hold() {
      holders += 1;
      return () => {
        holders -= 1;
        touch(lingerMs);
      };
    },
    isWanted: () => viewers.size > 0 || holders > 0 || now() < wantedUntil,
    get viewers() {
      dropIdleHls();
      return viewers.size + players.size;
    },
    forgetPictures() {
      group = [];
    },
    close() {
      for (const viewer of viewers) viewer.close();
    },
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
