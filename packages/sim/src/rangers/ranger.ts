// One ranger: polls the assigned tasks with the ranger's own session, carries them out step by step, and has a position at every time.

import { compassOf, HOUR_MS, haversineMetres, initialBearingDegrees, type Position } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import type { NamedTask, TaskProgress } from '@lookout/features/task/task.ts';
import type { Surface } from '@lookout/geo';
import type { WorldClock } from '../clock.ts';
import { burnedHectares, type Fire } from '../fires/fire.ts';
import { byMotorbike, positionOn, type Route, routeOver } from '../ground/route.ts';
import { landscapeOf, photoOf } from '../picture/photo.ts';
import { directions, findings, progressTexts } from '../texts.ts';
import type { Answer } from '../wire/sender.ts';
import type { Session } from '../wire/session.ts';
import { currentOrder, hasSetOut, nextStep, type Order, type Step } from './duty.ts';

export interface RangerOptions {
  readonly userName: string;
  readonly seed: number;
  readonly session: Pick<Session, 'logIn' | 'call' | 'picture'>;
  readonly surface: Surface;
  readonly clock: Pick<WorldClock, 'worldOf' | 'wallOf'>;
  readonly burningAt: BurningAt;
  /** The position without a task. */
  readonly patrolAt: PatrolAt;
  /** false: the ranger moves only for tasks, and sends positions only during one. */
  readonly patrols: boolean;
}

export interface Ranger {
  readonly userName: string;
  /** null: not logged in yet, or the login was refused. */
  accountId(): string | null;
  positionAt(wallMs: number): Position;
  /** Whether the phone sends positions now. */
  sendsPositions(): boolean;
  /** Polls the tasks and performs the steps due by now. @returns `later` or `refused` when a call failed */
  processTasks(nowMs: number): Promise<Answer<null>>;
}

/** Maximum number of steps at a time: an order has five, and a phone that regains signal may have several due. */
const MOST_STEPS = 8;
const DONE: Answer<null> = { kind: 'delivered', data: null };

