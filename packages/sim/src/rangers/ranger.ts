// One ranger: asks for his tasks with his own session, obeys them step by step, and is somewhere at every moment.
import { contract, parseTime, type WireTask } from '@lookout/contract';
import type { Position, TaskProgress } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import type { WorldClock } from '../clock.ts';
import type { Answer } from '../wire/answer.ts';
import type { Session } from '../wire/session.ts';
import { duties } from '../words.ts';
import { type Act, inHand, isUnderWay, nextAct, type Order } from './duty.ts';
import { type BurningAt, type Finding, findingAt, show, tell } from './findings.ts';
import { onPatrol, type PatrolAt, type Ride, returning, ridingTo, staying, type Whereabouts } from './whereabouts.ts';

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
  placeAt(wallMs: number): Position;
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
    const here = whereabouts.placeAt(nowMs);
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
    const from = said?.position ?? whereabouts.placeAt(order.sinceMs);
    goOut(order.taskId, ridingTo(from, order.position, order.sinceMs, ground));
    return DONE;
  };

  const photoFor = async (order: Order, finding: Finding, atMs: number): Promise<Answer<string>> => {
    const standing = photos.get(order.taskId);
    if (standing !== undefined) return { kind: 'delivered', data: standing };
    const id = `${order.taskId}-${userName}`;
    const uploaded = await session.picture(show(seed, finding, order.position, clock.worldOf(atMs), id, surface));
    if (uploaded.kind === 'delivered') photos.set(order.taskId, uploaded.data);
    return uploaded;
  };

  const say = (order: Order, next: TaskProgress, atMs: number, said: { text: string; photos?: string[] }): Promise<Answer<unknown>> =>
    session.call(
      contract.tasks.taskProgress,
      { taskId: order.taskId, state: next, position: whereabouts.placeAt(atMs), at: new Date(atMs).toISOString(), ...said },
      `demo-${order.taskId}-${next}`,
    );

  const carryOut = async ({ order, next, dueMs }: Act, nowMs: number): Promise<Answer<unknown>> => {
    // What needs the server's order was not known before; what happens out there has its own time, though it may be told late.
    const atMs = momentOf(next, dueMs, order, nowMs);
    if (next === 'on-the-way') {
      const ride = ridingTo(whereabouts.placeAt(atMs), order.position, atMs, ground);
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
    const out = current !== null && isUnderWay(current) ? current : null;
    if (errand !== null && errand.taskId !== out?.taskId) goBack(nowMs);
    return out !== null && errand === null ? recall(out) : DONE;
  };

  return {
    userName,
    accountId: () => accountId,
    placeAt: (wallMs) => whereabouts.placeAt(wallMs),
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
