import { expect, it, onTestFinished, vi } from 'vitest';
import { calmed, perSession, type Services } from './services.ts';

/** The part of the services that a session value needs. */
function someone() {
  let who: { token: string | null; accid: string | null } = { token: 'token', accid: 'one' };
  const listeners = new Set<() => void>();
  const session = {
    get: () => who,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const set = (token: string | null, accid: string | null = null) => {
    who = { token, accid };
    for (const listener of [...listeners]) listener();
  };
  return { services: { session } as unknown as Services, set, listeners };
}

it('is created once per session and dropped with it, so that the next user gets a new one', () => {
  const ended: number[] = [];
  let made = 0;
  const counterOf = perSession(
    () => {
      made += 1;
      return { number: made };
    },
    ({ number }) => ended.push(number),
  );
  const { services, set, listeners } = someone();
  const first = counterOf(services);
  set('another token', 'one');
  expect(counterOf(services)).toBe(first);
  set(null);
  expect([ended, listeners.size]).toEqual([[1], 0]);
  // A closing page may request the value once more.
  expect(counterOf(services)).toEqual({ number: 2 });
  set('token', 'two');
  expect(ended).toEqual([1, 2]);
  expect(counterOf(services)).toEqual({ number: 3 });
  expect(counterOf(someone().services)).toEqual({ number: 4 });
});

it('a stream of changes is passed on at most once per interval, always including the first and the last', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let change = () => {};
  let stopped = 0;
  let notified = 0;
  const stop = calmed((listener) => {
    change = listener;
    return () => void stopped++;
  }, 250)(() => void notified++);
  change();
  expect(notified).toBe(1);
  for (let i = 0; i < 10; i++) change();
  expect(notified).toBe(1);
  vi.advanceTimersByTime(250);
  expect(notified).toBe(2);
  vi.advanceTimersByTime(1_000);
  change();
  expect(notified).toBe(3);
  change();
  stop();
  vi.advanceTimersByTime(1_000);
  expect([notified, stopped]).toEqual([3, 1]);
});
