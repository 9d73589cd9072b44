// The interface of all upstream protocols: a source runs until it ends and returns the reason. Also the checked connection that they share.
import { lookup } from 'node:dns/promises';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { type AllowList, isAllowed } from '../allow-list.ts';
import type { ChannelState } from '../channel-state.ts';
import type { Picture, VideoCodec } from '../picture.ts';

/** Why a source ended; `detail` (a codec name, an error code) contains no secret. */
export interface SourceEnd {
  readonly state: Exclude<ChannelState, 'idle' | 'connecting' | 'playing' | 'no-picture' | 'restarting'>;
  readonly detail: string | null;
}

interface SourceEvents {
  /** Called with the number of bytes that arrived: the source is alive, even without pictures. */
  received(bytes: number): void;
  /** Called before the first picture and whenever the camera changes its settings. */
  codec(codec: VideoCodec): void;
  /** Called for each picture; the first one is a keyframe. */
  picture(picture: Picture): void;
}

/** Resolves a name to its addresses, like `dns.lookup` with `all`. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface SourceOptions extends SourceEvents {
  readonly url: URL;
  /** The login may be sent in clear text (Basic). */
  readonly isBasicAllowed: boolean;
  readonly allowed: AllowList;
  readonly resolve: Resolve;
  /** Ends the source and releases its resources. */
  readonly signal: AbortSignal;
}

/** Resolves when the source has ended and everything is closed. Never rejects because of a camera. */
export type Source = (options: SourceOptions) => Promise<SourceEnd>;

/** Thrown inside a source; becomes the reason for its end. */
export class SourceFault extends Error {
  readonly end: SourceEnd;
  constructor(state: SourceEnd['state'], detail: string | null = null) {
    super(detail ?? state);
    this.end = { state, detail };
  }
}

/** Node's codes for certificate errors (OpenSSL's names, and its own for a mismatch of the certificate's name). */
const CERTIFICATE_FAULT = /CERT|SELF_SIGNED|ISSUER|CRL/;

/** Maps network errors and source faults to the reason for the end of a source. */
export function endOf(error: unknown): SourceEnd {
  if (error instanceof SourceFault) return error.end;
  const detail = error instanceof Error && 'code' in error ? String(error.code) : null;
  return { state: detail !== null && CERTIFICATE_FAULT.test(detail) ? 'certificate-refused' : 'offline', detail };
}

/** Name and password of a URL. An invalid escape is left unchanged, because users type passwords with a plain `%`. */
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

// The only way to connect to external hosts: the name is resolved, the address is checked, and exactly that address is connected to.

export const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** @returns the address to connect to. @throws SourceFault `address-refused` when none of the name's addresses is allowed */
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

/** Connects a socket that is destroyed on abort. */
export async function dial(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const socket = tcpConnect({ host: address, port, noDelay: true });
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', abort));
  await opened(socket, 'connect');
  return socket;
}

/**
 * TLS over an existing connection. The certificate is checked against the authorities of Node and of NODE_EXTRA_CA_CERTS, and against the
 * name or address by which the camera is known; when the connection below ends, so does this one.
 * @param host of the camera's URL
 */
export async function overTls(socket: Socket, host: string): Promise<TLSSocket> {
  const bare = host.replace(/^\[|\]$/g, '');
  const secure = tlsConnect({ socket, host: bare, ...(isIP(bare) === 0 && { servername: bare }) });
  await opened(secure, 'secureConnect');
  return secure;
}

const opened = (socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(new SourceFault('offline')));
  });
