// The towers' video: RTSP over TCP with RTP interleaved in the same connection. Each viewer has one connection; its session ends with the
// connection, or after a minute without data from the viewer.
import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { FRAMES_PER_SECOND, openEncoder, TICKS_PER_SECOND } from '../encoder.ts';
import { type CameraFault, shownTicks } from '../faults.ts';
import type { AccessUnit, Feed } from '../feed.ts';
import type { Authenticator } from '../login.ts';
import { createRtspReader, type RtspRequest, rtspResponse } from './message.ts';
import { PAYLOAD_TYPE, type RtpStream, rtpPacketsOf } from './rtp.ts';

interface RtspServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The feed at a path (`<towerId>/<channel>`), and its name; null when there is none. */
  readonly feedAt: (path: string) => { readonly feed: Feed; readonly name: string; readonly faults?: readonly CameraFault[] } | null;
  readonly authenticator: Authenticator;
}

interface RtspServer {
  readonly port: number;
  stop(): Promise<void>;
}

const METHODS = 'OPTIONS, DESCRIBE, SETUP, PLAY, PAUSE, GET_PARAMETER, SET_PARAMETER, TEARDOWN';
const SESSION_SECONDS = 60;
/** Limit of the unread bytes of a viewer; a slower viewer skips pictures up to the next keyframe. */
const MOST_UNREAD_BYTES = 1_500_000;

interface Session {
  readonly id: string;
  readonly path: string;
  readonly channel: number;
  readonly stream: RtpStream;
  leave: (() => void) | null;
}

