import { expect, it } from 'vitest';
import { createRateLimiter } from '../serve/budgets.ts';
import { shareUse } from './shared-use.ts';

const RATE = { perSecond: 100, burst: 100 };

function twoServers() {
  const time = { now: 0 };
  const faults: string[] = [];
  const sent: Buffer[] = [];
  const server = () => {
    const counts = new Map<string, number>();
    const rates = createRateLimiter(() => time.now);
    const use = shareUse({
      rates,
      connections: () => counts,
      send: (payload) => void sent.push(Buffer.from(payload)),
      now: () => time.now,
      log: { warn: (_fields, message) => void faults.push(message) },
    });
    return { counts, rates, use };
  };
  const [a, b] = [server(), server()];
  const report = () => {
    a.use.report();
    for (const payload of sent.splice(0)) b.use.onReport('a', payload);
  };
  return { a, b, time, faults, sent, report };
}

it('what a session uses at one server counts at the other', () => {
  const { a, b, report } = twoServers();
  a.counts.set('s:one', 7);
  for (let n = 0; n < 60; n += 1) a.rates.mayPass('s:one', RATE);
  report();
  expect([b.use.elsewhere('s:one'), b.use.elsewhere('s:two')]).toEqual([7, 0]);
  expect(Array.from({ length: 100 }, () => b.rates.mayPass('s:one', RATE)).filter(Boolean)).toHaveLength(40);
});

it("released connections are reported with one message, and a silent server's connections expire", () => {
  const { a, b, time, sent, report } = twoServers();
  a.use.report();
  expect(sent).toEqual([]);
  a.counts.set('@10.0.0.1', 30);
  report();
  a.counts.clear();
  report();
  expect(b.use.elsewhere('@10.0.0.1')).toBe(0);
  a.use.report();
  expect(sent).toEqual([]);
  a.counts.set('@10.0.0.1', 30);
  report();
  time.now += 4_001;
  b.use.report();
  expect(b.use.elsewhere('@10.0.0.1')).toBe(0);
});

it.each(['nonsense', '{}', '{"spent":{"s:one":-5},"connections":{}}', '{"spent":[],"connections":{"x":"1"}}'])(
  '%s is not a valid message, and is logged',
  (word) => {
    const { b, faults } = twoServers();
    b.use.onReport('a', Buffer.from(word));
    expect([faults.length, b.use.elsewhere('x')]).toEqual([1, 0]);
    expect(b.rates.mayPass('s:one', RATE, 100)).toBe(true);
  },
);
