// One ranger: asks for his tasks with his own session, obeys them step by step, and is somewhere at every moment.
import { contract, parseTime, type WireTask } from '@lookout/contract';
import { compassOf, haversineMetres, initialBearingDegrees, type Position, type TaskProgress } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import { HOUR_MS, type WorldClock } from '../clock.ts';
import { burnedHectares, type Fire } from '../fires/fire.ts';
import { byMotorbike, positionOn, type Route, routeOver } from '../ground/route.ts';
import { landscapeOf, photoOf } from '../picture/photo.ts';
import { directions, duties, findings } from '../texts.ts';
import type { Answer } from '../wire/sender.ts';
import type { Session } from '../wire/session.ts';
import { type Act, inHand, isInFlight, nextAct, type Order } from './duty.ts';

export interface RangerOptions {
  readonly userName: string;
  readonly seed: number;
  readonly session: Pick<Session, 'enter' | 'call' | 'picture'>;
  readonly surface: Surface;
  readonly clock: Pick<WorldClock, 'worldOf' | 'wallOf'>;
  readonly burningAt: BurningAt;
  /** Where he is when nobody sends him. */
  readonly patrolAt: PatrolAt;
  /** false: he only goes where he is sent, and is heard of only while he obeys. */
  readonly walks: boolean;
}

export interface Ranger {
  readonly userName: string;
  /** null: not logged in yet, or no longer let in. */
  accountId(): string | null;
  positionAt(wallMs: number): Position;
  /** Whether his phone takes positions now. */
  isHeardOf(): boolean;
  /** Asks for his tasks and does what is due by now. @returns what became of it; `later` and `refused` are the server's last word */
  obey(nowMs: number): Promise<Answer<null>>;
}

/** From an order to its end are five things to say; a phone that comes into signal may have several. */
const MOST_ACTS = 8;
const DONE: Answer<null> = { kind: 'delivered', data: null };

export function createRanger(options: RangerOptions): Ranger {
  const { userName, seed, session, surface, clock, burningAt, patrolAt, walks } = options;
  const ground = { surface, clock };
  let accountId: string | null = null;
  let orders: readonly Order[] = [];
  let whereabouts: Whereabouts = onPatrol(patrolAt, ground);
  /** What he is out for; `ride` is null when he had arrived before we began. */
  let errand: { readonly taskId: string; readonly ride: Ride | null } | null = null;
  /** Photos that are up already, by task: the same is not sent twice when only the word about it failed. */
  const photos = new Map<string, string>();

  const goOut = (taskId: string, ride: Ride): void => {
    errand = { taskId, ride };
    whereabouts = ride;
  };

  const goBack = (nowMs: number): void => {
    const here = whereabouts.positionAt(nowMs);
    whereabouts = walks ? returning(here, nowMs, patrolAt, ground) : staying(here);
    errand = null;
  };

  /** After a start of ours in the middle of a task: where he was when he set out stands in what he said. */
  const recall = async (order: Order): Promise<Answer<null>> => {
    if (order.state !== 'on-the-way') {
      errand = { taskId: order.taskId, ride: null };
      whereabouts = staying(order.position);
      return DONE;
    }
    const answer = await session.call(contract.tasks.taskDetail, { taskId: order.taskId });
    if (answer.kind !== 'delivered') return answer;
    const said = answer.data.find(({ userId }) => userId === accountId)?.steps.find(({ state }) => state === 'on-the-way');
    const from = said?.position ?? whereabouts.positionAt(order.sinceMs);
    goOut(order.taskId, ridingTo(from, order.position, order.sinceMs, ground));
    return DONE;
  };

  const photoFor = async (order: Order, finding: Finding, atMs: number): Promise<Answer<string>> => {
    const known = photos.get(order.taskId);
    if (known !== undefined) return { kind: 'delivered', data: known };
    const id = `${order.taskId}-${userName}`;
    const uploaded = await session.picture(show(seed, finding, order.position, clock.worldOf(atMs), id, surface));
    if (uploaded.kind === 'delivered') photos.set(order.taskId, uploaded.data);
    return uploaded;
  };

  const say = (order: Order, next: TaskProgress, atMs: number, said: { text: string; photos?: string[] }): Promise<Answer<unknown>> =>
    session.call(
      contract.tasks.taskProgress,
      { taskId: order.taskId, state: next, position: whereabouts.positionAt(atMs), at: new Date(atMs).toISOString(), ...said },
      `demo-${order.taskId}-${next}`,
    );

  const carryOut = async ({ order, next, dueMs }: Act, nowMs: number): Promise<Answer<unknown>> => {
    // What needs the server's order was not known before; what happens out there has its own time, though it may be told late.
    const atMs = momentOf(next, dueMs, order, nowMs);
    if (next === 'on-the-way') {
      const ride = ridingTo(whereabouts.positionAt(atMs), order.position, atMs, ground);
      const told = await say(order, next, atMs, { text: duties.setOut(kilometres(ride.route.metres), Math.ceil(ride.route.seconds / 60)) });
      if (told.kind === 'delivered') goOut(order.taskId, ride);
      return told;
    }
    if (next === 'reported') {
      const finding = findingAt(burningAt, order.position, clock.worldOf(atMs));
      const photo = await photoFor(order, finding, atMs);
      if (photo.kind !== 'delivered') return photo;
      return say(order, next, atMs, { text: tell(finding, order.position, clock.worldOf(atMs)), photos: [photo.data] });
    }
    const told = await say(order, next, atMs, { text: duties[next] });
    if (next === 'done' && told.kind === 'delivered') photos.delete(order.taskId);
    return told;
  };

  /** Is what he is out for still the server's word? And what the server says he is out for, is he? */
  const settle = async (nowMs: number): Promise<Answer<null>> => {
    const current = inHand(orders);
    const out = current !== null && isInFlight(current) ? current : null;
    if (errand !== null && errand.taskId !== out?.taskId) goBack(nowMs);
    return out !== null && errand === null ? recall(out) : DONE;
  };

  return {
    userName,
    accountId: () => accountId,
    positionAt: (wallMs) => whereabouts.positionAt(wallMs),
    isHeardOf: () => walks || orders.some(({ state }) => state !== 'done'),
    async obey(nowMs) {
      const entered = await session.enter();
      if (entered.kind === 'refused') accountId = null;
      if (entered.kind !== 'delivered') return entered;
      accountId = entered.data;
      const asked = await session.call(contract.tasks.myTasks, { openOnly: 1 });
      if (asked.kind !== 'delivered') return asked;
      orders = asked.data.flatMap((task) => orderOf(task, accountId) ?? []);
      for (let acts = 0; acts < MOST_ACTS; acts++) {
        const settled = await settle(nowMs);
        if (settled.kind !== 'delivered') return settled;
        const act = nextAct(seed, userName, orders, errand?.ride?.arrivesAtMs ?? null);
        if (act === null || act.dueMs > nowMs) return DONE;
        const done = await carryOut(act, nowMs);
        if (done.kind !== 'delivered') return done;
        const after = { ...act.order, state: act.next, sinceMs: momentOf(act.next, act.dueMs, act.order, nowMs) };
        orders = orders.map((order) => (order === act.order ? after : order));
      }
      return DONE;
    },
  };
}

