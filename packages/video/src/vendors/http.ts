// HTTP requests to cameras and gateways: with a timeout, a size limit, authentication, and only to allowed addresses. Failures are returned
// as refusals.
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ok, type Result, refuse } from '@lookout/domain';
import { type Login, mayUseBasic, sendWithLogin } from '../digest.ts';
import type { AllowList } from '../media/allow-list.ts';
import { allowedAddress, type Resolve, SourceFault } from '../media/upstream/source.ts';
import type { CameraDevice, CameraVendor, VendorAnswer, VendorId, VendorRefusal } from './port.ts';

export interface VendorDeps {
  /** Addresses that cameras may have. Configured gateways are trusted. */
  readonly allowed: AllowList;
  readonly resolve: Resolve;
  /** Timeout for external systems, 5 s (docs/reliability.md). */
  readonly timeoutMs?: number;
}

export const VENDOR_TIMEOUT_MS = 5_000;
/** Limit above the length of any answer of a camera or gateway. */
const MOST_BYTES = 4 << 20;

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: string;
  readonly contentType?: string;
  readonly login?: CameraLogin | null;
}

/** The login for a camera. */
interface CameraLogin extends Login {
  readonly isBasicAllowed: boolean;
}

/** The received reply, whatever its status. */
interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Sends the request, a second time with the login if the other end asks for one, and once more if the nonce has expired. */
export async function exchange(deps: VendorDeps, url: URL, question: Question): VendorAnswer<Reply> {
  try {
    const { login = null, method = 'GET', body = '' } = question;
    const sent = await sendWithLogin<Reply>({
      login,
      mayUseBasic: login !== null && mayUseBasic(url.protocol, login.isBasicAllowed),
      request: { method, uri: `${url.pathname}${url.search}`, body },
      send: (value) => send(deps, url, question, value),
      statusOf: ({ status }) => status,
      challengesOf: ({ headers }) => [headers['www-authenticate'] ?? ''],
    });
    if ('reply' in sent) return ok(sent.reply);
    return sent.fault === 'basic-only' ? refusal('basic-only') : refusal('login-unsupported', sent.algorithm);
  } catch (error) {
    return refusalOf(error);
  }
}

/** The text of a successful answer. */
export async function ask(deps: VendorDeps, url: URL, question: Question = {}): VendorAnswer<string> {
  const reply = await exchange(deps, url, question);
  if (!reply.ok) return reply;
  const { status, text } = reply.value;
  if (status >= 200 && status < 300) return ok(text);
  if (status === 401 || status === 403) return refusal('unauthorized');
  if (status === 404 || status === 405 || status === 501) return refusal('not-supported');
  return refusal('refused', `HTTP ${status}`);
}

/**
 * Marks the refusal of a vendor's platform as one of the platform, so that the camera behind it is not blamed for a fault of the platform
 * or its settings.
 */
export async function ofPlatform<T>(answer: VendorAnswer<T>): VendorAnswer<T> {
  const read = await answer;
  if (read.ok) return read;
  const { refusal: kind, detail } = read.error;
  return refusal(PLATFORM[kind] ?? kind, detail ?? undefined);
}
const PLATFORM: Readonly<Partial<Record<VendorRefusal['refusal'], VendorRefusal['refusal']>>> = {
  unauthorized: 'platform-unauthorized',
  unreachable: 'platform-unreachable',
  timeout: 'platform-timeout',
  'not-understood': 'platform-not-understood',
  refused: 'platform-refused',
};

/** Like `ask`, parsed as JSON. The result is unvalidated: check each field before use. */
export async function askJson(deps: VendorDeps, url: URL, question: Question = {}): VendorAnswer<Readonly<Record<string, unknown>>> {
  const answer = await ask(deps, url, question);
  if (!answer.ok) return answer;
  try {
    const read: unknown = JSON.parse(answer.value);
    return isRecord(read) && isShallow(read) ? ok(read) : refusal('not-understood');
  } catch {
    return refusal('not-understood');
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const DEEPEST = 64;
/** Whether the nesting is shallow enough: deeper values would overflow the stack of code that walks them. */
const isShallow = (value: unknown, left = DEEPEST): boolean =>
  typeof value !== 'object' || value === null || (left > 0 && Object.values(value).every((one) => isShallow(one, left - 1)));

export const loginOf = ({ username, password, isBasicAllowed }: CameraDevice): CameraLogin | null =>
  username === null ? null : { username, password: password ?? '', isBasicAllowed };

/** A camera's base URL, with its host name resolved to an allowed address. */
export async function deviceBase(deps: VendorDeps, address: string): Promise<Result<URL, VendorRefusal>> {
  if (!URL.canParse(address)) return refusal('address-refused');
  const url = new URL(address);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refusal('address-refused');
  try {
    const found = await allowedAddress(deps, url.hostname, port);
    url.hostname = found.includes(':') ? `[${found}]` : found;
    return ok(url);
  } catch (error) {
    return error instanceof SourceFault ? refusal('address-refused') : refusal('unreachable');
  }
}

const TOO_LONG = 'LOOKOUT_TOO_LONG';

/**
 * Rejects when no complete answer arrives in time, or when it is longer than that of any device. A redirect counts as an answer, because
 * its target was not checked.
 */
function send({ timeoutMs = VENDOR_TIMEOUT_MS }: VendorDeps, url: URL, question: Question, header: string | null): Promise<Reply> {
  const { method = 'GET', body, contentType } = question;
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      headers: {
        ...(header ? { authorization: header } : {}),
        ...(contentType ? { 'content-type': contentType } : {}),
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      // A new connection: a pooled one may just be closing at the other end.
      agent: false,
      // The timeout covers the whole exchange: a slow answer, byte by byte, does not extend it.
      signal: AbortSignal.timeout(timeoutMs),
    });
    outgoing.on('error', reject);
    // A connection that ends with neither a response nor an error, as after 101 to a request that asked for no other protocol.
    const closed = (): void => reject(new Error('the connection was closed without an answer'));
    outgoing.on('close', closed);
    outgoing.on('response', (response) => {
      outgoing.off('close', closed);
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > MOST_BYTES) outgoing.destroy(Object.assign(new Error('a longer answer than any device has'), { code: TOO_LONG }));
        else parts.push(part);
      });
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString('utf8') });
      });
    });
    outgoing.end(body);
  });
}

