import type { WireRanger, WireResource, WireTask } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { markOfRanger, markOfResource, markOfTask } from './place-marks.ts';

const now = Date.parse('2026-11-21T10:00:00+08:00');
const ranger = (actualUploadTime: string | null, taskCount = 0): WireRanger =>
  ({ userId: 'r', fullName: '护林员', position: actualUploadTime && { lng: 103, lat: 31 }, actualUploadTime, taskCount }) as WireRanger;

describe('marks of places', () => {
  it('a ranger is online while heard of within two minutes, busy while he has a task, and nowhere before his first word', () => {
    expect(markOfRanger(ranger('2026-11-21 09:58:00'), now)).toMatchObject({ icon: 'ranger', isOffline: false });
    expect(markOfRanger(ranger('2026-11-21 09:57:59', 2), now)).toMatchObject({ icon: 'ranger-busy', isOffline: true });
    expect(markOfRanger(ranger(null), now)).toBeNull();
  });

  it.each([
    ['0', true],
    ['1', false],
    [null, false],
  ])('a resource with isOnline %s is offline: %s', (isOnline, isOffline) => {
    const resource = { id: 'x', resourceType: 'team', isOnline, name: '队', position: { lng: 1, lat: 2, z: null } } as WireResource;
    expect(markOfResource(resource)).toEqual({ id: 'x', icon: 'team', isOffline, lng: 1, lat: 2, label: '队' });
  });

  it('a task nobody has received yet looks different', () => {
    const task = { id: 't', status: 'waiting', longitude: 1, latitude: 2, taskContent: '核查' } as WireTask;
    expect([markOfTask(task).icon, markOfTask({ ...task, status: 'under-way' }).icon]).toEqual(['task-waiting', 'task']);
  });
});
