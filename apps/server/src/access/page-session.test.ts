import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handleOf, isPageHandle, pageCookieName, tokenBehind } from './page-session.ts';

const newToken = () => randomBytes(32).toString('base64url');

describe('the session of a page', () => {
  it('has the cookie’s token, and only with the handle derived from it', () => {
    const [token, other] = [newToken(), newToken()];
    const cookie = `topic=513200; ${pageCookieName('')}=${token}; x=y`;
    expect(tokenBehind(handleOf(token), { cookie }, '')).toBe(token);
    expect(tokenBehind(handleOf(other), { cookie }, '')).toBeNull();
    expect(tokenBehind(handleOf(token), { cookie: `not${pageCookieName('')}=${token}` }, '')).toBeNull();
    expect(tokenBehind(handleOf(token), {}, '')).toBeNull();
    expect(tokenBehind(handleOf(token), { cookie }, '/lookout')).toBeNull();
  });

  it('leaves a program’s token unchanged: a token is never a handle, and a handle is never a token', () => {
    const token = newToken();
    expect(tokenBehind(token, {}, '')).toBe(token);
    expect([isPageHandle(token), isPageHandle(handleOf(token)), handleOf(token).includes(token)]).toEqual([false, true, false]);
  });
});
