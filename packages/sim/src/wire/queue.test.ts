import { expect, test } from 'vitest';
import { createQueue, type Parcel, type QueueOptions } from './queue.ts';
import type { Outcome } from './sender.ts';

const later: Outcome = { kind: 'later', why: 'ECONNREFUSED' };
const delivered: Outcome = { kind: 'delivered' };

/** A parcel that meets these outcomes in turn, and the log of everything that was sent. */
const aPost = (overrides: Partial<QueueOptions> = {}) => {
  const sent: string[] = [];
  const said: string[] = [];
  const waits: number[] = [];
  const queue = createQueue({
    pause: async (ms) => {
      waits.push(ms);
    },
    random: () => 0.5,
    onRefused: (parcel, why) => said.push(`refused ${parcel.name} ${why}`),
    onRetry: (parcel, why, attempt) => said.push(`retry ${parcel.name} ${why} ${attempt}`),
    onKeyRefused: () => said.push('key refused'),
    ...overrides,
  });
  const parcel = (name: string, ...outcomes: Outcome[]): Parcel => ({
    name,
    send: async () => {
      sent.push(name);
      return outcomes.shift() ?? delivered;
    },
  });
  return { queue, parcel, sent, said, waits };
};

test('what the server cannot take now is sent again until it has it, and nothing overtakes it', async () => {
  const { queue, parcel, sent, said } = aPost();
  queue.add(parcel('first', later, later, delivered));
  queue.add(parcel('second'));
  await queue.idle();
  expect(sent).toEqual(['first', 'first', 'first', 'second']);
  expect(said).toEqual(['retry first ECONNREFUSED 1', 'retry first ECONNREFUSED 2']);
  expect(queue.waiting()).toBe(0);
});

test('the pauses grow to a quarter of a minute and no further', async () => {
  const { queue, parcel, waits } = aPost();
  queue.add(parcel('patient', ...Array<Outcome>(8).fill(later)));
  await queue.idle();
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
});

test('what the server refuses is said, dropped, and does not hold up the next', async () => {
  const { queue, parcel, sent, said } = aPost();
  queue.add(parcel('bad', { kind: 'refused', why: 'HTTP 422 longitude' }));
  queue.add(parcel('good'));
  await queue.idle();
  expect(sent).toEqual(['bad', 'good']);
  expect(said).toEqual(['refused bad HTTP 422 longitude']);
});

test('a refused key ends the queue at once and is said once', async () => {
  const { queue, parcel, sent, said } = aPost();
  queue.add(parcel('one', { kind: 'key-refused' }));
  queue.add(parcel('two'));
  await queue.idle();
  queue.add(parcel('three'));
  await queue.idle();
  expect(sent).toEqual(['one']);
  expect(said).toEqual(['key refused']);
});

test('stopping ends a wait for the server', async () => {
  const { queue, parcel, sent } = aPost({
    pause: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  });
  queue.add(parcel('waits', ...Array<Outcome>(100).fill(later)));
  await Promise.resolve();
  await queue.stop();
  expect(sent).toEqual(['waits']);
});

test('a queue that was empty for a while goes on', async () => {
  const { queue, parcel, sent } = aPost();
  queue.add(parcel('early'));
  await queue.idle();
  queue.add(parcel('late'));
  await queue.idle();
  expect(sent).toEqual(['early', 'late']);
});
