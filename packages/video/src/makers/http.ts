// How makers are asked by HTTP: with a time-out, a limit, their login, and no way to anywhere that was not allowed.
import { ok, type Result } from '@lookout/domain';
import { authorization, challengeOf, type Login } from '../digest.ts';
import type { AllowList } from '../media/allow-list.ts';
import { allowedAddress } from '../media/upstream/dial.ts';
import { type Resolve, SourceFault } from '../media/upstream/source.ts';
import type { CameraDevice, MakerAnswer, MakerRefusal } from './port.ts';
import { refusal } from './refusals.ts';

export interface MakerDeps {
  readonly fetch: typeof fetch;
  /** Where cameras' own addresses may be; configured gateways are the administrator's word. */
  readonly allowed: AllowList;
  readonly resolve: Resolve;
  /** reliability.md: what is outside has 5 s. */
  readonly timeoutMs?: number;
}

export const MAKER_TIMEOUT_MS = 5_000;
const MOST_BYTES = 1 << 20;

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: string;
  readonly contentType?: string;
  readonly login?: Login | null;
}

export async function ask(deps: MakerDeps, url: URL, question: Question = {}): MakerAnswer<string> {
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

/** The same, read as JSON. `data` is whatever came: look before you touch it. */
export async function askJson(deps: MakerDeps, url: URL, question: Question = {}): MakerAnswer<Readonly<Record<string, unknown>>> {
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

/** A camera's own base address, with its name already resolved to an address that is allowed. */
export async function deviceBase(deps: MakerDeps, address: string): Promise<Result<URL, MakerRefusal>> {
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
  { fetch: get, timeoutMs = MAKER_TIMEOUT_MS }: MakerDeps,
  url: URL,
  question: Question,
  header: string | null,
): Promise<Response> {
  const { method = 'GET', body, contentType } = question;
  return get(url, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { ...(header ? { authorization: header } : {}), ...(contentType ? { 'content-type': contentType } : {}) },
    redirect: 'error', // where it leads was not allowed
    signal: AbortSignal.timeout(timeoutMs),
  });
}

async function answerOf(response: Response): MakerAnswer<string> {
  const text = await readText(response);
  if (text === null) return refusal('not-understood');
  if (response.ok) return ok(text);
  if (response.status === 401 || response.status === 403) return refusal('unauthorized');
  if (response.status === 404 || response.status === 405 || response.status === 501) return refusal('not-supported');
  return refusal('refused', `HTTP ${response.status}`);
}

/** Null: longer than any answer of a camera. */
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

function refusalOf(error: unknown): Result<never, MakerRefusal> {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') return refusal('timeout');
  const cause = error instanceof Error && isRecord(error.cause) ? String(error.cause.code ?? error.cause.message ?? '') : '';
  // What breaks off in the middle of an answer, or is no HTTP, was understood by nobody.
  return /^HPE_|UND_ERR_SOCKET|terminated/.test(cause) ? refusal('not-understood') : refusal('unreachable');
}
