// The runs of this server. A run has a row from its request on. The server that calculates it sends a heartbeat every second; a run without
// heartbeats has failed, because its server was stopped. A run continues even if no client polls it, because it is stored, and dispatch,
// warnings and the routes around a fire use its result.

import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@lookout/domain';
import type { Whose } from '@lookout/server/acting/fair-line.ts';
import { refused } from '@lookout/server/acting/refusal.ts';
import { createTurns } from '@lookout/server/acting/turns.ts';
import type { Job } from '@lookout/server/feature.ts';
import type { Context } from '@lookout/server/serve/context.ts';
import { whoseOf } from '@lookout/server/serve/whose.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { poll } from '@lookout/server/services/poll.ts';
import { SPREAD_RETENTION_DAYS, type SpreadQueuePlace } from '../spread.ts';
import { calculate, type PlannedRun } from './calculation.ts';
import { CANCELLED, createControl, progressOf } from './job.ts';
import type { ForecastPlan } from './plan.ts';
import { QUEUE_BOUNDS, queuePlaces } from './run-queue.ts';
import { createRunRecords, type RecordedRun, type RunRecords } from './run-records.ts';
import { inputsOf } from './terrain.ts';
import { lanesOf, startForecasters } from './workers.ts';

interface RunsDeps
  extends Pick<Room, 'store' | 'journal' | 'groundWindows' | 'roads' | 'assetIndex' | 'gazetteer' | 'rightOfWay' | 'clock' | 'log'> {
  /** Heartbeat interval. */
  readonly everyMs: number;
}

export interface SpreadRuns extends Job {
  /** @returns the id of the run that answers the request: an existing run, or a new one */
  request(context: Context, plan: ForecastPlan): Promise<string>;
  /** The run's position in this server's queue; null: not in this queue. */
  placeOf(id: string): SpreadQueuePlace | null;
  /** @throws Refusal 404; 422 if the run is over */
  cancel(context: Context, id: string): Promise<void>;
}

/** A run fails this long after its server's last heartbeat. */
const SILENT_MS = 30_000;
/** One of so many heartbeats also looks for runs whose server is silent, and deletes old runs. */
const HEARTBEATS_PER_SWEEP = 15;
/** The progress of a run that has started. A value above zero marks it as running. */
const STARTED = 0.01;

/** A run with a place in the queue, or under calculation. */
interface QueuedRun {
  readonly id: string;
  readonly whose: Whose;
  readonly members: number;
  readonly control: Int32Array;
  /** Aborted when the run is dropped, which removes it from the queue. */
  readonly dropped: AbortController;
  /** null: no calculation is needed after all. */
  readonly planned: PromiseWithResolvers<PlannedRun | null>;
}
interface AcceptedRun extends PlannedRun {
  readonly queued: QueuedRun;
}

const recordOf = (id: string, { plan: { fireId, gridNo }, inputs }: PlannedRun): RecordedRun => ({ id, fireId, gridNo, inputs });

