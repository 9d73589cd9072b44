import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import type { AlarmKind, NamedAlarm } from '../../../alarm/alarm.ts';
import { aTask } from '../../../testing/builders.ts';
import { writeDispatch } from '../../task.wire.ts';
import { type DispatchTarget, defaultWindow, dispatchOf, openTaskOf } from './dispatch-form.ts';

const POSITION: DispatchTarget = { kind: 'position', lng: 103.5, lat: 31.4 };
const fireOf = (kind: AlarmKind): DispatchTarget => ({
  kind: 'fire',
  alarm: { id: 'f', facts: { kind }, position: { lng: 103.6, lat: 31.5 } } as NamedAlarm,
});
const body = (...order: Parameters<typeof dispatchOf>) => writeDispatch(dispatchOf(...order));
const FIELDS = {
  content: ' 查看火情 ',
  startsAt: dayjs('2026-11-21 10:00:00'),
  endsAt: dayjs('2026-11-21 14:00:00'),
  priority: 2,
  peopleCount: 12,
  vehicleCount: null,
  reserve: '  ',
} as const;

describe('a dispatch', () => {
  // Proves §5.1e
  it('starts with a window from now to four hours on, in Beijing time', () => {
    expect(defaultWindow(Date.parse('2026-11-21T22:30:00+08:00'))).toEqual({ start: '2026-11-21 22:30:00', end: '2026-11-22 02:30:00' });
  });

  // Proves §3.10
  it('becomes the request that the specification defines', () => {
    expect(body(POSITION, FIELDS, ['r1', 'r2'], ['p1'], false)).toEqual({
      taskContent: '查看火情',
      taskStartTime: '2026-11-21 10:00:00',
      taskEndTime: '2026-11-21 14:00:00',
      priority: 2,
      taskType: 4,
      position: { lng: 103.5, lat: 31.4 },
      fireId: null,
      taskMember: ['r1', 'r2'],
      taskImg: ['p1'],
      peopleCount: 12,
      fireEngine: 0,
      fireEquipment: 0,
      reserve: null,
      additional: 0,
    });
  });

  it('of more people is a further task for the same place and alarm, and includes the checklist of the first', () => {
    const task = aTask('t', 'under-way', { fireId: 'f', type: 'satellite', position: { lng: 103.7, lat: 31.6 } });
    expect(body({ kind: 'more', task }, { ...FIELDS, checklist: ' 水源 ' }, ['r3'], [], false)).toMatchObject({
      taskType: 3,
      fireId: 'f',
      position: { lng: 103.7, lat: 31.6 },
      taskMember: ['r3'],
      checklist: '水源',
      additional: 1,
    });
  });

  it.each([
    ['report', 1],
    ['danger', 1],
    ['camera', 2],
    ['smoke', 2],
    ['satellite', 3],
  ] as const)('to an alarm of kind %s is a task of type %i at the alarm’s position', (kind, taskType) => {
    expect(body(fireOf(kind), FIELDS, ['r'], [], true)).toMatchObject({
      taskType,
      fireId: 'f',
      additional: 1,
      position: { lng: 103.6, lat: 31.5 },
    });
  });

  it('the existing task is read from a 409; the refusal for a closed fire contains none', () => {
    const task = aTask('t');
    expect(openTaskOf(task)).toBe(task);
    for (const other of [null, undefined, 'x', [], { id: 'f', facts: {}, response: {} }, { task: null }])
      expect(openTaskOf(other)).toBeNull();
  });
});
