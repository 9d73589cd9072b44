import { expect, it } from 'vitest';
import { markOf } from './marks.ts';
import { aWireAlarm } from './testing/wire-alarm.ts';

it('a satellite alarm carries its footprint and both its times', () => {
  expect(markOf(aWireAlarm('satellite'), true)).toEqual({
    id: 'satellite-1',
    kind: 'satellite',
    lng: 103.59012,
    lat: 31.48,
    gridNo: '513221',
    footprint: { scanKilometres: 0.41, trackKilometres: 0.38 },
    observedAt: new Date('2026-11-21T05:26:00Z'),
    arrivedAt: new Date('2026-11-21T06:00:00Z'),
    verdict: 'unjudged',
    inProgress: false,
    isNew: true,
  });
});

it("the wire's monitor is the map's camera, without a footprint", () => {
  const mark = markOf(aWireAlarm('monitor'), false);
  expect([mark?.kind, mark?.footprint]).toEqual(['camera', undefined]);
});

it('a handled alarm has no mark, unless it is a fire in progress', () => {
  expect(markOf(aWireAlarm('smoke', { isHandle: 1, isReal: 0 }), false)).toBeNull();
  expect(markOf(aWireAlarm('smoke', { isHandle: 1, isReal: 1 }), false)?.inProgress).toBe(true);
  expect(markOf(aWireAlarm('smoke', { isHandle: 1, isReal: 1, closeTime: '2026-11-21 15:00:00' }), false)).toBeNull();
});
