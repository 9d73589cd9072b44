import { describe, expect, it } from 'vitest';
import { admit, loginPathFor, once, ownPath } from './guard.ts';

describe('the guard', () => {
  // Proves §2.2
  it.each(['/login', '/oss', '/authredirect', '/switch', '/login/'])('without a token %s passes', (path) =>
    expect(admit(path, '', false)).toEqual({ kind: 'pass' }),
  );

  it('without a token /map passes: in a frame of another site a login page is of no use', () =>
    expect(admit('/map', '?embed=1', false)).toEqual({ kind: 'pass' }));
  it('without a token /wall passes too: a wall display has no user who could log in', () =>
    expect(admit('/wall', '?link=1', false)).toEqual({ kind: 'pass' }));

  // Proves §2.19
  it.each(['/', '/manage', '/manage/monitor', '/resource', '/loginx', '/oss/x', '/Login'])('without a token %s goes to login', (path) =>
    expect(admit(path, '?a=1', false)).toEqual({ kind: 'login', redirect: `${path}?a=1` }),
  );

  // Proves §2.18a
  it('with a token /login passes through', () => expect(admit('/login', '', true)).toEqual({ kind: 'pass' }));

  it.each(['/', '/manage', '/oss', '/nothing'])('with a token %s needs the user info', (path) =>
    expect(admit(path, '', true)).toEqual({ kind: 'load-info' }),
  );

  it('concurrent calls share one load of the info; a failed load is retried by the next call', async () => {
    let loads = 0;
    const results: (() => void)[] = [];
    const load = once(
      () =>
        new Promise<number>((resolve, reject) => {
          loads++;
          const attempt = loads;
          results.push(() => (attempt === 1 ? reject(new Error('no')) : resolve(attempt)));
        }),
    );
    const both = [load(), load()];
    results[0]?.();
    expect((await Promise.allSettled(both)).map((r) => r.status)).toEqual(['rejected', 'rejected']);
    expect(loads).toBe(1);
    const again = load();
    results[1]?.();
    expect(await again).toBe(2);
  });
});

const ORIGIN = 'http://lookout.local:8080';

describe('after login only a path of this site is opened', () => {
  it.each([
    ['/manage/monitor', '/manage/monitor'],
    ['/manage/admin?tab=audit&user=a#x', '/manage/admin?tab=audit&user=a#x'],
    ['/manage/../manage/admin', '/manage/admin'],
    ['/?next=https://evil.example', '/?next=https://evil.example'],
  ])('%s → %s', (target, path) => expect(ownPath(target, ORIGIN)).toBe(path));

  it.each([
    null,
    '',
    'manage',
    'https://evil.example',
    'https://evil.example/',
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
  ])('%j is rejected', (target) => expect(ownPath(target, ORIGIN)).toBeNull());

  // Proves §2.19
  it('the original path is passed to the login page unchanged and returned to', () => {
    const path = '/manage/admin?tab=audit&user=a b#x';
    const url = new URL(loginPathFor(path), ORIGIN);
    expect(url.pathname).toBe('/login');
    expect(ownPath(url.searchParams.get('redirect'), ORIGIN)).toBe('/manage/admin?tab=audit&user=a%20b#x');
  });

  it.each(['/', '/manage', '/manage/monitor'])('%s is kept in the redirect too', (path) => {
    const { searchParams } = new URL(loginPathFor(path), ORIGIN);
    expect([searchParams.get('redirect'), ownPath(searchParams.get('redirect'), ORIGIN)]).toEqual([path, path]);
  });
});
