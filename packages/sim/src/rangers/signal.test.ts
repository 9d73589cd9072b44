import { expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../clock.ts';
import { GAP_MINUTES, hasSignal } from './signal.ts';

// Terrain is computed, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const START = Date.parse('2026-11-21T00:00:00+08:00');

test('a phone is out of signal for some minutes, a few times a day, and the same in every run', () => {
  const gaps: number[] = [];
  let lostAt: number | null = null;
  for (let ms = START; ms < START + 96 * HOUR_MS; ms += 5_000) {
    const has = hasSignal(1, 'ranger03', ms);
    expect(hasSignal(1, 'ranger03', ms)).toBe(has);
    if (!has) lostAt ??= ms;
    else if (lostAt !== null) {
      gaps.push((ms - lostAt) / MINUTE_MS);
      lostAt = null;
    }
  }
  expect(gaps.length).toBeGreaterThan(12);
  expect(gaps.length).toBeLessThan(40);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(GAP_MINUTES.least - 0.1);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * GAP_MINUTES.most);
});
