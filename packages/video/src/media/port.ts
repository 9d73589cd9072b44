// The media engine's interface to the API server: one upstream per watched channel, and its outputs.

import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Result } from '@lookout/domain';
import type { ChannelState } from './channel-state.ts';
import type { MediaTimings } from './timings.ts';

/** A channel that can be watched. `url` may contain credentials; it never leaves the engine and is never logged. */
export interface MediaChannel {
  /** `<camera>/<channel>`: identifies the upstream, its files and its state. */
  readonly key: string;
  /** `rtsp://`, `rtsps://`, `http://` or `https://` (HTTP-FLV). The next connection uses the latest value. */
  readonly url: string;
  /** The login of the URL may be sent in clear text (Basic); absent: it may not. */
  readonly isBasicAllowed?: boolean;
}

/** An open HTTP-FLV stream waiting for its viewer; the channel may close again if it is not used within 5 s. */
export interface FlvFeed {
  /**
   * Writes header and stream into `response` until either side ends. A viewer that does not read loses pictures up to the next keyframe and
   * is disconnected after 10 s. The returned `close` disconnects it immediately (its session ended).
   */
  sendTo(response: ServerResponse): { close(): void; readonly closed: Promise<void> };
}

/** A file of an HLS stream: the playlist `index.m3u8` or a file it lists. */
export interface HlsFile {
  readonly contentType: 'application/vnd.apple.mpegurl' | 'video/mp4';
  readonly body: Buffer;
}

/** One piece of a recording: at most ten minutes of one channel. */
export interface RecordingPiece {
  /** Identifies the file for `playback`; opaque to callers. */
  readonly id: string;
  readonly key: string;
  readonly begin: Date;
  readonly end: Date;
  readonly bytes: number;
  /** Still being written; it can be played up to now. */
  readonly isOpen: boolean;
}

/** The response to a (ranged) request for a recording; `body` is null for 416. The caller must read `body` to its end or destroy it. */
export interface Playback {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | null;
}

export interface Recordings {
  /** Keeps the channel open and records it until `stop`; survives a restart of the engine's process, not of the server. */
  start(channel: MediaChannel): void;
  stop(key: string): void;
  /** Pieces that overlap the window, oldest first. */
  list(key: string, window: { readonly begin: Date; readonly end: Date }): Promise<RecordingPiece[]>;
  /** @param range the request's `Range` header; null: no such piece */
  playback(id: string, range: string | undefined): Promise<Playback | null>;
}

export type ClipRefusal = 'address-refused' | 'unreachable' | 'refused';

/** Recordings that are stored by other systems. */
export interface Clips {
  /** Why the address must not be requested; null: it may be. */
  refusalOf(address: string): Promise<ClipRefusal | null>;
  /** @param range the browser's `Range` header; @param signal ends the transfer */
  open(address: string, range: string | undefined, signal: AbortSignal): Promise<Result<Playback, ClipRefusal>>;
}

export interface MediaEngine {
  /** Resolves when the first picture is available (≤ 1 s when the channel is open), or with the failure. */
  flv(channel: MediaChannel, signal?: AbortSignal): Promise<Result<FlvFeed, ChannelReport>>;
  /**
   * A file of the channel's HLS stream. Each request holds the channel open for 8 s.
   * @param file the name after `<camera>/<channel>/`: `index.m3u8`, `init-1.mp4`, `12.m4s`
   * @param query appended to every name in the playlist, e.g. `?ticket=…`; it distinguishes players
   * @returns null as value: the file does not exist, or no longer
   */
  hls(channel: MediaChannel, file: string, query?: string): Promise<Result<HlsFile | null, ChannelReport>>;
  /** The newest keyframe as a JPEG; opens the channel if it has no viewers. */
  snapshot(channel: MediaChannel): Promise<Result<{ readonly jpeg: Buffer; readonly at: Date }, ChannelReport>>;
  readonly recordings: Recordings;
  readonly clips: Clips;
  /** The states of all channels that are open or were requested in the last minute. */
  states(): ChannelReport[];
  /** Calls the listener once for each state change. @returns a function that removes the listener */
  onState(listener: (report: ChannelReport) => void): () => void;
  /** Closes the channel, its viewers and its recording, after the camera was removed or its address changed. */
  forget(key: string): void;
  /** Starts the process if it is not running, so that the first viewer does not wait for it. */
  prepare(): void;
  /** Process id of the engine; null before it is needed and while it restarts. For metrics and tests. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

export interface Retention {
  /** Pieces older than this are deleted. */
  readonly days: number;
  /** Limit for all pieces together; the oldest are deleted first. */
  readonly bytes: number;
}

/** The part of the server's logger that the engine uses. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface MediaEngineOptions {
  /** Allowed upstream addresses: `10.0.0.0/8:554,8000-8100`, `camera.local:554`, `[fd00::]/8:554`. Empty: none. */
  readonly allowed: readonly string[];
  /** Recordings are stored in `<dataDir>/recordings`. */
  readonly dataDir: string;
  readonly retention: Retention;
  readonly log: Log;
  readonly clock: () => Date;
  /** Shorter in tests. */
  readonly timings?: MediaTimings;
}

export interface ChannelReport {
  readonly key: string;
  readonly state: ChannelState;
  /** The unsupported codec or protocol (H.265), if that is the problem. */
  readonly detail: string | null;
  readonly since: Date;
  /** Live viewers: FLV connections, and HLS players (distinguished by their query) until 8 s after their last request. */
  readonly viewers: number;
  readonly isRecording: boolean;
  /** Why recording fails; null: recording works. */
  readonly recordingFault: RecordingFault | null;
}

/** `not-writable` is followed by the error code of the file system. */
export type RecordingFault = 'disk-slow' | 'disk-full' | `not-writable ${string}`;
