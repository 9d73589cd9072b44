// Cameras for tests and the benchmark: they send a test pattern over RTSP (interleaved) or HTTP-FLV, with all the faults that cameras have.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { flvCodec, flvHead, flvPicture } from '../media/out/flv.ts';
import { CLOCK } from '../media/picture.ts';
import { unpack } from '../media/upstream/h264.ts';
import type { Pattern } from './test-pattern.ts';

export type Behaviour =
  | 'plays'
  /** Accepts the connection and sends nothing. */
  | 'silent'
  /** Answers every request, but shows its first picture only after `HESITATION_MS`. */
  | 'hesitates'
  /** Plays ten pictures, then nothing. */
  | 'stalls'
  /** Plays ten pictures, then continues to send pictures with the time of the last one. */
  | 'stands'
  /** Plays ten pictures, then closes the connection. */
  | 'breaks'
  | 'garbage'
  /** Begins normally, then sends audio without end, as fast as it is read. */
  | 'floods'
  | 'redirects'
  | 'refuses'
  | 'h265';

export interface FakeCamera {
  readonly url: string;
  readonly port: number;
  /** Connections that are open now, and the number ever opened. */
  readonly open: number;
  readonly opened: number;
  behave(how: Behaviour): void;
  /** Closes all connections. */
  hangUp(): void;
  close(): Promise<void>;
}

export interface FakeCameraOptions {
  readonly login?: { readonly username: string; readonly password: string };
  /** RTSP only: the first request after PLAY is answered 401 with a new nonce, and no `stale`. */
  readonly renewsNonce?: boolean;
  /** RTSP only: the camera does not support Digest. */
  readonly isBasicOnly?: boolean;
  /** RTSP only: the session timeout that the camera announces. */
  readonly sessionSeconds?: number;
  /** RTSP only: the connection uses TLS with this certificate. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly name: string };
  /** RTSP only: the reply to DESCRIBE, after its first line and the sequence number. */
  readonly description?: string;
  /** Called with each RTSP request. */
  readonly onRequest?: (request: string) => void;
  /** 0: any free port. */
  readonly port?: number;
  readonly behaviour?: Behaviour;
  /** Called just before the pattern's picture with this index is sent. */
  readonly onPicture?: (index: number) => void;
}

const ELSEWHERE = 'http://127.0.0.1:9/elsewhere';
const FEW = 10;
const LONGEST = 0xffff;
const FLOODED_AT_ONCE = 16;
export const SLOW_REPLY_MS = 1_500;

type Protocol = (socket: Socket, how: () => Behaviour, pattern: Pattern, options: FakeCameraOptions) => void;

export const startFlvCamera = (pattern: Pattern, options: FakeCameraOptions = {}): Promise<FakeCamera> =>
  startCamera(pattern, options, serveFlv, (port) => `http://${loginIn(options)}127.0.0.1:${port}/live.flv`);

export const startRtspCamera = (pattern: Pattern, options: FakeCameraOptions = {}): Promise<FakeCamera> =>
  startCamera(pattern, options, serveRtsp, (port) =>
    options.tls ? `rtsps://${loginIn(options)}${options.tls.name}:${port}/live` : `rtsp://${loginIn(options)}127.0.0.1:${port}/live`,
  );

const loginIn = ({ login }: FakeCameraOptions): string => (login ? `${login.username}:${login.password}@` : '');

