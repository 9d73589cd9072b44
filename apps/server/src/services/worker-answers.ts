// The worker's side of `worker-host`: a worker's file calls this once. A failure is returned to the caller and does not end the worker.
import { parentPort } from 'node:worker_threads';
import type { WorkerReply, WorkerRequest } from './worker-host.ts';

export function answerQuestions<Q, A>(work: (question: Q) => Promise<A>): void {
  const answer = async ({ id, question }: WorkerRequest<Q>): Promise<WorkerReply<A>> => {
    try {
      return { id, answer: await work(question), fault: null };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { id, answer: null, fault: { message, detail: (error as { detail?: unknown } | null)?.detail ?? null } };
    }
  };
  parentPort?.on('message', async (request: WorkerRequest<Q>) => parentPort?.postMessage(await answer(request)));
}
