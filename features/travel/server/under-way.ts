// People under way (在途). Each person who accepted an order and has not arrived has a planned route, stored with the task, from which his
// positions give the arrival time. One server calculates this for all, in batches: one query for the expected people, one for new
// positions, one to store the results. Decision 0074.

import { LIST_LIMIT } from '@lookout/contract';
import { MINUTE_MS, type Position } from '@lookout/domain';
import { type JourneyOutcome, journeyEta, PACE_MINUTES, straightEta } from '@lookout/fire-model';
import { soundFixes } from '@lookout/geo';
import type { Job } from '@lookout/server/feature.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { poll } from '@lookout/server/services/poll.ts';
import { mapInSlices } from '@lookout/store';
import type { Contract } from '../../contract.ts';
import { firesNear } from '../../incident/service/closing-fires.ts';
import type { RunArrivals } from '../../spread/service/fire-arrivals.ts';
import { journeyNow, type TaskJourney } from '../../task/task-journey.ts';
import type { ExpectedMember, NewPlan, NewProgress } from '../../task/task-journeys.store.ts';
import { moverOf } from './movers.ts';
import { needsPlan } from './plan-need.ts';
import { roundedPath } from './rounded.ts';

type Calls = Pick<Handlers<Contract['travel']>, 'underWay'>;

export function underWayHandler({ store }: Pick<Room, 'store'>): Calls {
  return {
    async underWay(context, { body }) {
      const { rights, accountId } = accountOf(context);
      const isOfficer = rights.has('see-rangers') || rights.has('dispatch');
      const filters = { taskIds: body.taskIds ?? undefined, withPath: body.withPath ?? false };
      const to = isOfficer ? { scope: context.scope } : { memberId: accountId };
      const { list, more } = await store.taskJourneys.published(to, filters, { limit: LIST_LIMIT });
      return {
        rows: list.map((journey) => rounded(journeyNow(journey, context.now))),
        ...(more && { remark: stoppedAt(LIST_LIMIT, 'list-cut') }),
      };
    },
  };
}

/** A journey in whole metres and seconds, with the path to about a metre. */
const rounded = ({ plan, leftMetres, ...journey }: TaskJourney): TaskJourney => ({
  ...journey,
  leftMetres: leftMetres === null ? null : Math.round(leftMetres),
  plan: plan && { ...plan, seconds: plan.seconds === null ? null : Math.round(plan.seconds), path: roundedPath(plan.path) },
});

/** The interval of positions. */
const EVERY_MS = 15_000;
/** The most people expected at one time; a prefecture has a thousand rangers. */
const MOST_EXPECTED = 5_000;
/** The most places searched for in one turn, and the most people for each, so that officers' own queries wait for no more than these. */
const MOST_GOALS = 4;
const MOST_OF_GOAL = 60;
/** The most positions of one person in the time over which the pace is measured: one a second. */
const MOST_FIXES = 700;

type Needs = Pick<Room, 'store' | 'travels' | 'fireArrivals' | 'sharedJobs' | 'clock' | 'log' | 'waits'>;

