// The engine's process and the protocol for talking to it, over Node's IPC channel.
import { fileURLToPath } from 'node:url';
import { type Child, keepChild } from '../child.ts';
import type { ChannelState } from './channel-state.ts';
import type { VideoCodec } from './picture.ts';
import type { Log, RecordingFault, Retention } from './port.ts';
import type { Timings } from './upstream/upstream.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const LONGEST_RESTART_MS = 30_000;
/** Hanging DNS lookups and disks must not block file access of other channels. */
const THREADS = '16';

interface EngineProcessEvents {
  /** Called when a new process is ready: all orders must be sent (again). */
  up(): void;
  down(): void;
  report(report: Report): void;
}

/** @param begin the first order for every new process */
export const keepEngine = (begin: Extract<Order, { type: 'begin' }>, log: Log, events: EngineProcessEvents): Child<Order> =>
  keepChild<Order, Report>({
    main: MAIN,
    name: 'the media engine',
    begin,
    log,
    longestRestartMs: LONGEST_RESTART_MS,
    environment: { UV_THREADPOOL_SIZE: THREADS },
    ...events,
  });

/** Parent → child. */
export type Order =
  | {
      readonly type: 'begin';
      readonly allowed: readonly string[];
      readonly folder: string;
      readonly retention: Retention;
      readonly timings: Timings;
      /** The socket at which the process serves recordings of other systems. */
      readonly clipsAt: string;
    }
  /** The requested state of a channel; a channel that is neither watched nor recorded is closed. Idempotent. */
  | {
      readonly type: 'want';
      readonly key: string;
      readonly url: string;
      readonly isBasicAllowed: boolean;
      readonly isWatched: boolean;
      readonly isRecorded: boolean;
    }
  | { readonly type: 'snapshot'; readonly id: number; readonly codec: VideoCodec; readonly data: Buffer }
  | { readonly type: 'stop' };

/** Child → parent. */
export type Report =
  | { readonly type: 'ready' }
  | { readonly type: 'state'; readonly key: string; readonly state: ChannelState; readonly detail: string | null }
  | { readonly type: 'codec'; readonly key: string; readonly epoch: number; readonly codec: VideoCodec }
  | {
      readonly type: 'picture';
      readonly key: string;
      readonly epoch: number;
      readonly dts: number;
      readonly pts: number;
      readonly isKey: boolean;
      readonly data: Buffer;
    }
  | { readonly type: 'recording'; readonly key: string; readonly fault: RecordingFault | null }
  | { readonly type: 'snapshot'; readonly id: number; readonly jpeg: Buffer | null }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly fields: object; readonly message: string };
