import { HOUR_MS } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { beginOf, type PartTimes, partFaultOf } from './ignition-plots.ts';

const NOW = Date.UTC(2026, 10, 22, 4);
const minutes = (n: number): number => NOW + n * 60_000;
const all = (over: Partial<PartTimes> = {}): PartTimes => ({ beginMs: null, nowMs: minutes(3), hours: 2, times: [], ...over });

describe('the start of a forecast with several parts', () => {
  it.each([
    ['now, on five minutes', {}, 0],
    ['as was chosen', { beginMs: minutes(-31), times: [minutes(-20)] }, -35],
    ['with the first part where each has its time', { times: [minutes(-20), minutes(-50)] }, -50],
    ['now where one has none', { times: [minutes(-20), null] }, 0],
  ] as const)('%s', (_, over, at) => {
    expect((beginOf(all(over)) - NOW) / 60_000).toBe(at);
  });
});

describe('the ignition time of a part', () => {
  it('is within the hours of the forecast', () => {
    const outside = { kind: 'outside', from: new Date(NOW), to: new Date(NOW + 2 * HOUR_MS) };
    const fault = (at: number) => partFaultOf(minutes(at), all({ times: [minutes(at), null] }));
    expect([-1, 0, 119, 120].map(fault)).toEqual([outside, null, null, outside]);
  });

  it('may not be later than the start for all parts', () => {
    const chosen = { beginMs: NOW, times: [minutes(10), minutes(20)] };
    expect(partFaultOf(minutes(10), all(chosen))).toEqual({ kind: 'none-at-first' });
    expect(partFaultOf(minutes(10), all({ ...chosen, times: [minutes(10), minutes(4)] }))).toBeNull();
    expect(partFaultOf(minutes(10), all({ ...chosen, beginMs: null }))).toBeNull();
  });
});
