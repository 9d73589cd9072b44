// When sessions were last used: recorded in memory at every call and for every open live connection, and written together every half
// minute.
import type { Store } from '@lookout/features/store.ts';
import type { Log } from '../log-lines/log.ts';
import { poll } from './poll.ts';

/** Far below the shortest idle limit of a session. */
const WRITE_EVERY_MS = 30_000;

export interface SessionActivity {
  /** Records that the session is used now. It is cheap, because every lookup calls it. */
  note(tokenHash: Buffer): void;
  /** Writes the recorded times. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function recordActivity(store: Pick<Store, 'sessions'>, log: Pick<Log, 'warn'>): SessionActivity {
  let noted = new Set<string>();
  const flush = async (): Promise<void> => {
    const used = noted;
    noted = new Set();
    try {
      await store.sessions.touch([...used].map((hash) => Buffer.from(hash, 'hex')));
    } catch (error) {
      for (const hash of used) noted.add(hash);
      throw error;
    }
  };
  const writing = poll({
    run: flush,
    everyMs: WRITE_EVERY_MS,
    failed: (error) => log.warn({ err: error }, 'when sessions were last used could not be written'),
  });
  return {
    note: (tokenHash) => void noted.add(tokenHash.toString('hex')),
    flush,
    async stop() {
      await writing.stop();
      await flush().catch((error: unknown) => log.warn({ err: error }, 'when sessions were last used could not be written'));
    },
  };
}
