// The session of a page under SECURITY_POLICY=strict (decision 0096). The token is in a cookie that no script can read and no other site can make a browser
// send; what the page holds in its place, and sends where a program sends its token, is a handle: made of the token by a hash, it opens nothing without the
// cookie, and a page that holds the handle of another session than the cookie's has none any more.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const HANDLE = /^page\.[A-Za-z0-9_-]{43}$/;

/** `__Host-` (RFC 6265bis, 4.1.3.2): only https sets it, for this host alone. Two systems of one host differ by their paths. */
export const pageCookieName = (basePath: string): string => `__Host-lookout${basePath.replaceAll('/', '-')}`;

export const handleOf = (token: string): string => `page.${createHash('sha256').update(`page ${token}`).digest('base64url')}`;

export const isPageHandle = (given: string): boolean => HANDLE.test(given);

/** @param header of the request @returns null: there is no such cookie */
export function cookieIn(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const text = pair.trim();
    if (text.startsWith(`${name}=`)) return text.slice(name.length + 1) || null;
  }
  return null;
}

/**
 * The token that a call or a live connection comes with.
 * @param given the token of a program, or a page's handle
 * @returns null: the cookie is not there, or is of another session than the handle
 */
export function tokenBehind(given: string, headers: Pick<IncomingHttpHeaders, 'cookie'>, basePath: string): string | null {
  if (!isPageHandle(given)) return given;
  const token = cookieIn(headers.cookie, pageCookieName(basePath));
  if (token === null) return null;
  return timingSafeEqual(Buffer.from(handleOf(token)), Buffer.from(given)) ? token : null;
}
