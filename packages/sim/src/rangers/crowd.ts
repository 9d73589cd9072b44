// Runs the walkers against one server. Accounts are created through the public administration API. Every walker with an account sends a
// position every 15 s, a sixth of them every 2.5 s, so that no client gets ten thousand positions at once.
import { randomBytes } from 'node:crypto';
import type { Position } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import type { WorldClock } from '../clock.ts';
import { drawsOf } from '../draws.ts';
import { countiesOf, type Settlement } from '../places.ts';
import { walkerName } from '../texts.ts';
import type { Answer } from '../wire/sender.ts';
import type { Session } from '../wire/session.ts';
import type { Wire } from '../wire/wire.ts';
import { MOST_A_CALL, POSITION_INTERVAL_MS } from './squad.ts';

interface CrowdOptions {
  readonly walkers: readonly Walker[];
  /** The session of an officer who may create users anywhere. */
  readonly session: Pick<Session, 'call' | 'encrypted'>;
  readonly wire: Pick<Wire, 'positions'>;
  readonly clock: Pick<WorldClock, 'worldOf'>;
  /** Milliseconds of wall time. */
  readonly wallClock: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** Called with the number of walkers that have an account so far. */
  readonly onMade: (made: number, requested: number) => void;
  readonly onRefused: (who: string, why: string) => void;
  readonly onKeyRefused: () => void;
}

const SLICES = 6;
const PAGE = 500;
/** The server hashes two passwords at a time, some 80 ms each; more parallel calls would only queue. */
const PARALLEL_CREATIONS = 2;
const PROGRESS_EVERY = 500;
const RETRY_MS = 5_000;

/** Runs until the signal is aborted. */
export async function runCrowd(options: CrowdOptions): Promise<void> {
  const accounts = new Map<string, string>();
  await Promise.all([createAccounts(options, accounts), walk(options, accounts)]);
}

/** Finds or creates the accounts. @param accounts user name → account id, filled here */
async function createAccounts(options: CrowdOptions, accounts: Map<string, string>): Promise<void> {
  const { walkers, session, signal, onMade } = options;
  const withRetry = <T>(request: () => Promise<Answer<T>>) => untilAnswered(options, request);
  for (let pageNo = 1; !signal.aborted; pageNo++) {
    const page = await withRetry(() => session.call(contract.admin.adminUsers, { text: WALKER_PREFIX, pageNo, pageSize: PAGE }));
    if (page === null) return;
    for (const { userName, id } of page.list) accounts.set(userName, id);
    if (page.list.length < PAGE) break;
  }
  const missing = walkers.filter(({ userName }) => !accounts.has(userName)).values();
  const make = async (): Promise<void> => {
    for (const walker of missing) {
      if (signal.aborted) return;
      const made = await withRetry(() => newAccount(session, walker));
      if (made === null) continue;
      accounts.set(walker.userName, made.id);
      if (accounts.size % PROGRESS_EVERY === 0) onMade(accounts.size, walkers.length);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_CREATIONS }, make));
  onMade(accounts.size, walkers.length);
}

/** Uses a random password that is not stored: walkers never log in. */
async function newAccount(session: CrowdOptions['session'], { userName, fullName, gridNo }: Walker): Promise<Answer<{ id: string }>> {
  const encrypted = await session.encrypted(`Aa1!${randomBytes(9).toString('hex').slice(0, 12)}`);
  if (encrypted.kind !== 'delivered') return encrypted;
  const { userPasswd: passwd, aeskey, nonce } = encrypted.data;
  return session.call(contract.admin.createUser, {
    userName,
    fullName,
    gridNo,
    passwd,
    aeskey,
    nonce,
    groupId: WALKERS_GROUP,
    rights: ['report-as-ranger'],
  });
}

/** Retries while the server is unavailable. @returns null when it was refused, or ended by the signal */
async function untilAnswered<T>({ pause, signal, onRefused }: CrowdOptions, request: () => Promise<Answer<T>>): Promise<T | null> {
  while (!signal.aborted) {
    const answer = await request();
    if (answer.kind === 'delivered') return answer.data;
    if (answer.kind === 'refused') onRefused(WALKER_PREFIX, answer.why);
    if (answer.kind !== 'later') return null;
    await pause(RETRY_MS, signal);
  }
  return null;
}

