// A camera over RTSP on one TCP connection (RFC 2326, interleaved), or within TLS (`rtsps:`, RFC 7826). No other connection is opened, whatever addresses the camera returns.
import type { Socket } from 'node:net';
import { authorization, type Challenge, challengeOf, isStale, type Login, mayUseBasic } from '../../digest.ts';
import { createDepacketizer } from './rtp.ts';
import { allowedAddress, dial, endOf, loginOf, overTls, type Source, SourceFault } from './source.ts';

const RTSP_PORT = 554;
const RTSPS_PORT = 322;
/** Default session timeout of RTSP servers, and the longest that is accepted. */
const SESSION_SECONDS = 60;
/** Session not found (RFC 2326, 11.3.5). */
const NO_SESSION = 'RTSP 454';

export const rtspSource: Source = async (options) => {
  const { url, signal } = options;
  try {
    const isSecure = url.protocol === 'rtsps:';
    const port = Number(url.port) || (isSecure ? RTSPS_PORT : RTSP_PORT);
    const connection = await dial(await allowedAddress(options, url.hostname, port), port, signal);
    try {
      return await play(isSecure ? await overTls(connection, url.hostname) : connection, options);
    } finally {
      connection.destroy();
    }
  } catch (error) {
    return endOf(error);
  }
};