async function startCamera(
  pattern: Pattern,
  options: FakeCameraOptions,
  serve: Protocol,
  urlOf: (port: number) => string,
): Promise<FakeCamera> {
  const sockets = new Set<Socket>();
  let opened = 0;
  let behaviour = options.behaviour ?? 'plays';
  const serveOne = (socket: Socket): void => {
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    serve(socket, () => behaviour, pattern, options);
  };
  const server: Server = options.tls ? createSecureServer(options.tls, serveOne) : createServer({ noDelay: true }, serveOne);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: urlOf(port),
    port,
    get open() {
      return sockets.size;
    },
    get opened() {
      return opened;
    },
    behave(how) {
      behaviour = how;
    },
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends this packet many times, again and again. */
function flood(socket: Socket, packet: Buffer): void {
  const many = Buffer.concat(new Array<Buffer>(FLOODED_AT_ONCE).fill(packet));
  const more = (): void => {
    if (socket.writable) socket.write(many, () => setImmediate(more));
  };
  more();
}

/** Sends the pattern in real time, repeatedly. */
function pace(
  socket: Socket,
  how: () => Behaviour,
  { pictures, frameRate }: Pattern,
  { onPicture }: FakeCameraOptions,
  send: (index: number, ticks: number) => void,
): void {
  let count = 0;
  const begun = performance.now();
  const timer = setInterval(() => {
    if (how() === 'hesitates' && performance.now() - begun < SLOW_REPLY_MS) return;
    if (count >= FEW && (how() === 'stalls' || how() === 'silent')) return;
    if (count >= FEW && how() === 'breaks') socket.destroy();
    if (!socket.writable) return;
    onPicture?.(count % pictures.length);
    const shown = how() === 'stands' ? Math.min(count, FEW) : count;
    send(count % pictures.length, Math.round((shown * CLOCK) / frameRate));
    count += 1;
  }, 1000 / frameRate);
  socket.once('close', () => clearInterval(timer));
}

const serveFlv: Protocol = (socket, how, pattern, options) => {
  socket.once('data', (bytes) => {
    const behaviour = how();
    if (behaviour === 'silent') return;
    const { login } = options;
    if (login && !isLoggedIn(bytes.toString('latin1'), 'GET', '/live.flv', login))
      return void socket.end(`HTTP/1.1 401 Unauthorized\r\n${challenges(NONCE).join('\r\n')}\r\nContent-Length: 0\r\n\r\n`);
    if (behaviour === 'refuses') return void socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
    if (behaviour === 'redirects') return void socket.end(`HTTP/1.1 302 Found\r\nLocation: ${ELSEWHERE}\r\nContent-Length: 0\r\n\r\n`);
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: video/x-flv\r\n\r\n');
    if (behaviour === 'garbage') return void socket.write(Buffer.from('this is no FLV, whatever it says'));
    socket.write(flvHead);
    if (behaviour === 'h265') return void socket.write(Buffer.from([9, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0x1c, 0, 0, 0, 0, 0, 0, 0, 16]));
    socket.write(flvCodec(pattern.codec, 0));
    if (behaviour === 'floods') {
      const size = [LONGEST >> 8, LONGEST & 0xff];
      return flood(socket, Buffer.concat([Buffer.from([8, 0, ...size, 0, 0, 0, 0, 0, 0, 0]), Buffer.alloc(LONGEST + 4)]));
    }
    pace(socket, how, pattern, options, (index, ticks) => {
      const picture = pattern.pictures[index];
      if (picture) socket.write(flvPicture(picture, { dts: ticks, pts: ticks }));
    });
  });
};

const REALM = 'camera';
const NONCE = 'b1946ac92492d2347c6235b4d2611184';
const NEXT_NONCE = '591785b794601e212b260e25925636fd';

const serveRtsp: Protocol = (socket, how, pattern, options) => {
  const { login, isBasicOnly = false, sessionSeconds = 60, onRequest = () => undefined } = options;
  let rest = '';
  let isPlaying = false;
  let nonce = NONCE;
  socket.on('data', (bytes) => {
    const behaviour = how();
    if (behaviour === 'silent') return;
    if (behaviour === 'garbage') return void socket.write(Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]));
    rest += bytes.toString('latin1');
    for (let end = rest.indexOf('\r\n\r\n'); end >= 0; end = rest.indexOf('\r\n\r\n')) {
      const request = rest.slice(0, end);
      rest = rest.slice(end + 4);
      answer(request, behaviour);
    }
  });

  const answer = (request: string, behaviour: Behaviour): void => {
    onRequest(request);
    const [method = '', uri = ''] = request.split(' ');
    const cseq = /^CSeq: *(\d+)/im.exec(request)?.[1] ?? '0';
    const reply = (status: string, lines: readonly string[] = [], body = ''): void => {
      const head = [`RTSP/1.0 ${status}`, `CSeq: ${cseq}`, ...lines, ...(body ? [`Content-Length: ${body.length}`] : [])];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    };
    const answers: Readonly<Record<string, () => void>> = {
      DESCRIBE: () =>
        options.description === undefined
          ? reply('200 OK', ['Content-Type: application/sdp', `Content-Base: ${uri}/`], describe(pattern, behaviour))
          : void socket.write(`RTSP/1.0 200 OK\r\nCSeq: ${cseq}\r\n${options.description}`),
      SETUP: () => reply('200 OK', ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1;ssrc=1', `Session: 42;timeout=${sessionSeconds}`]),
      PLAY: () => {
        reply('200 OK', ['Session: 42']);
        if (behaviour === 'floods')
          flood(socket, Buffer.concat([Buffer.from([0x24, 2, LONGEST >> 8, LONGEST & 0xff]), Buffer.alloc(LONGEST)]));
        else if (!isPlaying) play(socket, how, pattern, options);
        isPlaying = true;
      },
      TEARDOWN: () => socket.end(),
    };
    if (options.renewsNonce && isPlaying) nonce = NEXT_NONCE;
    const isKnown = !login || (isBasicOnly ? isBasic(request, login) : isLoggedIn(request, method, uri, login, nonce));
    if (behaviour === 'refuses' || !isKnown) reply('401 Unauthorized', isBasicOnly ? challenges(nonce).slice(1) : challenges(nonce));
    else if (behaviour === 'redirects') reply('302 Found', ['Location: rtsp://127.0.0.1:9/elsewhere']);
    else (answers[method] ?? (() => reply('200 OK')))();
  };
};

