// The session of a page under SECURITY_POLICY=strict (decision 0096). The token is in a cookie that no script can read and no other site
// can make a browser send. The page itself holds a handle, which is a hash of the token, and sends it where a program sends its token.
// Without the cookie the handle opens nothing, and a page whose handle belongs to another session than the cookie has no session any more.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const HANDLE = /^page\.[A-Za-z0-9_-]{43}$/;

/**
 * `__Host-` (RFC 6265bis, 4.1.3.2): the cookie can be set over https only, and for this host alone. Two systems on one host differ by their
 * paths.
 */
export const pageCookieName = (basePath: string): string => `__Host-lookout${basePath.replaceAll('/', '-')}`;

export const handleOf = (token: string): string => `page.${createHash('sha256').update(`page ${token}`).digest('base64url')}`;

export const isPageHandle = (given: string): boolean => HANDLE.test(given);

/** @param header the request's `Cookie` header @returns null if it has no such cookie */
export function cookieIn(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const text = pair.trim();
    if (text.startsWith(`${name}=`)) return text.slice(name.length + 1) || null;
  }
  return null;
}

/**
 * Returns the token of a call or a live connection.
 * @param given a program's token, or a page's handle
 * @returns null if the cookie is missing or belongs to another session than the handle
 */
export function tokenBehind(given: string, headers: Pick<IncomingHttpHeaders, 'cookie'>, basePath: string): string | null {
  if (!isPageHandle(given)) return given;
  const token = cookieIn(headers.cookie, pageCookieName(basePath));
  if (token === null) return null;
  return timingSafeEqual(Buffer.from(handleOf(token)), Buffer.from(given)) ? token : null;
}
