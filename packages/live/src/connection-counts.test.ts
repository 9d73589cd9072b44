import { expect, it } from 'vitest';
import { countConnections } from './connection-counts.ts';

const LIMITS = { maxConnections: 10, maxPerSession: 4, maxPerAccount: 6, maxPerAddress: 8, forDesks: 5 };
const ranger = { session: 'one', account: 'a', isDesk: false };

it('connections of a session, an account and an address on other servers are counted, but not the other servers’ capacity', () => {
  const elsewhere: Record<string, number> = {};
  const counted = countConnections(LIMITS, (key) => elsewhere[key] ?? 0);
  const connect = (holder = ranger) => counted.atAddress('10.0.0.1')?.take(holder);
  elsewhere['s:one'] = 3;
  expect([connect(), connect()]).toEqual([null, 'too many connections of one session']);
  elsewhere['s:one'] = 0;
  elsewhere['a:a'] = 5;
  expect(connect()).toBe('too many connections of one account');
  elsewhere['a:a'] = 0;
  // This server has 5 connections that are not reserved for desks, of which one is in use.
  elsewhere.others = 1_000;
  expect(Array.from({ length: 3 }, () => connect())).toEqual([null, null, null]);
  elsewhere['@10.0.0.1'] = 8;
  expect(counted.atAddress('10.0.0.1')).toBeNull();
});

it('only larger counts are sent to other servers, never the server’s own capacity', () => {
  const counted = countConnections({ ...LIMITS, maxPerAddress: 100 });
  const places = Array.from({ length: 4 }, (_, n) => {
    const place = counted.atAddress('10.0.0.1');
    place?.take({ session: `s${n % 2}`, account: 'a', isDesk: false });
    return place;
  });
  expect(Object.fromEntries(counted.here())).toEqual({ '@10.0.0.1': 4, 'a:a': 4 });
  for (const place of places.slice(1)) place?.leave();
  expect(Object.fromEntries(counted.here())).toEqual({});
});
