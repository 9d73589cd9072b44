// Workers that many share: one question at a time each, by turns of grid and account (acting/turns.ts), within a limit of time, and only for as long as
// somebody waits for the answer. What is over its time or abandoned ends its worker, which ends any work at once; the next question starts another.
import type { ResourceLimits } from 'node:worker_threads';
import { refused } from '../acting/refusal.ts';
import { createTurns, type Errand } from '../acting/turns.ts';
import { createWorkerHost, type WorkerHost } from './worker-host.ts';

export interface WorkerTurns<Q, A> {
  /** @throws Refusal when too many wait already, or nobody waits for this one; WorkerFault; what `tooLong` gives */
  ask(errand: Errand, question: Q): Promise<A>;
  stop(): Promise<void>;
}

export interface WorkerTurnsOptions {
  readonly resourceLimits?: ResourceLimits;
  /** Workers; at most one less of one grid where there is more than one, so that none can take all. Default 1. */
  readonly atOnce?: number;
  readonly limitMs: number;
  /** What is thrown after `limitMs` of work. @param seconds the limit */
  readonly tooLong: (seconds: number) => Error;
}

const MOST_WAITING = 40;
const MOST_WAITING_OF_GRID = 10;
const MOST_WAITING_OF_ONE = 5;

/** Starts nothing until the first question. @param url as of `createWorkerHost` */
export function createWorkerTurns<Q, A>(url: URL, { resourceLimits, atOnce = 1, limitMs, tooLong }: WorkerTurnsOptions): WorkerTurns<Q, A> {
  const turns = createTurns({
    atOnce,
    atOnceOfGrid: Math.max(1, atOnce - 1),
    mostWaiting: MOST_WAITING,
    mostWaitingOfGrid: MOST_WAITING_OF_GRID,
    mostWaitingOfOne: MOST_WAITING_OF_ONE,
  });
  const hosts = Array.from({ length: atOnce }, () => createWorkerHost<Q, A>(url, resourceLimits));
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
            // The one that was used last: the others end when they have been idle for long enough.
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
