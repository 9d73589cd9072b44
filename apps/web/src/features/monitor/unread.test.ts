import { expect, it } from 'vitest';
import { anAlarm, HANDLED } from '../../entities/testing/things.ts';
import { countUnread, isUnread, NEVER_HERE, read, readAll, readMarks, writeMarks } from './unread.ts';

const at = (time: string) => new Date(`2026-11-21T${time}+08:00`);
const old = anAlarm('smoke', { id: 'old', arrivedAt: at('13:00:00') });
const fresh = anAlarm('smoke', { id: 'fresh', arrivedAt: at('14:30:00') });
const fresher = anAlarm('smoke', { id: 'fresher', arrivedAt: at('14:40:00') });

it('the first visit begins without a debt', () => {
  expect(countUnread(NEVER_HERE, [fresh, old])).toBe(0);
  const marks = readAll(NEVER_HERE, [old], at('14:00:00').getTime());
  expect(marks.until).toBe(at('13:00:00').getTime());
  expect(readAll(NEVER_HERE, [], at('14:00:00').getTime()).until).toBe(at('14:00:00').getTime());
});

it('what arrives afterwards is unread until it is opened, handled, or all is marked', () => {
  const marks = readAll(NEVER_HERE, [old], at('14:00:00').getTime());
  expect(countUnread(marks, [fresher, fresh, old])).toBe(2);
  const opened = read(marks, fresher);
  expect([isUnread(opened, fresher), isUnread(opened, fresh)]).toEqual([false, true]);
  expect(countUnread(opened, [fresher, { ...fresh, response: HANDLED }, old])).toBe(0);
  expect(countUnread(readAll(opened, [fresher, fresh, old], at('15:00:00').getTime()), [fresher, fresh, old])).toBe(0);
});

it('opening a read one changes nothing', () => {
  const marks = readAll(NEVER_HERE, [old], 0);
  expect(read(marks, old)).toBe(marks);
});

it('marks survive a reload; what cannot be read is a first visit', () => {
  const marks = read(readAll(NEVER_HERE, [old], 0), fresh);
  expect(readMarks(writeMarks(marks))).toEqual(marks);
  expect([null, '{', '{"until":"3","ids":[]}', '{"until":3}'].map(readMarks)).toEqual(Array(4).fill(NEVER_HERE));
});
