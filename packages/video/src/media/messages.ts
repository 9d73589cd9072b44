// What the server's process and the engine's process say to each other, over the channel that Node opens between parent and child.
import type { VideoCodec } from './picture.ts';
import type { Retention } from './port.ts';
import type { ChannelState, RecordingFault } from './states.ts';
import type { Timings } from './upstream/upstream.ts';

/** Parent → child. */
export type Order =
  | {
      readonly type: 'begin';
      readonly allowed: readonly string[];
      readonly folder: string;
      readonly retention: Retention;
      readonly timings: Timings;
    }
  /** What is wanted of a channel now: nothing of both closes it. Saying it again is harmless. */
  | { readonly type: 'want'; readonly key: string; readonly url: string; readonly isWatched: boolean; readonly isRecorded: boolean }
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