/** @throws when the port is in use */
export async function startRtspServer({ host, port, feedAt, authenticator }: RtspServerOptions): Promise<RtspServer> {
  // All channels use the same encoder settings, so their parameter sets are equal and known before a feed is encoded.
  const probe = await openEncoder();
  const { parameterSets } = probe;
  probe.close();
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).setTimeout(SESSION_SECONDS * 1_000);
    let session: Session | null = null;
    const reader = createRtspReader();
    const end = (): void => {
      session?.leave?.();
      session = null;
    };
    const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url).replace(/^\/+|\/+$/g, '');

    const handlers: Readonly<Record<string, (request: RtspRequest) => string>> = {
      OPTIONS: (request) => rtspResponse(200, request, { Public: METHODS }),
      DESCRIBE(request) {
        const path = pathOf(request.url);
        const found = feedAt(path);
        if (found === null) return rtspResponse(404, request);
        const base = `${request.url.replace(/\/+$/, '')}/`;
        return rtspResponse(
          200,
          request,
          { 'Content-Base': base, 'Content-Type': 'application/sdp' },
          sdpOf(found.name, base, parameterSets),
        );
      },
      SETUP(request) {
        const path = pathOf(request.url).replace(new RegExp(`/${TRACK}$`), '');
        if (feedAt(path) === null) return rtspResponse(404, request);
        const offer = (request.headers.get('transport') ?? '').split(',').find((one) => /^RTP\/AVP\/TCP/i.test(one.trim()));
        if (offer === undefined) return rtspResponse(461, request);
        const channel = Number(/interleaved=(\d+)/.exec(offer)?.[1] ?? 0);
        end();
        session = {
          id: randomBytes(8).toString('hex'),
          path,
          channel,
          stream: { sequence: randomBytes(2).readUInt16BE(), source: randomBytes(4).readUInt32BE(), offset: randomBytes(4).readUInt32BE() },
          leave: null,
        };
        const { source } = session.stream;
        return rtspResponse(200, request, {
          Transport: `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1};ssrc=${source.toString(16).padStart(8, '0')}`,
          Session: `${session.id};timeout=${SESSION_SECONDS}`,
        });
      },
      PLAY: ofSession((request, current) => {
        const found = feedAt(current.path);
        if (found === null) return rtspResponse(404, request);
        const { sequence } = current.stream;
        // Deferred to a microtask, so that the response is sent before the first packet.
        queueMicrotask(() => {
          if (session === current) current.leave ??= found.feed.watch(sending(socket, current, found.faults ?? []));
        });
        return rtspResponse(200, request, {
          Session: current.id,
          Range: 'npt=now-',
          'RTP-Info': `url=${request.url.replace(/\/+$/, '')}/${TRACK};seq=${sequence}`,
        });
      }),
      PAUSE: ofSession((request, current) => {
        current.leave?.();
        current.leave = null;
        return rtspResponse(200, request, { Session: current.id });
      }),
      GET_PARAMETER: (request) => rtspResponse(200, request, session === null ? {} : { Session: session.id }),
      SET_PARAMETER: (request) => rtspResponse(200, request, session === null ? {} : { Session: session.id }),
      TEARDOWN: ofSession((request, current) => {
        end();
        return rtspResponse(200, request, { Session: current.id });
      }),
    };

    function ofSession(handler: (request: RtspRequest, current: Session) => string): (request: RtspRequest) => string {
      return (request) => {
        const given = request.headers.get('session')?.split(';', 1)[0];
        return session === null || given !== session.id ? rtspResponse(454, request) : handler(request, session);
      };
    }

    function respond(request: RtspRequest): string {
      const handler = Object.hasOwn(handlers, request.method) ? handlers[request.method] : undefined;
      if (handler === undefined) return rtspResponse(405, request, { Allow: METHODS });
      // OPTIONS needs no authentication (RFC 2326, 10.1).
      if (request.method !== 'OPTIONS' && !authenticator.admits(request.method, request.headers.get('authorization'))) {
        const [digest = '', ...others] = authenticator.challenge();
        const isOdd = feedAt(pathOf(request.url).replace(new RegExp(`/${TRACK}$`), ''))?.faults?.includes('digest-lower-case') ?? false;
        const first = isOdd ? digest.replace('algorithm=MD5', 'algorithm="md5"') : digest;
        return rtspResponse(401, request, { 'WWW-Authenticate': [first, ...others] });
      }
      return handler(request);
    }

    socket.on('data', (bytes) => {
      try {
        for (const request of reader.read(bytes)) socket.write(respond(request));
      } catch {
        // A client that does not speak RTSP gets one response and is disconnected.
        socket.end(rtspResponse(400, null));
      }
    });
    socket.on('timeout', () => socket.destroy());
    // A broken connection ends the session like a closed one.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      end();
      sockets.delete(socket);
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Sends packets interleaved in the RTSP connection: `$`, channel, length, packet (RFC 2326, 10.12). */
function sending(socket: Socket, { channel, stream }: Session, faults: readonly CameraFault[]): (unit: AccessUnit) => void {
  let skips = false;
  let first: number | null = null;
  return (unit) => {
    if (socket.writableLength > MOST_UNREAD_BYTES) skips = true;
    else if (unit.isKeyframe) skips = false;
    if (skips) return;
    first ??= unit.ticks;
    const ticks = first + shownTicks(unit.ticks - first, TICKS_PER_SECOND, faults);
    const parts = rtpPacketsOf(stream, { nals: unit.nals, ticks }, faults.includes('marker-on-every-slice')).flatMap((packet) => {
      const head = Buffer.of(0x24, channel, 0, 0);
      head.writeUInt16BE(packet.length, 2);
      return [head, packet];
    });
    socket.write(Buffer.concat(parts));
  };
}

// The description of a stream, the response to DESCRIBE (SDP, RFC 8866; H.264's parameters RFC 6184, section 8.2.1).

const TRACK = 'trackID=0';

/** @param parameterSets sequence and picture parameter sets */
function sdpOf(name: string, base: string, parameterSets: readonly Buffer[]): string {
  const profile = parameterSets[0]?.toString('hex', 1, 4) ?? '';
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    `s=${name}`,
    'c=IN IP4 0.0.0.0',
    't=0 0',
    `a=control:${base}`,
    'a=range:npt=now-',
    `m=video 0 RTP/AVP ${PAYLOAD_TYPE}`,
    `a=rtpmap:${PAYLOAD_TYPE} H264/${TICKS_PER_SECOND}`,
    `a=fmtp:${PAYLOAD_TYPE} packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${parameterSets
      .map((set) => set.toString('base64'))
      .join(',')}`,
    `a=framerate:${FRAMES_PER_SECOND}`,
    `a=control:${TRACK}`,
    '',
  ].join('\r\n');
}
