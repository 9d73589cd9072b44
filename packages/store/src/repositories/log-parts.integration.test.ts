import { randomUUID } from 'node:crypto';
import { NATION } from '@lookout/domain';
import { openStore, type Store } from '@lookout/features/store.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDump, restoreDump } from '../dump.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/migrations.generated.ts';
import { serverRoleUrl } from '../server-role.ts';
import { anAuditEntry, anEvent, anObservation, ORIGIN } from '../testing/builders.ts';
import { ask, availableServers, type TestServer } from '../testing/databases.ts';

const LAST_MONTH = `now() - interval '1 month'`;

describe.each(availableServers())('the parts of the logs on $name', ({ start }) => {
  let server: TestServer;
  let ownerUrl: string;
  let store: Store;
  let client: pg.Client;
  beforeAll(async () => {
    server = await start();
    ownerUrl = await server.newDatabase('migrated');
    store = await openStore({ url: serverRoleUrl(ownerUrl), ownerUrl, clock: () => new Date(), mayWait: () => true });
    client = new pg.Client({ connectionString: store.url });
    await client.connect();
    // The template of the test databases may have been migrated last month.
    await ask(ownerUrl, 'update log_part set began_at = now()');
  });
  afterAll(async () => {
    await client?.end();
    await store?.close();
    await server?.stop();
  });

  const write = async (to: Store, count: number) => {
    await to.audit.append(Array.from({ length: count }, () => anAuditEntry()));
    await to.events.append(Array.from({ length: count }, () => ({ event: anEvent({ objectId: randomUUID() }), numbers: 2 })));
  };
  const partsOf = async (url: string, log: string) =>
    (
      await ask<{ name: string; bounds: string }>(
        url,
        `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds from pg_class c join pg_inherits i on i.inhrelid = c.oid
         where i.inhparent = '${log}'::regclass order by c.oid`,
      )
    ).map(({ name, bounds }) => `${name} ${bounds}`);
  /** Backdates the newest part to last month. */
  const age = (url: string) => ask(url, `update log_part set began_at = ${LAST_MONTH}`);
  const whole = async (to: Store) => {
    const { last, entries } = await to.events.since(NATION, 0, 1_000);
    return { last, seqs: entries.map(({ event }) => event.seq), broken: await to.audit.verifyChain(), anchor: await to.audit.anchor() };
  };

  it('a month ends where the next one begins, and the log reads like a single one', async () => {
    await write(store, 3);
    expect(await store.logParts.cut()).toEqual([]);
    await age(ownerUrl);
    const before = await whole(store);
    expect(await store.logParts.cut()).toEqual(['event', 'audit']);
    expect(await whole(store)).toEqual(before);
    expect(await partsOf(ownerUrl, 'event')).toEqual([
      "event_part_1 FOR VALUES FROM (MINVALUE) TO ('7')",
      "event_part_2 FOR VALUES FROM ('7') TO (MAXVALUE)",
    ]);
    expect(await partsOf(ownerUrl, 'audit')).toEqual([
      "audit_part_1 FOR VALUES FROM (MINVALUE) TO ('4')",
      "audit_part_2 FOR VALUES FROM ('4') TO (MAXVALUE)",
    ]);
    await write(store, 2);
    expect((await whole(store)).seqs).toEqual([2, 4, 6, 8, 10]);
    expect(
      await ask(ownerUrl, 'select (select count(*)::int from event_part_2) as events, (select count(*)::int from audit_part_2) as rows'),
    ).toEqual([{ events: 2, rows: 2 }]);
  });

  it('is cut once a month, for any number of callers and calls; an empty month is not a part', async () => {
    await age(ownerUrl);
    const cuts = await Promise.all(Array.from({ length: 4 }, () => store.logParts.cut().catch(() => [])));
    expect(cuts.flat().toSorted()).toEqual(['audit', 'event']);
    expect(await store.logParts.cut()).toEqual([]);
    await age(ownerUrl);
    expect(await store.logParts.cut()).toEqual([]);
    expect(await partsOf(ownerUrl, 'event')).toHaveLength(3);
    // The empty part became this month's.
    expect(
      await ask(ownerUrl, `select began_at > now() - interval '1 hour' as fresh from log_part where log = 'event' and part = 3`),
    ).toEqual([{ fresh: true }]);
  });

  it('nothing is lost when alarms are recorded while it is cut', async () => {
    const before = await store.events.head();
    let isOver = false;
    let written = 0;
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const { fresh } = await store.alarms.record({ origin: ORIGIN, observations: [anObservation({ dedupeKey: randomUUID() })] });
          written += fresh.length;
        }
      }),
    );
    let cut = 0;
    while (cut < 4) {
      await age(ownerUrl);
      cut += (await store.logParts.cut().catch(() => [])).filter((log) => log === 'event').length;
    }
    isOver = true;
    await writing;
    expect((await store.events.head()) - before).toBe(written);
    expect(await ask(ownerUrl, 'select sum(numbers)::int as numbers from event')).toEqual([{ numbers: await store.events.head() }]);
    expect(await store.audit.verifyChain()).toBeNull();
  });

  it('a reader with an open transaction postpones the cut, and is not harmed', async () => {
    await write(store, 1);
    await age(ownerUrl);
    const reader = new pg.Client({ connectionString: store.url });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select count(*) from event');
    await expect(store.logParts.cut()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'timeout' });
    // The reader continues, and takes a number: this would be a deadlock if the cut waited longer.
    await reader.query(`select append_events('[]')`);
    await reader.query('commit');
    await reader.end();
    expect(await store.logParts.cut()).toEqual(['event', 'audit']);
  });

  // Each statement on the newest part, which was created after the privileges were granted, and on the first.
  it.each(
    ['event_part_1', 'audit_part_1', 'event_part_2', 'audit_part_2'].flatMap((part) => [
      `select from ${part}`,
      `insert into ${part} select * from ${part.slice(0, 5)} limit 1`,
      `update ${part} set ${part.startsWith('event') ? 'kind' : 'act'} = 'x'`,
      `delete from ${part}`,
      `truncate ${part}`,
      `drop table ${part}`,
      `alter table ${part.slice(0, 5)} detach partition ${part}`,
      `alter table ${part} disable trigger all`,
    ]),
  )('the server may not: %s', async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    `update log_part set began_at = now()`,
    'delete from log_part',
    `select begin_log_part('event', 1, now())`,
    'select restore_log_parts()',
    `alter function cut_log(text) reset lock_timeout`,
  ])('the server may not run: %s', async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('temporary tables that the server creates are not used in place of the real ones', async () => {
    await client.query(`create temporary table log_part as select 'event' as log, 9 as part, 1 as first, ${LAST_MONTH} as began_at`);
    const before = await partsOf(ownerUrl, 'event');
    expect((await client.query(`select cut_log('event') as begun`)).rows).toEqual([{ begun: false }]);
    expect(await partsOf(ownerUrl, 'event')).toEqual(before);
    await client.query('drop table pg_temp.log_part');
    await expect(client.query(`select cut_log('alarm')`)).rejects.toThrow();
  });

  it.each(['event_part_1', 'audit_part_1', 'event_part_2', 'audit_part_2', 'event', 'audit'])(
    'not even the owner can change or empty %s without disabling its triggers',
    async (table) => {
      for (const statement of [`delete from ${table}`, `truncate ${table}`]) {
        await expect(ask(ownerUrl, statement)).rejects.toThrow('append-only');
      }
    },
  );

  it('a restored backup has the same parts, and continues from them', async () => {
    const elsewhere = await server.newDatabase('migrated');
    const before = await whole(store);
    const dump = await openDump(ownerUrl);
    await restoreDump(elsewhere, {
      migrations: dump.migrations,
      tables: (async function* () {
        for (const table of dump.tables) yield { table, rows: dump.rows(table) };
      })(),
      audit: anAuditEntry(),
      now: new Date(),
      beforeCommit: async () => undefined,
    });
    await dump.close();
    for (const log of ['event', 'audit']) expect(await partsOf(elsewhere, log)).toEqual(await partsOf(ownerUrl, log));
    const restored = await openStore({
      url: serverRoleUrl(elsewhere),
      ownerUrl: elsewhere,
      clock: () => new Date(),
      mayWait: () => true,
    });
    expect(await whole(restored)).toMatchObject({
      last: before.last,
      seqs: before.seqs,
      broken: null,
      anchor: { id: before.anchor.id + 1 },
    });
    expect(await restored.logParts.cut()).toEqual([]);
    await write(restored, 1);
    await age(elsewhere);
    expect(await restored.logParts.cut()).toEqual(['event', 'audit']);
    await restored.close();
    for (const statement of ['delete from event_part_1', 'truncate audit_part_2'])
      await expect(ask(elsewhere, statement)).rejects.toThrow('append-only');
  });

  it('a number that is no longer in the log is refused with the first number that is', async () => {
    await ask(ownerUrl, 'update journal_head set event_first = 7');
    await expect(store.events.since(NATION, 5, 9)).rejects.toMatchObject({ name: 'LogBeginsLater', first: 7 });
    expect((await store.events.since(NATION, 6, 9)).entries[0]?.event.seq).toBe(8);
    await ask(ownerUrl, 'update journal_head set event_first = 1');
  });

  it('rows written before partitioning become the first part, without being rewritten', async () => {
    const older = await server.newDatabase('empty');
    const last = MIGRATIONS.findIndex(({ name }) => name === '0039-partitions');
    await migrate(older, MIGRATIONS.slice(0, last));
    await ask(older, `select append_audit('[{"act": "login", "outcome": "ok"}]', now() - interval '40 days')`);
    const event = { id: randomUUID(), kind: 'alarm.seen', objectId: 'x', gridNo: '513221', numbers: 3, payload: {} };
    const actor = { kind: 'system', name: 'x' };
    const at = new Date().toISOString();
    await ask(older, `select append_events('${JSON.stringify([{ ...event, happenedAt: at, recordedAt: at, actor }])}')`);
    const files = () =>
      ask<{ file: string }>(
        older,
        `select pg_relation_filepath(oid) as file from pg_class
         where relname ~ '^(event|audit)(_part_1)?(_|$)' and relkind in ('r', 'i') and relname !~ 'part_2' order by 1`,
      );
    const before = await files();
    expect(await migrate(older, MIGRATIONS.slice(0, last + 1))).toContain('0039-partitions');
    expect(await files()).toEqual(before);
    // Later migrations may add an index.
    await migrate(older);
    const upgraded = await openStore({ url: serverRoleUrl(older), ownerUrl: older, clock: () => new Date(), mayWait: () => true });
    expect(await whole(upgraded)).toMatchObject({ last: 3, seqs: [3], broken: null, anchor: { id: 1 } });
    expect(await partsOf(older, 'event')).toEqual([
      "event_part_1 FOR VALUES FROM (MINVALUE) TO ('4')",
      "event_part_2 FOR VALUES FROM ('4') TO (MAXVALUE)",
    ]);
    await write(upgraded, 1);
    expect(await upgraded.logParts.cut()).toEqual([]);
    await upgraded.close();
  });
});
