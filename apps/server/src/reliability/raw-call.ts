// One plain HTTP call: any method with any body, any header, and the time it took.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
}

export interface RawCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

/** A call that hangs for this long is a failure. */
const REPLY_WITHIN_MS = 10_000;

export function rawCaller(base: string): { call(call: RawCall): Promise<RawReply>; close(): void } {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    call: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const outgoing = request(
          { hostname, port, method, path, agent, headers: { ...length, ...headers } as Record<string, string> },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
            incoming.on('error', reject);
            incoming.on('end', () =>
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                text: Buffer.concat(chunks).toString('utf8'),
                ms: performance.now() - startedAt,
              }),
            );
          },
        );
        outgoing.setTimeout(REPLY_WITHIN_MS, () => outgoing.destroy(new Error(`${method} ${path}: no answer in ${REPLY_WITHIN_MS} ms`)));
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** What a reply must never expose to a caller: stacks, SQL, paths of this machine, names of internal components. */
const LEAKS =
  /\n\s+at |\bat \w[\w.]* \(|node:internal|node_modules|\.ts:\d|\/work\/|\/tmp\/lookout|\/var\/lib\/|syntax error|violates|relation "|column "|select .{0,80} from|insert into|invalid input syntax|SQLSTATE|postgres|ECONNREFUSED|ENOENT|EACCES|ZodError|TypeError|RangeError|SyntaxError|undefined is not|Cannot read/i;

/** The longest permitted wait for a reply. */
const LATE_MS = 2_000;
export const isLate = ({ ms }: Pick<RawReply, 'ms'>): boolean => ms > LATE_MS;

/** Why the reply violates docs/interface.md "Replies"; null when it does not. */
export function faultOf({ status, headers, text, ms }: RawReply, allows: readonly number[] = []): string | null {
  if (status >= 500 && !allows.includes(status)) return `status ${status}`;
  if (isLate({ ms })) return `${Math.round(ms)} ms`;
  if (!String(headers['content-type']).startsWith('application/json')) return `content-type ${headers['content-type']}`;
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  let reply: { code?: unknown; message?: unknown; token_type?: unknown };
  try {
    reply = JSON.parse(text) as typeof reply;
  } catch {
    return 'no JSON';
  }
  if (reply.token_type === undefined && (typeof reply.code !== 'number' || typeof reply.message !== 'string'))
    return 'no { code, message }';
  if (status !== 200 && LEAKS.test(text)) return `shows what it must not: ${LEAKS.exec(text)?.[0]}`;
  return null;
}

/** Sends these bytes to the port, and reads until the other side closes the connection. */
export async function rawExchange(port: number, bytes: string): Promise<{ readonly head: string; readonly body: string }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(REPLY_WITHIN_MS, () => socket.destroy(new Error(`the line stays open over ${REPLY_WITHIN_MS} ms`)));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The rest of the request may reach a closed connection; only the answer before that counts.
    socket.on('error', (error: NodeJS.ErrnoException) => (['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? resolve() : reject(error)));
    socket.on('close', () => resolve());
    socket.write(bytes, 'latin1');
  });
  const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  return { head, body: rest.join('\r\n\r\n') };
}
