import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { WallAlarm } from '../wall.ts';
import { newAlarms } from './wall-feed.ts';

const alarm = (id: string, minute: number, state: WallAlarm['state'] = 'waiting'): WallAlarm => ({
  id,
  kind: 'camera',
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  position: { lng: 103.6, lat: 31.5 },
  formattedAddress: '汶川县',
  observedAt: new Date(`2026-11-29T09:0${minute}:00+08:00`),
  arrivedAt: new Date(`2026-11-29T09:0${minute}:00+08:00`),
  state,
  picture: null,
});

it('an alarm is new if it is waiting and arrived since; one that moves up when a newer one is deleted is not new', () => {
  const before = [alarm('b', 2), alarm('a', 1)];
  expect(newAlarms(before, [alarm('d', 3), alarm('c', 3, 'of-burning'), ...before]).map(({ id }) => id)).toEqual(['d']);
  expect(newAlarms(before, [alarm('a', 1), alarm('older', 0)])).toEqual([]);
  expect(newAlarms([], [alarm('first', 1)]).map(({ id }) => id)).toEqual(['first']);
});
