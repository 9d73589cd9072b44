import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { intervalIn, type ModeSetting, modeInForce, OPERATING_MODES, type OperatingMode, settingInForce } from './operating-mode.ts';

const setting = (gridNo: string, mode: OperatingMode): ModeSetting => ({
  gridNo: gridNo as GridNo,
  mode,
  reason: '高火险',
  setBy: '阿坝州值班员',
  setAt: new Date('2026-11-24T04:00:00Z'),
  version: 1,
  exerciseId: null,
});
const modeOf = (gridNo: string, set: Readonly<Record<string, OperatingMode>>) =>
  modeInForce(gridNo as GridNo, (no) => (set[no] === undefined ? null : setting(no, set[no])));

describe('the effective mode', () => {
  // Proves §4.12
  it.each([
    // own, above, effective
    [null, null, 'daily'],
    [null, 'daily', 'daily'],
    [null, 'emergency', 'emergency'],
    [null, 'simulation', 'simulation'],
    ['daily', null, 'daily'],
    ['daily', 'daily', 'daily'],
    ['daily', 'emergency', 'emergency'],
    ['daily', 'simulation', 'daily'],
    ['emergency', null, 'emergency'],
    ['emergency', 'daily', 'emergency'],
    ['emergency', 'emergency', 'emergency'],
    ['emergency', 'simulation', 'emergency'],
    ['simulation', null, 'simulation'],
    ['simulation', 'daily', 'simulation'],
    ['simulation', 'emergency', 'emergency'],
    ['simulation', 'simulation', 'simulation'],
  ] as const)('own %s below %s is %s', (own, above, expected) => {
    expect(modeOf('513221', { ...(own && { '513221': own }), ...(above && { '513200': above }) })).toBe(expected);
  });

  it('passes through grids without a setting, and never sideways or upwards', () => {
    expect(modeOf('513221', { '100000': 'emergency' })).toBe('emergency');
    expect(modeOf('513221100', { '513221': 'emergency' })).toBe('emergency');
    expect(modeOf('513221', { '513222': 'emergency' })).toBe('daily');
    expect(modeOf('513200', { '513221': 'emergency' })).toBe('daily');
  });

  it('passes an emergency at the top through a daily prefecture to a county in an exercise', () => {
    expect(modeOf('513221', { '510000': 'emergency', '513200': 'daily', '513221': 'simulation' })).toBe('emergency');
  });

  it('names the deciding setting: the grid’s own where both are an emergency', () => {
    const set = new Map([setting('513221', 'emergency'), setting('513200', 'emergency')].map((one) => [one.gridNo, one]));
    expect(settingInForce('513221' as GridNo, (no) => set.get(no))?.gridNo).toBe('513221');
    expect(settingInForce('513222' as GridNo, (no) => set.get(no))?.gridNo).toBe('513200');
    expect(settingInForce('510000' as GridNo, (no) => set.get(no))).toBeNull();
  });
});

it('polling intervals are halved in an emergency only', () => {
  expect(OPERATING_MODES.map((mode) => intervalIn(mode, 15_000))).toEqual([15_000, 7_500, 15_000]);
});
