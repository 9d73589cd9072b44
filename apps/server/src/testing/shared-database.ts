// The databases of a worker. Consecutive test files share one with its connections, and each finds it with the demo's accounts and nothing
// else. The application is created anew for each file: this costs a tenth of a second, and its caches (resources, modes, positions,
// sessions, budgets) then need no cleaning.
import { rm } from 'node:fs/promises';
import { openStore, type Store } from '@lookout/features/store.ts';
import { type Content, rememberContent, serverRoleUrl, startAnyServer } from '@lookout/store/testing';
import { hashOf } from '../access/passwords.ts';
import { seedStore } from '../run/seed.ts';
import { CHEAP, CONNECTIONS, keysFileOf } from './costs.ts';

const IDLE_WITHIN_MS = 10_000;

export interface SharedDatabase {
  readonly url: string;
  readonly store: Store;
  /** Registers one more server. @returns a function to call when it has stopped: the last one restores the content */
  join(): () => Promise<void>;
}

interface Opened {
  readonly database: SharedDatabase;
  clock: () => Date;
}

const idle: Opened[] = [];
const inUse = new Map<string, Opened>();

/** Opens the database for one file. @param clock clock of its store */
export async function useDatabase(clock: () => Date): Promise<SharedDatabase> {
  const opened = idle.pop() ?? (await open());
  opened.clock = clock;
  inUse.set(opened.database.url, opened);
  return opened.database;
}

/** Returns the database with this address if a file of this worker uses it; otherwise null. */
export const databaseInUse = (url: string): SharedDatabase | null => inUse.get(url)?.database ?? null;

async function open(): Promise<Opened> {
  const server = await startAnyServer();
  const url = await server.newDatabase('gazetteer');
  let isOpening = true;
  const store = await openStore({
    url: serverRoleUrl(url),
    ownerUrl: url,
    clock: () => opened.clock(),
    connections: CONNECTIONS,
    mayWait: () => isOpening,
  });
  let users = 0;
  const database: SharedDatabase = {
    url,
    store,
    join() {
      users += 1;
      return async () => {
        users -= 1;
        if (users > 0) return;
        inUse.delete(url);
        const wrong = await restored(store, content, url);
        if (wrong === null) idle.push(opened);
        else {
          await Promise.all([store.close(), content.close()]);
          await server.stop();
          throw new Error(`what this file left in the shared database cannot be restored: ${wrong}`);
        }
      };
    },
  };
  const opened: Opened = { database, clock: () => new Date() };
  await seedStore(store, 'quiet', (password) => hashOf(password, CHEAP));
  isOpening = false;
  const content = await rememberContent(url);
  return opened;
}

/** @returns why the content could not be restored; null if it was */
async function restored(store: Store, content: Content, url: string): Promise<string | null> {
  const until = performance.now() + IDLE_WITHIN_MS;
  while (store.connections().inUse > 0) {
    if (performance.now() > until) return 'a connection that is still in use';
    await new Promise((wake) => setTimeout(wake, 5));
  }
  await rm(keysFileOf(url), { force: true });
  const wrong = await content.restore();
  return wrong.length === 0 ? null : wrong.join(', ');
}
