// Authentication for video and camera control: one name and password for all towers, by HTTP and RTSP authentication (RFC 7616 Digest with
// MD5, RFC 7617 Basic).
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Login {
  readonly userName: string;
  readonly password: string;
}

/** The login of the demo's towers. It is not secret, because it protects demo data only. */
export const TOWER_LOGIN: Login = { userName: 'lookout', password: 'Tower-2026' };

export interface Authenticator {
  /** The values of WWW-Authenticate for a response without valid credentials. */
  challenge(): string[];
  /** @param header the value of Authorization */
  admits(method: string, header: string | undefined): boolean;
}

const REALM = 'Lookout demo tower';
const NONCE_MS = 10 * 60_000;

/** @param clock milliseconds of wall time */
export function createAuthenticator({ userName, password }: Login, clock: () => number): Authenticator {
  const secret = randomBytes(16);
  const sign = (ms: string): string => createHmac('sha256', secret).update(ms).digest('hex').slice(0, 24);
  const nonce = (): string => {
    const ms = String(clock());
    return `${ms}-${sign(ms)}`;
  };
  const isFresh = (given: string): boolean => {
    const [ms = '', mac = ''] = given.split('-');
    return equalInConstantTime(mac, sign(ms)) && clock() - Number(ms) < NONCE_MS;
  };

  return {
    challenge: () => [`Digest realm="${REALM}", nonce="${nonce()}", algorithm=MD5, qop="auth"`, `Basic realm="${REALM}"`],
    admits(method, header) {
      const [scheme, rest] = [header?.split(' ', 1)[0]?.toLowerCase(), header?.slice((header.indexOf(' ') ?? 0) + 1) ?? ''];
      if (scheme === 'basic') return equalInConstantTime(Buffer.from(rest, 'base64').toString(), `${userName}:${password}`);
      if (scheme !== 'digest') return false;
      const given = partsOf(rest);
      if (given.username !== userName || given.realm !== REALM || given.nonce === undefined || !isFresh(given.nonce)) return false;
      const credentialsHash = md5(`${userName}:${REALM}:${password}`);
      const requestHash = md5(`${method}:${given.uri}`);
      const nonceText = given.qop === undefined ? given.nonce : `${given.nonce}:${given.nc}:${given.cnonce}:${given.qop}`;
      return equalInConstantTime(given.response ?? '', md5(`${credentialsHash}:${nonceText}:${requestHash}`));
    },
  };
}

function partsOf(text: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, key, quoted, plain]) => [key, quoted ?? plain]));
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Compares in constant time, so that the duration does not reveal how much of the secret was right. */
export function equalInConstantTime(given: string, expected: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
