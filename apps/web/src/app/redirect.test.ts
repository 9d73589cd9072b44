import { describe, expect, it } from 'vitest';
import { loginPathFor, ownPath } from './redirect.ts';

const ORIGIN = 'http://lookout.local:8080';

describe('after login one goes only to a path of this site', () => {
  it.each([
    ['/manage/monitor', '/manage/monitor'],
    ['/manage/admin?tab=audit&user=a#x', '/manage/admin?tab=audit&user=a#x'],
    ['/manage/../manage/admin', '/manage/admin'],
    ['/?next=https://evil.example', '/?next=https://evil.example'],
  ])('%s → %s', (wish, path) => expect(ownPath(wish, ORIGIN)).toBe(path));

  it.each([
    null,
    '',
    'manage',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http:evil.example',
    '/login',
    '/login?redirect=/login',
    '/./login',
    '//user:pass@lookout.local:8080/x',
  ])('%j leads nowhere', (wish) => expect(ownPath(wish, ORIGIN)).toBeNull());

  it('the original path goes to the login page whole, and comes back the same', () => {
    const path = '/manage/admin?tab=audit&user=a b#x';
    const url = new URL(loginPathFor(path), ORIGIN);
    expect(url.pathname).toBe('/login');
    expect(ownPath(url.searchParams.get('redirect'), ORIGIN)).toBe('/manage/admin?tab=audit&user=a%20b#x');
  });

  it('the home page needs no redirect', () => expect(loginPathFor('/manage')).toBe('/login'));
});