export function keepJourneys({ store, travels, fireArrivals, sharedJobs, clock, log, waits }: Needs): Job {
  /**
   * A cache of the routes of expected people, so that no turn reads a route twice. The rows are authoritative, so another server can start
   * with an empty cache.
   */
  const paths = new Map<string, { readonly plannedMs: number; readonly path: readonly Position[] }>();

  async function readPaths(members: readonly ExpectedMember[]): Promise<void> {
    const missing = members.filter((member) => paths.get(keyOf(member))?.plannedMs !== member.plan?.plannedAt.getTime());
    const plannedMs = new Map(missing.map((member) => [keyOf(member), member.plan?.plannedAt.getTime() ?? 0]));
    for (const { path, ...key } of await store.taskJourneys.paths(missing))
      paths.set(keyOf(key), { plannedMs: plannedMs.get(keyOf(key)) ?? 0, path });
  }

  /** @returns all people with their current state */
  async function publish(expected: readonly ExpectedMember[]): Promise<readonly ExpectedMember[]> {
    const moved = expected.filter(hasMoved);
    await readPaths(moved);
    const fixes = Map.groupBy(await store.rangers.tracks(moved.map(stretchOf), { limit: MOST_FIXES }), ({ userId }) => userId);
    const now = clock();
    const published = await mapInSlices(moved, (member) =>
      progressOf(member, paths.get(keyOf(member))?.path ?? [], fixes.get(member.userId) ?? [], now),
    );
    await store.taskJourneys.publishProgress(published);
    const states = new Map(published.map((one) => [keyOf(one), one.state]));
    return expected.map((member) => ({ ...member, state: states.get(keyOf(member)) ?? member.state }));
  }

  async function plan(expected: readonly ExpectedMember[]): Promise<void> {
    const runs = await fireArrivals.current(clock());
    const wanting = expected.flatMap((member) => {
      const reason = needsPlan(member, forecastOf(runs, member.goal));
      return reason === null || member.last === null ? [] : [{ member, reason, last: member.last }];
    });
    const byGoal = Map.groupBy(wanting, ({ member: { goal } }) => `${goal.lng} ${goal.lat}`);
    for (const group of [...byGoal.values()].slice(0, MOST_GOALS)) {
      const some = group.slice(0, MOST_OF_GOAL);
      const { goal } = (some[0] as (typeof some)[number]).member;
      const places = some.map(({ last }) => ({ position: last.position, mover: moverOf('ranger') }));
      const { outcomes, forecast } = await travels.toPlace(goal, places);
      const [plannedAt, forecastAt] = [clock(), forecast && new Date(forecast.beginMs)];
      await store.taskJourneys.plan(
        some.map(
          ({ member: { taskId, userId }, reason, last }, index): NewPlan => ({
            ...plannedWay(outcomes[index] as JourneyOutcome),
            taskId,
            userId,
            reason,
            beginsAt: last.at,
            plannedAt,
            forecastId: forecast?.runId ?? null,
            forecastAt,
          }),
        ),
      );
    }
  }

  const turn = async (): Promise<void> => {
    const expected = await store.taskJourneys.expected({ limit: MOST_EXPECTED });
    const keys = new Set(expected.map(keyOf));
    for (const key of paths.keys()) if (!keys.has(key)) paths.delete(key);
    await plan(await publish(expected));
    await store.taskJourneys.forget();
  };

  return poll({
    run: sharedJobs.alone('under-way', turn),
    everyMs: sharedJobs.pause('under-way', waits.underWayEveryMs ?? EVERY_MS),
    failed: (err) => log.warn({ err }, 'who is under way was not worked out'),
  });
}

const keyOf = ({ taskId, userId }: Pick<ExpectedMember, 'taskId' | 'userId'>): string => `${taskId} ${userId}`;

/** True for a position that is not processed yet. A person who has arrived remains arrived: movements at the place do not count. */
const hasMoved = ({ plan, last, positionAt, state }: ExpectedMember): boolean =>
  plan !== null && last !== null && state !== 'arrived' && last.at.getTime() !== positionAt?.getTime();

/** The positions used for a person: since the route was planned, and of the last minutes. */
function stretchOf({ userId, plan, last }: ExpectedMember) {
  const [beginMs, endMs] = [plan?.beginsAt.getTime() ?? 0, last?.at.getTime() ?? 0];
  return { userId, begin: new Date(Math.max(beginMs, endMs - PACE_MINUTES * MINUTE_MS)), end: new Date(endMs + 1) };
}

function progressOf(
  { taskId, userId, goal, plan, last }: ExpectedMember,
  path: readonly Position[],
  fixes: readonly { readonly position: Position; readonly at: Date }[],
  computedAt: Date,
): NewProgress {
  const sound = soundFixes(fixes.map(({ position, at }) => ({ ...position, ms: at.getTime() })));
  const seconds = plan?.seconds ?? null;
  const { state, leftMetres, pace, arrivesMs } = seconds === null ? straightEta(goal, sound) : journeyEta({ path, seconds }, sound);
  const arrivesAt = arrivesMs === null ? null : new Date(arrivesMs);
  return { taskId, userId, state, leftMetres, pace, arrivesAt, positionAt: last?.at ?? null, computedAt };
}

const forecastOf = (runs: readonly RunArrivals[], goal: Position): string | null => firesNear(runs, goal)[0]?.runId ?? null;

function plannedWay(outcome: JourneyOutcome): Pick<NewPlan, 'path' | 'seconds' | 'why' | 'avoidsFire'> {
  if (!outcome.ok) return { path: [], seconds: null, why: outcome.why, avoidsFire: false };
  const { path, seconds, avoidsFire } = outcome.journey;
  return { path, seconds, why: null, avoidsFire };
}
