import type { GridNo } from '@lookout/domain';
import type { NumberedMessage } from '@lookout/live';
import { expect, test } from 'vitest';
import { createAlarmPublisher } from './admission.ts';

const message = (seq: number): NumberedMessage => ({
  seq,
  kind: 'newFire',
  gridNo: '513221' as GridNo,
  at: '1970-01-01T00:00:00.000Z',
  data: null,
});

/** A publisher whose time the test owns; `made` counts the messages that were made into words. */
function aPublisher() {
  const told: number[][] = [];
  const timeouts: (() => void)[] = [];
  const immediates: (() => void)[] = [];
  let made = 0;
  const expected: number[][] = [];
  const deliveries: (() => void)[] = [];
  const publisher = createAlarmPublisher(
    {
      committed: (messages) => told.push(messages.map(({ seq }) => seq)),
      expect: (first, last, deliverNow) => {
        expected.push([first, last]);
        deliveries.push(deliverNow);
      },
    },
    {
      setTimeout: (run) => timeouts.push(run),
      setImmediate: (run) => immediates.push(run),
    },
  );
  const publish = (first: number, count: number) =>
    publisher.publish({
      first,
      count,
      message: (n) => {
        made += 1;
        return message(first + n);
      },
    });
  const tick = () => immediates.shift()?.();
  return {
    publish,
    told,
    expected,
    deliverNow: () => deliveries.at(-1)?.(),
    tick,
    timeIsUp: () => timeouts.shift()?.(),
    made: () => made,
    waits: () => timeouts.length,
    ticks: () => immediates.length,
  };
}

const range = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

test('a single alarm is told in the tick of its commit', () => {
  const { publish, told } = aPublisher();
  publish(1, 1);
  expect(told).toEqual([[1]]);
});

test('a flood waits for its file, then is told slice by slice, each made into words in its own tick', () => {
  const { publish, told, tick, timeIsUp, made, waits } = aPublisher();
  publish(1, 250);
  publish(251, 250);
  expect({ told, made: made(), waits: waits() }).toEqual({ told: [], made: 0, waits: 1 });
  timeIsUp();
  expect({ told, made: made() }).toEqual({ told: [range(1, 200)], made: 200 });
  tick();
  tick();
  expect(told).toEqual([range(1, 200), range(201, 200), range(401, 100)]);
});

test('an alarm behind a flood ends its waiting and is told in the order of seq, without a gap', () => {
  const { publish, told, tick, timeIsUp, ticks } = aPublisher();
  publish(1, 300);
  publish(301, 1);
  publish(302, 1);
  while (ticks() > 0) tick();
  timeIsUp();
  expect(told.flat()).toEqual(range(1, 302));
});

test('after a flood the next alarm is told at once again', () => {
  const { publish, told, timeIsUp } = aPublisher();
  publish(1, 100);
  timeIsUp();
  publish(101, 1);
  expect(told).toEqual([range(1, 100), [101]]);
});

test('a flood is said to come before it is told, a single alarm is not; who waits behind it ends its waiting', () => {
  const { publish, told, expected, deliverNow } = aPublisher();
  publish(1, 1);
  publish(2, 100);
  expect({ told, expected }).toEqual({ told: [[1]], expected: [[2, 101]] });
  deliverNow();
  deliverNow();
  expect(told).toEqual([[1], range(2, 100)]);
});
