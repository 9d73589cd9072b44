// Ends what a session holds when the session is dead, acts for another grid or has lost the right: its tickets, the streams they play, and
// the cameras it steers. One query checks all sessions twice a second.
import type { Capability, GridNo } from '@lookout/domain';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { poll } from '@lookout/server/services/poll.ts';
import type { Store } from '../../store.ts';

const CHECK_EVERY_MS = 500;

/** The grid and right under which a session was allowed to play or steer. */
export interface Grant {
  /** The grid the session acted for at that time. */
  readonly gridNo: GridNo;
  readonly right: Capability;
}

interface SessionWatch {
  /** Starts watching a session that plays or steers. */
  note(session: string, grant: Grant): void;
  stop(): Promise<void>;
}

interface SessionWatchDeps {
  readonly sessions: Pick<Store['sessions'], 'aliveOf'>;
  /** Whether the session still plays or steers. If not, it is no longer watched. */
  readonly holds: (session: string) => boolean;
  readonly ended: (session: string) => Promise<void>;
  readonly log: Pick<Log, 'error'>;
}

export function watchSessions({ sessions, holds, ended, log }: SessionWatchDeps): SessionWatch {
  /** The grants of each session. Equal grants are stored once. */
  const watched = new Map<string, ReadonlyMap<string, Grant>>();
  const check = async (): Promise<void> => {
    for (const session of watched.keys()) if (!holds(session)) watched.delete(session);
    if (watched.size === 0) return;
    // Only the sessions and grants in the query: a grant noted while the query runs is in `watched`, but not in the result.
    const queried = [...watched].map(([session, grants]) => ({ session, grants: [...grants.values()] }));
    const alive = await sessions.aliveOf(
      queried.map(({ session }) => Buffer.from(session, 'hex')),
      [...new Set(queried.flatMap(({ grants }) => grants.map(({ right }) => right)))],
    );
    for (const { session, grants } of queried) {
      const now = alive.get(session);
      if (now && grants.every(({ gridNo, right }) => gridNo === now.gridNo && now.rights.includes(right))) continue;
      const granted = watched.get(session) ?? new Map();
      watched.delete(session);
      try {
        await ended(session);
      } catch (error) {
        // Put back, so that the next check ends the session.
        watched.set(session, new Map([...granted, ...(watched.get(session) ?? [])]));
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
    note: (session, grant) =>
      void watched.set(session, new Map([...(watched.get(session) ?? []), [`${grant.gridNo} ${grant.right}`, grant]])),
    stop,
  };
}
