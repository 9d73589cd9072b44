// What every kind of upstream looks like from outside: it runs until it ends, and says why it ended.

import { lookup } from 'node:dns/promises';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { type AllowList, isAllowed } from '../allow-list.ts';
import type { Picture, VideoCodec } from '../picture.ts';
import type { ChannelState } from '../port.ts';

/** Why a source ended; `detail` is for people (a codec's name) and carries no secret. */
export interface SourceEnd {
  readonly state: Exclude<ChannelState, 'idle' | 'connecting' | 'playing' | 'no-picture' | 'restarting'>;
  readonly detail: string | null;
}

interface SourceEvents {
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

// The only door to the outside: a name is resolved, what it resolved to is checked, and exactly that address is connected to.

export const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** @returns the address to connect to. @throws SourceFault `address-refused` when none that the name has is allowed */
export async function allowedAddress(
  { allowed, resolve }: { allowed: AllowList; resolve: Resolve },
  host: string,
  port: number,
): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  const addresses = isIP(bare) ? [bare] : await resolve(bare);
  const address = addresses.find((one) => isAllowed(allowed, { host: bare, address: one, port }));
  if (address === undefined) throw new SourceFault('address-refused');
  return address;
}

/** A connected socket that `signal` destroys. */
export async function dial(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const socket = tcpConnect({ host: address, port, noDelay: true });
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', abort));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(new SourceFault('offline')));
  });
  return socket;
}
