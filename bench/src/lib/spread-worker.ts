// A worker of `spread`: grows some members of an ensemble and sends their tally.
import { parentPort, workerData } from 'node:worker_threads';
import {
  addMember,
  createTally,
  type EnsembleErrors,
  type GrowthRequest,
  grow,
  memberArrivals,
  memberRequest,
  stepMinutesFor,
} from '@lookout/fire-model';

export interface SpreadWork {
  readonly request: GrowthRequest;
  readonly errors: EnsembleErrors;
  readonly seed: number;
  readonly indexes: readonly number[];
}

const { request, errors, seed, indexes } = workerData as SpreadWork;
const tally = createTally(request.ground, request.hours * 60, stepMinutesFor(request.hours));
for (const index of indexes) {
  const growth = grow(memberRequest(request, errors, seed, index));
  if (!growth.ok) throw new Error(growth.error.en);
  const added = addMember(tally, memberArrivals(growth.value));
  if (!added.ok) throw new Error(added.error.en);
}
parentPort?.postMessage(tally, [tally.counts.buffer as ArrayBuffer]);
