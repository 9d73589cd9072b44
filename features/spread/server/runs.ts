// The runs of this server: a queue before two worker threads, in turns by grid and account, with runs of burning fires first. A run has a
// row from its request on. The server that calculates it sends a heartbeat every second; a run without heartbeats has failed, because its
// server was stopped. A run continues even if no client polls it, because it is stored, and dispatch, warnings and the routes around a fire
// use its result.

import { randomUUID } from 'node:crypto';
import { DAY_MS, NATION, type System } from '@lookout/domain';
import { boxOfFrame, type RoadClass } from '@lookout/fire-model';
import { actOf } from '@lookout/server/acting/act.ts';
import type { Whose } from '@lookout/server/acting/fair-line.ts';
import { notFound, refused } from '@lookout/server/acting/refusal.ts';
import { createTurns } from '@lookout/server/acting/turns.ts';
import type { Job } from '@lookout/server/feature.ts';
import { accountOf, type Context } from '@lookout/server/serve/context.ts';
import { whoseOf } from '@lookout/server/serve/whose.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { poll } from '@lookout/server/services/poll.ts';
import { storedArrivalsOf } from '../service/fire-arrivals.ts';
import { isSpreadOver, SPREAD_KEPT_DAYS, type SpreadFailure, type SpreadQueuePlace, type SpreadRun, seenAfter } from '../spread.ts';
import { FORECASTER_NAME } from '../spread.wire.ts';
import { CANCELLED, createControl, progressOf } from './forecast.ts';
import { ownFuelsOf } from './fuels.ts';
import { canopyOf, planOf, type Question, type SpreadPlan } from './plan.ts';
import { impactsOf, targetsIn } from './targets.ts';
import { watersIn } from './waters.ts';
import { lanesOf, startForecasters } from './workers.ts';

interface RunsDeps
  extends Pick<Room, 'store' | 'journal' | 'groundWindows' | 'roads' | 'assetIndex' | 'gazetteer' | 'rightOfWay' | 'clock' | 'log'> {
  /** Heartbeat interval. */
  readonly everyMs: number;
}

export interface SpreadRuns extends Job {
  /** @returns the id of the run that answers the question: an existing run, or a new one */
  ask(context: Context, question: Question): Promise<string>;
  /** The run's position in this server's queue; null: not in this queue. */
  placeOf(id: string): SpreadQueuePlace | null;
  /** @throws Refusal 404; 422 if the run is over */
  cancel(context: Context, id: string): Promise<void>;
}

/**
 * Limits of concurrent runs: one ensemble, because ensembles need much memory, and for one grid as many as there are threads, so that a run
 * of another grid can start in parallel.
 */
const BOUNDS = {
  atOnce: 3,
  atOnceOfGrid: 2,
  atOnceOfKind: { ensemble: 1 },
  mostWaiting: 200,
  mostWaitingOfGrid: 20,
  mostWaitingOfOne: 8,
} as const;
/** A single run takes some seconds of one core, an ensemble up to a minute of two. */
const LIMIT_MS = 10 * 60_000;
/** A run fails this long after its server's last heartbeat. */
const SILENT_MS = 30_000;
/** One of so many heartbeats also looks for runs whose server is silent, and deletes old runs. */
const WORDS_PER_SWEEP = 15;
/** The progress of a run that has started. A value above zero marks it as running. */
const BEGUN = 0.01;
/** Roads wide enough to stop a fire without spotting. 待核对 */
const WIDE_ROADS: ReadonlySet<RoadClass> = new Set(['motorway', 'trunk', 'primary']);

const FORECASTER: System = { kind: 'system', name: FORECASTER_NAME };

interface Running {
  readonly id: string;
  readonly whose: Whose;
  readonly members: number;
  readonly control: Int32Array;
  /** Aborted when the run is dropped, which removes it from the queue. */
  readonly dropped: AbortController;
  /** null: no calculation is needed after all. */
  readonly planned: PromiseWithResolvers<SpreadPlan | null>;
}

