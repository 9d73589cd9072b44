// The host of a worker thread that answers each request with one reply: started with the first request, ended when idle. When a worker
// dies, its pending requests are rejected; the next request starts another worker.
import { type ResourceLimits, Worker } from 'node:worker_threads';

export interface WorkerRequest<Q> {
  readonly id: number;
  readonly question: Q;
}
export type WorkerReply<A> =
  | { readonly id: number; readonly answer: A; readonly fault: null }
  | { readonly id: number; readonly answer: null; readonly fault: { readonly message: string; readonly detail: unknown } };

/** The error that the worker threw: `detail` is the `detail` of that error, if it had one. */
export class WorkerFault extends Error {
  readonly detail: unknown;
  constructor(message: string, detail: unknown) {
    super(message);
    this.detail = detail;
  }
}

export interface WorkerHost<Q, A> {
  /**
   * @param signal when it aborts, the worker is ended at once, with all its pending requests
   * @throws WorkerFault when the work cannot be done; Error when the worker dies meanwhile; the signal's reason
   */
  ask(question: Q, signal?: AbortSignal): Promise<A>;
  stop(): Promise<void>;
}

const IDLE_MS = 30_000;

interface Pending<A> {
  resolve(answer: A): void;
  reject(error: Error): void;
}

export interface WorkerHostOptions {
  /** A worker that needs more ends with `ERR_WORKER_OUT_OF_MEMORY`. */
  readonly resourceLimits?: ResourceLimits;
  /** What each worker is given when it starts. */
  readonly workerData?: unknown;
  /** Idle time after which the worker is ended: longer where its caches are expensive to build. */
  readonly idleMs?: number;
}

/** @param url the worker's file, which calls `answerQuestions` */
export function createWorkerHost<Q, A>(
  url: URL,
  { resourceLimits = {}, workerData, idleMs = IDLE_MS }: WorkerHostOptions = {},
): WorkerHost<Q, A> {
  /** The current worker with its own pending requests, so that its end does not affect those of the next worker. */
  let current: { readonly worker: Worker; readonly pending: Map<number, Pending<A>> } | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = current?.worker;
    current = null;
    await ended?.terminate();
  };
  const begin = (): NonNullable<typeof current> => {
    const started = new Worker(url, { resourceLimits, workerData });
    const pending = new Map<number, Pending<A>>();
    started.on('message', (reply: WorkerReply<A>) => {
      const request = pending.get(reply.id);
      pending.delete(reply.id);
      if (reply.fault === null) request?.resolve(reply.answer);
      else request?.reject(new WorkerFault(reply.fault.message, reply.fault.detail));
      if (pending.size > 0 || current?.worker !== started) return;
      clearTimeout(idle);
      idle = setTimeout(() => void end(), idleMs);
      idle.unref();
    });
    const fail = (error: Error): void => {
      if (current?.worker === started) current = null;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    started.on('error', fail);
    started.on('exit', (code) => fail(new Error(`the worker of ${url.pathname} ended with ${code}`)));
    started.unref();
    return { worker: started, pending };
  };

  return {
    ask(question, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      clearTimeout(idle);
      current ??= begin();
      const { worker, pending } = current;
      lastId += 1;
      const id = lastId;
      const answer = new Promise<A>((resolve, reject) => pending.set(id, { resolve, reject }));
      worker.postMessage({ id, question } satisfies WorkerRequest<Q>);
      if (signal === undefined) return answer;
      const abort = (): void => {
        pending.get(id)?.reject(signal.reason);
        pending.delete(id);
        if (current?.worker === worker) void end();
        else void worker.terminate();
      };
      signal.addEventListener('abort', abort, { once: true });
      return answer.finally(() => signal.removeEventListener('abort', abort));
    },
    stop: end,
  };
}
