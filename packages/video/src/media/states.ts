// What a channel does.

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
  /** Why nothing is written though it should be; null: all is well. */
  readonly recordingFault: RecordingFault | null;
}

/** `not-writable`: by the file system's own word for it. */
export type RecordingFault = 'disk-slow' | 'disk-full' | `not-writable ${string}`;

export const wordsOf = (state: ChannelState, detail: string | null): string | null => (namesDetail.has(state) ? detail : null);

/** Where the detail is for people. Elsewhere it is a code for the log. */
const namesDetail: ReadonlySet<ChannelState> = new Set(['codec-unsupported', 'protocol-unsupported']);
