import type { GridNo } from '@lookout/domain';
import type { RangerPerson } from '@lookout/store';
import { expect, it } from 'vitest';
import { createDirectory } from './directory.ts';

const person = (userId: string): RangerPerson => ({ userId, fullName: userId, gridNo: '513221' as GridNo });

it('looks at most once a second, and reads everybody only when somebody changed', async () => {
  let now = 0;
  let people = [person('a')];
  const asked = { stamp: 0, people: 0 };
  const directory = createDirectory(
    {
      peopleStamp: async () => {
        asked.stamp += 1;
        return String(people.length);
      },
      people: async () => {
        asked.people += 1;
        return people;
      },
    },
    () => now,
  );
  const ids = async () => [...(await directory.people()).keys()];
  expect(await Promise.all([ids(), ids()])).toEqual([['a'], ['a']]);
  expect(asked).toEqual({ stamp: 1, people: 1 });
  people = [person('a'), person('b')];
  now = 999;
  expect(await ids()).toEqual(['a']);
  now = 1_000;
  expect(await ids()).toEqual(['a', 'b']);
  now = 2_000;
  expect(await ids()).toEqual(['a', 'b']);
  expect(asked).toEqual({ stamp: 3, people: 2 });
});

it('that cannot be read says so to whoever asks, and asks again', async () => {
  let isThere = false;
  const directory = createDirectory(
    {
      peopleStamp: async () => {
        if (!isThere) throw new Error('no database');
        return '1';
      },
      people: async () => [person('a')],
    },
    () => 0,
  );
  await expect(directory.people()).rejects.toThrow('no database');
  isThere = true;
  expect((await directory.people()).size).toBe(1);
});
