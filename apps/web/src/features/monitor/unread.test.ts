import { expect, it } from 'vitest';
import { aWireAlarm } from '../../globe/testing/wire-alarm.ts';
import { countUnread, isUnread, NEVER_HERE, read, readAll, readMarks, writeMarks } from './unread.ts';

const old = aWireAlarm('smoke', { id: 'old', arriveTime: '2026-11-21 13:00:00' });
const fresh = aWireAlarm('smoke', { id: 'fresh', arriveTime: '2026-11-21 14:30:00' });
const fresher = aWireAlarm('smoke', { id: 'fresher', arriveTime: '2026-11-21 14:40:00' });

it('the first visit begins without a debt', () => {
  expect(countUnread(NEVER_HERE, [fresh, old])).toBe(0);
  const marks = readAll(NEVER_HERE, [old], '2026-11-21 14:00:00');
  expect(marks.until).toBe('2026-11-21 13:00:00');
  expect(readAll(NEVER_HERE, [], '2026-11-21 14:00:00').until).toBe('2026-11-21 14:00:00');
});

it('what arrives afterwards is unread until it is opened, handled, or all is marked', () => {
  const marks = readAll(NEVER_HERE, [old], '2026-11-21 14:00:00');
  expect(countUnread(marks, [fresher, fresh, old])).toBe(2);
  const opened = read(marks, fresher);
  expect([isUnread(opened, fresher), isUnread(opened, fresh)]).toEqual([false, true]);
  expect(countUnread(opened, [fresher, { ...fresh, isHandle: 1 }, old])).toBe(0);
  expect(countUnread(readAll(opened, [fresher, fresh, old], '2026-11-21 15:00:00'), [fresher, fresh, old])).toBe(0);
});

it('opening a read one changes nothing', () => {
  const marks = readAll(NEVER_HERE, [old], '');
  expect(read(marks, old)).toBe(marks);
});

it('marks survive a reload; what cannot be read is a first visit', () => {
  const marks = read(readAll(NEVER_HERE, [old], ''), fresh);
  expect(readMarks(writeMarks(marks))).toEqual(marks);
  expect([null, '{', '{"until":3,"ids":[]}', '{"until":"x"}'].map(readMarks)).toEqual(Array(4).fill(NEVER_HERE));
});
