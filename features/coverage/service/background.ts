// Works that pages wait for piece by piece: counties of a province, masts of a list. One runs at a time, in the order asked, and gives way to
// files of alarms that are being stored.
import type { RightOfWay } from '../../travel/service/right-of-way.ts';

export interface Background {
  /** Does the work when its turn comes. Asked again under the same key, it keeps its place. */
  want(key: string, work: () => Promise<unknown>): void;
  /** Resolves after the next work is done, or at once if none waits. */
  next(): Promise<void>;
  stop(): Promise<void>;
}

interface BackgroundOptions {
  readonly rightOfWay: Pick<RightOfWay, 'untilFilesAreIn'>;
  readonly now: () => number;
  readonly failed: (error: unknown) => void;
}

/** A page that shows unfinished figures asks again within seconds: what was not asked for a minute is not done. */
const WANTED_MS = 60_000;
/** More than the counties and the masts of the country. */
const MOST_WAITING = 20_000;

export function createBackground({ rightOfWay, now, failed }: BackgroundOptions): Background {
  const waiting = new Map<string, { readonly work: () => Promise<unknown>; askedAt: number }>();
  let running: Promise<void> | null = null;
  let isStopped = false;
  let finished = Promise.withResolvers<void>();

  const step = async (): Promise<void> => {
    const [first] = waiting;
    if (first === undefined) return;
    const [key, { work, askedAt }] = first;
    if (now() - askedAt <= WANTED_MS) {
      await rightOfWay.untilFilesAreIn();
      if (!isStopped) await work().catch(failed);
    }
    waiting.delete(key);
  };
  const run = async (): Promise<void> => {
    while (waiting.size > 0 && !isStopped) {
      await step();
      const done = finished;
      finished = Promise.withResolvers();
      done.resolve();
    }
    running = null;
  };

  return {
    want(key, work) {
      const known = waiting.get(key);
      if (known) known.askedAt = now();
      else if (waiting.size < MOST_WAITING) waiting.set(key, { work, askedAt: now() });
      if (!isStopped) running ??= run();
    },
    next: () => (waiting.size === 0 ? Promise.resolve() : finished.promise),
    async stop() {
      isStopped = true;
      waiting.clear();
      await running;
    },
  };
}
