import type { Capability, GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { type AccountChange, faultsOfChange, locksOneselfOut, maySteward, takesAway } from './stewardship.ts';

const grid = (no: string) => no as GridNo;
const holder = (gridNo: string, ...rights: Capability[]) => ({
  id: 'admin',
  gridNo: grid(gridNo),
  groupId: '001003001',
  rights: new Set(rights),
});
const aChange = (over: Partial<AccountChange & { groupId: string }> = {}) => ({
  gridNo: grid('513221'),
  grids: [],
  groupId: '001003001001',
  rights: ['watch-alarms'] as Capability[],
  enabled: true,
  topic: null,
  ...over,
});

describe('an administrator of users', () => {
  const admin = holder('513200', 'watch-alarms', 'administer-users');

  it('grants only grids and rights that he has himself', () => {
    expect(faultsOfChange(admin, aChange())).toEqual([]);
    expect(faultsOfChange(admin, aChange({ gridNo: grid('511400') })).map(({ path }) => path)).toEqual(['gridNo']);
    expect(faultsOfChange(admin, aChange({ grids: [grid('513222'), grid('510000')] })).map(({ path }) => path)).toEqual(['grids.1']);
    expect(faultsOfChange(admin, aChange({ rights: ['watch-alarms', 'read-audit'] })).map(({ path }) => path)).toEqual(['rights.1']);
  });

  it('does not move an account into another organisation', () => {
    expect(faultsOfChange(admin, aChange({ groupId: '001003' })).map(({ path }) => path)).toEqual(['groupId']);
    expect(faultsOfChange(admin, aChange({ groupId: '001003002001' })).map(({ path }) => path)).toEqual(['groupId']);
  });

  it('cannot change an account that has more than he has, even one below his grid', () => {
    expect(maySteward(admin, aChange())).toBe(true);
    expect(maySteward(admin, aChange({ rights: ['watch-alarms', 'read-audit'] }))).toBe(false);
    expect(maySteward(admin, aChange({ gridNo: grid('510000'), rights: [] }))).toBe(false);
    expect(maySteward(admin, aChange({ grids: [grid('510000')] }))).toBe(false);
  });

  it('does not lock himself out', () => {
    const own = aChange({ gridNo: grid('513200'), rights: ['administer-users'] });
    expect(locksOneselfOut(admin, 'admin', own)).toBe(false);
    for (const over of [{ enabled: false }, { rights: [] }, { gridNo: grid('513221') }]) {
      expect(locksOneselfOut(admin, 'admin', { ...own, ...over })).toBe(true);
      expect(locksOneselfOut(admin, 'another', { ...own, ...over })).toBe(false);
    }
  });
});

describe('sessions end', () => {
  const current = { gridNo: grid('513221'), rights: ['watch-alarms', 'act-on-alarms'] as const, grids: [], deviceId: null };
  const requested = { ...current, enabled: true };

  it('when something is taken away, not when something is granted', () => {
    expect(takesAway(current, { ...requested, rights: ['act-on-alarms', 'watch-alarms', 'read-audit'], grids: [grid('513222')] })).toBe(
      false,
    );
    for (const over of [{ enabled: false }, { rights: ['watch-alarms'] as const }, { gridNo: grid('513222') }, { deviceId: 'd' }])
      expect(takesAway(current, { ...requested, ...over })).toBe(true);
  });
});
