// Who may look and steer: one name and password for all towers, asked for as HTTP and RTSP do (RFC 7616 Digest with MD5, RFC 7617 Basic).
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Login {
  readonly userName: string;
  readonly password: string;
}

/** The demo's towers; no secret, as everything of the demo. */
export const TOWER_LOGIN: Login = { userName: 'lookout', password: 'Tower-2026' };

export interface Door {
  /** What to answer to whoever brings no, or a wrong, password: values of WWW-Authenticate. */
  challenge(): string[];
  /** @param header the value of Authorization */
  admits(method: string, header: string | undefined): boolean;
}

const REALM = 'Lookout demo tower';
const NONCE_MS = 10 * 60_000;

/** @param clock milliseconds of wall time */
export function createDoor({ userName, password }: Login, clock: () => number): Door {
  const secret = randomBytes(16);
  const sign = (ms: string): string => createHmac('sha256', secret).update(ms).digest('hex').slice(0, 24);
  const nonce = (): string => `${clock()}-${sign(String(clock()))}`;
  const isFresh = (given: string): boolean => {
    const [ms = '', mac = ''] = given.split('-');
    return same(mac, sign(ms)) && clock() - Number(ms) < NONCE_MS;
  };

  return {
    challenge: () => [`Digest realm="${REALM}", nonce="${nonce()}", algorithm=MD5, qop="auth"`, `Basic realm="${REALM}"`],
    admits(method, header) {
      const [scheme, rest] = [header?.split(' ', 1)[0]?.toLowerCase(), header?.slice((header.indexOf(' ') ?? 0) + 1) ?? ''];
      if (scheme === 'basic') return same(Buffer.from(rest, 'base64').toString(), `${userName}:${password}`);
      if (scheme !== 'digest') return false;
      const given = partsOf(rest);
      if (given.username !== userName || given.realm !== REALM || given.nonce === undefined || !isFresh(given.nonce)) return false;
      const secretHash = md5(`${userName}:${REALM}:${password}`);
      const what = md5(`${method}:${given.uri}`);
      const middle = given.qop === undefined ? given.nonce : `${given.nonce}:${given.nc}:${given.cnonce}:${given.qop}`;
      return same(given.response ?? '', md5(`${secretHash}:${middle}:${what}`));
    },
  };
}

function partsOf(text: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, key, quoted, plain]) => [key, quoted ?? plain]));
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** In a time that does not tell how much was right. */
export function same(given: string, right: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(right));
}
