// The threads that calculate forecasts. Short questions are taken before long ones, so that an officer who requests one member does not
// wait for another officer's ensemble. These lanes must not be a second fair queue. Only runs whose turn has come in the queue of runs.ts
// (three at a time, two of one grid, ten minutes each) send questions here, and a second queue would let the parts of an ensemble overtake
// a single member that its grid has already been granted.
import { availableParallelism } from 'node:os';
import { ok, type Result, refuse } from '@lookout/domain';
import type { EnsembleTally } from '@lookout/fire-model';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import {
  type Agreement,
  type EnsembleQuestion,
  ensembleQuestionOf,
  type ForecastAnswer,
  type ForecastQuestion,
  type ForecastRefusal,
  type MembersPart,
  type Prepared,
  sharedTallyOf,
  type WorkerAnswer,
  type WorkerQuestion,
} from './forecast.ts';
import { weighed } from './weighing.ts';

const WORKERS = 2;
/** The members of an ensemble in one question: a second at most, after which the thread is free for others. */
const MEMBERS_AT_ONCE = 8;
/** The share of the weighting in a lane's growing time, because members are weighted by their first hours only. */
const WEIGHING_SHARE = 0.25;

export interface Forecasters {
  /** @throws WorkerFault, or Error when a thread ends unexpectedly */
  forecast(question: ForecastQuestion): Promise<Result<ForecastAnswer, ForecastRefusal>>;
  stop(): Promise<void>;
}

/** One core is left for requests and the database. */
const LANES = Math.max(Math.min(WORKERS, availableParallelism() - 1), 1);

/** The number of lanes in which an ensemble is grown. Each has its own share of the progress. */
export const lanesOf = (members: number): number => Math.min(members, LANES);

/** The results of one lane's members. */
interface Lane {
  readonly parts: readonly MembersPart[];
  readonly tally: EnsembleTally;
}

interface Asked {
  readonly question: WorkerQuestion;
  resolve(answer: WorkerAnswer): void;
  reject(error: unknown): void;
}

export function startForecasters(): Forecasters {
  const hosts = Array.from({ length: WORKERS }, () =>
    createWorkerHost<WorkerQuestion, WorkerAnswer>(new URL('./spread-worker.ts', import.meta.url)),
  );
  const idle = [...hosts];
  const waiting: Asked[] = [];

  const pump = (): void => {
    const [host] = idle;
    const next = waiting.findIndex(({ question: { kind } }) => kind !== 'members' && kind !== 'weigh');
    const [asked] = host === undefined ? [] : waiting.splice(Math.max(next, 0), 1);
    if (host === undefined || asked === undefined) return;
    idle.shift();
    void host
      .ask(asked.question)
      .then(asked.resolve, asked.reject)
      .finally(() => {
        idle.push(host);
        pump();
      });
    pump();
  };
  const ask = (question: WorkerQuestion): Promise<WorkerAnswer> =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      pump();
    });

  /** The indexes of every `lanes`-th member, split into the parts of one question each. */
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

  /** The agreement of each member with the observations, by its index. */
  const agreements = async (question: EnsembleQuestion, lanes: number): Promise<Result<readonly Agreement[], ForecastRefusal>> => {
    const found: Agreement[] = [];
    const ofLane = async (lane: number): Promise<ForecastRefusal | null> => {
      const parts = partsOf(question.members, lane, lanes);
      for (const [at, members] of parts.entries()) {
        const answer = await ask({ kind: 'weigh', question, members, progress: progressIn(lane, parts, at, true, false) });
        if (!answer.ok) return answer.error;
        for (const [i, index] of members.entries()) found[index] = (answer.value as readonly Agreement[])[i] as Agreement;
      }
      return null;
    };
    const [refusal] = (await Promise.all(Array.from({ length: lanes }, (_, lane) => ofLane(lane)))).filter((one) => one !== null);
    return refusal === undefined ? ok(found) : refuse(refusal);
  };

  /** Grows a lane's members in parts, counted in one tally. */
  const lane = async (question: EnsembleQuestion, index: number, lanes: number): Promise<Result<Lane, ForecastRefusal>> => {
    const found: MembersPart[] = [];
    let tally = sharedTallyOf(question);
    const parts = partsOf(question.members, index, lanes);
    for (const [at, members] of parts.entries()) {
      const progress = progressIn(index, parts, at, question.weights !== null, true);
      const answer = await ask({ kind: 'members', question, members, tally, progress });
      if (!answer.ok) return answer;
      const part = answer.value as MembersPart;
      tally = { ...tally, ...part.counted };
      found.push(part);
    }
    return ok({ parts: found, tally });
  };

  const ensemble = async (question: EnsembleQuestion, lanes: number): Promise<Result<ForecastAnswer, ForecastRefusal>> => {
    const grown = await Promise.all(Array.from({ length: lanes }, (_, index) => lane(question, index, lanes)));
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
    return (await ask({ kind: 'together', question, tallies, arrivals, order })) as Result<ForecastAnswer, ForecastRefusal>;
  };

  return {
    async forecast(asked) {
      if (asked.members === 1) return (await ask({ kind: 'single', question: asked })) as Result<ForecastAnswer, ForecastRefusal>;
      const prepared = await ask({ kind: 'prepare', question: asked });
      if (!prepared.ok) return prepared;
      const question = ensembleQuestionOf(asked, prepared.value as Prepared);
      const lanes = lanesOf(question.members);
      if (question.seen.length === 0) return ensemble(question, lanes);
      const agreed = await agreements(question, lanes);
      if (!agreed.ok) return agreed;
      const { weights, weighing } = weighed(agreed.value, question.seen);
      const answer = await ensemble({ ...question, weights }, lanes);
      return answer.ok ? ok({ ...answer.value, weighing }) : answer;
    },
    async stop() {
      for (const { reject } of waiting.splice(0)) reject(new Error('the server stops'));
      await Promise.all(hosts.map((host) => host.stop()));
    },
  };
}