export function startSpreadRuns(deps: RunsDeps): SpreadRuns {
  const { store, journal, groundWindows, clock, log, everyMs } = deps;
  const turns = createTurns(BOUNDS);
  const running = new Set<Running>();
  /** Runs whose row is written, until they are over. */
  const inHand = new Map<string, { readonly one: Running; readonly plan: SpreadPlan }>();
  /** The ends of all runs that have a place in the queue or run. */
  const ends = new Set<Promise<void>>();
  const forecasters = startForecasters();
  /** Runs whose row is being written, by the key of their question. */
  const beginning = new Map<string, Promise<string>>();
  let isOpen = true;

  const actNow = (name: string) => actOf(FORECASTER, { name, scope: NATION, now: clock() });

  const fail = async (
    { id, fireId, gridNo, inputs: { hours } }: Pick<SpreadRun, 'id' | 'fireId' | 'gridNo' | 'inputs'>,
    failure: SpreadFailure,
  ) => {
    const act = actNow('fail-spread');
    await journal.transact(act, async (tx) => {
      if (!(await tx.spreadRuns.fail(id, failure, act.now))) return { value: undefined, happened: [] };
      const event = eventOf(act, { kind: 'spread.failed', payload: { fireId, hours, failure } }, { objectId: id, gridNo });
      return { value: undefined, happened: [{ event, after: null }] };
    });
  };

  const work = async ({ id, control }: Running, plan: SpreadPlan): Promise<void> => {
    const { inputs, breaks, waters: layers, fuels, fireId, gridNo } = plan;
    const began = performance.now();
    const window = await groundWindows.read(inputs.ground);
    const box = boxOfFrame(window.frame);
    // Bridges and tunnels do not stop a fire.
    const roads = deps.roads.roadsIn(box).filter((road) => WIDE_ROADS.has(road.class) && !road.isBridge && !road.isTunnel);
    const [targets, waters] = await Promise.all([targetsIn(deps, box), watersIn(deps, layers, box)]);
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      Atomics.store(control, CANCELLED, 1);
    }, LIMIT_MS);
    const asked = forecasters.forecast({
      window,
      ownFuels: ownFuelsOf(fuels),
      model: inputs.model.name,
      ignition: inputs.ignition,
      barriers: [...breaks, ...roads.map(({ points }) => points)],
      waters,
      weather: inputs.weather.hours,
      beginMs: inputs.beginMs,
      hours: inputs.hours,
      members: inputs.members,
      seed: inputs.seed,
      ellipse: inputs.ignition.source === 'fire' ? ellipseOf(inputs) : null,
      seen: seenAfter(inputs.correction?.seen ?? [], inputs.beginMs),
      weights: null,
      targets: targets.map(({ shape }) => shape),
      control,
      rightOfWay: deps.rightOfWay.flag,
    });
    const answer = await asked.finally(() => clearTimeout(limit));
    if (!answer.ok) {
      if (answer.error === 'nothing-burns') await fail({ id, ...plan }, 'nothing-burns');
      else if (isLate) await fail({ id, ...plan }, 'too-long');
      return;
    }
    const { isochrones, areaHectares, reachesEdge, raster, flameLengthMetres, behaviour, weighing, unknownGround } = answer.value;
    const arrivals = await storedArrivalsOf(raster, flameLengthMetres);
    const impacts = await impactsOf(deps, targets, answer.value, inputs.ground.centre);
    const seconds = Math.round(performance.now() - began) / 1_000;
    const result = { isochrones, areaHectares, reachesEdge, behaviour, impacts, seconds, weighing, unknownGround };
    const act = actNow('finish-spread');
    const known = {
      ...inputs,
      ground: { ...inputs.ground, elevation: window.elevation, landCover: window.landCover, ...canopyOf(window) },
      barriers: { ...inputs.barriers, roads: roads.length, waters: waters.length },
    };
    await journal.transact(act, async (tx) => {
      // The run was cancelled just as it finished.
      if (!(await tx.spreadRuns.finish(id, known, result, arrivals, act.now))) return { value: undefined, happened: [] };
      const payload = { fireId, hours: inputs.hours, areaHectares, ...correctedBy(inputs) };
      const event = eventOf(act, { kind: 'spread.finished', payload }, { objectId: id, gridNo });
      return { value: undefined, happened: [{ event, after: null }] };
    });
  };

  /** Called when the run reaches the head of the queue. */
  const run = async (one: Running): Promise<void> => {
    const plan = await one.planned.promise;
    if (plan === null || !isOpen) return;
    running.add(one);
    await work(one, plan)
      .catch(async (error: unknown) => {
        // Stopping the server ends the workers, and `stop` fails the runs in progress.
        if (!isOpen) return;
        log.error({ err: error, id: one.id }, 'a forecast of a fire failed');
        await fail({ id: one.id, ...plan }, 'fault');
      })
      .catch((error: unknown) =>
        log.error({ err: error, id: one.id }, 'that a forecast failed could not be written; it will count as abandoned'),
      );
    running.delete(one);
  };

  const drop = (id: string): void => {
    const one = inHand.get(id)?.one;
    if (one === undefined) return;
    Atomics.store(one.control, CANCELLED, 1);
    one.dropped.abort();
  };

  /** @returns the queue position of each waiting run, by its id */
  const places = (): Map<string, SpreadQueuePlace> => {
    const ahead: Whose[] = [];
    const found = new Map<string, SpreadQueuePlace>();
    for (const id of turns.order()) {
      const whose = inHand.get(id)?.one.whose;
      if (whose === undefined) continue;
      const burning = whose.isDuty ? 0 : ahead.filter(({ isDuty }) => isDuty).length;
      const ownGrid = ahead.filter(({ grid, isDuty }) => grid === whose.grid && (whose.isDuty || !isDuty)).length;
      ahead.push(whose);
      found.set(id, { place: ahead.length, burning, ownGrid });
    }
    return found;
  };

  let words = 0;
  const beating = poll({
    async run() {
      const now = clock();
      const waiting = places();
      const said = [...inHand].map(([id, { one }]) => {
        const progress = running.has(one) ? Math.max(progressOf(one.control), BEGUN) : 0;
        return [id, { progress, queue: waiting.get(id) ?? null }] as const;
      });
      // These runs are already over, for example cancelled through another server.
      for (const id of await store.spreadRuns.alive(new Map(said), now)) drop(id);
      words += 1;
      if (words % WORDS_PER_SWEEP !== 1) return;
      // Runs that this server has just finished are over, and its other runs have just sent a heartbeat.
      for (const run of await store.spreadRuns.abandoned(new Date(now.getTime() - SILENT_MS))) await fail(run, 'server-stopped');
      await store.spreadRuns.removeBefore(new Date(now.getTime() - SPREAD_KEPT_DAYS * DAY_MS));
    },
    everyMs,
    failed: (error) => log.warn({ err: error }, 'the forecasts of fires could not be looked after'),
  });

  /** @returns false: another run already answers the question */
  const write = async (context: Context, { id }: Running, plan: SpreadPlan): Promise<boolean> => {
    const { fullName: askedBy } = accountOf(context);
    const { key, fireId, gridNo, inputs } = plan;
    return journal.transact(context, async (tx) => {
      if (!(await tx.spreadRuns.add({ id, fireId, gridNo, key, inputs, askedBy, askedAt: context.now })))
        return { value: false, happened: [] };
      const payload = { fireId, hours: inputs.hours, members: inputs.members, ...correctedBy(inputs) };
      const event = eventOf(context, { kind: 'spread.begun', payload }, { objectId: id, gridNo });
      return { value: true, happened: [{ event, after: null }] };
    });
  };

  /** Takes a place in the queue. @returns the end of the run; rejects at once if the queue is full @throws Refusal */
  const lineUp = (one: Running): Promise<void> => {
    const { id, whose, members, dropped } = one;
    const end = turns
      .take(whose, () => run(one), { name: id, signal: dropped.signal, ...(members > 1 && { kind: 'ensemble' }) })
      .finally(() => {
        inHand.delete(id);
        ends.delete(end);
      });
    ends.add(end);
    return end;
  };

  const begin = async (context: Context, question: Question): Promise<string> => {
    const { isBurning, inputs, key } = question;
    const one: Running = {
      id: randomUUID(),
      whose: { ...whoseOf(context), isDuty: isBurning },
      members: inputs.members,
      control: createControl(lanesOf(inputs.members)),
      dropped: new AbortController(),
      planned: Promise.withResolvers(),
    };
    // The run takes its place before its terrain is checked, so that a full queue refuses it without that work.
    const end = lineUp(one);
    let plan: SpreadPlan | null = null;
    try {
      const noRoom = end.then(() => Promise.reject(refused('server-busy')));
      const wanted = await Promise.race([planOf(deps, question), noRoom]);
      if (await write(context, one, wanted)) plan = wanted;
      else {
        // A user of another server has requested the same meanwhile, and that run may be over before it is found.
        const standing = await store.spreadRuns.standing(key);
        if (standing !== null) return standing;
        if (!(await write(context, one, wanted))) throw refused('server-busy');
        plan = wanted;
      }
      inHand.set(one.id, { one, plan });
      return one.id;
    } finally {
      one.planned.resolve(plan);
      if (plan === null) one.dropped.abort();
    }
  };
  /** A request waits if a run of the same question is already being created. */
  const onlyOnce = (key: string, make: () => Promise<string>): Promise<string> => {
    const known = beginning.get(key);
    if (known !== undefined) return known;
    const made = make().finally(() => beginning.delete(key));
    beginning.set(key, made);
    return made;
  };

  return {
    async ask(context, question) {
      const { key, gridNo } = question;
      const id = (await store.spreadRuns.standing(key)) ?? (await onlyOnce(key, () => begin(context, question)));
      context.audit.target('spread', id, gridNo);
      return id;
    },

    placeOf: (id) => places().get(id) ?? null,

    async cancel(context, id) {
      const run = await store.spreadRuns.find(context.scope, id);
      if (run === null) throw notFound();
      await journal.transact(context, async (tx) => {
        if (isSpreadOver(run.state) || !(await tx.spreadRuns.cancel(id, context.now))) throw refused('spread-over');
        const payload = { fireId: run.fireId, hours: run.inputs.hours };
        const event = eventOf(context, { kind: 'spread.cancelled', payload }, { objectId: id, gridNo: run.gridNo });
        return { value: undefined, happened: [{ event, after: null }] };
      });
      drop(id);
    },

    async stop() {
      isOpen = false;
      await beating.stop();
      const left = [...inHand.values()];
      for (const { one } of left) drop(one.id);
      await forecasters.stop();
      await Promise.allSettled(ends);
      for (const { one, plan } of left) await fail({ id: one.id, ...plan }, 'server-stopped');
    },
  };
}

/** The fields of a correction in events. */
const correctedBy = ({ correction }: SpreadPlan['inputs']) => correction && { seen: correction.seen.length };

/** The ellipse in which the fire may have started. */
const ellipseOf = ({ ellipse }: SpreadPlan['inputs']) =>
  ellipse && { semiMajorMetres: ellipse.semiMajorMetres, semiMinorMetres: ellipse.semiMinorMetres, azimuthDegrees: ellipse.bearingDegrees };
