// A camera or media server over HTTP-FLV. Redirects are not followed: their targets were not checked against the allow-list.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { mayUseBasic, sendWithLogin } from '../../digest.ts';
import type { Picture, VideoCodec } from '../picture.ts';
import { codecOf, nalType, pack, readAvcC, typeOf, unpack } from './h264.ts';
import { allowedAddress, endOf, loginOf, type Source, type SourceEnd, SourceFault, type SourceOptions } from './source.ts';

export const flvSource: Source = async (options) => {
  try {
    const answer = await get(options);
    return await read(answer, options);
  } catch (error) {
    return endOf(error);
  }
};

async function get(options: SourceOptions): Promise<IncomingMessage> {
  const { url, signal, isBasicAllowed } = options;
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const address = await allowedAddress(options, url.hostname, port);
  const path = `${url.pathname}${url.search}`;
  const login = loginOf(url);
  const send = (authorization: string | null) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const request = (isSecure ? httpsRequest : httpRequest)({
        host: address,
        port,
        servername: url.hostname,
        path,
        headers: {
          host: url.host,
          accept: 'video/x-flv, */*',
          'user-agent': 'FireLookout',
          ...(authorization !== null && { authorization }),
        },
        agent: false,
        signal,
      });
      request.once('response', resolve);
      request.on('error', reject);
      // A connection that ends with neither a response nor an error, as after 101 to a request that asked for no other protocol.
      request.on('close', () => reject(new Error('the connection was closed without an answer')));
      request.end();
    });
  const sent = await sendWithLogin({
    login: login.username === '' ? null : login,
    mayUseBasic: mayUseBasic(url.protocol, isBasicAllowed),
    request: { method: 'GET', uri: path },
    send,
    drop: (answer) => void answer.destroy(),
    statusOf: ({ statusCode = 0 }) => statusCode,
    challengesOf: ({ headersDistinct }) => headersDistinct['www-authenticate'] ?? BASIC,
  });
  if ('reply' in sent) return sent.reply;
  throw new SourceFault(sent.fault, sent.fault === 'login-unsupported' ? (sent.algorithm ?? null) : null);
}

/** Assumed for servers that ask for a login without naming a scheme. */
const BASIC = ['Basic'];

function read(answer: IncomingMessage, { received, codec, picture }: SourceOptions): Promise<SourceEnd> {
  const refusal = refusalOf(answer.statusCode ?? 0);
  if (refusal) {
    answer.destroy();
    throw refusal;
  }
  const reader = createFlvReader({ codec, picture });
  return new Promise((resolve) => {
    answer.on('data', (bytes: Buffer) => {
      received(bytes.length);
      try {
        reader(bytes);
      } catch (error) {
        resolve(endOf(error));
        answer.destroy();
      }
    });
    answer.on('error', (error) => resolve(endOf(error)));
    answer.on('close', () => resolve({ state: 'offline', detail: null }));
  });
}

function refusalOf(status: number): SourceFault | null {
  if (status === 200) return null;
  if (status === 401 || status === 403) return new SourceFault('unauthorized');
  if (status >= 300 && status < 400) return new SourceFault('address-refused');
  return new SourceFault('offline', `HTTP ${status}`);
}

// FLV (Adobe Video File Format 10.1, annex E) → pictures. Audio and metadata are ignored.

const VIDEO_TAG = 9;
const AVC = 7;
const HEVC = 12; // not in the standard, but used by Chinese cameras and servers
const MOST_TAG = 8 << 20;
/** Maximum number of chunks of one tag that wait to be joined: a server that sends single bytes must not fill the memory with buffers. */
const MOST_CHUNKS = 1_000;
const TICKS_A_MS = 90;

const codecNames: Readonly<Record<number, string>> = { 2: 'H.263', 3: 'Screen', 4: 'VP6', 5: 'VP6', [HEVC]: 'H.265' };
/** Codec names of Enhanced RTMP. */
const fourCCs: Readonly<Record<string, string>> = { hvc1: 'H.265', av01: 'AV1', vp09: 'VP9' };