export function createRanger(options: RangerOptions): Ranger {
  const { userName, seed, session, surface, clock, burningAt, patrolAt, patrols } = options;
  const ground = { surface, clock };
  let accountId: string | null = null;
  let orders: readonly Order[] = [];
  let whereabouts: Whereabouts = onPatrol(patrolAt, ground);
  /** The task that the ranger is carrying out; `ride` is null when the ranger had arrived before the simulator started. */
  let activeTask: { readonly taskId: string; readonly ride: Ride | null } | null = null;
  /** Uploaded photos by task: a photo is not uploaded again when only the report failed. */
  const photos = new Map<string, string>();

  const depart = (taskId: string, ride: Ride): void => {
    activeTask = { taskId, ride };
    whereabouts = ride;
  };

  const returnToPatrol = (nowMs: number): void => {
    const here = whereabouts.positionAt(nowMs);
    whereabouts = patrols ? returning(here, nowMs, patrolAt, ground) : staying(here);
    activeTask = null;
  };

  /** Resumes a task after a restart of the simulator; the starting point of the ride is in the reported progress. */
  const resume = async (order: Order): Promise<Answer<null>> => {
    if (order.state !== 'on-the-way') {
      activeTask = { taskId: order.taskId, ride: null };
      whereabouts = staying(order.position);
      return DONE;
    }
    const answer = await session.call(contract.task.taskDetail, { taskId: order.taskId });
    if (answer.kind !== 'delivered') return answer;
    const departure = answer.data.find(({ userId }) => userId === accountId)?.steps.find(({ state }) => state === 'on-the-way');
    const from = departure?.position ?? whereabouts.positionAt(order.sinceMs);
    depart(order.taskId, ridingTo(from, order.position, order.sinceMs, ground));
    return DONE;
  };

  const photoFor = async (order: Order, finding: Finding, atMs: number): Promise<Answer<string>> => {
    const known = photos.get(order.taskId);
    if (known !== undefined) return { kind: 'delivered', data: known };
    const id = `${order.taskId}-${userName}`;
    const uploaded = await session.picture(findingPhoto(seed, finding, order.position, clock.worldOf(atMs), id, surface));
    if (uploaded.kind === 'delivered') photos.set(order.taskId, uploaded.data);
    return uploaded;
  };

  const report = (order: Order, next: TaskProgress, atMs: number, content: { text: string; photos?: string[] }): Promise<Answer<unknown>> =>
    session.call(
      contract.task.taskProgress,
      { taskId: order.taskId, state: next, position: whereabouts.positionAt(atMs), at: new Date(atMs).toISOString(), ...content },
      `demo-${order.taskId}-${next}`,
    );

  const perform = async ({ order, next, dueMs }: Step, nowMs: number): Promise<Answer<unknown>> => {
    // A step on site keeps its actual time even when it is reported late.
    const atMs = momentOf(next, dueMs, order, nowMs);
    if (next === 'on-the-way') {
      const ride = ridingTo(whereabouts.positionAt(atMs), order.position, atMs, ground);
      const answer = await report(order, next, atMs, {
        text: progressTexts.setOut(kilometres(ride.route.metres), Math.ceil(ride.route.seconds / 60)),
      });
      if (answer.kind === 'delivered') depart(order.taskId, ride);
      return answer;
    }
    if (next === 'reported') {
      const finding = findingAt(burningAt, order.position, clock.worldOf(atMs));
      const photo = await photoFor(order, finding, atMs);
      if (photo.kind !== 'delivered') return photo;
      return report(order, next, atMs, { text: findingText(finding, order.position, clock.worldOf(atMs)), photos: [photo.data] });
    }
    const answer = await report(order, next, atMs, { text: progressTexts[next] });
    if (next === 'done' && answer.kind === 'delivered') photos.delete(order.taskId);
    return answer;
  };

  /** Synchronises the active task with the server: returns from a task that ended, resumes one that was begun. */
  const syncActiveTask = async (nowMs: number): Promise<Answer<null>> => {
    const current = currentOrder(orders);
    const begun = current !== null && hasSetOut(current) ? current : null;
    if (activeTask !== null && activeTask.taskId !== begun?.taskId) returnToPatrol(nowMs);
    return begun !== null && activeTask === null ? resume(begun) : DONE;
  };

  return {
    userName,
    accountId: () => accountId,
    positionAt: (wallMs) => whereabouts.positionAt(wallMs),
    sendsPositions: () => patrols || orders.some(({ state }) => state !== 'done'),
    async processTasks(nowMs) {
      const login = await session.logIn();
      if (login.kind === 'refused') accountId = null;
      if (login.kind !== 'delivered') return login;
      accountId = login.data;
      const tasks = await session.call(contract.task.myTasks, { openOnly: 1 });
      if (tasks.kind !== 'delivered') return tasks;
      orders = tasks.data.flatMap((task) => orderOf(task, accountId) ?? []);
      for (let steps = 0; steps < MOST_STEPS; steps++) {
        const synced = await syncActiveTask(nowMs);
        if (synced.kind !== 'delivered') return synced;
        const step = nextStep(seed, userName, orders, activeTask?.ride?.arrivesAtMs ?? null);
        if (step === null || step.dueMs > nowMs) return DONE;
        const done = await perform(step, nowMs);
        if (done.kind !== 'delivered') return done;
        const after = { ...step.order, state: step.next, sinceMs: momentOf(step.next, step.dueMs, step.order, nowMs) };
        orders = orders.map((order) => (order === step.order ? after : order));
      }
      return DONE;
    },
  };
}

const momentOf = (next: TaskProgress, dueMs: number, { sinceMs }: Order, nowMs: number): number =>
  next === 'received' || next === 'on-the-way' ? nowMs : Math.max(dueMs, sinceMs);

const kilometres = (metres: number): string => (metres / 1000).toFixed(1);

function orderOf(task: NamedTask, accountId: string | null): Order | null {
  const me = task.members.find(({ userId }) => userId === accountId);
  if (me === undefined || me.state === 'done') return null;
  return {
    taskId: task.id,
    position: task.position,
    priority: task.priority,
    state: me.state,
    createdAtMs: task.createdAt.getTime(),
    sinceMs: me.stateAt.getTime(),
  };
}

// The position of a ranger at a wall time: on patrol, on a ride, or at its end.

interface Whereabouts {
  positionAt(wallMs: number): Position;
}

/** @param ms world time */
type PatrolAt = (ms: number) => Position;

interface Ground {
  readonly surface: Surface;
  readonly clock: Pick<WorldClock, 'worldOf' | 'wallOf'>;
}

