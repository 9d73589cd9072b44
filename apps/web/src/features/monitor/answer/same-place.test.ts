import type { LiveMessage } from '@lookout/contract';
import { expect, it } from 'vitest';
import { aWireAlarm } from '../../../globe/testing/wire-alarm.ts';
import { touchesSamePlace } from './same-place.ts';

const here = aWireAlarm('satellite');
const says = (data: unknown) => [{ kind: 'fireAlarm', seq: 1, at: '', gridNo: '513221', data } as unknown as LiveMessage];
const touches = (data: unknown, ...known: string[]) => touchesSamePlace(says(data), here, new Set(known));

it('an alarm within 3 km and 24 h is news of the same place, itself is not', () => {
  expect(touches(aWireAlarm('smoke', { latitude: here.latitude + 0.026 }))).toBe(true);
  expect(touches(aWireAlarm('smoke', { latitude: here.latitude + 0.028 }))).toBe(false);
  expect(touches(aWireAlarm('smoke', { observationDateTime: '2026-11-22 13:26:00' }))).toBe(true);
  expect(touches(aWireAlarm('smoke', { observationDateTime: '2026-11-22 13:26:01' }))).toBe(false);
  expect(touches(here)).toBe(false);
});

it('one that is shown and moved away or was deleted is news too; what is no alarm is none', () => {
  expect(touches({ id: 'smoke-1', deleted: true }, 'smoke-1')).toBe(true);
  expect(touches({ id: 'smoke-1', deleted: true })).toBe(false);
  expect(touches({ shift: {} })).toBe(false);
});