async function walk(options: CrowdOptions, accounts: ReadonlyMap<string, string>): Promise<void> {
  const { walkers, wire, clock, wallClock, pause, signal, onRefused, onKeyRefused } = options;
  for (let slice = 0; !signal.aborted; slice = (slice + 1) % SLICES) {
    const atMs = wallClock();
    const actualUploadTime = new Date(atMs).toISOString();
    const ms = clock.worldOf(atMs);
    const rows = walkers.flatMap(({ userName, positionAt }, index) => {
      const userId = index % SLICES === slice ? accounts.get(userName) : undefined;
      return userId === undefined ? [] : [{ userId, position: positionAt(ms), actualUploadTime }];
    });
    for (let at = 0; at < rows.length; at += MOST_A_CALL) {
      // An undelivered position is dropped: a newer one follows 15 s later.
      const answer = await wire.positions(rows.slice(at, at + MOST_A_CALL));
      if (answer.kind === 'key-refused') return onKeyRefused();
      if (answer.kind === 'refused') onRefused('positions', answer.why);
    }
    await pause(POSITION_INTERVAL_MS / SLICES, signal);
  }
}

// Walkers for load tests, by the thousand: each walks its own loop near a settlement. A position is a closed-form function of the time; no
// route over the terrain is planned as for the demo's twenty rangers.

interface Walker {
  readonly userName: string;
  readonly fullName: string;
  readonly gridNo: string;
  /** @param ms world time */
  positionAt(ms: number): Position;
}

/** The group of the prefecture (docs/interface.md "Accounts"). */
const WALKERS_GROUP = '001003001';
const WALKER_PREFIX = 'demo-walker-';

/** A scale of 250 has 100,000 resources and 10,000 walkers; the usual demo has no walkers. */
const WALKERS_PER_SCALE = 40;
export const walkersAt = (scale: number): number => (scale > 1 ? Math.round(WALKERS_PER_SCALE * scale) : 0);

const METRES_PER_DEGREE = 111_320;
const METRES_A_SECOND = { least: 0.7, most: 1.4 } as const;
const LOOP_METRES = { least: 150, most: 900 } as const;
/** The centre of a loop is within this share of the settlement's reach, so that the whole loop stays in it. */
const CENTRE_WITHIN = 0.75;

/**
 * The first `count` walkers; a larger count begins with the same walkers.
 * @param seed of the demo world
 */
export function walkersOf(seed: number, count: number): readonly Walker[] {
  const counties = countiesOf('aba');
  return Array.from({ length: count }, (_, index) => {
    const county = counties[index % counties.length] as (typeof counties)[number];
    const near = county.settlements[Math.floor(index / counties.length) % county.settlements.length] as Settlement;
    const userName = `${WALKER_PREFIX}${String(index + 1).padStart(5, '0')}`;
    return {
      userName,
      fullName: walkerName(county.name, index + 1),
      gridNo: county.gridNo,
      positionAt: loopNear(seed, userName, near),
    };
  });
}

/** An ellipse, walked at a constant angular rate. */
function loopNear(seed: number, userName: string, { lng, lat, reachMetres }: Settlement): Walker['positionAt'] {
  const draws = drawsOf(seed, 'walker', userName);
  const bearing = draws.between(0, 2 * Math.PI);
  const away = reachMetres * CENTRE_WITHIN * Math.sqrt(draws.uniform());
  const [wide, high] = [draws.between(LOOP_METRES.least, LOOP_METRES.most), draws.between(LOOP_METRES.least, LOOP_METRES.most)];
  const turnsAMs =
    (draws.between(METRES_A_SECOND.least, METRES_A_SECOND.most) * (draws.chance(0.5) ? 1 : -1)) / Math.max(wide, high) / 1000;
  const phase = draws.between(0, 2 * Math.PI);
  const east = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return (ms) => {
    const angle = phase + ms * turnsAMs;
    return {
      lng: rounded(lng + (away * Math.sin(bearing) + wide * Math.cos(angle)) / east),
      lat: rounded(lat + (away * Math.cos(bearing) + high * Math.sin(angle)) / METRES_PER_DEGREE),
    };
  };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
