// HTTP authentication for cameras: Basic (RFC 7617) and Digest (RFC 7616: MD5, SHA-256, SHA-512-256, each also `-sess`; qop auth, auth-int or none).
// RTSP uses the same.
import { createHash, randomBytes } from 'node:crypto';

export interface Login {
  readonly username: string;
  readonly password: string;
}

/**
 * Whether a login may be sent as Basic, which can be read by anybody on the network. Allowed over TLS, or where it is set for this camera
 * (decision 0044).
 */
export const mayUseBasic = (protocol: string, isBasicAllowed: boolean): boolean =>
  isBasicAllowed || protocol === 'https:' || protocol === 'rtsps:';

export interface Challenge {
  /** `other`: a scheme, an algorithm or a qop that is not supported. */
  readonly scheme: 'basic' | 'digest' | 'other';
  /** Names in lower case, values as the device sent them, without quotes. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Devices write the algorithm in upper or lower case. Ordered from strongest to weakest. */
const ALGORITHMS: readonly (readonly [name: string, hash: string])[] = [
  ['SHA-512-256', 'sha512-256'],
  ['SHA-256', 'sha256'],
  ['MD5', 'md5'],
];
const SESSION = /-SESS$/;

/** Without an algorithm it is MD5 (RFC 7616, 3.3). */
const algorithmOf = ({ algorithm = '' }: Challenge['parameters']): string => algorithm.trim().toUpperCase() || 'MD5';
const strengthOf = (parameters: Challenge['parameters']): number =>
  ALGORITHMS.findIndex(([name]) => name === algorithmOf(parameters).replace(SESSION, ''));

type Qop = 'auth' | 'auth-int' | null;
/** null: no qop is offered; undefined: none of the offered ones is supported. */
function qopOf({ qop = '' }: Challenge['parameters']): Qop | undefined {
  const offered = qop.split(',').flatMap((one) => one.trim().toLowerCase() || []);
  if (offered.length === 0) return null;
  return (['auth', 'auth-int'] as const).find((one) => offered.includes(one));
}

const isUsable = ({ scheme, parameters }: Challenge): boolean =>
  scheme === 'basic' || (scheme === 'digest' && strengthOf(parameters) >= 0 && qopOf(parameters) !== undefined);

/**
 * The strongest challenge that the device offers. A result with `scheme` `other` means that no offered login is supported; it is one of
 * those offered. null: the device offers none.
 */
export function challengeOf(headers: readonly string[]): Challenge | null {
  const all = headers.flatMap(readChallenges);
  const digests = all.filter((one) => one.scheme === 'digest' && isUsable(one));
  const [strongest] = digests.sort((one, other) => strengthOf(one.parameters) - strengthOf(other.parameters));
  const first = strongest ?? all.find(({ scheme }) => scheme === 'basic') ?? all[0];
  return first === undefined || isUsable(first) ? (first ?? null) : { ...first, scheme: 'other' };
}

/**
 * Whether a refused login failed because of its nonce, not because of the name or password: the nonce has expired, or the session has a new
 * one (cameras omit `stale`). Such a request is repeated with the new nonce.
 * @param hasWorked the login has been accepted on this connection before
 */
export const isStale = (sent: Challenge, offered: Challenge, hasWorked: boolean): boolean =>
  offered.scheme === 'digest' &&
  (offered.parameters.stale?.toLowerCase() === 'true' || (hasWorked && offered.parameters.nonce !== sent.parameters.nonce));

/** The parts of the request that the digest covers. */
export interface DigestedRequest {
  readonly method: string;
  readonly uri: string;
  /** Number of the request with this challenge (nonce count), from 1. */
  readonly count: number;
  readonly body?: string;
}

/** The value of `Authorization`. @param challenge a result of `challengeOf`, but not of the scheme `other` */
export function authorization({ scheme, parameters }: Challenge, login: Login, { method, uri, count, body = '' }: DigestedRequest): string {
  if (scheme === 'basic') return `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const { realm = '', nonce = '', opaque, algorithm } = parameters;
  const hashName = ALGORITHMS[strengthOf(parameters)]?.[1] ?? 'md5';
  const hash = (text: string): string => createHash(hashName).update(text).digest('hex');
  const qop = qopOf(parameters) ?? null;
  const nc = count.toString(16).padStart(8, '0');
  const cnonce = randomBytes(8).toString('hex');
  const isSession = SESSION.test(algorithmOf(parameters));
  const secret = hash(`${login.username}:${realm}:${login.password}`);
  const ha1 = isSession ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const ha2 = hash(qop === 'auth-int' ? `${method}:${uri}:${hash(body)}` : `${method}:${uri}`);
  const response = qop === null ? hash(`${ha1}:${nonce}:${ha2}`) : hash(`${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${ha2}`);
  const quoted = { username: login.username, realm, nonce, uri, response, ...(opaque === undefined ? {} : { opaque }) };
  const parts = Object.entries(quoted).map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`);
  // Spelt as the device wrote it: some devices compare it letter by letter.
  if (algorithm !== undefined) parts.push(`algorithm=${algorithm}`);
  if (qop !== null) parts.push(`qop=${qop}`, `nc=${nc}`);
  if (qop !== null || isSession) parts.push(`cnonce="${cnonce}"`);
  return `Digest ${parts.join(', ')}`;
}

/** A request that may be sent several times, each time with a different `Authorization`. */
interface LoginAttempt<R> {
  readonly login: Login | null;
  /** Whether Basic may be used (`mayUseBasic`). */
  readonly mayUseBasic: boolean;
  readonly request: Omit<DigestedRequest, 'count'>;
  /** @param value the value of `Authorization`; null: without a login */
  send(value: string | null): Promise<R>;
  /** Releases a reply that is not the last one. */
  drop?(reply: R): void;
  statusOf(reply: R): number;
  /** The values of `WWW-Authenticate`. */
  challengesOf(reply: R): readonly string[];
}

/** Why a login is not sent. `algorithm`: the unsupported algorithm of the challenge, if it names one. */
export type LoginFault =
  | { readonly fault: 'basic-only' }
  | { readonly fault: 'login-unsupported'; readonly algorithm?: string | undefined };

/**
 * Sends an HTTP request. If the server asks for a login, sends it a second time with that login, and once more if its nonce has expired.
 * @returns the last reply, whatever its status, or why the login was not sent; without a challenge, the first reply
 */
export async function sendWithLogin<R>(attempt: LoginAttempt<R>): Promise<{ readonly reply: R } | LoginFault> {
  const { login, send, request, drop, statusOf, challengesOf } = attempt;
  const offeredBy = (reply: R): Challenge | null => (statusOf(reply) === 401 ? challengeOf(challengesOf(reply)) : null);
  const first = await send(null);
  const challenge = login === null ? null : offeredBy(first);
  if (challenge === null || login === null) return { reply: first };
  drop?.(first);
  if (challenge.scheme === 'other') return { fault: 'login-unsupported', algorithm: challenge.parameters.algorithm };
  if (challenge.scheme === 'basic' && !attempt.mayUseBasic) return { fault: 'basic-only' };
  const second = await send(authorization(challenge, login, { ...request, count: 1 }));
  const renewed = offeredBy(second);
  if (renewed === null || !isStale(challenge, renewed, false)) return { reply: second };
  drop?.(second);
  return { reply: await send(authorization(renewed, login, { ...request, count: 1 })) };
}

/** A parameter, or a scheme: a token that is not followed by `=`. */
const PIECE = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/g;
const SCHEMES: Readonly<Record<string, Challenge['scheme']>> = { basic: 'basic', digest: 'digest' };

/** One header may contain several challenges, and commas within quotes. */
function readChallenges(header: string): Challenge[] {
  const found: { scheme: Challenge['scheme']; parameters: Record<string, string> }[] = [];
  for (const [piece, name = '', quoted, plain] of header.matchAll(PIECE)) {
    if (piece.includes('=')) {
      const current = found.at(-1);
      if (current) current.parameters[name.toLowerCase()] ??= quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
    } else found.push({ scheme: SCHEMES[name.toLowerCase()] ?? 'other', parameters: {} });
  }
  return found;
}
