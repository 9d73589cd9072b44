import type { Capability, GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { type AccountChange, faultsOfChange, locksOneselfOut, mayTakeOver, takesAway } from './stewardship.ts';

const grid = (no: string) => no as GridNo;
const holder = (gridNo: string, ...rights: Capability[]) => ({ id: 'admin', gridNo: grid(gridNo), rights: new Set(rights) });
const aChange = (over: Partial<AccountChange> = {}): AccountChange => ({
  gridNo: grid('513221'),
  gridNos: [],
  codes: ['watch-alarms'],
  enabled: true,
  topic: null,
  ...over,
});

describe('who administers users', () => {
  const admin = holder('513200', 'watch-alarms', 'administer-users');

  it('hands out only grids and rights that he has himself', () => {
    expect(faultsOfChange(admin, aChange(), null)).toEqual([]);
    expect(faultsOfChange(admin, aChange({ gridNo: grid('511400') }), null).map(({ path }) => path)).toEqual(['gridNo']);
    expect(faultsOfChange(admin, aChange({ gridNos: [grid('513222'), grid('510000')] }), null).map(({ path }) => path)).toEqual([
      'gridNos.1',
    ]);
    expect(faultsOfChange(admin, aChange({ codes: ['watch-alarms', 'read-audit'] }), null).map(({ path }) => path)).toEqual(['codes.1']);
  });

  it('may leave what somebody else gave', () => {
    const current = { codes: ['read-audit'], gridNos: [grid('510000')] } as const;
    expect(faultsOfChange(admin, aChange({ codes: ['read-audit'], gridNos: [grid('510000')] }), current)).toEqual([]);
  });

  it('becomes nobody who has more than he has', () => {
    const person = (gridNo: string, rights: Capability[], gridNos: GridNo[] = []) => ({ ...holder(gridNo, ...rights), gridNos });
    expect(mayTakeOver(admin, person('513200', ['watch-alarms']))).toBe(true);
    expect(mayTakeOver(admin, person('513200', ['watch-alarms', 'read-audit']))).toBe(false);
    expect(mayTakeOver(admin, person('513221', ['watch-alarms', 'read-audit']))).toBe(true);
    expect(mayTakeOver(admin, person('510000', []))).toBe(false);
    expect(mayTakeOver(admin, person('513221', [], [grid('510000')]))).toBe(false);
  });

  it('does not shut himself out', () => {
    const own = aChange({ gridNo: grid('513200'), codes: ['administer-users'] });
    expect(locksOneselfOut(admin, 'admin', own)).toBe(false);
    for (const over of [{ enabled: false }, { codes: [] }, { gridNo: grid('513221') }]) {
      expect(locksOneselfOut(admin, 'admin', { ...own, ...over })).toBe(true);
      expect(locksOneselfOut(admin, 'another', { ...own, ...over })).toBe(false);
    }
  });
});

describe('sessions end', () => {
  const current = { gridNo: grid('513221'), codes: ['watch-alarms', 'act-on-alarms'] as const, gridNos: [], deviceId: null };
  const requested = { ...current, enabled: true };

  it('when something is taken away, not when something is given', () => {
    expect(takesAway(current, { ...requested, codes: ['act-on-alarms', 'watch-alarms', 'read-audit'], gridNos: [grid('513222')] })).toBe(
      false,
    );
    for (const over of [{ enabled: false }, { codes: ['watch-alarms'] as const }, { gridNo: grid('513222') }, { deviceId: 'd' }])
      expect(takesAway(current, { ...requested, ...over })).toBe(true);
  });
});