const challenges = (nonce: string): readonly string[] => [
  `WWW-Authenticate: Digest realm="${REALM}", nonce="${nonce}", qop="auth"`,
  'WWW-Authenticate: Basic realm="x"',
];

function describe({ sps, pps }: Pattern, behaviour: Behaviour): string {
  const video =
    behaviour === 'h265'
      ? ['a=rtpmap:96 H265/90000']
      : [
          'a=rtpmap:96 H264/90000',
          `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${sps.toString('base64')},${pps.toString('base64')}`,
        ];
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=camera',
    't=0 0',
    'm=video 0 RTP/AVP 96',
    'c=IN IP4 0.0.0.0',
    ...video,
    'a=control:track1',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

const isBasic = (request: string, { username, password }: NonNullable<FakeCameraOptions['login']>): boolean =>
  request.includes(`Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);

function isLoggedIn(
  request: string,
  method: string,
  uri: string,
  { username, password }: NonNullable<FakeCameraOptions['login']>,
  nonce = NONCE,
): boolean {
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  const part = (name: string): string => new RegExp(`\\b${name}="?([^",\\r]+)`).exec(request)?.[1] ?? '';
  const [ha1, ha2] = [md5(`${username}:${REALM}:${password}`), md5(`${method}:${uri}`)];
  return part('response') === md5(`${ha1}:${nonce}:${part('nc')}:${part('cnonce')}:auth:${ha2}`);
}

const MOST_PAYLOAD = 1_400;

function play(socket: Socket, how: () => Behaviour, pattern: Pattern, options: FakeCameraOptions): void {
  let sequence = 65_000; // wraps soon
  const send = (payload: Buffer, ticks: number, isLast: boolean): void => {
    const head = Buffer.alloc(16);
    head[0] = 0x24;
    head.writeUInt16BE(12 + payload.length, 2);
    head[4] = 0x80;
    head[5] = (isLast ? 0x80 : 0) | 96;
    head.writeUInt16BE(sequence & 0xffff, 6);
    head.writeUInt32BE((0xfffff000 + ticks) >>> 0, 8); // wraps soon, too
    head.writeUInt32BE(1, 12);
    sequence += 1;
    socket.write(Buffer.concat([head, payload]));
  };
  pace(socket, how, pattern, options, (index, ticks) => {
    const nals = unpack(pattern.pictures[index]?.data ?? Buffer.alloc(0), 4) ?? [];
    for (const [i, nal] of nals.entries()) {
      const isLast = i === nals.length - 1;
      const head = nal[0] ?? 0;
      if (nal.length <= MOST_PAYLOAD) send(nal, ticks, isLast);
      else {
        for (let at = 1; at < nal.length; at += MOST_PAYLOAD) {
          const end = Math.min(nal.length, at + MOST_PAYLOAD);
          const marks = (at === 1 ? 0x80 : 0) | (end === nal.length ? 0x40 : 0) | (head & 0x1f);
          send(Buffer.concat([Buffer.from([(head & 0xe0) | 28, marks]), nal.subarray(at, end)]), ticks, isLast && end === nal.length);
        }
      }
    }
  });
}
