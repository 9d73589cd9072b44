// Data cached from the database is reloaded when the log reports a change, whichever server or command made it.

import { objectKindOf, type Register } from '@lookout/domain';
import type { UnpublishedObject } from '@lookout/features/live-of-event.ts';
import type { EventTopic } from '@lookout/features/live-topics.ts';
import { INTERNAL, type InternalMessage, type NumberedMessage } from '@lookout/live';
import { type EndedRun, type Polling, type PollOptions, poll } from './poll.ts';

/**
 * The subject of a change: a kind of object without live messages, a register, or what servers follow as desks do: the operating modes,
 * alarms (recorded or changed), persons' decisions about fires, and which alarms joined a fire.
 */
export type Subject = Exclude<UnpublishedObject, 'register'> | Register | 'mode' | 'alarm' | 'incident' | 'joined';

/** Notifies this server's code of changes, whichever server or command made them. */
export interface ChangeFeed {
  /**
   * Subscribes to changes of these subjects. `onChange` is called for this server's own commits before `publish` returns, and for all others
   * within a second. Calls are unordered, and possibly repeated. A reader that has read the state after a number has seen the changes of all
   * lower numbers.
   * @returns unsubscribes
   */
  subscribe(subjects: readonly Subject[], onChange: (seq: number) => void): () => void;
  /** Subscribers are up to date as of this `performance.now()`. The value does not advance while the log cannot be read. */
  receivedUntil(): number;
}

/**
 * `exercise` carries the alarms of exercises. `fireAlarm` also carries messages that concern no alarm, which costs an unnecessary query.
 */
const FOLLOWED: Partial<Record<EventTopic, Subject>> = {
  operatingMode: 'mode',
  newFire: 'alarm',
  fireAlarm: 'alarm',
  exercise: 'alarm',
  incident: 'joined',
};

/**
 * Returns the subject of a message of the log; null: servers do not follow it. The content is not read, because it is created on demand, and
 * for most of the thousands of new fires of a file it never is.
 */
export function subjectOf(message: NumberedMessage): Subject | null {
  const followed = FOLLOWED[message.kind as EventTopic];
  if (followed !== undefined) return followed;
  if (message.kind !== INTERNAL) return null;
  const { event, objectId } = message.data as InternalMessage;
  // Internal messages are for kinds without live messages. A register's events have its name as object id.
  return (objectKindOf(event) === 'register' ? objectId : objectKindOf(event)) as Subject;
}

const RETRY_MS = 1_000;

interface ChangeRunOptions extends Pick<PollOptions, 'run' | 'failed'> {
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly about: readonly Subject[];
  /** One run covers all changes within this many milliseconds of the first; default: each wakes a run. */
  readonly gatherMs?: number;
  /** As in `poll`; default: until the next change, and `RETRY_MS` after a run that failed. */
  readonly everyMs?: PollOptions['everyMs'];
  /** As in `poll`; default: until the next change. */
  readonly firstMs?: number | null;
}

/** Runs `run` on changes of these subjects, one run at a time. */
export function runOnChange({ changes, about, run, failed, gatherMs = 0, everyMs = retried, firstMs = null }: ChangeRunOptions): Polling {
  const polling = poll({ run, firstMs, everyMs, failed });
  let gathering: NodeJS.Timeout | null = null;
  const gather = (): void => {
    gathering ??= setTimeout(() => {
      gathering = null;
      void polling.wake();
    }, gatherMs).unref();
  };
  const unsubscribe = changes.subscribe(about, gatherMs > 0 ? gather : () => void polling.wake());
  return {
    wake: () => polling.wake(),
    async stop() {
      unsubscribe();
      if (gathering !== null) clearTimeout(gathering);
      await polling.stop();
    },
  };
}

const retried = ({ hasFailed }: EndedRun): number | null => (hasFailed ? RETRY_MS : null);
