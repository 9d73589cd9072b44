// HTTP requests to cameras and gateways: with a timeout, a size limit, authentication, and only to allowed addresses. Failures are
// refusals.
import { ok, type Result, refuse } from '@lookout/domain';
import { authorization, challengeOf, type Login } from '../digest.ts';
import type { AllowList } from '../media/allow-list.ts';
import { allowedAddress, type Resolve, SourceFault } from '../media/upstream/source.ts';
import type { CameraDevice, CameraVendor, VendorAnswer, VendorId, VendorRefusal } from './port.ts';

export interface VendorDeps {
  readonly fetch: typeof fetch;
  /** Addresses that cameras may have. Configured gateways are trusted. */
  readonly allowed: AllowList;
  readonly resolve: Resolve;
  /** reliability.md: outside systems have 5 s. */
  readonly timeoutMs?: number;
}

export const VENDOR_TIMEOUT_MS = 5_000;
const MOST_BYTES = 1 << 20;

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: string;
  readonly contentType?: string;
  readonly login?: Login | null;
}

export async function ask(deps: VendorDeps, url: URL, question: Question = {}): VendorAnswer<string> {
  try {
    const first = await send(deps, url, question, null);
    const { login } = question;
    const challenge = first.status === 401 && login ? challengeOf([first.headers.get('www-authenticate') ?? '']) : null;
    if (!challenge || !login) return await answerOf(first);
    await first.body?.cancel();
    const header = authorization(challenge, login, { method: question.method ?? 'GET', uri: `${url.pathname}${url.search}`, count: 1 });
    return await answerOf(await send(deps, url, question, header));
  } catch (error) {
    return refusalOf(error);
  }
}

/** Like `ask`, parsed as JSON. The result is unvalidated: check each field before use. */
export async function askJson(deps: VendorDeps, url: URL, question: Question = {}): VendorAnswer<Readonly<Record<string, unknown>>> {
  const answer = await ask(deps, url, question);
  if (!answer.ok) return answer;
  try {
    const read: unknown = JSON.parse(answer.value);
    return isRecord(read) ? ok(read) : refusal('not-understood');
  } catch {
    return refusal('not-understood');
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const loginOf = ({ username, password }: CameraDevice): Login | null =>
  username === null ? null : { username, password: password ?? '' };

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

function send(
  { fetch: get, timeoutMs = VENDOR_TIMEOUT_MS }: VendorDeps,
  url: URL,
  question: Question,
  header: string | null,
): Promise<Response> {
  const { method = 'GET', body, contentType } = question;
  return get(url, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { ...(header ? { authorization: header } : {}), ...(contentType ? { 'content-type': contentType } : {}) },
    redirect: 'error', // the target was not checked against the allow-list
    signal: AbortSignal.timeout(timeoutMs),
  });
}

async function answerOf(response: Response): VendorAnswer<string> {
  const text = await readText(response);
  if (text === null) return refusal('not-understood');
  if (response.ok) return ok(text);
  if (response.status === 401 || response.status === 403) return refusal('unauthorized');
  if (response.status === 404 || response.status === 405 || response.status === 501) return refusal('not-supported');
  return refusal('refused', `HTTP ${response.status}`);
}

/** Null: longer than any legitimate answer of a camera. */
async function readText(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return null; // leaving the loop cancels the rest
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function refusalOf(error: unknown): Result<never, VendorRefusal> {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') return refusal('timeout');
  const cause = error instanceof Error && isRecord(error.cause) ? String(error.cause.code ?? error.cause.message ?? '') : '';
  // The response broke off or was not HTTP.
  return /^HPE_|UND_ERR_SOCKET|terminated/.test(cause) ? refusal('not-understood') : refusal('unreachable');
}

// Refusals as values, and a vendor that refuses everything: real vendors override what they support.

/** @param words the vendor's message, cut to one line */
export function refusal(kind: VendorRefusal['refusal'], detail?: string): Result<never, VendorRefusal> {
  const own = detail?.replace(/\s+/g, ' ').trim().slice(0, 120);
  return refuse({ refusal: kind, detail: own || null });
}

/** Every operation returns this refusal. */
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
export async function callGateway(
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
  if (!isRecord(first)) return refusal('not-understood');
  if (typeof first.url === 'string' && URL.canParse(first.url)) return ok({ url: first.url });
  const detail = first.result ?? first.msg;
  return typeof detail === 'string' && detail !== '' ? refusal('refused', detail) : refusal('not-understood');
}

export async function done(answer: VendorAnswer<unknown>): VendorAnswer<void> {
  const read = await answer;
  return read.ok ? ok(undefined) : read;
}
