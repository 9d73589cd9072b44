// Workers that are shared: each answers one question at a time, by turns of grid and account (acting/turns.ts), within a time limit, and
// only while a caller waits for the answer. A question that exceeds its time or is abandoned ends its worker, which stops any work at once.
// The next question starts another worker.
import type { ResourceLimits } from 'node:worker_threads';
import { refused } from '../acting/refusal.ts';
import { createTurns, type Errand } from '../acting/turns.ts';
import { createWorkerHost, type WorkerHost } from './worker-host.ts';

export interface WorkerTurns<Q, A> {
  /** @throws Refusal when too many wait already, or no caller waits for this one; WorkerFault; the error of `tooLong` */
  ask(errand: Errand, question: Q): Promise<A>;
  stop(): Promise<void>;
}

export interface WorkerTurnsOptions {
  readonly resourceLimits?: ResourceLimits;
  /** The number of workers. With more than one, one grid may use at most all but one, so that no grid can occupy all. Default 1. */
  readonly atOnce?: number;
  readonly limitMs: number;
  /** Creates the error for work that exceeds `limitMs`. @param seconds the limit */
  readonly tooLong: (seconds: number) => Error;
}

const MOST_WAITING = 40;
const MOST_WAITING_OF_GRID = 10;
const MOST_WAITING_OF_ONE = 5;

/** Workers start with the first question. @param url as in `createWorkerHost` */
export function createWorkerTurns<Q, A>(url: URL, { resourceLimits, atOnce = 1, limitMs, tooLong }: WorkerTurnsOptions): WorkerTurns<Q, A> {
  const turns = createTurns({
    atOnce,
    atOnceOfGrid: Math.max(1, atOnce - 1),
    mostWaiting: MOST_WAITING,
    mostWaitingOfGrid: MOST_WAITING_OF_GRID,
    mostWaitingOfOne: MOST_WAITING_OF_ONE,
  });
  const hosts = Array.from({ length: atOnce }, () => createWorkerHost<Q, A>(url, { ...(resourceLimits && { resourceLimits }) }));
  const idle: WorkerHost<Q, A>[] = [...hosts];

  return {
    ask: ({ whose, signal }, question) =>
      turns.take(
        whose,
        async () => {
          const limit = AbortSignal.timeout(limitMs);
          const host = idle.shift() as WorkerHost<Q, A>;
          try {
            return await host.ask(question, signal === undefined ? limit : AbortSignal.any([signal, limit]));
          } catch (error) {
            if (signal?.aborted) throw refused('call-abandoned');
            throw limit.aborted ? tooLong(limitMs / 1_000) : error;
          } finally {
            // The most recently used worker is used first, so that the others end after their idle time.
            idle.unshift(host);
          }
        },
        { signal },
      ),
    async stop() {
      await Promise.all(hosts.map((host) => host.stop()));
    },
  };
}
