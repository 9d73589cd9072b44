// What every kind of upstream looks like from outside: it runs until it ends, and says why it ended.
import type { AllowList } from '../allow-list.ts';
import type { Picture, VideoCodec } from '../picture.ts';
import type { ChannelState } from '../states.ts';

/** Why a source ended; `detail` is for people (a codec's name) and carries no secret. */
export interface SourceEnd {
  readonly state: Exclude<ChannelState, 'idle' | 'connecting' | 'playing' | 'no-picture' | 'restarting'>;
  readonly detail: string | null;
}

export interface SourceEvents {
  /** Anything came in: the source is alive, even when it shows nothing. */
  heard(): void;
  /** Before the first picture, and whenever the camera changed its settings. */
  codec(codec: VideoCodec): void;
  /** The first one is a keyframe. */
  picture(picture: Picture): void;
}

/** Addresses of a name, as `dns.lookup` with `all` gives them. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface SourceOptions extends SourceEvents {
  readonly url: URL;
  readonly allowed: AllowList;
  readonly resolve: Resolve;
  /** Ends the source and frees all it holds. */
  readonly signal: AbortSignal;
}

/** Resolves when the source ended, with everything closed. Never rejects for what a camera does. */
export type Source = (options: SourceOptions) => Promise<SourceEnd>;

/** Thrown inside a source, told as its end. */
export class SourceFault extends Error {
  readonly end: SourceEnd;
  constructor(state: SourceEnd['state'], detail: string | null = null) {
    super(detail ?? state);
    this.end = { state, detail };
  }
}

/** What a fault of the network, of our own finding, or of the camera's words means. */
export function endOf(error: unknown): SourceEnd {
  if (error instanceof SourceFault) return error.end;
  return { state: 'offline', detail: error instanceof Error && 'code' in error ? String(error.code) : null };
}

/** Name and password of an address. A stray `%` is a character like others: people type passwords as they are. */
export function loginOf(url: URL): { username: string; password: string } {
  const plain = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return { username: plain(url.username), password: plain(url.password) };
}