function refusalOf(error: unknown): Result<never, VendorRefusal> {
  const code = isRecord(error) && typeof error.code === 'string' ? error.code : '';
  if (code === 'ABORT_ERR') return refusal('timeout');
  // The answer is not HTTP, or has no end.
  return /^HPE_/.test(code) || code === TOO_LONG ? refusal('not-understood') : refusal('unreachable');
}

// Refusals as values, and a vendor that refuses every operation: real vendors override what they support.

/** @param detail the vendor's message, cut to one line */
export function refusal(kind: VendorRefusal['refusal'], detail?: string): Result<never, VendorRefusal> {
  const own = detail?.replace(/\s+/g, ' ').trim().slice(0, 120);
  return refuse({ refusal: kind, detail: own || null });
}

/** A vendor of which every operation returns this refusal. */
export function refusingVendor(vendor: VendorId, kind: VendorRefusal['refusal']): CameraVendor {
  const no = async () => refusal(kind);
  return {
    vendor,
    stream: no,
    move: no,
    lens: no,
    autoFocus: no,
    halt: no,
    aux: no,
    absolute: no,
    relative: no,
    position: no,
    box: no,
    presets: no,
    setPreset: no,
    goToPreset: no,
    removePreset: no,
    tour: no,
  };
}

// Gateways with the specification's interface (§7): a base URL, JSON in and out, `code` 200 or 0 for success, and a list of
// `{ code, result, url }` (or one `url`) for streams. Used for vendors whose own interface is not published.

const YES: ReadonlySet<unknown> = new Set([0, 200, '0', '200']);

export type GatewayFields = Readonly<Record<string, string | number>>;

/** @param base URL to which `path` is appended; @returns `data`, or the whole response when it has none */
export function callGateway(...[deps, base, path, fields]: Parameters<typeof callInterface>): VendorAnswer<unknown> {
  return ofPlatform(callInterface(deps, base, path, fields));
}

async function callInterface(
  deps: VendorDeps,
  base: string,
  path: string,
  { query = {}, body }: { query?: GatewayFields; body?: GatewayFields } = {},
): VendorAnswer<unknown> {
  const url = new URL(`${base.replace(/\/$/, '')}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const question: Question = body ? { method: 'POST', body: JSON.stringify(body), contentType: 'application/json' } : {};
  const answer = await askJson(deps, url, question);
  if (!answer.ok) return answer;
  const { code, message, msg, result, data } = answer.value;
  if (code !== undefined && !YES.has(code)) {
    if (code === 401 || code === '401') return refusal('unauthorized');
    const detail = [message, msg, result].find((one) => typeof one === 'string');
    return refusal('refused', typeof detail === 'string' ? detail : String(code));
  }
  return ok(data ?? answer.value);
}

/** Reads the URL from a stream reply: `[{ code, result, url }]`, `{ url }`, or the URL itself. */
export async function streamIn(answer: VendorAnswer<unknown>): VendorAnswer<{ readonly url: string }> {
  const read = await answer;
  if (!read.ok) return read;
  const first: unknown = Array.isArray(read.value) ? read.value[0] : read.value;
  if (typeof first === 'string' && URL.canParse(first)) return ok({ url: first });
  if (!isRecord(first)) return refusal('platform-not-understood');
  if (typeof first.url === 'string' && URL.canParse(first.url)) return ok({ url: first.url });
  // §8: "its result text (or msg)".
  const detail = first.result || first.msg;
  return typeof detail === 'string' && detail !== '' ? refusal('platform-refused', detail) : refusal('platform-not-understood');
}

export async function done(answer: VendorAnswer<unknown>): VendorAnswer<void> {
  const read = await answer;
  return read.ok ? ok(undefined) : read;
}
