// The threads that forecasts are worked out in. What is short is taken before what is long: a chief who asks for one member does not wait for another's ensemble.
// These lanes must not be a fair line of their own: only runs that have had their turn in the line of runs.ts (three at a time, two of one grid, ten minutes
// each) put questions here, and a second line would let the parts of an ensemble go before the one member that its grid has already been granted.
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
/** So many of an ensemble at a time: a second at most, after which a thread is free for others. */
const MEMBERS_AT_ONCE = 8;
/** Of the time that a lane grows its members: they are weighed by their first hours. */
const WEIGHING_SHARE = 0.25;

export interface Forecasters {
  /** @throws WorkerFault, or Error when a thread dies */
  forecast(question: ForecastQuestion): Promise<Result<ForecastAnswer, ForecastRefusal>>;
  stop(): Promise<void>;
}

/** A core is left to the desks and the database. */
const LANES = Math.max(Math.min(WORKERS, availableParallelism() - 1), 1);

/** An ensemble is grown in so many lanes; each has a share of the progress. */
export const lanesOf = (members: number): number => Math.min(members, LANES);

/** What the members of one say. */
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

  /** Of every `lanes`-th member the indexes, so many at a time as one question is about. */
  const partsOf = (members: number, index: number, lanes: number) => {
    const own = Array.from({ length: Math.ceil((members - index) / lanes) }, (_, i) => index + i * lanes);
    return Array.from({ length: Math.ceil(own.length / MEMBERS_AT_ONCE) }, (_, i) =>
      own.slice(i * MEMBERS_AT_ONCE, (i + 1) * MEMBERS_AT_ONCE),
    );
  };
  /** A lane's members are weighed before they are counted: that has a share of its progress. */
  const progressIn = (lane: number, parts: readonly (readonly number[])[], at: number, isWeighed: boolean, isCounted: boolean) => {
    const own = parts.flat().length;
    const before = isWeighed ? Math.ceil(own * WEIGHING_SHARE) : 0;
    const from = parts.slice(0, at).flat().length;
    return isCounted ? { lane, from: before + from, of: before + own } : { lane, from, of: own + own / WEIGHING_SHARE };
  };

  /** How well each member agrees with what was seen, by its index. */
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

  /** A lane's members, some at a time, counted in one tally. */
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
