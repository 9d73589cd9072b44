// This is a client of ICAP (RFC 3507), by which a virus scanner examines a file that somebody sends. It sends OPTIONS first, then the file as the body of an
// answer (RESPMOD), or of a request (REQMOD) where the service takes only those, with the preview that the service asks for. A file that comes back
// unchanged (204, or 200 with the same body) is clean; one that comes back changed is not. After every other answer the file counts as not scanned.
// Answers are not cached, so the service's ISTag, which invalidates caches, has no effect here.
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** `unscanned`: the service did not examine the file, with the reason for the log. */
export type Verdict = { readonly kind: 'clean' } | { readonly kind: 'infected' } | { readonly kind: 'unscanned'; readonly reason: string };

const PORTS: Readonly<Record<string, number>> = { 'icap:': 1344, 'icaps:': 11_344 };
/** The limit for a status line and its headers together. */
const MOST_HEAD_BYTES = 64 * 1024;
const MOST_LINE_BYTES = 8 * 1024;
/** Headers in which products name what they found (draft-stecher-icap-subid; the manuals of MetaDefender and others). */
const FOUND_HEADERS = ['x-infection-found', 'x-virus-id', 'x-violations-found'] as const;

class Unscanned extends Error {}

interface Head {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/**
 * @param url `icap://host[:1344]/service`, or `icaps://` for TLS with a verified certificate
 * @param patienceMs timeout for the whole exchange, however slowly the reply arrives
 */
export async function askIcap(url: string, bytes: Uint8Array, patienceMs: number): Promise<Verdict> {
  const service = new URL(url);
  const deadline = AbortSignal.timeout(patienceMs);
  try {
    const options = await optionsOf(service, deadline);
    return { kind: (await isClean(service, options, bytes, deadline)) ? 'clean' : 'infected' };
  } catch (error) {
    if (deadline.aborted) return { kind: 'unscanned', reason: `no answer within ${patienceMs} ms` };
    const { code, message } = error as NodeJS.ErrnoException;
    return { kind: 'unscanned', reason: error instanceof Unscanned ? message : (code ?? message) };
  }
}

interface Options {
  readonly method: 'RESPMOD' | 'REQMOD';
  /** How many bytes the service requests as a preview; null: the whole file at once. */
  readonly preview: number | null;
}

async function optionsOf(service: URL, deadline: AbortSignal): Promise<Options> {
  using line = dial(service, deadline);
  line.send(requestHead('OPTIONS', service, ['Encapsulated: null-body=0']));
  const { status, headers } = await line.head('ICAP');
  if (status !== 200) throw new Unscanned(`OPTIONS was answered with ${status}`);
  const methods = (headers.get('methods') ?? '').split(',').map((method) => method.trim().toUpperCase());
  const method = (['RESPMOD', 'REQMOD'] as const).find((one) => methods.includes(one));
  if (method === undefined) throw new Unscanned('the service takes neither RESPMOD nor REQMOD');
  const preview = headers.get('preview') ?? '';
  return { method, preview: /^\d{1,9}$/.test(preview) ? Number(preview) : null };
}

/** @throws Unscanned when the service gives no verdict */
async function isClean(service: URL, { method, preview }: Options, bytes: Uint8Array, deadline: AbortSignal): Promise<boolean> {
  using line = dial(service, deadline);
  const first = preview === null ? bytes.length : Math.min(preview, bytes.length);
  const isWhole = first === bytes.length;
  const { parts, http } = encapsulated(method, bytes.length);
  line.send(
    requestHead(method, service, ['Allow: 204', ...(preview === null ? [] : [`Preview: ${preview}`]), `Encapsulated: ${parts}`]),
    http,
    chunkOf(bytes.subarray(0, first)),
    preview !== null && isWhole ? '0; ieof\r\n\r\n' : '0\r\n\r\n',
  );
  let answer = await line.head('ICAP');
  if (answer.status === 100) {
    if (isWhole) throw new Unscanned('the service asks for more than there is');
    line.send(chunkOf(bytes.subarray(first)), '0\r\n\r\n');
    answer = await line.head('ICAP');
  }
  const { status, headers } = answer;
  if (status !== 200 && status !== 204) throw new Unscanned(`${method} was answered with ${status}`);
  if (FOUND_HEADERS.some((name) => headers.has(name))) return false;
  return status === 204 || (await isSame(line, method, headers.get('encapsulated') ?? '', bytes));
}

/** Whether a 200 returns the same content that was sent. A request that is answered instead of passed on was blocked. */
async function isSame(line: Line, method: Options['method'], encapsulatedParts: string, bytes: Uint8Array): Promise<boolean> {
  const names = encapsulatedParts.split(',').map((part) => part.trim().split('=')[0]?.toLowerCase() ?? '');
  const body = names.find((name) => name.endsWith('-body'));
  if (body === undefined) throw new Unscanned('the answer does not name its parts (Encapsulated)');
  if (method === 'REQMOD' && names.includes('res-hdr')) return false;
  for (const name of names.filter((one) => one.endsWith('-hdr'))) {
    const isAnswer = name === 'res-hdr';
    const { status } = await line.head(isAnswer ? 'HTTP' : null);
    if (isAnswer && status !== 200) return false;
  }
  if (body === 'null-body') return bytes.length === 0;
  return line.bodyIs(bytes);
}

/** The HTTP heads that enclose the file. They contain nothing about the sender. */
function encapsulated(method: Options['method'], length: number): { readonly parts: string; readonly http: string } {
  const content = `Content-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`;
  if (method === 'REQMOD') {
    const request = `POST /upload HTTP/1.1\r\nHost: lookout\r\n${content}`;
    return { parts: `req-hdr=0, req-body=${request.length}`, http: request };
  }
  const request = 'GET /upload HTTP/1.1\r\nHost: lookout\r\n\r\n';
  const answer = `HTTP/1.1 200 OK\r\n${content}`;
  return { parts: `req-hdr=0, res-hdr=${request.length}, res-body=${request.length + answer.length}`, http: request + answer };
}

const requestHead = (method: string, service: URL, headers: readonly string[]): string =>
  `${[`${method} ${service.href} ICAP/1.0`, `Host: ${service.host}`, 'User-Agent: Fire-Lookout', ...headers].join('\r\n')}\r\n\r\n`;

/** Encodes one chunk. Empty input gives no output, because an empty chunk would end the body. */
const chunkOf = (bytes: Uint8Array): Uint8Array =>
  bytes.length === 0 ? bytes : Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

function dial(service: URL, deadline: AbortSignal): Line {
  const host = service.hostname.replace(/^\[|\]$/g, '');
  const port = Number(service.port) || (PORTS[service.protocol] as number);
  return new Line(service.protocol === 'icaps:' ? connectTls({ host, port, servername: host }) : connect({ host, port }), deadline);
}

/** A connection whose reply is read piece by piece: beyond a head nothing is stored, whatever the service sends. */
class Line implements Disposable {
  readonly #socket: Socket;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #ended: () => void;
  readonly #deadline: AbortSignal;
  #rest: Buffer = Buffer.alloc(0);

