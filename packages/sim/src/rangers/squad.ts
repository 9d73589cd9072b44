// All rangers together, by wall time: positions every 15 s in one batch, tasks asked for in turn, out of signal nothing, and a burst afterwards.
import { HOUR_MS, MINUTE_MS } from '../clock.ts';
import { drawsOf } from '../draws.ts';
import type { Answer } from '../wire/sender.ts';
import type { PositionBody, Wire } from '../wire/wire.ts';
import type { Ranger } from './ranger.ts';

interface SquadOptions {
  readonly rangers: readonly Ranger[];
  readonly wire: Pick<Wire, 'positions'>;
  /** Milliseconds of wall time. */
  readonly clock: () => number;
  /** 0 ≤ … < 1; spreads what they ask. */
  readonly random: () => number;
  readonly hasSignal: (userName: string, wallMs: number) => boolean;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** The server said no: to a ranger's login, to something he said, or to positions. */
  readonly onRefused: (who: string, why: string) => void;
  readonly onKeyRefused: () => void;
}

const TICK_MS = 2_500;
export const POSITION_EVERY_MS = 15_000;
const ASK_AFTER_MS = { least: 10_000, most: 13_000 } as const;
/** Who is not let in does not knock again soon: a wrong password five times over would lock the account. */
const KNOCK_AFTER_MS = 10 * 60_000;

export async function runSquad(options: SquadOptions): Promise<void> {
  const { rangers, wire, clock, random, hasSignal, pause, signal, onRefused, onKeyRefused } = options;
  const buffer = createPositionBuffer();
  const asksAtMs = new Map<Ranger, number>();
  let takenUntil = Math.floor(clock() / POSITION_EVERY_MS);

  /** At whole quarters of a minute, also for those that went by while the server was slow. @returns whether any were taken */
  const takePositions = (nowMs: number): boolean => {
    const until = Math.floor(nowMs / POSITION_EVERY_MS);
    const took = until > takenUntil;
    for (let tick = takenUntil + 1; tick <= until; tick++) {
      const atMs = tick * POSITION_EVERY_MS;
      for (const ranger of rangers) {
        const userId = ranger.accountId();
        if (userId === null || !ranger.isHeardOf()) continue;
        buffer.add({ userId, position: ranger.positionAt(atMs), actualUploadTime: new Date(atMs).toISOString() });
      }
    }
    takenUntil = until;
    return took;
  };

  const upload = async (nowMs: number): Promise<void> => {
    const silent = new Set(rangers.filter(({ userName }) => !hasSignal(userName, nowMs)).map((ranger) => ranger.accountId()));
    for (let rows = buffer.ready((userId) => !silent.has(userId)); rows.length > 0; ) {
      const answer = await wire.positions(rows);
      if (answer.kind === 'key-refused') return onKeyRefused();
      // They wait for the next quarter of a minute.
      if (answer.kind === 'later') return;
      if (answer.kind === 'refused') onRefused('positions', answer.why);
      else for (const { path, reason } of answer.data.rejected.slice(0, 1)) onRefused('positions', `${path}: ${reason}`);
      buffer.sent(rows);
      rows = rows.length < MOST_A_CALL ? [] : buffer.ready((userId) => !silent.has(userId));
    }
  };

  /** One after another: each login costs the server a good part of a second's work. */
  const askForTasks = async (): Promise<void> => {
    for (const ranger of rangers) {
      const nowMs = clock();
      if (signal.aborted) return;
      if (nowMs < (asksAtMs.get(ranger) ?? 0) || !hasSignal(ranger.userName, nowMs)) continue;
      const answer: Answer<null> = await ranger.obey(nowMs);
      const isShutOut = answer.kind === 'refused' && ranger.accountId() === null;
      const pauseMs = ASK_AFTER_MS.least + random() * (ASK_AFTER_MS.most - ASK_AFTER_MS.least);
      asksAtMs.set(ranger, clock() + (isShutOut ? KNOCK_AFTER_MS : pauseMs));
      if (answer.kind === 'refused') onRefused(ranger.userName, answer.why);
      // The server is away: the others need not ask.
      if (answer.kind === 'later') return;
    }
  };

  while (!signal.aborted) {
    if (takePositions(clock())) await upload(clock());
    await askForTasks();
    await pause(TICK_MS, signal);
  }
}

// Positions that a phone has taken and not yet brought to the server: kept in order, sent in one go, gone only when the server has them.

interface PositionBuffer {
  add(row: PositionBody): void;
  /** The oldest of those whose sender can send now, oldest first. */
  ready(canSend: (userId: string) => boolean): readonly PositionBody[];
  /** The server has them. */
  sent(rows: readonly PositionBody[]): void;
  waiting(): number;
}

/** What one call may carry; the rest goes next time. */
export const MOST_A_CALL = 2_000;
/** Twenty phones for a day: an older one would have run out of battery. */
const MOST_KEPT = 20 * 4 * 60 * 24;

export function createPositionBuffer(): PositionBuffer {
  let kept: PositionBody[] = [];
  return {
    add(row) {
      kept.push(row);
      if (kept.length > MOST_KEPT) kept = kept.slice(-MOST_KEPT);
    },
    ready: (canSend) =>
      kept
        .filter(({ userId }) => canSend(userId))
        // Both are in UTC with milliseconds: the order of the texts is that of the times.
        .sort((a, b) => (a.actualUploadTime < b.actualUploadTime ? -1 : 1))
        .slice(0, MOST_A_CALL),
    sent(rows) {
      const gone = new Set(rows);
      kept = kept.filter((row) => !gone.has(row));
    },
    waiting: () => kept.length,
  };
}

// Where a phone has no signal for a while: now and then, in the side valleys. By wall time, since it is phones and not the world that lose it.

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
