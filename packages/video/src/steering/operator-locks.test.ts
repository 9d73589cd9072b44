import { ok } from '@lookout/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CameraLock, createOperatorLocks, type OperatorLocks } from './operator-locks.ts';

const wang = { session: 's1', name: '王' };
const li = { session: 's2', name: '李' };
const zhao = { session: 's3', name: '赵' };

describe('one operator at a time', () => {
  let time: number;
  let locks: OperatorLocks;
  let changes: (readonly [string, string | null])[];
  beforeEach(() => {
    time = 1_000_000;
    changes = [];
    locks = createOperatorLocks({ clock: () => new Date(time), idleMs: 60_000, answerWithinMs: 15_000 });
    locks.onChange((camera, lock) => changes.push([camera, lock && lock.operator.name + (lock.wantedBy ? `←${lock.wantedBy.name}` : '')]));
  });
  const owner = (): string | undefined => locks.of('c1')?.operator.name;

  it('the first has the lock; the second gets its holder and when it is free', () => {
    const lock: CameraLock = { head: 'c1', operator: wang, since: new Date(time), lastActAt: new Date(time), wantedBy: null };
    expect(locks.take('c1', wang)).toEqual(ok(lock));
    expect(locks.take('c1', li)).toEqual({ ok: false, error: { held: lock, freeAt: new Date(time + 60_000) } });
    expect(locks.take('c2', li).ok).toBe(true);
  });

  it('each act keeps it; after a minute without one it may be taken, not before', () => {
    locks.take('c1', wang);
    time += 59_999;
    locks.take('c1', wang);
    time += 59_999;
    expect(locks.take('c1', li).ok).toBe(false);
    time += 1;
    expect(locks.take('c1', li).ok).toBe(true);
    expect(changes).toEqual([
      ['c1', '王'],
      ['c1', '李'],
    ]);
  });

  it('on a request the owner hands it over', () => {
    locks.take('c1', wang);
    expect(locks.request('c1', li).ok).toBe(false);
    expect(locks.handOver('c1', li)).toBeNull();
    expect(locks.handOver('c1', wang)?.operator).toEqual(li);
    expect(locks.take('c1', wang).ok).toBe(false);
    expect(changes.map(([, detail]) => detail)).toEqual(['王', '王←李', '李']);
  });

  it('on a request an idle owner loses it after 15 s to the requester, and to nobody else', () => {
    locks.take('c1', wang);
    time += 1_000;
    locks.request('c1', li);
    expect(locks.request('c1', zhao).ok).toBe(false);
    time += 14_999;
    expect(locks.take('c1', li).ok).toBe(false);
    time += 1;
    expect(locks.take('c1', zhao).ok).toBe(false);
    expect(locks.take('c1', li).ok).toBe(true);
  });

  it('an owner who goes on steering keeps it, also after a request', () => {
    locks.take('c1', wang);
    locks.request('c1', li);
    for (let i = 0; i < 10; i += 1) {
      time += 10_000;
      locks.take('c1', wang);
    }
    expect(locks.take('c1', li).ok).toBe(false);
    expect(owner()).toBe('王');
  });

  it('released, it goes to the requester, or is free; a request may be withdrawn', () => {
    locks.take('c1', wang);
    locks.request('c1', li);
    locks.release('c1', li);
    expect(locks.of('c1')?.wantedBy).toBeNull();
    locks.request('c1', li);
    locks.release('c1', wang);
    expect(owner()).toBe('李');
    locks.release('c1', wang); // not his any more
    expect(owner()).toBe('李');
    locks.release('c1', li);
    expect(locks.of('c1')).toBeNull();
  });

  it('a dead session holds and wants nothing', () => {
    locks.take('c1', wang);
    locks.take('c2', li);
    locks.request('c2', wang);
    locks.releaseAll('s1');
    expect([locks.of('c1'), locks.of('c2')?.wantedBy]).toEqual([null, null]);
  });
});