export function startSpreadRuns(deps: RunsDeps): SpreadRuns {
  const { store } = deps;
  const turns = createTurns(QUEUE_BOUNDS);
  const records = createRunRecords(deps);
  const forecasters = startForecasters();
  const calculating = new Set<QueuedRun>();
  /** Runs whose row is written, until they are over. */
  const accepted = new Map<string, AcceptedRun>();
  /** The ends of all runs that have a place in the queue or are calculated. */
  const ends = new Set<Promise<void>>();
  let isOpen = true;

  /** Called when it is the run's turn. */
  const calculateAndRecord = async (queued: QueuedRun): Promise<void> => {
    const { id, control } = queued;
    const planned = await queued.planned.promise;
    if (planned === null || !isOpen) return;
    const run = recordOf(id, planned);
    calculating.add(queued);
    try {
      const outcome = await calculate(deps, forecasters, planned, control);
      if (typeof outcome === 'string') await records.fail(run, outcome);
      else if (outcome !== null) await records.finish(run, outcome);
    } catch (error) {
      // Stopping the server ends the workers, and `stop` fails the runs in progress.
      if (isOpen) await failByFault(deps, records, run, error);
    }
    calculating.delete(queued);
  };

  const drop = (id: string): void => {
    const queued = accepted.get(id)?.queued;
    if (queued === undefined) return;
    Atomics.store(queued.control, CANCELLED, 1);
    queued.dropped.abort();
  };

  const places = () => queuePlaces(turns.order(), (id) => accepted.get(id)?.queued.whose);

  const beating = startHeartbeat(deps, records, {
    reports() {
      const waiting = places();
      return new Map(
        [...accepted].map(([id, { queued }]) => {
          const progress = calculating.has(queued) ? Math.max(progressOf(queued.control), STARTED) : 0;
          return [id, { progress, queue: waiting.get(id) ?? null }];
        }),
      );
    },
    drop,
  });

  /** Takes a place in the queue. @returns the end of the run; rejects at once if the queue is full @throws Refusal */
  const enqueue = (queued: QueuedRun): Promise<void> => {
    const { id, whose, members, dropped } = queued;
    const end = turns
      .take(whose, () => calculateAndRecord(queued), { name: id, signal: dropped.signal, ...(members > 1 && { kind: 'ensemble' }) })
      .finally(() => {
        accepted.delete(id);
        ends.delete(end);
      });
    ends.add(end);
    return end;
  };

  const accept = async (context: Context, plan: ForecastPlan): Promise<string> => {
    const queued = queuedRunOf(context, plan);
    // The run takes its place before its terrain is checked, so that a full queue refuses it without that work.
    const end = enqueue(queued);
    let planned: PlannedRun | null = null;
    try {
      const isFull = end.then(() => Promise.reject(refused('server-busy')));
      const inputs = await Promise.race([inputsOf(deps, plan), isFull]);
      const row = { ...recordOf(queued.id, { plan, inputs }), key: plan.key };
      if (!(await records.add(context, row))) {
        // A user of another server has requested the same meanwhile, and that run may be over before it is found.
        const existing = await store.spreadRuns.answering(plan.key);
        if (existing !== null) return existing;
        if (!(await records.add(context, row))) throw refused('server-busy');
      }
      planned = { plan, inputs };
      accepted.set(queued.id, { ...planned, queued });
      return queued.id;
    } finally {
      queued.planned.resolve(planned);
      if (planned === null) queued.dropped.abort();
    }
  };
  const acceptOnce = onceAtATime((plan: ForecastPlan) => plan.key, accept);

  return {
    async request(context, plan) {
      const id = (await store.spreadRuns.answering(plan.key)) ?? (await acceptOnce(context, plan));
      context.audit.target('spread', id, plan.gridNo);
      return id;
    },

    placeOf: (id) => places().get(id) ?? null,

    async cancel(context, id) {
      await records.cancel(context, id);
      drop(id);
    },

    async stop() {
      isOpen = false;
      await beating.stop();
      const left = [...accepted.values()];
      for (const { queued } of left) drop(queued.id);
      await forecasters.stop();
      await Promise.allSettled(ends);
      for (const run of left) await records.fail(recordOf(run.queued.id, run), 'server-stopped');
    },
  };
}

const queuedRunOf = (context: Context, { isBurning, inputs: { members } }: ForecastPlan): QueuedRun => ({
  id: randomUUID(),
  whose: { ...whoseOf(context), isDuty: isBurning },
  members,
  control: createControl(lanesOf(members)),
  dropped: new AbortController(),
  planned: Promise.withResolvers(),
});

async function failByFault({ log }: Pick<RunsDeps, 'log'>, records: RunRecords, run: RecordedRun, error: unknown): Promise<void> {
  log.error({ err: error, id: run.id }, 'a forecast of a fire failed');
  try {
    await records.fail(run, 'fault');
  } catch (unwritten) {
    log.error({ err: unwritten, id: run.id }, 'that a forecast failed could not be written; it will count as abandoned');
  }
}

/** A call waits for another call with the same key, and returns its result. */
function onceAtATime<Given>(keyOf: (given: Given) => string, make: (context: Context, given: Given) => Promise<string>) {
  const underWay = new Map<string, Promise<string>>();
  return (context: Context, given: Given): Promise<string> => {
    const key = keyOf(given);
    const existing = underWay.get(key);
    if (existing !== undefined) return existing;
    const made = make(context, given).finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  };
}

interface Reporting {
  /** The progress and the queue position of this server's runs, by id. */
  reports(): ReadonlyMap<string, { readonly progress: number; readonly queue: SpreadQueuePlace | null }>;
  drop(id: string): void;
}

/** Stores the progress of this server's runs, fails the runs of servers that are silent, and deletes old runs. */
function startHeartbeat({ store, clock, log, everyMs }: RunsDeps, records: RunRecords, { reports, drop }: Reporting) {
  let heartbeats = 0;
  return poll({
    async run() {
      const now = clock();
      // These runs are already over, for example cancelled through another server.
      for (const id of await store.spreadRuns.alive(reports(), now)) drop(id);
      heartbeats += 1;
      if (heartbeats % HEARTBEATS_PER_SWEEP !== 1) return;
      // Runs that this server has just finished are over, and its other runs have just sent a heartbeat.
      for (const run of await store.spreadRuns.abandoned(new Date(now.getTime() - SILENT_MS))) await records.fail(run, 'server-stopped');
      await store.spreadRuns.removeBefore(new Date(now.getTime() - SPREAD_RETENTION_DAYS * DAY_MS));
    },
    everyMs,
    failed: (error) => log.warn({ err: error }, 'the forecasts of fires could not be looked after'),
  });
}
