import { expect, it } from 'vitest';
import { Latencies } from './latencies.ts';

it('gives the percentiles of the added values, also of values from another process', () => {
  const all = new Latencies();
  expect(all.percentile(0.5)).toBeNaN();
  const part = new Latencies();
  for (let ms = 1; ms <= 100; ms += 1) (ms % 2 ? all : part).add(ms);
  all.addAll(JSON.parse(JSON.stringify(part)));
  expect([all.count, all.percentile(0.5), all.percentile(0.99), all.percentile(1)]).toEqual([100, 50, 99, 100]);
  all.add(10_000_000);
  expect(all.percentile(1)).toBe(120_000);
});
