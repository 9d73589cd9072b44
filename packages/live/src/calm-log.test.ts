import { expect, it } from 'vitest';
import { calmed } from './calm-log.ts';

it('client errors are logged once a minute, with the number of suppressed entries', () => {
  let now = 0;
  const told: unknown[] = [];
  const note = (fields: object, message: string) => void told.push([message, fields]);
  const log = calmed({ info: note, warn: note, error: note }, () => now);
  for (let n = 0; n < 1_000; n += 1) log.warn({ n }, 'bad');
  log.info({}, 'other');
  expect(told).toEqual([
    ['bad', { n: 0 }],
    ['other', {}],
  ]);
  now = 60_000;
  log.sweep();
  expect(told.slice(2)).toEqual([['bad', { n: 999, leftOut: 998 }]]);
  log.sweep();
  for (let n = 0; n < 3; n += 1) log.error({ n }, 'ours');
  expect(told).toHaveLength(6);
});
