// Cached data of the database is reloaded when the log reports a change, whichever server or command made it.

import { objectKindOf, type Register } from '@lookout/domain';
import type { UnpublishedObject } from '@lookout/features/live-drafts.ts';
import { INTERNAL, type InternalNews, type NumberedMessage } from '@lookout/live';
import { type EndedRun, type Polling, type PollOptions, poll } from './poll.ts';

/**
 * A subject of news: a kind of object without live messages, a register, or what servers follow as desks do: the operating modes, alarms (recorded or
 * changed), persons' decisions about fires, and which alarms joined a fire.
 */
export type Subject = Exclude<UnpublishedObject, 'register'> | Register | 'mode' | 'alarm' | 'incident' | 'joined';

export interface News {
  /**
   * Subscribes: to this server's own commits before `announce` returns, to all others within a second. Unordered, and possibly twice; a reader that has
   * read the state after a number has seen the changes of all lower ones.
   * @returns unsubscribes
   */
  listen(subjects: readonly Subject[], onNews: (seq: number) => void): () => void;
  /** Subscribers are up to date as of this `performance.now()`; it stands still while the log cannot be read. */
  receivedUntil(): number;
}

/** `exercise` carries the alarms of exercises; `fireAlarm` also what is no alarm's, which costs a needless look. */
const FOLLOWED: Partial<Record<NumberedMessage['kind'], Subject>> = {
  operatingMode: 'mode',
  newFire: 'alarm',
  fireAlarm: 'alarm',
  exercise: 'alarm',
  incident: 'joined',
};

/** The subject of a message of the log; null: not news, and its content is not read: of a file's thousands of new fires most are never written. */
export function subjectOf(message: NumberedMessage): Subject | null {
  const followed = FOLLOWED[message.kind];
  if (followed !== undefined) return followed;
  if (message.kind !== INTERNAL) return null;
  const { event, objectId } = message.data as InternalNews;
  // Internal messages are of kinds without live messages; a register's events have its name as object id.
  return (objectKindOf(event) === 'register' ? objectId : objectKindOf(event)) as Subject;
}

const RETRY_MS = 1_000;

interface NewsReading extends Pick<PollOptions, 'run' | 'failed'> {
  readonly news: Pick<News, 'listen'>;
  readonly about: readonly Subject[];
  /** News that come within so many milliseconds of the first are read by one run; default: each wakes it. */
  readonly gatherMs?: number;
  /** As of `poll`; default: until news come, and `RETRY_MS` after a run that failed. */
  readonly everyMs?: PollOptions['everyMs'];
  /** As of `poll`; default: until news come. */
  readonly firstMs?: number | null;
}

/** Runs on news, one run at a time. */
export function readOnNews({ news, about, run, failed, gatherMs = 0, everyMs = retried, firstMs = null }: NewsReading): Polling {
  const polling = poll({ run, firstMs, everyMs, failed });
  let gathering: NodeJS.Timeout | null = null;
  const gather = (): void => {
    gathering ??= setTimeout(() => {
      gathering = null;
      void polling.wake();
    }, gatherMs).unref();
  };
  const stopListening = news.listen(about, gatherMs > 0 ? gather : () => void polling.wake());
  return {
    wake: () => polling.wake(),
    async stop() {
      stopListening();
      if (gathering !== null) clearTimeout(gathering);
      await polling.stop();
    },
  };
}

const retried = ({ hasFailed }: EndedRun): number | null => (hasFailed ? RETRY_MS : null);
