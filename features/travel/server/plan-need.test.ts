import { expect, it } from 'vitest';
import type { JourneyState } from '../../task/task-journey.ts';
import { needsPlan } from './plan-need.ts';

const at = (minute: number) => new Date(minute * 60_000);
const last = (minute: number) => ({ position: { lng: 103.5, lat: 31.4 }, at: at(minute) });
const plan = {
  reason: 'set-out',
  seconds: 900,
  why: null,
  avoidsFire: false,
  beginsAt: at(0),
  plannedAt: at(0),
  forecastId: 'a',
  forecastAt: at(0),
} as const;
const need = (minute: number, state: JourneyState, forecastId: string | null, over: object = {}) =>
  needsPlan({ last: last(minute), state, plan: { ...plan, ...over } }, forecastId);

it('a route is planned when a person sets out, has left the route, or when there is a newer forecast', () => {
  expect(needsPlan({ last: last(0), plan: null, state: 'unknown' }, null)).toBe('set-out');
  expect(needsPlan({ last: null, plan: null, state: 'unknown' }, null)).toBeNull();
  expect(need(5, 'under-way', 'a')).toBeNull();
  expect(need(5, 'under-way', 'b')).toBe('fire');
  expect(need(5, 'under-way', null)).toBeNull();
  expect([need(1, 'off-route', 'a'), need(2, 'off-route', 'a')]).toEqual([null, 'off-route']);
  expect(need(30, 'arrived', 'b')).toBeNull();
  expect([9, 10].map((minute) => need(minute, 'unknown', 'a', { seconds: null }))).toEqual([null, 'set-out']);
});
