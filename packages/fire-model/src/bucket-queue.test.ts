import { describe, expect, it } from 'vitest';
import { FrontQueue } from './bucket-queue.ts';

describe('the queue of a front', () => {
  it('gives out by bucket all that was put in up to its horizon, with the times, and takes in more than it had room for', () => {
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
      // Earlier than the bucket in hand: it comes at once, in the room of one that was taken.
      if (taken.length === 2_000) {
        queue.put(5_000, 0);
        expect([queue.take(), queue.time()]).toEqual([5_000, 0]);
      }
    }
    expect(taken.sort((a, b) => a - b)).toEqual([...times.keys()].filter((state) => (times[state] as number) <= 100));
  });

  it('keeps a state where it was when it is put again, so that who takes it can tell by the time', () => {
    const queue = new FrontQueue(10, 1);
    queue.put(1, 5);
    queue.put(1, 3);
    expect([queue.take(), queue.time(), queue.take(), queue.time(), queue.take()]).toEqual([1, 3, 1, 5, -1]);
  });
});
