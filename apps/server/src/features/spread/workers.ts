// The threads that forecasts are worked out in. What is short is taken before what is long: a chief who asks for one member does not wait for another's ensemble.
import { availableParallelism } from 'node:os';
import { type Result, refuse } from '@lookout/domain';
import type { EnsembleTally } from '@lookout/fire-model';
import { createWorkerHost } from '../../services/worker-host.ts';
import type { ForecastAnswer, ForecastQuestion, ForecastRefusal, MembersPart, WorkerAnswer, WorkerQuestion } from './forecast.ts';

const WORKERS = 2;
/** So many of an ensemble at a time: some seconds, after which a thread is free for others. */
const MEMBERS_AT_ONCE = 8;

export interface Forecasters {
  /** @throws WorkerFault, or Error when a thread dies */
  forecast(question: ForecastQuestion): Promise<Result<ForecastAnswer, ForecastRefusal>>;
  stop(): Promise<void>;
}

/** A core is left to the desks and the database. */
const LANES = Math.max(Math.min(WORKERS, availableParallelism() - 1), 1);

/** An ensemble is grown in so many lanes; each has a share of the progress. */
export const lanesOf = (members: number): number => Math.min(members, LANES);

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
    const next = waiting.findIndex(({ question }) => question.kind !== 'members');
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

  /** Every `lanes`-th member, some at a time, counted in one tally. */
  const lane = async (
    question: ForecastQuestion,
    index: number,
    lanes: number,
  ): Promise<Result<readonly MembersPart[], ForecastRefusal>> => {
    const parts: MembersPart[] = [];
    let tally: EnsembleTally | null = null;
    const own = Array.from({ length: Math.ceil((question.members - index) / lanes) }, (_, i) => index + i * lanes);
    for (let from = 0; from < own.length; from += MEMBERS_AT_ONCE) {
      const members = own.slice(from, from + MEMBERS_AT_ONCE);
      const answer = await ask({ kind: 'members', question, members, tally, progress: { lane: index, from, of: own.length } });
      if (!answer.ok) return answer;
      const part = answer.value as MembersPart;
      tally = part.tally;
      parts.push(part);
    }
    return { ok: true, value: parts };
  };

  return {
    async forecast(question) {
      if (question.members === 1) return (await ask({ kind: 'single', question })) as Result<ForecastAnswer, ForecastRefusal>;
      const lanes = lanesOf(question.members);
      const grown = await Promise.all(Array.from({ length: lanes }, (_, index) => lane(question, index, lanes)));
      const tallies: EnsembleTally[] = [];
      const arrivals: Float32Array[] = [];
      for (const parts of grown) {
        if (!parts.ok) return refuse(parts.error);
        tallies.push((parts.value.at(-1) as MembersPart).tally);
        arrivals.push(...parts.value.map((part) => part.arrivals));
      }
      return (await ask({ kind: 'together', question, tallies, arrivals })) as Result<ForecastAnswer, ForecastRefusal>;
    },
    async stop() {
      for (const { reject } of waiting.splice(0)) reject(new Error('the server stops'));
      await Promise.all(hosts.map((host) => host.stop()));
    },
  };
}
