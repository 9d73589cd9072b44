import { expect, it } from 'vitest';
import { anAlarm, CLOSED, judgedBy } from '../entities/testing/things.ts';
import { markOf } from './marks.ts';

it('a satellite alarm carries its footprint and both its times', () => {
  expect(markOf(anAlarm('satellite'), true)).toEqual({
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

it('a camera alarm has no footprint', () => {
  const mark = markOf(anAlarm('camera'), false);
  expect([mark?.kind, mark?.footprint]).toEqual(['camera', undefined]);
});

it('a handled alarm has no mark, unless it is a fire in progress', () => {
  expect(markOf(anAlarm('smoke', { response: judgedBy('false') }), false)).toBeNull();
  expect(markOf(anAlarm('smoke', { response: judgedBy('real') }), false)?.inProgress).toBe(true);
  expect(markOf(anAlarm('smoke', { response: CLOSED }), false)).toBeNull();
});