const onPatrol = (patrolAt: PatrolAt, { clock }: Ground): Whereabouts => ({
  positionAt: (wallMs) => patrolAt(clock.worldOf(wallMs)),
});

const staying = (place: Position): Whereabouts => ({ positionAt: () => place });

interface Ride extends Whereabouts {
  readonly route: Route;
  readonly arrivesAtMs: number;
}

/** A motorbike ride to a place, in world time. */
function ridingTo(from: Position, to: Position, departedAtMs: number, { surface, clock }: Ground): Ride {
  const route = routeOver(surface, from, to, byMotorbike);
  const departed = clock.worldOf(departedAtMs);
  return {
    route,
    arrivesAtMs: Math.ceil(clock.wallOf(departed + route.seconds * 1000)),
    positionAt: (wallMs) => positionOn(route, (clock.worldOf(wallMs) - departed) / 1000),
  };
}

const MOST_TRIES = 6;
const SLACK_MS = 60_000;

/** Rides back to a point of the patrol and joins the patrol when it reaches that point, so that the position never jumps. */
function returning(from: Position, sinceMs: number, patrolAt: PatrolAt, ground: Ground): Whereabouts {
  const { clock } = ground;
  const since = clock.worldOf(sinceMs);
  const patrol = onPatrol(patrolAt, ground);
  // The first estimate uses the straight line; the patrol moves little while the estimate is corrected.
  let joins = since + (haversineMetres(from, patrolAt(since)) / 6) * 1000;
  let ride = ridingTo(from, patrolAt(joins), sinceMs, ground);
  for (let tries = 1; tries < MOST_TRIES && since + ride.route.seconds * 1000 > joins; tries++) {
    joins = since + ride.route.seconds * 1100 + SLACK_MS;
    ride = ridingTo(from, patrolAt(joins), sinceMs, ground);
  }
  return { positionAt: (wallMs) => (clock.worldOf(wallMs) >= joins ? patrol : ride).positionAt(wallMs) };
}

// What a ranger finds at a place, derived from the state of the world at that time. The text and the photo agree.

/** null: no fire now or recently. `burnt`: the fire is out. */
type Finding = { readonly state: 'burning' | 'burnt'; readonly fire: Fire; readonly metres: number } | null;

/** The fires that burn at a world time. */
type BurningAt = (ms: number) => readonly Fire[];

/** A pixel or a reported position may be this far from the fire; the ranger follows the smoke. */
const SEEN_METRES = 3_000;
const BURNT_METRES = 1_500;
/** Hours for which burnt ground is recognised. */
const BURNT_HOURS = 8;

function findingAt(burningAt: BurningAt, place: Position, ms: number): Finding {
  const burning = nearest(burningAt(ms), place);
  if (burning !== null && burning.metres <= SEEN_METRES) return { state: 'burning', ...burning };
  for (let hours = 1; hours <= BURNT_HOURS; hours++) {
    const burnt = nearest(
      burningAt(ms - hours * HOUR_MS).filter(({ kind }) => kind !== 'chimney'),
      place,
    );
    if (burnt !== null && burnt.metres <= BURNT_METRES) return { state: 'burnt', ...burnt };
  }
  return null;
}

function findingText(finding: Finding, place: Position, ms: number): string {
  if (finding === null) return findings.nothing;
  const { fire, metres } = finding;
  const where = findings.where(
    directions[compassOf(initialBearingDegrees(place, fire.position))],
    Math.max(50, Math.round(metres / 50) * 50),
  );
  if (finding.state === 'burnt') return findings.burnt(where, burnedHectares(fire, ms).toFixed(1));
  return findings[fire.kind](where, burnedHectares(fire, ms).toFixed(1));
}

function findingPhoto(seed: number, finding: Finding, place: Position, ms: number, id: string, surface: Surface): Uint8Array {
  return finding?.state === 'burning'
    ? photoOf(seed, { id, fire: finding.fire, atMs: ms }, surface)
    : landscapeOf(seed, { id, place, atMs: ms }, surface);
}

function nearest(fires: readonly Fire[], place: Position): { fire: Fire; metres: number } | null {
  let found: { fire: Fire; metres: number } | null = null;
  for (const fire of fires) {
    const metres = haversineMetres(place, fire.position);
    if (found === null || metres < found.metres) found = { fire, metres };
  }
  return found;
}