/** @returns a function that accepts the bytes and throws SourceFault `garbage` or `codec-unsupported` */
function createFlvReader(events: { codec(codec: VideoCodec): void; picture(picture: Picture): void }): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let hasHead = false;
  let lengthBytes = 0;
  let hasKey = false;
  let current: VideoCodec | null = null;

  const configuration = (record: Buffer): void => {
    const sets = readAvcC(record);
    const codec = sets && codecOf(sets.sps, sets.pps);
    if (!codec || !sets) throw new SourceFault('garbage');
    lengthBytes = sets.lengthBytes;
    if (current?.avcC.equals(codec.avcC)) return;
    current = codec;
    hasKey = false;
    events.codec(codec);
  };

  const video = (body: Buffer, milliseconds: number): void => {
    const first = body[0] ?? 0;
    if (first & 0x80) throw new SourceFault('codec-unsupported', fourCCs[body.toString('latin1', 1, 5)] ?? null);
    if ((first & 0x0f) !== AVC) throw new SourceFault('codec-unsupported', codecNames[first & 0x0f] ?? null);
    if (body.length < 5) return;
    if (body[1] === 0) configuration(body.subarray(5));
    else if (body[1] === 1 && lengthBytes > 0) coded(body, milliseconds);
  };

  const coded = (body: Buffer, milliseconds: number): void => {
    const nals = unpack(body.subarray(5), lengthBytes)?.filter((nal) => !outOfBand.has(typeOf(nal)));
    if (!nals) throw new SourceFault('garbage');
    const isKey = nals.some((nal) => typeOf(nal) === nalType.idr);
    hasKey ||= isKey;
    if (!hasKey || nals.length === 0) return;
    const dts = milliseconds * TICKS_A_MS;
    events.picture({ dts, pts: dts + body.readIntBE(2, 3) * TICKS_A_MS, isKey, data: pack(nals) });
  };

  /** @returns the number of bytes consumed; 0: more are needed */
  const take = (): number => {
    if (!hasHead) {
      if (!'FLV'.startsWith(rest.toString('latin1', 0, Math.min(3, rest.length)))) throw new SourceFault('garbage');
      if (rest.length < 13) return 0;
      hasHead = true;
      return Math.max(9, rest.readUInt32BE(5)) + 4;
    }
    if (rest.length < 11) return 0;
    const size = rest.readUIntBE(1, 3);
    const kind = (rest[0] ?? 0) & 0x1f;
    if (size > MOST_TAG || ![8, VIDEO_TAG, 18].includes(kind)) throw new SourceFault('garbage');
    if (rest.length < 15 + size) return 0;
    const milliseconds = rest.readUIntBE(4, 3) + (rest[7] ?? 0) * 0x1000000;
    if (kind === VIDEO_TAG && size > 0) video(rest.subarray(11, 11 + size), milliseconds);
    return 15 + size;
  };

  const chunks: Buffer[] = [];
  let wanted = 0;
  return (bytes) => {
    // Chunks of a large tag are joined once when it is complete, not for each chunk.
    chunks.push(bytes);
    wanted -= bytes.length;
    if (wanted > 0 && chunks.length < MOST_CHUNKS) return;
    rest = Buffer.concat([rest, ...chunks.splice(0)]);
    for (;;) {
      const taken = rest.length > 0 ? take() : 0;
      if (taken === 0) break;
      rest = rest.subarray(taken);
    }
    wanted = hasHead && rest.length >= 11 ? 15 + rest.readUIntBE(1, 3) - rest.length : 0;
  };
}

/** NAL units that are part of the configuration or carry no data. */
const outOfBand: ReadonlySet<number> = new Set([nalType.sps, nalType.pps, nalType.delimiter]);
