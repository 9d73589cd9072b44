// A fetch without a server, which answers each call as the test defines. Requests and replies are checked against the contract's schemas,
// so that a test cannot rely on replies that no server would send.
import { generateKeyPairSync } from 'node:crypto';
import { type Category, type CodedError, type Got, permits, type Row, timePlacesOf, writeTimes } from '@lookout/contract';
import type { Capability } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { categoryOf, errorMessage } from '@lookout/features/errors.ts';

/** One call as the server would have received it. */
export interface RecordedCall {
  readonly body: unknown;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
}

/** A reply that refuses the call. */
class Refusal {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** No reply: the connection is lost after the call has arrived. */
export const LOST = Symbol('lost');

type Reply<R extends Row> = Got<R> | Refusal | typeof LOST;
type Answer<R extends Row> = (call: RecordedCall) => Reply<R> | Promise<Reply<R>>;

export interface Wire {
  readonly fetch: typeof window.fetch;
  /** Sets the answer to calls of this row. */
  readonly on: <R extends Row>(row: R, answer: Answer<R>) => void;
  /** Sets the answer to a path outside the contract, such as a file or a tile. */
  readonly onPath: (path: string, answer: () => Response) => void;
  /** The calls of a row so far. */
  readonly calls: (row: Row) => readonly RecordedCall[];
  /** Calls without a defined answer or without the right, and replies that break the contract. */
  readonly faults: readonly string[];
}

const BUSINESS = 501;
/** The HTTP status of each category of errors. */
const STATUSES: Partial<Record<Category, number>> = {
  business: 200,
  'no-session': 401,
  'not-found': 404,
  conflict: 409,
  invalid: 422,
  'too-many': 429,
};

/**
 * A refusal as the server sends it, with its message from the error catalogue. @param existing for a conflict: the current value, as a
 * handler gives it
 */
export function refusedBy({ code, params }: CodedError, existing?: unknown): Refusal {
  const status = STATUSES[categoryOf(code)];
  if (status === undefined) throw new Error(`no status for ${code}`);
  const inner = status === 200 ? BUSINESS : status;
  return new Refusal(status, {
    code: inner,
    message: errorMessage({ code, params }, 'zh'),
    error: { code, params },
    ...(existing !== undefined && { data: existing }),
  });
}

/** The 401 reply of a login, whose `error` is a plain string instead of a coded error. */
export const loginRefused = (error: 'unauthorized' | 'otp_required', message: string): Refusal =>
  new Refusal(401, { error, code: 401, message });

/** A refusal with a message written by another system. */
export const refusedWith = (message: string): Refusal => new Refusal(200, { code: BUSINESS, message });

/** @param rights the rights of the officer at this desk */
export function createWire(rights: () => ReadonlySet<Capability>): Wire {
  const answers = new Map<string, { readonly row: Row; readonly answer: Answer<Row> }>();
  const files = new Map<string, () => Response>();
  const calls = new Map<string, RecordedCall[]>();
  const faults: string[] = [];
  const nameOf = ({ method, path }: Pick<Row, 'method' | 'path'>) => `${method} ${path}`;

  const respond = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, location.origin);
    const file = files.get(pathname);
    if (file) return file();
    const name = nameOf({ method: (init.method ?? 'GET') as Row['method'], path: pathname });
    const known = answers.get(name);
    if (!known) {
      faults.push(`nobody answers ${name}`);
      throw new TypeError(`nobody answers ${name}`);
    }
    const { row, answer } = known;
    if (!permits(row.permission, rights())) faults.push(`${name} is not for this officer`);
    const query = Object.fromEntries(searchParams);
    row.query?.parse(query);
    const call = { body: bodyOf(row, init), query, headers: new Headers(init.headers) };
    calls.set(name, [...(calls.get(name) ?? []), call]);
    const reply = await answer(call);
    if (reply === LOST) throw new TypeError('the line is lost');
    if (reply instanceof Refusal) return Response.json(currentWritten(row, reply.body), { status: reply.status });
    return Response.json(wrap(row, reply));
  };

  return {
    fetch: (input, init = {}) =>
      respond(String(input), init).catch((error: unknown) => {
        if (!(error instanceof TypeError)) faults.push(String(error));
        throw error;
      }),
    on: (row, answer) => void answers.set(nameOf(row), { row, answer: answer as Answer<Row> }),
    onPath: (path, answer) => void files.set(path, answer),
    calls: (row) => calls.get(nameOf(row)) ?? [],
    faults,
  };
}

/** A real installation, without the demo, with the specification's rules. */
export const INSTALLATION = {
  isDemo: false,
  region: 'sichuan',
  regionName: '四川',
  externalLinks: [],
  digitalForestry: [],
  replayMenuFullName: null,
  recordings: { days: 7, gigabytes: 20 },
  passwordPolicy: 'standard' as const,
};

/** A public key to encrypt passwords with; no server has its private key. */
export function answerPublicKey({ on }: Wire): void {
  const publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' });
  on(contract.auth.publicKey, () => ({ publicKey: publicKey.toString('base64'), nonce: 'nonce' }));
}

/** @throws when the server's schema would reject the body */
function bodyOf({ input }: Row, { body }: RequestInit): unknown {
  if (typeof body !== 'string') return body ?? null;
  const sent: unknown = JSON.parse(body);
  input?.parse(sent);
  return sent;
}

/** A conflict carries the current state. */
function currentWritten({ current }: Row, body: unknown): unknown {
  const { data } = body as { readonly data?: unknown };
  return current === undefined || data === undefined || Array.isArray(data)
    ? body
    : { ...(body as object), data: writeTimes(timePlacesOf(current), data) };
}

/** @throws when the reply does not match the row */
function wrap({ envelope, reply }: Row, answer: unknown): unknown {
  const written = (value: unknown): unknown => {
    const json = writeTimes(timePlacesOf(reply), value);
    reply.parse(json);
    return json;
  };
  switch (envelope) {
    case 'bare':
      return written(answer);
    case 'message':
      return { code: 200, message: 'OK', data: null };
    case 'list':
      return { code: 200, message: 'OK', data: (answer as readonly unknown[]).map(written) };
    case 'page': {
      const page = answer as { readonly list: readonly unknown[] };
      return { code: 200, message: 'OK', data: { ...page, list: page.list.map(written) } };
    }
    default:
      return { code: 200, message: 'OK', data: written(answer) };
  }
}