  constructor(socket: Socket, deadline: AbortSignal) {
    this.#socket = socket;
    this.#deadline = deadline;
    this.#pieces = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    // Reading reports the error. Without a listener the error event would end the process.
    socket.on('error', () => undefined);
    this.#ended = () => socket.destroy(new Unscanned('out of time'));
    deadline.addEventListener('abort', this.#ended, { once: true });
    if (deadline.aborted) this.#ended();
  }

  send(...pieces: readonly (string | Uint8Array)[]): void {
    for (const piece of pieces) this.#socket.write(piece);
  }

  /** @param protocol the protocol whose status line comes first; null: a request, whose first line is skipped @throws Unscanned */
  async head(protocol: 'ICAP' | 'HTTP' | null): Promise<Head> {
    const first = await this.#line();
    const status = /^(ICAP|HTTP)\/\d\.\d (\d{3})(?: |$)/.exec(first);
    if (protocol !== null && status?.[1] !== protocol) throw new Unscanned(`the answer is not one of ${protocol}`);
    const headers = new Map<string, string>();
    let bytes = first.length;
    for (;;) {
      const line = await this.#line();
      if (line === '') return { status: Number(status?.[2] ?? 0), headers };
      bytes += line.length;
      if (bytes > MOST_HEAD_BYTES) throw new Unscanned('the head of the answer has no end');
      const colon = line.indexOf(':');
      if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    }
  }

  /** Whether the chunks that follow are these bytes; the first byte that differs decides. @throws Unscanned when the connection ends before the chunks do */
  async bodyIs(bytes: Uint8Array): Promise<boolean> {
    let at = 0;
    for (;;) {
      const size = /^([0-9a-f]{1,8})(?:\s*;.*)?$/i.exec(await this.#line())?.[1];
      if (size === undefined) throw new Unscanned('the body of the answer is not in chunks');
      let left = Number.parseInt(size, 16);
      if (left === 0) return at === bytes.length;
      if (at + left > bytes.length) return false;
      while (left > 0) {
        if (this.#rest.length === 0) await this.#more();
        const piece = this.#rest.subarray(0, left);
        if (Buffer.compare(piece, bytes.subarray(at, at + piece.length)) !== 0) return false;
        this.#rest = this.#rest.subarray(piece.length);
        at += piece.length;
        left -= piece.length;
      }
      if ((await this.#line()) !== '') throw new Unscanned('the body of the answer is not in chunks');
    }
  }

  /** Reads a line without its line break. */
  async #line(): Promise<string> {
    let searched = 0;
    for (;;) {
      const end = this.#rest.indexOf(0x0a, searched);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString('latin1').replace(/\r$/, '');
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      searched = this.#rest.length;
      if (searched > MOST_LINE_BYTES) throw new Unscanned('a line of the answer has no end');
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#pieces.next();
    if (done) throw new Unscanned('the connection ended before the answer did');
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }

  [Symbol.dispose](): void {
    this.#deadline.removeEventListener('abort', this.#ended);
    this.#socket.destroy();
  }
}
