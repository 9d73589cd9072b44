// Ends what a dead session holds: its tickets and the streams they play, and the cameras it steers. All are checked twice a second by one query.
import type { Store } from '@lookout/store';
import type { Log } from '../deps.ts';
import { poll } from '../poll.ts';

const CHECK_EVERY_MS = 500;

interface SessionWatch {
  /** Starts to watch a session that plays or steers. */
  note(session: string): void;
  stop(): Promise<void>;
}

interface SessionWatchDeps {
  readonly sessions: Pick<Store['sessions'], 'aliveOf'>;
  /** Does it still play or steer? Otherwise it is no longer watched. */
  readonly holds: (session: string) => boolean;
  readonly ended: (session: string) => void;
  readonly log: Pick<Log, 'error'>;
}

export function watchSessions({ sessions, holds, ended, log }: SessionWatchDeps): SessionWatch {
  const watched = new Set<string>();
  const check = async (): Promise<void> => {
    for (const session of watched) if (!holds(session)) watched.delete(session);
    if (watched.size === 0) return;
    const asked = [...watched];
    const alive = await sessions.aliveOf(
      asked.map((session) => Buffer.from(session, 'hex')),
      'watch-video',
    );
    // Only those that were asked about: a session noted during the query is in `watched` too, but not in the result.
    for (const session of asked) {
      if (alive.has(session)) continue;
      watched.delete(session);
      ended(session);
    }
  };
  const { stop } = poll({
    run: check,
    everyMs: CHECK_EVERY_MS,
    failed: (error) => log.error({ err: error }, 'the sessions of video viewers cannot be checked'),
  });

  return {
    note: (session) => void watched.add(session),
    stop,
  };
}
