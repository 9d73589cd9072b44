// A database whose logs are divided into months, some of which may be archived.
import { createHash } from 'node:crypto';
import type { DomainEvent } from '@lookout/domain';
import { openStore, type Store } from '@lookout/features/store.ts';
import { type LeavingPart, letPartLeave } from '../departure.ts';
import type { PartedLog } from '../parted-log.ts';
import { serverRoleUrl } from '../server-role.ts';
import { ask, type TestServer } from './databases.ts';

export const THREE = { event: 3, audit: 12 };

export interface World {
  readonly ownerUrl: string;
  readonly store: Store;
}

/** Backdates every part except the newest, so that it began and ended this many months ago. */
const age = async ({ ownerUrl }: World, months = 20) => {
  await ask(
    ownerUrl,
    `update log_part p set began_at = now() - interval '${months} months' - interval '1 month' * (10 - part)
     where part < (select max(part) from log_part n where n.log = p.log)`,
  );
  await ask(
    ownerUrl,
    `update log_part p set began_at = now() - interval '${months} months' where part = (select max(part) from log_part n where n.log = p.log)`,
  );
};
/** Ends the newest part and dates its end this many months ago. */
export const endMonth = async (world: World, months = 20) => {
  await ask(world.ownerUrl, `update log_part set began_at = now() - interval '2 months'`);
  await world.store.logParts.cut();
  await age(world, months);
};

export const noFile = { file: 'log-archives/x.ndjson.gz', sha256: createHash('sha256').update('file').digest('hex') };
export const depart = async (
  { store }: World,
  log: PartedLog,
): Promise<{ readonly part: LeavingPart | null; readonly lines: readonly string[] }> => {
  const lines: string[] = [];
  const part = await letPartLeave(store.url, log, async (_part, rows) => {
    for await (const line of rows) lines.push(line);
    return noFile;
  });
  return { part, lines };
};

/** @param keepMonths default: events 3, audit 12 */
export async function newWorld(
  server: TestServer,
  keepMonths: { event: number | null; audit: number | null } | undefined = THREE,
): Promise<World> {
  const ownerUrl = await server.newDatabase('migrated');
  const store = await openStore({
    ...{ url: serverRoleUrl(ownerUrl), ownerUrl, clock: () => new Date(), mayWait: () => true },
    ...(keepMonths !== undefined && { keepMonths }),
  });
  return { ownerUrl, store };
}

export const append = (store: Store, ...events: readonly DomainEvent[]) =>
  store.events.append(events.map((event) => ({ event, numbers: 1 + (event.kind.length % 2) })));
