// Ends what a session holds that is dead or acts for another grid: its tickets and the streams they play, and the cameras it steers. All are checked
// twice a second by one query.
import type { GridNo } from '@lookout/domain';
import type { Store } from '@lookout/store';
import type { Log } from '../deps.ts';
import { poll } from '../poll.ts';

const CHECK_EVERY_MS = 500;

interface SessionWatch {
  /** Starts to watch a session that plays or steers. @param gridNo what it acted for when that was granted */
  note(session: string, gridNo: GridNo): void;
  stop(): Promise<void>;
}

interface SessionWatchDeps {
  readonly sessions: Pick<Store['sessions'], 'aliveOf'>;
  /** Does it still play or steer? Otherwise it is no longer watched. */
  readonly holds: (session: string) => boolean;
  readonly ended: (session: string) => Promise<void>;
  readonly log: Pick<Log, 'error'>;
}

export function watchSessions({ sessions, holds, ended, log }: SessionWatchDeps): SessionWatch {
  const watched = new Map<string, Set<GridNo>>();
  const check = async (): Promise<void> => {
    for (const session of watched.keys()) if (!holds(session)) watched.delete(session);
    if (watched.size === 0) return;
    const asked = [...watched.keys()];
    const alive = await sessions.aliveOf(
      asked.map((session) => Buffer.from(session, 'hex')),
      'watch-video',
    );
    // Only those that were asked about: a session noted during the query is in `watched` too, but not in the result.
    for (const session of asked) {
      const actsFor = alive.get(session);
      if (actsFor !== undefined && [...(watched.get(session) ?? [])].every((gridNo) => gridNo === actsFor)) continue;
      const grids = watched.get(session) ?? new Set();
      watched.delete(session);
      try {
        await ended(session);
      } catch (error) {
        // It is ended with the next check.
        watched.set(session, new Set([...grids, ...(watched.get(session) ?? [])]));
        throw error;
      }
    }
  };
  const { stop } = poll({
    run: check,
    everyMs: CHECK_EVERY_MS,
    failed: (error) => log.error({ err: error }, 'the sessions of video viewers cannot be checked'),
  });

  return {
    note: (session, gridNo) => void watched.set(session, (watched.get(session) ?? new Set()).add(gridNo)),
    stop,
  };
}
