// What a server keeps in memory of the database is read anew when the log says that it has changed, whichever server or command changed it.
import type { UntoldObject } from '@lookout/contract';
import { objectKindOf, type Register } from '@lookout/domain';
import { INTERNAL, type InternalNews, type NumberedMessage } from '@lookout/live';
import { type Polling, poll } from './poll.ts';

/** What news is about: a kind of object of which the desks are told nothing, or a register. */
export type Subject = Exclude<UntoldObject, 'register'> | Register;

export interface News {
  /**
   * Told as soon as this server knows of it: of what it committed itself before `announce` returns, of all else within a second. In no certain
   * order, and perhaps twice; whoever has seen what stood after a number has seen what all lower ones did.
   * @returns the stop
   */
  listen(subjects: readonly Subject[], onNews: (seq: number) => void): () => void;
  /** The moment of `performance.now()` until which everybody has been told everything; long ago while the log cannot be read. */
  heardUntil(): number;
}

/** The news of a number of the log; null: it tells the desks, or nobody. */
export function subjectOf({ kind, data }: NumberedMessage): Subject | null {
  if (kind !== INTERNAL) return null;
  const { event, objectId } = data as InternalNews;
  // An internal number is of a kind of which the desks are told nothing, and a register's events are under its name.
  return (objectKindOf(event) === 'register' ? objectId : objectKindOf(event)) as Subject;
}

const RETRY_MS = 1_000;

interface NewsReading {
  readonly news: Pick<News, 'listen'>;
  readonly about: readonly Subject[];
  readonly run: () => Promise<void>;
  /** A run failed, and is tried again; told once until one goes well. */
  readonly failed: (error: unknown) => void;
}

/** Runs when there is news: one at a time, however much there is. */
export function readOnNews({ news, about, run, failed }: NewsReading): Polling {
  const polling = poll({ run, firstMs: null, everyMs: ({ hasFailed }) => (hasFailed ? RETRY_MS : null), failed });
  const stopListening = news.listen(about, () => void polling.wake());
  return {
    wake: () => polling.wake(),
    async stop() {
      stopListening();
      await polling.stop();
    },
  };
}
