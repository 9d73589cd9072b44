import type { GridNo } from '@lookout/domain';
import type { StoredEvent } from '@lookout/store';
import { expect, test } from 'vitest';
import { createCrier } from './crier.ts';

const event = (seq: number): StoredEvent => ({ seq, kind: 'newFire', gridNo: '513221' as GridNo, at: new Date(0), data: null });

/** A crier whose time the test owns; `made` counts the events that were made into words. */
function aCrier() {
  const told: number[][] = [];
  const timeouts: (() => void)[] = [];
  const immediates: (() => void)[] = [];
  let made = 0;
  const expected: number[][] = [];
  const hurries: (() => void)[] = [];
  const crier = createCrier(
    {
      announce: (events) => told.push(events.map(({ seq }) => seq)),
      expect: (first, last, hurry) => {
        expected.push([first, last]);
        hurries.push(hurry);
      },
    },
    {
      setTimeout: (run) => timeouts.push(run),
      setImmediate: (run) => immediates.push(run),
    },
  );
  const cry = (first: number, count: number) =>
    crier.cry({
      first,
      count,
      event: (n) => {
        made += 1;
        return event(first + n);
      },
    });
  const turn = () => immediates.shift()?.();
  return {
    cry,
    told,
    expected,
    hurry: () => hurries.at(-1)?.(),
    turn,
    timeIsUp: () => timeouts.shift()?.(),
    made: () => made,
    waits: () => timeouts.length,
    turns: () => immediates.length,
  };
}

const range = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

test('a single alarm is told in the turn of its commit', () => {
  const { cry, told } = aCrier();
  cry(1, 1);
  expect(told).toEqual([[1]]);
});

test('a flood waits for its file, then is told slice by slice, each made into words in its own turn', () => {
  const { cry, told, turn, timeIsUp, made, waits } = aCrier();
  cry(1, 250);
  cry(251, 250);
  expect({ told, made: made(), waits: waits() }).toEqual({ told: [], made: 0, waits: 1 });
  timeIsUp();
  expect({ told, made: made() }).toEqual({ told: [range(1, 200)], made: 200 });
  turn();
  turn();
  expect(told).toEqual([range(1, 200), range(201, 200), range(401, 100)]);
});

test('an alarm behind a flood ends its waiting and is told in the order of seq, without a gap', () => {
  const { cry, told, turn, timeIsUp, turns } = aCrier();
  cry(1, 300);
  cry(301, 1);
  cry(302, 1);
  while (turns() > 0) turn();
  timeIsUp();
  expect(told.flat()).toEqual(range(1, 302));
});

test('after a flood the next alarm is told at once again', () => {
  const { cry, told, timeIsUp } = aCrier();
  cry(1, 100);
  timeIsUp();
  cry(101, 1);
  expect(told).toEqual([range(1, 100), [101]]);
});

test('a flood is said to come before it is told, a single alarm is not; who waits behind it ends its waiting', () => {
  const { cry, told, expected, hurry } = aCrier();
  cry(1, 1);
  cry(2, 100);
  expect({ told, expected }).toEqual({ told: [[1]], expected: [[2, 101]] });
  hurry();
  hurry();
  expect(told).toEqual([[1], range(2, 100)]);
});
