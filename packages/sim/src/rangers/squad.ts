// All rangers together, by wall time: positions every 15 s in one batch, tasks asked for in turn, out of signal nothing, and a burst afterwards.
import type { Answer } from '../wire/answer.ts';
import type { Wire } from '../wire/wire.ts';
import { createOutbox, MOST_A_CALL } from './outbox.ts';
import type { Ranger } from './ranger.ts';

export interface SquadOptions {
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
  const outbox = createOutbox();
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
        outbox.add({ userId, position: ranger.placeAt(atMs), actualUploadTime: new Date(atMs).toISOString() });
      }
    }
    takenUntil = until;
    return took;
  };

  const upload = async (nowMs: number): Promise<void> => {
    const silent = new Set(rangers.filter(({ userName }) => !hasSignal(userName, nowMs)).map((ranger) => ranger.accountId()));
    for (let rows = outbox.ready((userId) => !silent.has(userId)); rows.length > 0; ) {
      const answer = await wire.positions(rows);
      if (answer.kind === 'key-refused') return onKeyRefused();
      // They wait for the next quarter of a minute.
      if (answer.kind === 'later') return;
      if (answer.kind === 'refused') onRefused('positions', answer.why);
      else for (const { path, reason } of answer.data.rejected.slice(0, 1)) onRefused('positions', `${path}: ${reason}`);
      outbox.sent(rows);
      rows = rows.length < MOST_A_CALL ? [] : outbox.ready((userId) => !silent.has(userId));
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