async function play(socket: Socket, { url, isBasicAllowed, received, codec, picture, signal }: Parameters<Source>[0]) {
  const login = loginOf(url);
  const base = `${url.protocol}//${url.host}${url.pathname}${url.search}`;
  let onPacket: (channel: number, data: Buffer) => void = () => undefined;
  const wire = createRequests(
    socket,
    { ...login, mayUseBasic: mayUseBasic(url.protocol, isBasicAllowed) },
    { received, packet: (channel, data) => onPacket(channel, data) },
  );

  const described = await wire.ask('DESCRIBE', base, { Accept: 'application/sdp' });
  const track = videoTrackOf(described.body);
  if (!track) throw new SourceFault(described.body.includes('v=0') ? 'codec-unsupported' : 'garbage', null);
  if (track.encoding.toUpperCase() !== 'H264') throw new SourceFault('codec-unsupported', nameOf(track.encoding));
  const root = atHost(described.headers.get('content-base')?.[0] ?? described.headers.get('content-location')?.[0] ?? '', base);
  const setup = await wire.ask('SETUP', trackAddress(root, track.control), { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' });
  const depacketizer = createDepacketizer({ ...track, codec, picture });
  // Packets of the track are identified by their payload type, because cameras use channels other than those offered to them, or than those
  // they announced. RTCP has separate types.
  onPacket = (_channel, data) => void depacketizer.packet(data);
  const played = await wire.ask('PLAY', root, { ...sessionOf(setup), Range: 'npt=0.000-' });
  const session = { ...sessionOf(played), ...sessionOf(setup) };
  const alive = keepAlive(wire, root, session, aliveSecondsOf(setup));
  try {
    await wire.ended;
    return { state: 'offline', detail: null } as const;
  } finally {
    alive.stop();
    if (!signal.aborted && !socket.destroyed) wire.send('TEARDOWN', root, session);
  }
}

const sessionOf = ({ headers }: RtspReply): { readonly Session?: string } => {
  const id = headers.get('session')?.[0]?.split(';')[0]?.trim();
  return id ? { Session: id } : {};
};

/** How many seconds a session lives without a request: `77;timeout=8`, `77 ; Timeout = "60"`. */
function aliveSecondsOf({ headers }: RtspReply): number {
  const named = Number(/;\s*timeout\s*=\s*"?(\d+)/i.exec(headers.get('session')?.[0] ?? '')?.[1] ?? SESSION_SECONDS);
  return named > 0 ? Math.min(SESSION_SECONDS, named) : SESSION_SECONDS;
}

/**
 * Keeps the session alive by a request at half its timeout. Every camera has OPTIONS, whose reply states whether it has GET_PARAMETER, the
 * only request that some cameras count. A request refused for its nonce is repeated by `ask`. If the camera no longer knows the session,
 * the connection ends.
 */
function keepAlive(wire: Requests, root: string, session: Readonly<Record<string, string>>, seconds: number): { stop(): void } {
  let method: 'OPTIONS' | 'GET_PARAMETER' = 'OPTIONS';
  let isWaiting = false;
  const once = async (): Promise<void> => {
    // Some cameras never answer it, and continue to play.
    if (isWaiting) return wire.send(method, root, session);
    isWaiting = true;
    try {
      const { headers } = await wire.ask(method, root, session);
      if (method === 'OPTIONS' && headers.get('public')?.some((methods) => /\bGET_PARAMETER\b/i.test(methods))) method = 'GET_PARAMETER';
    } catch (error) {
      const { detail } = endOf(error);
      if (detail === NO_SESSION) wire.end(new SourceFault('offline', detail));
      // The camera lists GET_PARAMETER but does not support it.
      else method = 'OPTIONS';
    } finally {
      isWaiting = false;
    }
  };
  void once();
  const timer = setInterval(() => void once(), Math.max(1, seconds / 2) * 1000);
  return { stop: () => clearInterval(timer) };
}

interface Requests {
  /** @throws SourceFault for anything but 200 */
  ask(method: string, uri: string, headers: Readonly<Record<string, string>>): Promise<RtspReply>;
  /** Sends a request and ignores the reply. */
  send(method: string, uri: string, headers: Readonly<Record<string, string>>): void;
  /** Ends the connection with this reason. */
  end(why: SourceFault): void;
  /** Resolves when the camera closed the connection; rejects when it broke or its data is not RTSP. */
  readonly ended: Promise<void>;
}

type RtspLogin = Login & { readonly mayUseBasic: boolean };

function createRequests(
  socket: Socket,
  login: RtspLogin,
  events: { received(bytes: number): void; packet(channel: number, data: Buffer): void },
): Requests {
  let cseq = 0;
  let challenge: Challenge | null = null;
  let answered = 0;
  /** Whether the login has been accepted with the current challenge or an earlier one. */
  let hasWorked = false;
  const waiting = new Map<number, { resolve(reply: RtspReply): void; reject(error: unknown): void }>();
  const frames = createRtspFrames({
    received: events.received,
    packet: events.packet,
    reply: (reply) => {
      const number = Number(reply.headers.get('cseq')?.[0]);
      waiting.get(number)?.resolve(reply);
      waiting.delete(number);
    },
  });
  let end: Requests['end'] = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    const rejectAll = (error: unknown) => {
      for (const { reject: refuse } of waiting.values()) refuse(error);
      waiting.clear();
    };
    socket.on('data', (bytes) => {
      try {
        frames.push(bytes);
      } catch (error) {
        rejectAll(error);
        reject(error);
        socket.destroy();
      }
    });
    socket.on('error', (error) => {
      rejectAll(error);
      reject(error);
    });
    end = (why) => {
      rejectAll(why);
      reject(why);
      socket.destroy();
    };
    socket.on('close', () => {
      rejectAll(new SourceFault('offline'));
      resolve();
    });
  });
  ended.catch(() => undefined); // during setup the error is reported by `ask`

  const write = (method: string, uri: string, headers: Readonly<Record<string, string>>): number => {
    cseq += 1;
    answered += 1;
    const auth = challenge && { Authorization: authorization(challenge, login, { method, uri, count: answered }) };
    const all = { CSeq: String(cseq), 'User-Agent': 'FireLookout', ...auth, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`${method} ${uri} RTSP/1.0\r\n${lines.join('')}\r\n`);
    return cseq;
  };
  const once = (method: string, uri: string, headers: Readonly<Record<string, string>>): Promise<RtspReply> =>
    new Promise((resolve, reject) => {
      if (!socket.writable) reject(new SourceFault('offline'));
      else waiting.set(write(method, uri, headers), { resolve, reject });
    });

  return {
    ended,
    end: (why) => end(why),
    async ask(method, uri, headers) {
      let reply = await once(method, uri, headers);
      // Once with a login, and once more when the refusal was about the nonce.
      for (let tries = 0; tries < 2 && reply.status === 401 && login.username !== ''; tries += 1) {
        const offered = challengeOf(reply.headers.get('www-authenticate') ?? []);
        if (offered === null || (challenge !== null && !isStale(challenge, offered, hasWorked))) break;
        if (offered.scheme === 'other') throw new SourceFault('login-unsupported', offered.parameters.algorithm ?? null);
        if (offered.scheme === 'basic' && !login.mayUseBasic) throw new SourceFault('basic-only');
        [challenge, answered] = [offered, 0];
        reply = await once(method, uri, headers);
      }
      if (reply.status !== 200) throw refusalOf(reply.status);
      hasWorked ||= challenge !== null;
      return reply;
    },
    send(method, uri, headers) {
      write(method, uri, headers);
    },
  };
}

function refusalOf(status: number): SourceFault {
  if (status === 401 || status === 403) return new SourceFault('unauthorized');
  // Redirects are not followed: the target was not checked against the allow-list.
  if (status >= 300 && status < 400) return new SourceFault('address-refused');
  return new SourceFault('offline', `RTSP ${status}`);
}

/**
 * Replaces the host of an address that the camera names by the host under which the camera is known: it may name an address of its inner
 * network, 0.0.0.0, or only a path. This only changes the request text: the connection is the same.
 */
function atHost(named: string, base: string): string {
  const here = new URL(base);
  const [, path] = /^rtsps?:\/\/[^/?]*(.*)$/i.exec(named.trim()) ?? [];
  if (path !== undefined) return `${here.protocol}//${here.host}${path}`;
  return named.trim().startsWith('/') ? `${here.protocol}//${here.host}${named.trim()}` : base;
}

/** RFC 2326, C.1.1: relative to the description's base. */
function trackAddress(root: string, control: string): string {
  if (control === '' || control === '*') return root;
  return /^rtsps?:\/\//i.test(control) ? atHost(control, root) : `${root.replace(/\/$/, '')}/${control.replace(/^\//, '')}`;
}

const names: Readonly<Record<string, string>> = { H265: 'H.265', HEVC: 'H.265', JPEG: 'MJPEG', 'MP4V-ES': 'MPEG-4', MPV: 'MPEG-2' };
const nameOf = (encoding: string): string => names[encoding.toUpperCase()] ?? encoding.slice(0, 20);

// Framing: bytes of an RTSP connection → replies and interleaved packets (RFC 2326, 10.12).

interface RtspReply {
  readonly status: number;
  /** Names in lower case; all values of a repeated header (`www-authenticate`) are retained. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

interface RtspFrames {
  /** @throws SourceFault `garbage` when the bytes are not RTSP */
  push(bytes: Buffer): void;
}

const MOST_HEAD = 16 << 10;
const MOST_BODY = 256 << 10;
/** Cost of a message in addition to its bytes, so that a flood of empty messages is detected as a flood. */
const MESSAGE_BYTES = 256;
/** Maximum number of chunks of one message that wait to be joined. */
const MOST_CHUNKS = 1_000;
/** A line of a description has some hundred bytes, with parameter sets a thousand; a camera has only a few tracks. */
const MOST_LINE = 8_192;
const MOST_TRACKS = 32;
const DOLLAR = 0x24;
const [CR, LF] = [0x0d, 0x0a];

interface FrameEvents {
  received(bytes: number): void;
  reply(reply: RtspReply): void;
  packet(channel: number, data: Buffer): void;
}

function createRtspFrames(events: FrameEvents): RtspFrames {
  let rest: Buffer = Buffer.alloc(0);
  /** The number of bytes from which the message at the beginning of `rest` is parsed again. */
  let wanted = 0;
  let chunks: Buffer[] = [];
  let waiting = 0;

  const needs = (bytes: number): 0 => {
    wanted = bytes;
    return 0;
  };

  /** @returns the number of bytes consumed; 0: more are needed */
  const take = (): number => {
    if (rest[0] === DOLLAR) {
      const end = rest.length < 4 ? 4 : 4 + rest.readUInt16BE(2);
      if (rest.length < end) return needs(end);
      events.packet(rest[1] ?? 0, rest.subarray(4, end));
      return end;
    }
    // Empty lines between messages.
    const blank = rest.findIndex((byte) => byte !== CR && byte !== LF);
    if (blank !== 0) return blank < 0 ? rest.length : blank;
    const headEnd = rest.indexOf('\r\n\r\n');
    if (!couldBeText(rest) || (headEnd < 0 && rest.length > MOST_HEAD)) throw new SourceFault('garbage');
    if (headEnd < 0) return 0;
    const [first = '', ...lines] = rest.toString('latin1', 0, headEnd).split('\r\n');
    const headers = readHeaders(lines);
    const length = Number(headers.get('content-length')?.[0] ?? 0);
    if (!(length >= 0 && length <= MOST_BODY)) throw new SourceFault('garbage');
    const end = headEnd + 4 + length;
    if (rest.length < end) return needs(end);
    const status = /^RTSP\/1\.\d (\d{3})/.exec(first)?.[1];
    // Requests from the camera (ANNOUNCE, OPTIONS) are ignored.
    if (status !== undefined) events.reply({ status: Number(status), headers, body: rest.toString('utf8', headEnd + 4, end) });
    else if (!/^[A-Z_]+ \S+ RTSP\//.test(first)) throw new SourceFault('garbage');
    return end;
  };

  return {
    push(bytes) {
      events.received(bytes.length);
      chunks.push(bytes);
      waiting += bytes.length;
      // The bytes of a long message are joined when it is complete: a camera that sends them one by one must not cause a copy of all of
      // them for each byte.
      if (waiting < wanted && chunks.length < MOST_CHUNKS) return;
      rest = chunks.length === 1 ? bytes : Buffer.concat(chunks);
      wanted = 0;
      while (rest.length > 0) {
        const taken = take();
        if (taken === 0) break;
        events.received(MESSAGE_BYTES);
        rest = rest.subarray(taken);
      }
      chunks = rest.length === 0 ? [] : [rest];
      waiting = rest.length;
    },
  };
}

function readHeaders(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const values = headers.get(name);
    if (values) values.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}

/** Replies begin with a capital letter; anything else is not RTSP. */
const couldBeText = (bytes: Buffer): boolean => (bytes[0] ?? 0) >= 0x41 && (bytes[0] ?? 0) <= 0x5a;

// The camera's stream description (SDP, RFC 8866): the video track and its H.264 parameters (RFC 6184, 8.2.1).

interface VideoTrack {
  /** The encoding name in the description: H264, H265, JPEG … */
  readonly encoding: string;
  readonly payloadType: number;
  readonly clockRate: number;
  /** Relative or absolute URL of the track. */
  readonly control: string;
  readonly parameterSets: readonly Buffer[];
}

/** The first H.264 video track, otherwise the first video track; null when there is none. */
function videoTrackOf(sdp: string): VideoTrack | null {
  const sections = sdp.split(/\r?\n(?=m=)/).filter((section) => /^m=video\b/i.test(section));
  const tracks = sections.slice(0, MOST_TRACKS).map(trackOf);
  return tracks.find(({ encoding }) => encoding.toUpperCase() === 'H264') ?? tracks[0] ?? null;
}

function trackOf(text: string): VideoTrack {
  const section = text.split(/\r?\n/).filter((line) => line.length <= MOST_LINE);
  const payloadType = Number(section[0]?.split(/\s+/)[3]);
  const value = (pattern: RegExp): string | undefined =>
    section.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
  const map = value(new RegExp(`^a=rtpmap:\\s*${payloadType}\\s+(\\S.*)$`, 'i')) ?? staticEncoding[payloadType] ?? '';
  const [encoding = 'unknown', rate] = map.split('/');
  const sets = value(/sprop-parameter-sets\s*=\s*"?([^;\s"]+)/i)?.split(',') ?? [];
  return {
    encoding: encoding.trim() || 'unknown',
    payloadType,
    clockRate: Number(rate) || 90_000,
    control: value(/^a=control:(.+)$/i)?.trim() ?? '',
    parameterSets: sets.map((set) => Buffer.from(set, 'base64')),
  };
}

/** Payload types that need no rtpmap (RFC 3551). */
const staticEncoding: Readonly<Record<number, string>> = { 26: 'JPEG/90000', 32: 'MPV/90000' };
