import { type GridNo, ok } from '@lookout/domain';
import type { NumberedMessage } from '@lookout/live';
import type { AuditEntry } from '@lookout/store';
import { expect, test } from 'vitest';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import type { Store } from '../../store.ts';
import { createRightOfWay } from '../../travel/service/right-of-way.ts';
import type { LocatedObservation, Observation } from '../alarm.ts';
import type { Recorded } from '../alarm-recording.store.ts';
import { createAdmission, createAlarmPublisher } from './admission.ts';

const message = (seq: number): NumberedMessage => ({
  seq,
  kind: 'newFire',
  gridNo: '513221' as GridNo,
  at: '1970-01-01T00:00:00.000Z',
  data: null,
});

/** A publisher whose timers the test controls. `made` counts the messages that were written. */
function aPublisher() {
  const delivered: number[][] = [];
  const timeouts: (() => void)[] = [];
  const immediates: (() => void)[] = [];
  let made = 0;
  const expected: number[][] = [];
  const deliveries: (() => void)[] = [];
  const publisher = createAlarmPublisher(
    {
      committed: (messages = []) => delivered.push(messages.map(({ seq }) => seq)),
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
    delivered,
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

test('a single alarm is delivered in the tick of its commit', () => {
  const { publish, delivered } = aPublisher();
  publish(1, 1);
  expect(delivered).toEqual([[1]]);
});

test('a flood waits for its file, then is delivered in slices, each written in its own tick', () => {
  const { publish, delivered, tick, timeIsUp, made, waits } = aPublisher();
  publish(1, 250);
  publish(251, 250);
  expect({ delivered, made: made(), waits: waits() }).toEqual({ delivered: [], made: 0, waits: 1 });
  timeIsUp();
  expect({ delivered, made: made() }).toEqual({ delivered: [range(1, 200)], made: 200 });
  tick();
  tick();
  expect(delivered).toEqual([range(1, 200), range(201, 200), range(401, 100)]);
});

test('an alarm behind a flood ends the wait and is delivered in the order of seq, without a gap', () => {
  const { publish, delivered, tick, timeIsUp, ticks } = aPublisher();
  publish(1, 300);
  publish(301, 1);
  publish(302, 1);
  while (ticks() > 0) tick();
  timeIsUp();
  expect(delivered.flat()).toEqual(range(1, 302));
});

test('after a flood the next alarm is delivered at once again', () => {
  const { publish, delivered, timeIsUp } = aPublisher();
  publish(1, 100);
  timeIsUp();
  publish(101, 1);
  expect(delivered).toEqual([range(1, 100), [101]]);
});

test('a flood is announced as expected before its delivery, a single alarm is not; deliverNow ends the wait', () => {
  const { publish, delivered, expected, deliverNow } = aPublisher();
  publish(1, 1);
  publish(2, 100);
  expect({ delivered, expected }).toEqual({ delivered: [[1]], expected: [[2, 101]] });
  deliverNow();
  deliverNow();
  expect(delivered).toEqual([[1], range(2, 100)]);
});

test('an alarm has priority from before it is stored until it was handed to the desks', async () => {
  const rightOfWay = createRightOfWay();
  const steps: [string, number][] = [];
  const step = (name: string): void => void steps.push([name, Atomics.load(rightOfWay.flag, 0)]);
  const facts = { kind: 'report' } as Observation['facts'];
  const observation: Observation = {
    findType: 'person',
    position: { lng: 103.59, lat: 31.48 },
    observedAt: new Date(0),
    address: null,
    facts,
    dedupeKey: null,
  };
  const located = { ...observation, gridNo: '513221' } as LocatedObservation;
  const admission = createAdmission({
    store: {
      alarms: {
        record: async () => {
          step('stored');
          return { fresh: [{ id: 'a', seq: 7 }], duplicates: [] } as unknown as Recorded;
        },
      },
    } as unknown as Store,
    gazetteer: () => ({ locateObservation: () => ok(located) }) as unknown as Gazetteer,
    clock: () => new Date(),
    live: { committed: () => step('handed over'), expect: () => undefined },
    rightOfWay,
  });
  const audit = () => ({}) as AuditEntry;
  expect(await admission.admit(observation, { grid: null, heldTo: null }, { requestId: null } as never, { audit })).toEqual({
    kind: 'new',
    id: 'a',
  });
  step('answered');
  await expect.poll(() => Atomics.load(rightOfWay.flag, 0)).toBe(0);
  expect(steps).toEqual([
    ['stored', 1],
    ['handed over', 1],
    ['answered', 1],
  ]);
});