const momentOf = (next: TaskProgress, dueMs: number, { sinceMs }: Order, nowMs: number): number =>
  next === 'received' || next === 'on-the-way' ? nowMs : Math.max(dueMs, sinceMs);

const kilometres = (metres: number): string => (metres / 1000).toFixed(1);

function orderOf(task: WireTask, accountId: string | null): Order | null {
  const me = task.members.find(({ userId }) => userId === accountId);
  if (me === undefined || me.state === 'done') return null;
  return {
    taskId: task.id,
    position: task.position,
    priority: task.priority,
    state: me.state,
    createdAtMs: parseTime(task.createTime)?.getTime() ?? 0,
    sinceMs: parseTime(me.stateTime)?.getTime() ?? 0,
  };
}

// Where a ranger is at a moment of wall time: on patrol, on his way somewhere, or where that way ended.

interface Whereabouts {
  positionAt(wallMs: number): Position;
}

/** By world time. */
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

/** By motorbike towards a place, in the world's time. */
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

/** Back to the round: to where it will be when he can be there, and he waits for it. So he is never in two places. */
function returning(from: Position, sinceMs: number, patrolAt: PatrolAt, ground: Ground): Whereabouts {
  const { clock } = ground;
  const since = clock.worldOf(sinceMs);
  const patrol = onPatrol(patrolAt, ground);
  // The first guess is as the crow flies; the round hardly moves while the way is corrected.
  let joins = since + (haversineMetres(from, patrolAt(since)) / 6) * 1000;
  let ride = ridingTo(from, patrolAt(joins), sinceMs, ground);
  for (let tries = 1; tries < MOST_TRIES && since + ride.route.seconds * 1000 > joins; tries++) {
    joins = since + ride.route.seconds * 1100 + SLACK_MS;
    ride = ridingTo(from, patrolAt(joins), sinceMs, ground);
  }
  return { positionAt: (wallMs) => (clock.worldOf(wallMs) >= joins ? patrol : ride).positionAt(wallMs) };
}

// What a ranger finds at a place: what the world has there at that moment. His words and his photo tell the same.

/** What there is to find; null: nothing burns, nothing has burned. `burnt` is out already. */
type Finding = { readonly state: 'burning' | 'burnt'; readonly fire: Fire; readonly metres: number } | null;

/** What burns at a moment of the world. */
type BurningAt = (ms: number) => readonly Fire[];

/** A pixel's centre, or what somebody told, may be so far beside the fire; smoke leads him the rest of the way. */
const SEEN_METRES = 3_000;
const BURNT_METRES = 1_500;
/** A burnt place is known for what it is so long. */
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

function tell(finding: Finding, place: Position, ms: number): string {
  if (finding === null) return findings.nothing;
  const { fire, metres } = finding;
  const where = findings.where(
    directions[compassOf(initialBearingDegrees(place, fire.position))],
    Math.max(50, Math.round(metres / 50) * 50),
  );
  if (finding.state === 'burnt') return findings.burnt(where, burnedHectares(fire, ms).toFixed(1));
  return findings[fire.kind](where, burnedHectares(fire, ms).toFixed(1));
}

function show(seed: number, finding: Finding, place: Position, ms: number, id: string, surface: Surface): Uint8Array {
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
