// Tests the ICAP client against a small scripted service: the cases of RFC 3507, and a service that is broken or hostile.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { askIcap, type Verdict } from './icap.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

interface IcapRequest {
  readonly head: string;
  readonly content: Buffer;
  /** Whether the preview was the whole file. */
  readonly isWhole: boolean;
}

interface Service {
  /** The reply to OPTIONS. */
  readonly options?: string;
  /** The reply after the preview, or after the whole file; null: reply 100, and call again when the rest has arrived. */
  readonly answer?: (received: IcapRequest) => string | Buffer | null;
  /** Replaces the default, which sends the reply at once. */
  readonly send?: (socket: Socket, answer: string | Buffer) => void;
}

const OPTIONS =
  'ICAP/1.0 200 OK\r\nMethods: RESPMOD, REQMOD\r\nISTag: "1"\r\nPreview: 4\r\nAllow: 204\r\nEncapsulated: null-body=0\r\n\r\n';
const CLEAN = 'ICAP/1.0 204 No Content\r\nISTag: "2"\r\n\r\n';
const chunked = (text: string | Buffer) =>
  Buffer.concat([Buffer.from(`${text.length.toString(16)}\r\n`), Buffer.from(text), Buffer.from('\r\n0\r\n\r\n')]);
const withBody = (text: string | Buffer, status = '200 OK') => {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\n\r\n`;
  return Buffer.concat([Buffer.from(`ICAP/1.0 200 OK\r\nEncapsulated: res-hdr=0, res-body=${head.length}\r\n\r\n${head}`), chunked(text)]);
};

/** Decodes the chunks from a position; null: they have not all arrived yet. */
function chunksFrom(bytes: Buffer, from: number): { readonly content: Buffer; readonly isWhole: boolean; readonly end: number } | null {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const line = bytes.subarray(at, end).toString();
    const size = Number.parseInt(line, 16);
    if (bytes.length < end + 4 + size) return null;
    if (size === 0) return { content: Buffer.concat(parts), isWhole: line.includes('ieof'), end: end + 4 };
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 4 + size;
  }
}

async function serve({
  options = OPTIONS,
  answer = () => CLEAN,
  send = (socket, text) => void socket.write(text),
}: Service): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let got: Buffer = Buffer.alloc(0);
    let received: IcapRequest | null = null;
    socket.on('data', (piece) => {
      got = Buffer.concat([got, piece]);
      if (got.subarray(0, 7).toString() === 'OPTIONS') {
        if (got.includes('\r\n\r\n')) send(socket, options);
        return;
      }
      const headEnd = got.indexOf('\r\n\r\n') + 4;
      const head = got.subarray(0, headEnd).toString();
      const bodyAt = headEnd + Number(/-body=(\d+)/.exec(head)?.[1]);
      const found = chunksFrom(got, received === null ? bodyAt : 0);
      if (found === null) return;
      got = got.subarray(found.end);
      received = {
        head: received?.head ?? head,
        content: Buffer.concat([received?.content ?? Buffer.alloc(0), found.content]),
        isWhole: found.isWhole,
      };
      send(socket, answer(received) ?? 'ICAP/1.0 100 Continue\r\n\r\n');
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `icap://127.0.0.1:${(server.address() as AddressInfo).port}/avscan`;
}

const PHOTO = 'a photo of a fire';
const verdict = async (service: Service, patienceMs = 20_000): Promise<string> => {
  const found: Verdict = await askIcap(await serve(service), Buffer.from(PHOTO), patienceMs);
  return found.kind === 'unscanned' ? found.reason : found.kind;
};
const respmodOnly = OPTIONS.replace('Preview: 4\r\n', '');
const reqmodOnly = respmodOnly.replace('RESPMOD, REQMOD', 'REQMOD');

