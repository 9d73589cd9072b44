// HTTP authentication for cameras: Basic (RFC 7617) and Digest (RFC 7616, MD5 and SHA-256, qop auth or none). RTSP uses the same.
import { createHash, randomBytes } from 'node:crypto';

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** May a login be sent as Basic, which anybody on the way reads? Over TLS, or where it is set for this camera (decision 0044). */
export const mayUseBasic = (protocol: string, isBasicAllowed: boolean): boolean =>
  isBasicAllowed || protocol === 'https:' || protocol === 'rtsps:';

export interface Challenge {
  readonly scheme: 'basic' | 'digest';
  readonly parameters: Readonly<Record<string, string>>;
}

const hashOf: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256' };

/** The strongest challenge that the device offers; null when none is supported. */
export function challengeOf(headers: readonly string[]): Challenge | null {
  // One header may contain several challenges.
  const all = headers.flatMap((header) => header.split(/,\s*(?=(?:basic|digest)\s)/i)).map(readChallenge);
  const digests = all.filter((one) => one?.scheme === 'digest' && hashOf[one.parameters.algorithm ?? 'MD5']);
  return digests.find((one) => one?.parameters.algorithm === 'SHA-256') ?? digests[0] ?? all.find((one) => one?.scheme === 'basic') ?? null;
}

/** The value of `Authorization`. @param count number of the request with this challenge (nonce count), from 1 */
export function authorization(
  { scheme, parameters }: Challenge,
  login: Login,
  { method, uri, count }: { method: string; uri: string; count: number },
): string {
  if (scheme === 'basic') return `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const { realm = '', nonce = '', opaque, algorithm = 'MD5' } = parameters;
  const hash = (text: string): string =>
    createHash(hashOf[algorithm] ?? 'md5')
      .update(text)
      .digest('hex');
  const [ha1, ha2] = [hash(`${login.username}:${realm}:${login.password}`), hash(`${method}:${uri}`)];
  const hasQop = parameters.qop?.split(',').some((one) => one.trim() === 'auth') ?? false;
  const nc = count.toString(16).padStart(8, '0');
  const cnonce = randomBytes(8).toString('hex');
  const response = hasQop ? hash(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`) : hash(`${ha1}:${nonce}:${ha2}`);
  const quoted = { username: login.username, realm, nonce, uri, response, ...(opaque === undefined ? {} : { opaque }) };
  const parts = Object.entries(quoted).map(([name, value]) => `${name}="${value}"`);
  if (parameters.algorithm !== undefined) parts.push(`algorithm=${algorithm}`);
  if (hasQop) parts.push('qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`);
  return `Digest ${parts.join(', ')}`;
}

function readChallenge(header: string): Challenge | null {
  const scheme = /^\s*(basic|digest)\b/i.exec(header)?.[1]?.toLowerCase();
  if (scheme !== 'basic' && scheme !== 'digest') return null;
  const parameters: Record<string, string> = {};
  for (const [, name = '', quoted, plain] of header.matchAll(/([a-z]+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/gi))
    parameters[name.toLowerCase()] = quoted ?? plain ?? '';
  return { scheme, parameters };
}
