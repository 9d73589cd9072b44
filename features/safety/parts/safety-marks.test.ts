import { expect, it } from 'vitest';
import { aPerson, at } from '../../testing/builders.ts';
import { safetyZh } from './messages.ts';
import { escapeMark, markOfPerson } from './safety-marks.ts';

const NOW = at('2026-11-21 10:00:00').getTime();
const here = { lng: 103.551, lat: 31.451 };

it("a ring is drawn at the ranger's current position, and is labelled only while the ranger's alarm is active", () => {
  const person = aPerson('a');
  const ring = { userId: 'user of a', ...here, look: 'alarm', label: '扎西 余量 13 分钟' };
  expect(markOfPerson(person, here, NOW, safetyZh)).toEqual(ring);
  expect(markOfPerson({ ...person, class: 'safe', alarm: null }, here, NOW, safetyZh)).toEqual({ ...ring, look: 'safe', label: null });
  expect(markOfPerson({ ...person, class: 'no-way-out', escape: null }, here, NOW, safetyZh)?.label).toBe('扎西 无路可退');
  expect(markOfPerson({ ...person, class: 'watch', contact: 'lost' }, here, NOW, safetyZh)?.label).toBe('扎西 失联');
  expect(markOfPerson({ ...person, class: 'not-threatened' }, here, NOW, safetyZh)).toBeNull();
});

it('an escape route is drawn with a description of its end; a person without one, or no longer listed, has nothing drawn', () => {
  const person = aPerson('a');
  expect(escapeMark(person, safetyZh)).toEqual({ path: person.escape?.path, text: '向东北 600 米，没有可燃物的开阔地，步行约 12 分钟' });
  expect([escapeMark({ ...person, escape: null }, safetyZh), escapeMark(undefined, safetyZh)]).toEqual([null, null]);
});
