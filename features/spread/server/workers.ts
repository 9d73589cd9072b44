// The threads that calculate forecasts. Short messages are taken before long ones, so that an officer who requests one member does not wait
// for another officer's ensemble. These lanes must not be a second fair queue. Only runs whose turn has come in the queue of run-queue.ts
// (three at a time, two of one grid, ten minutes each) send messages here, and a second queue would let the parts of an ensemble overtake a
// single member that its grid has already been granted.
import { availableParallelism } from 'node:os';
import { ok, type Result, refuse } from '@lookout/domain';
import type { EnsembleTally } from '@lookout/fire-model';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { sharedTallyOf } from './ensemble.ts';
import {
  type Agreement,
  type EnsembleJob,
  type Forecast,
  type ForecastJob,
  type ForecastRefusal,
  type GrownMembers,
  type SharedGround,
  type WorkerAnswer,
  type WorkerMessage,
  weighingObservations,
} from './job.ts';
import { weighed } from './weighing.ts';

const WORKERS = 2;
/** The members of an ensemble in one message. They take a second at most, after which the thread is free for others. */
const MEMBERS_AT_ONCE = 8;
/** The share of the weighting in a lane's growing time, because members are weighted by their first hours only. */
const WEIGHING_SHARE = 0.25;

export interface Forecasters {
  /** @throws WorkerFault, or Error when a thread ends unexpectedly */
  forecast(job: ForecastJob): Promise<Result<Forecast, ForecastRefusal>>;
  stop(): Promise<void>;
}

/** One core is left for requests and the database. */
const LANES = Math.max(Math.min(WORKERS, availableParallelism() - 1), 1);

/** The number of lanes in which an ensemble is grown. Each has its own share of the progress. */
export const lanesOf = (members: number): number => Math.min(members, LANES);

/** The results of one lane's members. */
interface Lane {
  readonly parts: readonly GrownMembers[];
  readonly tally: EnsembleTally;
}

interface WaitingMessage {
  readonly message: WorkerMessage;
  resolve(answer: WorkerAnswer): void;
  reject(error: unknown): void;
}

/** The indexes of every `lanes`-th member, split into the parts of one message each. */
const partsOf = (members: number, index: number, lanes: number) => {
  const own = Array.from({ length: Math.ceil((members - index) / lanes) }, (_, i) => index + i * lanes);
  return Array.from({ length: Math.ceil(own.length / MEMBERS_AT_ONCE) }, (_, i) =>
    own.slice(i * MEMBERS_AT_ONCE, (i + 1) * MEMBERS_AT_ONCE),
  );
};

/** A lane's members may be weighted before they are counted, which takes a share of the lane's progress. */
const progressIn = (lane: number, parts: readonly (readonly number[])[], at: number, isWeighed: boolean, isCounted: boolean) => {
  const own = parts.flat().length;
  const before = isWeighed ? Math.ceil(own * WEIGHING_SHARE) : 0;
  const from = parts.slice(0, at).flat().length;
  return isCounted ? { lane, from: before + from, of: before + own } : { lane, from, of: own + own / WEIGHING_SHARE };
};

export function startForecasters(): Forecasters {
  const hosts = Array.from({ length: WORKERS }, () =>
    createWorkerHost<WorkerMessage, WorkerAnswer>(new URL('./spread-worker.ts', import.meta.url)),
  );
  const idle = [...hosts];
  const waiting: WaitingMessage[] = [];

  const pump = (): void => {
    const [host] = idle;
    const short = waiting.findIndex(({ message: { kind } }) => kind !== 'grow' && kind !== 'weigh');
    const [next] = host === undefined ? [] : waiting.splice(Math.max(short, 0), 1);
    if (host === undefined || next === undefined) return;
    idle.shift();
    void host
      .ask(next.message)
      .then(next.resolve, next.reject)
      .finally(() => {
        idle.push(host);
        pump();
      });
    pump();
  };
  const send = (message: WorkerMessage): Promise<WorkerAnswer> =>
    new Promise((resolve, reject) => {
      waiting.push({ message, resolve, reject });
      pump();
    });

  /** The agreement of each member with the observations, by its index. */
  const agreements = async (job: EnsembleJob, lanes: number): Promise<Result<readonly Agreement[], ForecastRefusal>> => {
    const found: Agreement[] = [];
    const ofLane = async (lane: number): Promise<ForecastRefusal | null> => {
      const parts = partsOf(job.inputs.members, lane, lanes);
      for (const [at, members] of parts.entries()) {
        const answer = await send({ kind: 'weigh', job, members, progress: progressIn(lane, parts, at, true, false) });
        if (!answer.ok) return answer.error;
        for (const [i, index] of members.entries()) found[index] = (answer.value as readonly Agreement[])[i] as Agreement;
      }
      return null;
    };
    const [refusal] = (await Promise.all(Array.from({ length: lanes }, (_, lane) => ofLane(lane)))).filter((one) => one !== null);
    return refusal === undefined ? ok(found) : refuse(refusal);
  };

  /** Grows a lane's members in parts, counted in one tally. */
  const growLane = async (job: EnsembleJob, index: number, lanes: number): Promise<Result<Lane, ForecastRefusal>> => {
    const found: GrownMembers[] = [];
    let tally = sharedTallyOf(job);
    const parts = partsOf(job.inputs.members, index, lanes);
    for (const [at, members] of parts.entries()) {
      const progress = progressIn(index, parts, at, job.weights !== null, true);
      const answer = await send({ kind: 'grow', job, members, tally, progress });
      if (!answer.ok) return answer;
      const part = answer.value as GrownMembers;
      tally = { ...tally, ...part.counted };
      found.push(part);
    }
    return ok({ parts: found, tally });
  };

  const ensemble = async (job: EnsembleJob, lanes: number): Promise<Result<Forecast, ForecastRefusal>> => {
    const grown = await Promise.all(Array.from({ length: lanes }, (_, index) => growLane(job, index, lanes)));
    const tallies: EnsembleTally[] = [];
    const arrivals: Float32Array[] = [];
    const order: number[] = [];
    for (const one of grown) {
      if (!one.ok) return refuse(one.error);
      const { parts, tally } = one.value;
      tallies.push(tally);
      arrivals.push(...parts.map((part) => part.arrivals));
      order.push(...parts.flatMap((part) => part.members));
    }
    return (await send({ kind: 'join', job, tallies, arrivals, order })) as Result<Forecast, ForecastRefusal>;
  };

  return {
    async forecast(job) {
      if (job.inputs.members === 1) return (await send({ kind: 'single', job })) as Result<Forecast, ForecastRefusal>;
      const prepared = await send({ kind: 'prepare', job });
      if (!prepared.ok) return prepared;
      const { inputs, window, control, rightOfWay } = job;
      const shared = { inputs, window, control, rightOfWay, ...(prepared.value as SharedGround), weights: null };
      const lanes = lanesOf(inputs.members);
      const observations = weighingObservations(job);
      if (observations.length === 0) return ensemble(shared, lanes);
      const agreed = await agreements(shared, lanes);
      if (!agreed.ok) return agreed;
      const { weights, weighing } = weighed(agreed.value, observations);
      const answer = await ensemble({ ...shared, weights }, lanes);
      return answer.ok ? ok({ ...answer.value, weighing }) : answer;
    },
    async stop() {
      for (const { reject } of waiting.splice(0)) reject(new Error('the server stops'));
      await Promise.all(hosts.map((host) => host.stop()));
    },
  };
}
