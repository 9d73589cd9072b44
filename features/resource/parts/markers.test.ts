import { describe, expect, it } from 'vitest';
import { aRanger, aTask, contactAt } from '../../testing/builders.ts';
import type { Asset } from '../resource.ts';
import { markOfRanger, markOfResource, markOfTask } from './markers.ts';

const now = Date.parse('2026-11-21T10:00:00+08:00');
const ranger = (time: string | null, taskIds: readonly string[] = []) => aRanger('r', { last: contactAt(time), taskIds });

describe('marks of rangers, resources and tasks', () => {
  // Proves §1.2
  it('a ranger is online with a position within two minutes, busy with a task, and has no mark before the first position', () => {
    expect(markOfRanger(ranger('2026-11-21 09:58:00'), now)).toMatchObject({ icon: 'ranger', isOffline: false });
    expect(markOfRanger(ranger('2026-11-21 09:57:59', ['a', 'b']), now)).toMatchObject({ icon: 'ranger-busy', isOffline: true });
    expect(markOfRanger(ranger(null), now)).toBeNull();
  });

  it.each([
    [false, true],
    [true, false],
    [null, false],
  ])('a resource with online %s is offline: %s', (online, isOffline) => {
    const resource = { id: 'x', kind: 'team', online, name: '队', position: { lng: 1, lat: 2 } } as Asset;
    expect(markOfResource(resource)).toEqual({ id: 'x', icon: 'team', isOffline, lng: 1, lat: 2, label: '队' });
  });

  // Proves §1.2, §3.18
  it('a task that nobody has acknowledged yet looks different', () => {
    expect([markOfTask(aTask('t', 'waiting')).icon, markOfTask(aTask('t', 'under-way')).icon]).toEqual(['task-waiting', 'task']);
  });
});
