// Pending arrivals of a fire, the earliest first: a binary heap.

interface Arrival {
  readonly minutes: number;
  readonly key: number;
}

export interface ArrivalQueue {
  put(minutes: number, key: number): void;
  /**
   * Removes and returns the earliest arrival. Of two at the same time it takes the one with the lower key, so that the order is the same on
   * every machine. null: the queue is empty.
   */
  take(): Arrival | null;
}

export function createArrivalQueue(): ArrivalQueue {
  const heap: Arrival[] = [];
  const isBefore = (a: Arrival, b: Arrival): boolean => a.minutes < b.minutes || (a.minutes === b.minutes && a.key < b.key);
  return {
    put(minutes, key) {
      const added = { minutes, key };
      let at = heap.length;
      heap.push(added);
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (!isBefore(added, heap[above] as Arrival)) break;
        heap[at] = heap[above] as Arrival;
        at = above;
      }
      heap[at] = added;
    },
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return null;
      if (heap.length === 0) return first;
      let at = 0;
      for (let below = 1; below < heap.length; below = 2 * at + 1) {
        const next = below + 1 < heap.length && isBefore(heap[below + 1] as Arrival, heap[below] as Arrival) ? below + 1 : below;
        if (!isBefore(heap[next] as Arrival, last)) break;
        heap[at] = heap[next] as Arrival;
        at = next;
      }
      heap[at] = last;
      return first;
    },
  };
}
