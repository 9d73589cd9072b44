// Ends what a dead session holds: its tickets and what plays by them, the cameras it steers. Looked at twice a second, all in one question.
import type { Store } from '@lookout/store';
import type { Log } from '../deps.ts';
import { poll } from '../poll.ts';

const LOOK_MS = 500;

interface SessionWatch {
  /** From now on this session is watched: it plays, or steers. */
  note(session: string): void;
  stop(): Promise<void>;
}

interface SessionWatchDeps {
  readonly store: Pick<Store, 'sessions'>;
  /** Does it still hold anything? One that does not is watched no longer. */
  readonly holds: (session: string) => boolean;
  readonly ended: (session: string) => void;
  readonly log: Log;
}

export function watchSessions({ store, holds, ended, log }: SessionWatchDeps): SessionWatch {
  const watched = new Set<string>();
  const look = async (): Promise<void> => {
    for (const session of watched) if (!holds(session)) watched.delete(session);
    if (watched.size === 0) return;
    const alive = await store.sessions.aliveOf(
      [...watched].map((session) => Buffer.from(session, 'hex')),
      'bpReplay',
    );
    for (const session of [...watched]) {
      if (alive.has(session)) continue;
      watched.delete(session);
      ended(session);
    }
  };
  const { stop } = poll({
    run: look,
    everyMs: LOOK_MS,
    failed: (error) => log.error({ err: error }, 'the sessions of who watches video cannot be looked at'),
  });

  return {
    note: (session) => void watched.add(session),
    stop,
  };
}