describe('an ICAP service', () => {
  it.each<[string, Service, string]>([
    ['passes it on after the preview', {}, 'clean'],
    ['asks for the rest, and passes it on', { answer: ({ content }) => (content.length === 4 ? null : CLEAN) }, 'clean'],
    ['wants no preview', { options: respmodOnly, answer: ({ content }) => (String(content) === PHOTO ? CLEAN : '') }, 'clean'],
    ['takes requests only', { options: reqmodOnly, answer: ({ head }) => (head.startsWith('REQMOD ') ? CLEAN : '') }, 'clean'],
    ['sends the same back', { options: respmodOnly, answer: ({ content }) => withBody(content) }, 'clean'],
    ['sends something else back', { options: respmodOnly, answer: () => withBody('a photo of a fjre') }, 'infected'],
    ['sends less back', { options: respmodOnly, answer: () => withBody('a photo') }, 'infected'],
    ['sends more back', { options: respmodOnly, answer: ({ content }) => withBody(`${content} and more`) }, 'infected'],
    ['forbids it', { options: respmodOnly, answer: ({ content }) => withBody(content, '403 Forbidden') }, 'infected'],
    ['forbids it after the preview', { answer: () => withBody('<p>virus</p>', '403 Forbidden') }, 'infected'],
    ['answers a request instead of passing it on', { options: reqmodOnly, answer: ({ content }) => withBody(content) }, 'infected'],
    ['names what it found', { answer: () => CLEAN.replace('ISTag', 'X-Infection-Found: Type=0; Threat=EICAR;\r\nISTag') }, 'infected'],
    ['does not know the address', { options: 'ICAP/1.0 404 Service Not Found\r\n\r\n' }, 'OPTIONS was answered with 404'],
    ['takes no files', { options: OPTIONS.replace('RESPMOD, REQMOD', 'FILEMOD') }, 'the service takes neither RESPMOD nor REQMOD'],
    ['fails', { answer: () => 'ICAP/1.0 500 Server Error\r\n\r\n' }, 'RESPMOD was answered with 500'],
    ['is overloaded', { answer: () => 'ICAP/1.0 503 Overloaded\r\n\r\n' }, 'RESPMOD was answered with 503'],
    ['asks for more than there is', { options: respmodOnly, answer: () => null }, 'the service asks for more than there is'],
    ['is one of HTTP', { options: 'HTTP/1.1 200 OK\r\n\r\n' }, 'the answer is not one of ICAP'],
    ['names no parts', { answer: () => 'ICAP/1.0 200 OK\r\n\r\n' }, 'the answer does not name its parts (Encapsulated)'],
    [
      'sends no chunks',
      { options: respmodOnly, answer: ({ content }) => String(withBody(content)).replace('\r\n11\r\n', '\r\nnone\r\n') },
      'the body of the answer is not in chunks',
    ],
    [
      'hangs up in the middle of its head',
      { send: (socket) => socket.end('ICAP/1.0 200 OK\r\nMeth') },
      'the connection ended before the answer did',
    ],
    [
      'hangs up in the middle of the same body',
      {
        options: respmodOnly,
        answer: ({ content }) => withBody(content).subarray(0, -12),
        send: (socket, text) => (String(text).startsWith(respmodOnly) ? socket.write(text) : socket.end(text)),
      },
      'the connection ended before the answer did',
    ],
    ['sends a line without an end', { options: `ICAP/1.0 200 OK\r\nMethods: ${'x'.repeat(100_000)}` }, 'a line of the answer has no end'],
    [
      'sends a head without an end',
      { options: `ICAP/1.0 200 OK\r\n${'Methods: RESPMOD\r\n'.repeat(10_000)}` },
      'the head of the answer has no end',
    ],
    ['resets the connection', { send: (socket) => socket.resetAndDestroy() }, 'ECONNRESET'],
  ])('that %s', async (_, service, expected) => {
    expect(await verdict(service)).toBe(expected);
  });

  it('that replies too slowly, or not at all, is abandoned at the time limit', async () => {
    const trickling: Service = {
      send(socket) {
        socket.write('ICAP/1.0 200 OK\r\n');
        const timer = setInterval(() => socket.write('X-More: 1\r\n'), 5);
        socket.once('close', () => clearInterval(timer));
      },
    };
    for (const service of [trickling, { send: () => undefined }]) expect(await verdict(service, 100)).toBe('no answer within 100 ms');
    expect(await askIcap('icap://127.0.0.1:1/avscan', Buffer.from(PHOTO), 20_000)).toEqual({ kind: 'unscanned', reason: 'ECONNREFUSED' });
  });

  it('receives every file whole, whatever preview it requests and however its reply is split into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3_000 }),
        fc.option(fc.nat({ max: 4_000 })),
        fc.integer({ min: 1, max: 40 }),
        async (file, preview, piece) => {
          const seen: IcapRequest[] = [];
          const url = await serve({
            options: preview === null ? respmodOnly : OPTIONS.replace('Preview: 4', `Preview: ${preview}`),
            answer(received) {
              seen.push(received);
              const isPart = preview !== null && !received.isWhole && seen.length === 1;
              return isPart ? null : withBody(received.content);
            },
            send(socket, answer) {
              const bytes = Buffer.from(answer);
              for (let at = 0; at < bytes.length; at += piece) socket.write(bytes.subarray(at, at + piece));
            },
          });
          expect(await askIcap(url, file, 20_000)).toEqual({ kind: 'clean' });
          expect(seen.at(-1)?.content).toEqual(Buffer.from(file));
        },
      ),
      { numRuns: 30 },
    );
  });
});
