import { describe, expect, it } from 'vitest';
import { admit, once } from './guard.ts';

describe('the guard', () => {
  it.each(['/login', '/oss', '/authredirect', '/switch', '/login/'])('without a token %s passes', (path) =>
    expect(admit(path, '', false)).toEqual({ kind: 'pass' }),
  );

  it.each(['/', '/manage', '/manage/monitor', '/resource', '/loginx', '/oss/x', '/Login'])('without a token %s goes to login', (path) =>
    expect(admit(path, '?a=1', false)).toEqual({ kind: 'login', redirect: `${path}?a=1` }),
  );

  it('with a token /login passes through', () => expect(admit('/login', '', true)).toEqual({ kind: 'pass' }));

  it.each(['/', '/manage', '/oss', '/nothing'])('with a token %s needs the user info', (path) =>
    expect(admit(path, '', true)).toEqual({ kind: 'load-info' }),
  );

  it('whoever asks while the info loads waits for the same answer; a failure is tried again', async () => {
    let loads = 0;
    const results: (() => void)[] = [];
    const load = once(
      () =>
        new Promise<number>((resolve, reject) => {
          loads++;
          const mine = loads;
          results.push(() => (mine === 1 ? reject(new Error('no')) : resolve(mine)));
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
