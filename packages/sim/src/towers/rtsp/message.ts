// RTSP 1.0 (RFC 2326) over TCP: reads requests from the byte stream, in which the viewer's RTCP packets are interleaved.

export interface RtspRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Takes bytes as they arrive and returns each complete request. @throws when the bytes are not RTSP */
export interface RtspReader {
  read(bytes: Buffer): RtspRequest[];
}

/** A request has some hundred bytes. A connection that sends far more without completing a request is refused. */
const MOST_BYTES = 16_384;
const DOLLAR = 0x24;

export function createRtspReader(): RtspReader {
  let rest = Buffer.alloc(0);
  return {
    read(bytes) {
      rest = Buffer.concat([rest, bytes]);
      const requests: RtspRequest[] = [];
      for (;;) {
        if (rest[0] === DOLLAR) {
          if (rest.length < 4 || rest.length < 4 + rest.readUInt16BE(2)) break;
          rest = rest.subarray(4 + rest.readUInt16BE(2));
          continue;
        }
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) break;
        const request = requestOf(rest.toString('utf8', 0, end));
        const length = Number(request.headers.get('content-length') ?? 0);
        if (!(length >= 0 && length <= MOST_BYTES)) throw new Error('no content length');
        if (rest.length < end + 4 + length) break;
        rest = rest.subarray(end + 4 + length);
        requests.push(request);
      }
      if (rest.length > MOST_BYTES + 65_536) throw new Error('a request without an end');
      return requests;
    },
  };
}

function requestOf(head: string): RtspRequest {
  const [first = '', ...lines] = head.trimStart().split('\r\n');
  const match = /^([A-Z_]+) (\S+) RTSP\/1\.\d$/.exec(first);
  if (match === null) throw new Error('not RTSP');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { method: match[1] as string, url: match[2] as string, headers };
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  454: 'Session Not Found',
  455: 'Method Not Valid in This State',
  461: 'Unsupported Transport',
  500: 'Internal Server Error',
};

/** @param headers a list value becomes several header lines */
export function rtspResponse(
  status: number,
  request: RtspRequest | null,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
  body = '',
): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  const sequence = request?.headers.get('cseq');
  return [
    `RTSP/1.0 ${status} ${reasons[status] ?? 'Status'}`,
    ...(sequence === undefined ? [] : [`CSeq: ${sequence}`]),
    'Server: Lookout demo tower',
    ...lines,
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');
}
