// What the API server knows of the media engine: one upstream for each watched channel, and every way out of it.
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Result } from '@lookout/domain';
import type { MediaTimings } from './timings.ts';

/** A channel that can be watched. `url` may carry name and password; it never leaves the engine and never stands in a log. */
export interface MediaChannel {
  /** `<camera>/<channel>`: names the upstream, its files and its state. */
  readonly key: string;
  /** `rtsp://`, `http://` or `https://` (HTTP-FLV). The newest one is used at the next connect. */
  readonly url: string;
}

/** An open HTTP-FLV stream that waits for its viewer; not taken within 5 s the channel may close again. */
export interface FlvFeed {
  /**
   * Writes head and stream into `response` until either side ends. A viewer that does not read loses pictures up to the next keyframe,
   * and is cut after 10 s. The answer's `close` cuts it at once (its session died).
   */
  sendTo(response: ServerResponse): { close(): void; readonly closed: Promise<void> };
}

/** A file of an HLS stream: the playlist `index.m3u8` or what it names. */
export interface HlsFile {
  readonly contentType: 'application/vnd.apple.mpegurl' | 'video/mp4';
  readonly body: Buffer;
}

/** One piece of a recording: at most ten minutes of one channel. */
export interface RecordingPiece {
  /** Names the file in `playback`; opaque to everybody else. */
  readonly id: string;
  readonly key: string;
  readonly begin: Date;
  readonly end: Date;
  readonly bytes: number;
  /** Still being written: it can be played, up to now. */
  readonly isOpen: boolean;
}

/** An answer to a (ranged) request for a recording; `body` is null for 416. Who takes it reads it to its end or destroys it. */
export interface Playback {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | null;
}

export interface Recordings {
  /** Keeps the channel open and writes it down until `stop`; survives a restart of the engine's process, not of the server. */
  start(channel: MediaChannel): void;
  stop(key: string): void;
  /** Pieces that touch the window, oldest first. */
  list(key: string, window: { readonly begin: Date; readonly end: Date }): Promise<RecordingPiece[]>;
  /** @param range the request's `Range` header; null: no such piece */
  playback(id: string, range: string | undefined): Promise<Playback | null>;
}

export interface MediaEngine {
  /** Resolves with the first picture (≤ 1 s when the channel is open), or with what hinders it. */
  flv(channel: MediaChannel, signal?: AbortSignal): Promise<Result<FlvFeed, ChannelReport>>;
  /**
   * A file of the channel's HLS stream. Asking keeps the channel open for 8 s.
   * @param file what stands behind `<camera>/<channel>/`: `index.m3u8`, `init-1.mp4`, `12.m4s`
   * @param query put behind every name in the playlist, e.g. `?ticket=…`; it tells players apart
   * @returns value null: no such file (any more)
   */
  hls(channel: MediaChannel, file: string, query?: string): Promise<Result<HlsFile | null, ChannelReport>>;
  /** The newest keyframe as a JPEG; opens the channel for it when nobody watches. */
  snapshot(channel: MediaChannel): Promise<Result<{ readonly jpeg: Buffer; readonly at: Date }, ChannelReport>>;
  readonly recordings: Recordings;
  /** What every channel that is open, or was asked for in the last minute, does. */
  states(): ChannelReport[];
  /** Every change of a state, once. Returns the way out. */
  onState(listener: (report: ChannelReport) => void): () => void;
  /** Closes the channel, its viewers and its recording: the camera was removed, or its address changed. */
  forget(key: string): void;
  /** The engine's process: null while it is being restarted. For metrics and tests. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

export interface Retention {
  /** Pieces that ended longer ago are deleted. */
  readonly days: number;
  /** All pieces together; the oldest go first. */
  readonly bytes: number;
}

/** The server's logger, as far as the engine needs one. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface MediaEngineOptions {
  /** Where upstreams may be: `10.0.0.0/8:554,8000-8100`, `camera.local:554`, `[fd00::]/8:554`. Empty: nowhere. */
  readonly allowed: readonly string[];
  /** Recordings stand in `<dataDir>/recordings`. */
  readonly dataDir: string;
  readonly retention: Retention;
  readonly log: Log;
  readonly clock: () => Date;
  /** For tests: shorter ones than the service's. */
  readonly timings?: MediaTimings;
}

export type ChannelState =
  | 'idle'
  | 'connecting'
  | 'playing'
  | 'offline'
  | 'no-picture'
  | 'unauthorized'
  | 'garbage'
  | 'codec-unsupported'
  | 'protocol-unsupported'
  | 'address-refused'
  | 'restarting';

export interface ChannelReport {
  readonly key: string;
  readonly state: ChannelState;
  /** The codec or protocol (H.265), when that is what hinders. */
  readonly words: string | null;
  readonly since: Date;
  /** Live viewers: lines of FLV, and players of HLS told apart by their query, until 8 s after they asked last. */
  readonly viewers: number;
  readonly isRecording: boolean;
  /** Why nothing is written though it should be (磁盘已满 …); null: all is well. */
  readonly recordingFault: string | null;
}
