import type { LiveUpdate } from '@lookout/contract';
import type { NamedAlarm } from '@lookout/domain';
import { expect, it } from 'vitest';
import { anAlarm } from '../../../entities/testing/builders.ts';
import { touchesSamePlace } from './same-place.ts';

const here = anAlarm('satellite');
// Tests give only the fields of an update that matter to them.
const touches = (update: object, ...known: string[]) => touchesSamePlace([update as LiveUpdate], here, new Set(known));
const changed = (alarm: NamedAlarm) => ({ kind: 'alarm-changed', alarm });
const { lng, lat } = here.position;

it('an alarm within 3 km and 24 h may change the list, the alarm itself does not', () => {
  expect(touches(changed(anAlarm('smoke', { position: { lng, lat: lat + 0.026 } })))).toBe(true);
  expect(touches(changed(anAlarm('smoke', { position: { lng, lat: lat + 0.028 } })))).toBe(false);
  expect(touches(changed(anAlarm('smoke', { observedAt: new Date('2026-11-22T13:26:00+08:00') })))).toBe(true);
  expect(touches(changed(anAlarm('smoke', { observedAt: new Date('2026-11-22T13:26:01+08:00') })))).toBe(false);
  expect(touches(changed(here))).toBe(false);
});

it('so may a listed one that moved away or was deleted; updates of other kinds do not', () => {
  expect(touches({ kind: 'alarm-gone', alarmId: 'smoke-1' }, 'smoke-1')).toBe(true);
  expect(touches({ kind: 'alarm-gone', alarmId: 'smoke-1' })).toBe(false);
  expect(touches({ kind: 'shift-changed' })).toBe(false);
});
