// Bytes of an RTSP connection → replies and interleaved packets (RFC 2326, 10.12).
import { SourceFault } from './source.ts';

export interface RtspReply {
  readonly status: number;
  /** Names in lower case; a header that came twice keeps all its values (`www-authenticate`). */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

export interface RtspFrames {
  /** @throws SourceFault `garbage` for what is no RTSP */
  push(bytes: Buffer): void;
}

const MOST_HEAD = 16 << 10;
const MOST_BODY = 256 << 10;
const DOLLAR = 0x24;

export function createRtspFrames(events: { reply(reply: RtspReply): void; packet(channel: number, data: Buffer): void }): RtspFrames {
  let rest: Buffer = Buffer.alloc(0);

  /** The bytes it took; 0: more are needed. */
  const take = (): number => {
    if (rest[0] === DOLLAR) {
      if (rest.length < 4) return 0;
      const end = 4 + rest.readUInt16BE(2);
      if (rest.length < end) return 0;
      events.packet(rest[1] ?? 0, rest.subarray(4, end));
      return end;
    }
    const headEnd = rest.indexOf('\r\n\r\n');
    if (!couldBeText(rest) || (headEnd < 0 && rest.length > MOST_HEAD)) throw new SourceFault('garbage');
    if (headEnd < 0) return 0;
    const [first = '', ...lines] = rest.toString('latin1', 0, headEnd).split('\r\n');
    const headers = readHeaders(lines);
    const length = Number(headers.get('content-length')?.[0] ?? 0);
    if (!(length >= 0 && length <= MOST_BODY)) throw new SourceFault('garbage');
    const end = headEnd + 4 + length;
    if (rest.length < end) return 0;
    const status = /^RTSP\/1\.\d (\d{3})/.exec(first)?.[1];
    // A camera may send requests of its own (ANNOUNCE, OPTIONS): nothing in them matters to us.
    if (status !== undefined) events.reply({ status: Number(status), headers, body: rest.toString('utf8', headEnd + 4, end) });
    else if (!/^[A-Z_]+ \S+ RTSP\//.test(first)) throw new SourceFault('garbage');
    return end;
  };

  return {
    push(bytes) {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      while (rest.length > 0) {
        const taken = take();
        if (taken === 0) return;
        rest = rest.subarray(taken);
      }
    },
  };
}

function readHeaders(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return headers;
}

/** Replies begin with a capital letter: anything else will never become one. */
const couldBeText = (bytes: Buffer): boolean => (bytes[0] ?? 0) >= 0x41 && (bytes[0] ?? 0) <= 0x5a;
