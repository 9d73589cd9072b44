import { describe, expect, it } from 'vitest';
import { createConnection, isBroken } from './connection.ts';

describe('the connection', () => {
  it('stores the time at which the connection was lost, and clears it when it is restored', () => {
    let now = 10;
    const connection = createConnection(() => now);
    connection.line('connecting');
    expect(isBroken(connection.get())).toBe(false);
    connection.line('online');
    now = 20;
    connection.line('lost');
    now = 30;
    connection.line('lost');
    expect(connection.get()).toMatchObject({ line: 'lost', since: 20 });
    expect(isBroken(connection.get())).toBe(true);
    connection.line('online');
    expect(connection.get().since).toBeNull();
  });

  it('background calls without a reply break the connection until one succeeds', () => {
    const connection = createConnection(() => 0);
    connection.line('online');
    connection.callLost();
    expect(isBroken(connection.get())).toBe(true);
    connection.callPassed();
    expect(isBroken(connection.get())).toBe(false);
  });

  it('the caught-up summary is shown until the connection is lost again', () => {
    const connection = createConnection(() => 0);
    connection.caughtUp({ count: 3, from: 1, to: 2 });
    connection.line('lost');
    expect(connection.get().caughtUp).toBeNull();
  });
});
