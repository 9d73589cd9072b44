import { expect, it } from 'vitest';
import type { WallAlarm } from '../wall.calls.ts';
import { newAlarms } from './wall-feed.ts';

const alarm = (id: string, minute: number, state: WallAlarm['state'] = 'waiting'): WallAlarm => ({
  id,
  kind: 'camera',
  gridNo: '513221',
  gridName: '汶川县',
  longitude: 103.6,
  latitude: 31.5,
  place: '汶川县',
  observationTime: `2026-11-29 09:0${minute}:00`,
  arrivalTime: `2026-11-29 09:0${minute}:00`,
  state,
  picture: null,
});

it('an alarm is new if it is waiting and arrived since; one that moves up when a newer one is deleted is not new', () => {
  const before = [alarm('b', 2), alarm('a', 1)];
  expect(newAlarms(before, [alarm('d', 3), alarm('c', 3, 'of-burning'), ...before]).map(({ id }) => id)).toEqual(['d']);
  expect(newAlarms(before, [alarm('a', 1), alarm('older', 0)])).toEqual([]);
  expect(newAlarms([], [alarm('first', 1)]).map(({ id }) => id)).toEqual(['first']);
});
