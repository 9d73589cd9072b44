// All rangers together, by wall time: positions are sent every 15 s in one batch, and tasks are polled in sequence. A ranger out of signal
// sends nothing, and afterwards all buffered positions.
import { HOUR_MS, MINUTE_MS } from '@lookout/domain';
import { drawsOf } from '../draws.ts';
import type { Answer } from '../wire/sender.ts';
import type { PositionBody, Wire } from '../wire/wire.ts';
import type { Ranger } from './ranger.ts';

interface SquadOptions {
  readonly rangers: readonly Ranger[];
  readonly wire: Pick<Wire, 'positions'>;
  /** Milliseconds of wall time. */
  readonly clock: () => number;
  /** 0 ≤ … < 1; staggers the polls. */
  readonly random: () => number;
  readonly hasSignal: (userName: string, wallMs: number) => boolean;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** Called when the server refused a ranger's login or progress, or positions. */
  readonly onRefused: (who: string, why: string) => void;
  readonly onKeyRefused: () => void;
}

const TICK_MS = 2_500;
export const POSITION_INTERVAL_MS = 15_000;
const POLL_INTERVAL_MS = { least: 10_000, most: 13_000 } as const;
/** Delay before a refused login is retried: five wrong passwords would lock the account. */
const LOGIN_RETRY_MS = 10 * 60_000;

export async function runSquad(options: SquadOptions): Promise<void> {
  const { rangers, wire, clock, random, hasSignal, pause, signal, onRefused, onKeyRefused } = options;
  const buffer = createPositionBuffer();
  const nextPollMs = new Map<Ranger, number>();
  let takenUntil = Math.floor(clock() / POSITION_INTERVAL_MS);

  /** Adds positions at whole quarters of a minute, including those missed while the server was slow. @returns whether any were added */
  const takePositions = (nowMs: number): boolean => {
    const until = Math.floor(nowMs / POSITION_INTERVAL_MS);
    const took = until > takenUntil;
    for (let tick = takenUntil + 1; tick <= until; tick++) {
      const atMs = tick * POSITION_INTERVAL_MS;
      for (const ranger of rangers) {
        const userId = ranger.accountId();
        if (userId === null || !ranger.sendsPositions()) continue;
        buffer.add({ userId, position: ranger.positionAt(atMs), actualUploadTime: new Date(atMs).toISOString() });
      }
    }
    takenUntil = until;
    return took;
  };

  const upload = async (nowMs: number): Promise<void> => {
    const withoutSignal = new Set(rangers.filter(({ userName }) => !hasSignal(userName, nowMs)).map((ranger) => ranger.accountId()));
    for (let rows = buffer.ready((userId) => !withoutSignal.has(userId)); rows.length > 0; ) {
      const answer = await wire.positions(rows);
      if (answer.kind === 'key-refused') return onKeyRefused();
      // The positions wait for the next quarter of a minute.
      if (answer.kind === 'later') return;
      if (answer.kind === 'refused') onRefused('positions', answer.why);
      else for (const { path, reason } of answer.data.rejected.slice(0, 1)) onRefused('positions', `${path}: ${reason}`);
      buffer.sent(rows);
      rows = rows.length < MOST_A_CALL ? [] : buffer.ready((userId) => !withoutSignal.has(userId));
    }
  };

  /** In sequence, because each login costs the server a large part of a second of CPU time. */
  const pollTasks = async (): Promise<void> => {
    for (const ranger of rangers) {
      const nowMs = clock();
      if (signal.aborted) return;
      if (nowMs < (nextPollMs.get(ranger) ?? 0) || !hasSignal(ranger.userName, nowMs)) continue;
      const answer: Answer<null> = await ranger.processTasks(nowMs);
      const isLoginRefused = answer.kind === 'refused' && ranger.accountId() === null;
      const pauseMs = POLL_INTERVAL_MS.least + random() * (POLL_INTERVAL_MS.most - POLL_INTERVAL_MS.least);
      nextPollMs.set(ranger, clock() + (isLoginRefused ? LOGIN_RETRY_MS : pauseMs));
      if (answer.kind === 'refused') onRefused(ranger.userName, answer.why);
      // The server is unavailable: the others need not poll.
      if (answer.kind === 'later') return;
    }
  };

  while (!signal.aborted) {
    if (takePositions(clock())) await upload(clock());
    await pollTasks();
    await pause(TICK_MS, signal);
  }
}

// Positions not yet delivered to the server. They are sent in order in one call, and removed only after the server has accepted them.

interface PositionBuffer {
  add(row: PositionBody): void;
  /** The oldest positions of phones that have signal now, oldest first. */
  ready(canSend: (userId: string) => boolean): readonly PositionBody[];
  /** Removes positions that the server has accepted. */
  sent(rows: readonly PositionBody[]): void;
  waiting(): number;
}

/** Maximum number of positions in one call; the rest is sent in the next one. */
export const MOST_A_CALL = 2_000;
/** Twenty phones for a day; older positions are dropped. */
const MOST_UNSENT = 20 * 4 * 60 * 24;

export function createPositionBuffer(): PositionBuffer {
  let waiting: PositionBody[] = [];
  return {
    add(row) {
      waiting.push(row);
      if (waiting.length > MOST_UNSENT) waiting = waiting.slice(-MOST_UNSENT);
    },
    ready: (canSend) =>
      waiting
        .filter(({ userId }) => canSend(userId))
        // All times are in UTC with milliseconds, so that text order is time order.
        .sort((a, b) => (a.actualUploadTime < b.actualUploadTime ? -1 : 1))
        .slice(0, MOST_A_CALL),
    sent(rows) {
      const delivered = new Set(rows);
      waiting = waiting.filter((row) => !delivered.has(row));
    },
    waiting: () => waiting.length,
  };
}

// Gaps without signal, as in side valleys. They follow wall time, because phones are outside the simulated world.

const WINDOW_MS = 2 * HOUR_MS;
const CHANCE = 0.5;
export const GAP_MINUTES = { least: 3, most: 8 } as const;

/** @param ms wall time */
export function hasSignal(seed: number, userName: string, ms: number): boolean {
  const window = Math.floor(ms / WINDOW_MS);
  const draws = drawsOf(seed, 'signal', userName, window);
  if (!draws.chance(CHANCE)) return true;
  const lengthMs = draws.between(GAP_MINUTES.least, GAP_MINUTES.most) * MINUTE_MS;
  const fromMs = window * WINDOW_MS + draws.uniform() * (WINDOW_MS - lengthMs);
  return ms < fromMs || ms >= fromMs + lengthMs;
}
