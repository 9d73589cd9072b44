import { expect, test } from 'vitest';
import { createQueue, type Parcel, type QueueOptions } from './queue.ts';
import type { Outcome } from './sender.ts';

const later: Outcome = { kind: 'later', why: 'ECONNREFUSED' };
const delivered: Outcome = { kind: 'delivered' };

/** A queue whose parcels have the given outcomes in turn, with logs of what was sent and reported. */
const aQueue = (overrides: Partial<QueueOptions> = {}) => {
  const sent: string[] = [];
  const reported: string[] = [];
  const waits: number[] = [];
  const queue = createQueue({
    pause: async (ms) => {
      waits.push(ms);
    },
    random: () => 0.5,
    onRefused: (parcel, why) => reported.push(`refused ${parcel.name} ${why}`),
    onRetry: (parcel, why, attempt) => reported.push(`retry ${parcel.name} ${why} ${attempt}`),
    onKeyRefused: () => reported.push('key refused'),
    ...overrides,
  });
  const parcel = (name: string, ...outcomes: Outcome[]): Parcel => ({
    name,
    send: async () => {
      sent.push(name);
      return outcomes.shift() ?? delivered;
    },
  });
  return { queue, parcel, sent, reported, waits };
};

test('A parcel that the server cannot accept now is retried until it is delivered, and the order is preserved', async () => {
  const { queue, parcel, sent, reported } = aQueue();
  queue.add(parcel('first', later, later, delivered));
  queue.add(parcel('second'));
  await queue.idle();
  expect(sent).toEqual(['first', 'first', 'first', 'second']);
  expect(reported).toEqual(['retry first ECONNREFUSED 1', 'retry first ECONNREFUSED 2']);
  expect(queue.waiting()).toBe(0);
});

test('the pauses grow up to 15 s', async () => {
  const { queue, parcel, waits } = aQueue();
  queue.add(parcel('patient', ...Array<Outcome>(8).fill(later)));
  await queue.idle();
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
});

test('a refused parcel is reported and dropped, and the next is sent', async () => {
  const { queue, parcel, sent, reported } = aQueue();
  queue.add(parcel('bad', { kind: 'refused', why: 'HTTP 422 longitude' }));
  queue.add(parcel('good'));
  await queue.idle();
  expect(sent).toEqual(['bad', 'good']);
  expect(reported).toEqual(['refused bad HTTP 422 longitude']);
});

test('a refused key ends the queue at once and is reported once', async () => {
  const { queue, parcel, sent, reported } = aQueue();
  queue.add(parcel('one', { kind: 'key-refused' }));
  queue.add(parcel('two'));
  await queue.idle();
  queue.add(parcel('three'));
  await queue.idle();
  expect(sent).toEqual(['one']);
  expect(reported).toEqual(['key refused']);
});

test('Stopping the queue ends a wait for the server', async () => {
  const { queue, parcel, sent } = aQueue({
    pause: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  });
  queue.add(parcel('waits', ...Array<Outcome>(100).fill(later)));
  await Promise.resolve();
  await queue.stop();
  expect(sent).toEqual(['waits']);
});

test('a queue that was empty continues with the next parcel', async () => {
  const { queue, parcel, sent } = aQueue();
  queue.add(parcel('early'));
  await queue.idle();
  queue.add(parcel('late'));
  await queue.idle();
  expect(sent).toEqual(['early', 'late']);
});
