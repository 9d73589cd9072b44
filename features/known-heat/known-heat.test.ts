import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import {
  aroundHeat,
  boxOf,
  boxOfBoth,
  endMask,
  isOfMachine,
  type KnownHeat,
  type MapMask,
  observeHeat,
  reviewKnownHeat,
} from './known-heat.ts';

const AT = new Date('2026-11-20T00:00:00Z');
const heat: KnownHeat = {
  id: 'h',
  gridNo: '513221' as GridNo,
  name: '砖厂',
  kind: 'kiln',
  state: 'confirmed',
  origin: 'detections',
  position: { lng: 103.59, lat: 31.48 },
  radiusMetres: 500,
  usualFrpMegawatts: 10,
  note: null,
  address: '',
  days: ['2026-11-01', '2026-11-05'],
  hours: [2, 14],
  version: 1,
  createdBy: '甲',
  createdAt: AT,
  changedBy: '甲',
  changedAt: AT,
  reviewedBy: null,
  reviewedAt: null,
  reviewNote: null,
};
const seen = { days: ['2026-11-05', '2026-11-18'], hours: [13], usualFrpMegawatts: 12 };
const own = { windowBegin: '2026-11-04', isOfItsCounty: true };

describe('a known source that is hot again', () => {
  it('retains the days of the last month and all its hours, and takes the power of its county', () => {
    expect(observeHeat(heat, seen, own)).toEqual({
      ...heat,
      days: ['2026-11-05', '2026-11-18'],
      hours: [2, 13, 14],
      usualFrpMegawatts: 12,
    });
    expect(observeHeat(heat, seen, { ...own, isOfItsCounty: false })?.usualFrpMegawatts).toBe(10);
    expect(observeHeat(heat, { ...seen, usualFrpMegawatts: null }, own)?.usualFrpMegawatts).toBe(10);
  });

  it('does not change the second time', () => {
    const after = observeHeat(heat, seen, own) as KnownHeat;
    expect(observeHeat(after, seen, own)).toBeNull();
  });

  it('is proposed again after a rejection only on twice as many days', () => {
    const rejected: KnownHeat = { ...heat, state: 'rejected' };
    const days = (count: number) => Array.from({ length: count }, (_, index) => `2026-11-${10 + index}`);
    expect(observeHeat(rejected, { ...seen, days: days(3) }, own)).toBeNull();
    expect(observeHeat(rejected, { ...seen, days: days(4) }, own)?.state).toBe('proposed');
  });
});

describe('a review', () => {
  it.each([
    ['proposed', 'confirmed', true],
    ['proposed', 'rejected', true],
    ['rejected', 'confirmed', true],
    ['rejected', 'rejected', false],
    ['confirmed', 'confirmed', false],
    ['confirmed', 'rejected', false],
  ] as const)('of a %s source as %s: possible is %s', (state, next, isPossible) => {
    expect(reviewKnownHeat({ state }, next).ok).toBe(isPossible);
  });
});

describe('alarms are re-evaluated', () => {
  const holds = (box: ReturnType<typeof aroundHeat>, { lng, lat }: KnownHeat['position']) =>
    box !== null && lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north;

  it('around a source that is confirmed, changed or deleted, and not for a proposal or its days', () => {
    const proposed: KnownHeat = { ...heat, state: 'proposed' };
    expect(aroundHeat(null, proposed)).toBeNull();
    expect(aroundHeat(proposed, { ...proposed, state: 'rejected' })).toBeNull();
    expect(aroundHeat(heat, { ...heat, days: [], name: '另一名称' })).toBeNull();
    for (const box of [aroundHeat(proposed, heat), aroundHeat(heat, null), aroundHeat(heat, { ...heat, usualFrpMegawatts: 11 })])
      expect(holds(box, heat.position)).toBe(true);
  });

  it('at both the old and the new place of a moved source', () => {
    const moved: KnownHeat = { ...heat, position: { lng: 103.7, lat: 31.5 } };
    const box = aroundHeat(heat, moved);
    expect([holds(box, heat.position), holds(box, moved.position), holds(box, { lng: 104, lat: 31.5 })]).toEqual([true, true, false]);
  });
});

it('a mask ends once', () => {
  const mask = { id: 'm', version: 1, endsAt: new Date(AT.getTime() + 1), changedBy: '甲', changedAt: AT } as MapMask;
  const ended = endMask(mask, '乙', AT);
  expect(ended).toMatchObject({ ok: true, value: { endsAt: AT, version: 2, changedBy: '乙' } });
  expect(endMask({ ...mask, endsAt: AT }, '乙', AT).ok).toBe(false);
});

it('a box contains all its points', () => {
  const a = boxOf([
    { lng: 1, lat: 5 },
    { lng: 3, lat: 2 },
  ]);
  expect(a).toEqual({ west: 1, south: 2, east: 3, north: 5 });
  expect(boxOfBoth(a, { west: 0, south: 3, east: 2, north: 9 })).toEqual({ west: 0, south: 2, east: 3, north: 9 });
});

it('an alarm reported by a person is never muted', () => {
  expect(isOfMachine('report')).toBe(false);
  expect(isOfMachine('satellite')).toBe(true);
});
