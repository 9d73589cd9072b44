import { describe, expect, it } from 'vitest';
import { FrontQueue } from './bucket-queue.ts';

describe('the queue of a front', () => {
  it('the queue returns every state up to the horizon in bucket order, with its time, and grows beyond its initial capacity', () => {
    const queue = new FrontQueue(100, 1);
    const times = Float32Array.from({ length: 5_000 }, (_, state) => (state * 7_919) % 101);
    times.forEach((time, state) => void queue.put(state, time));
    let low = 0;
    const taken: number[] = [];
    for (let state = queue.take(); state !== -1; state = queue.take()) {
      expect(queue.time()).toBe(times[state]);
      expect(queue.low()).toBe(Math.floor(queue.time()));
      expect(queue.low()).toBeGreaterThanOrEqual(low);
      low = queue.low();
      taken.push(state);
      // Earlier than the current bucket: the state is returned next, in the slot of one already taken.
      if (taken.length === 2_000) {
        queue.put(5_000, 0);
        expect([queue.take(), queue.time()]).toEqual([5_000, 0]);
      }
    }
    expect(taken.sort((a, b) => a - b)).toEqual([...times.keys()].filter((state) => (times[state] as number) <= 100));
  });

  it('a state put again also remains at its old place, and the caller can recognise the stale entry by its time', () => {
    const queue = new FrontQueue(10, 1);
    queue.put(1, 5);
    queue.put(1, 3);
    expect([queue.take(), queue.time(), queue.take(), queue.time(), queue.take()]).toEqual([1, 3, 1, 5, -1]);
  });
});
