import { ok } from '@lookout/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CameraLock, handOverLock, type Operator, releaseLock, requestLock, takeLock } from './operator-locks.ts';

const wang = { session: 's1', name: '王' };
const li = { session: 's2', name: '李' };
const zhao = { session: 's3', name: '赵' };

describe('one operator at a time', () => {
  let time: number;
  let lock: CameraLock | null;
  const now = () => new Date(time);
  const take = (operator: Operator): boolean => {
    const taken = takeLock(lock, operator, now());
    if (taken.ok) lock = taken.value;
    return taken.ok;
  };
  const request = (operator: Operator): boolean => {
    const answer = requestLock(lock, operator, now());
    lock = answer.ok ? answer.value : answer.error.held;
    return answer.ok;
  };
  const release = (session: string): void => {
    lock = releaseLock(lock, session, now());
  };
  const owner = (): string | undefined => lock?.operator.name;
  beforeEach(() => {
    time = 1_000_000;
    lock = null;
  });

  it('the first operator gets the lock; the second gets its holder and the time when it is free', () => {
    const current: CameraLock = { operator: wang, since: now(), lastActAt: now(), wanted: null };
    expect(takeLock(null, wang, now())).toEqual(ok(current));
    expect(takeLock(current, li, now())).toEqual({ ok: false, error: { held: current, freeAt: new Date(time + 60_000) } });
  });

  it('each act extends the lock; it may be taken after a minute without an act, not before', () => {
    take(wang);
    time += 59_999;
    take(wang);
    time += 59_999;
    expect(take(li)).toBe(false);
    time += 1;
    expect(take(li)).toBe(true);
    expect(lock?.since).toEqual(now());
  });

  it('the owner can hand the lock over on a request', () => {
    take(wang);
    expect(request(li)).toBe(false);
    expect(handOverLock(lock, li, now())).toBeNull();
    expect(handOverLock(lock, wang, now())).toEqual({ operator: li, since: now(), lastActAt: now(), wanted: null });
    expect(handOverLock(null, wang, now())).toBeNull();
  });

  it('after a request, an idle owner loses the lock after 15 s to the requester, and to no other operator', () => {
    take(wang);
    time += 1_000;
    request(li);
    // Only the first request is passed on.
    expect(request(zhao)).toBe(false);
    expect(lock?.wanted?.by).toEqual(li);
    time += 14_999;
    expect(take(li)).toBe(false);
    time += 1;
    expect(take(zhao)).toBe(false);
    expect(take(li)).toBe(true);
  });

  it('an owner who acts after the request keeps the lock for 15 s more', () => {
    take(wang);
    request(li);
    time += 14_000;
    take(wang);
    time += 14_999;
    expect(take(li)).toBe(false);
    time += 1;
    expect(take(li)).toBe(true);
  });

  it('a released lock passes to the operator who waits for it, or becomes free; an operator who stops waiting no longer has a request', () => {
    take(wang);
    request(li);
    release(zhao.session);
    expect(lock?.wanted?.by).toEqual(li);
    release(wang.session);
    expect(owner()).toBe('李');
    request(zhao);
    release(zhao.session);
    expect([owner(), lock?.wanted]).toEqual(['李', null]);
    release(li.session);
    expect(lock).toBeNull();
  });
});
