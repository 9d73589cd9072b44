// What the server's database role may not do to the months of the logs, whatever statement it sends.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAuditEntry, anEvent } from './testing/builders.ts';
import { ask, availableServers, type TestServer } from './testing/databases.ts';
import { append, depart, endMonth, newWorld, type World } from './testing/parted-logs.ts';

describe.each(availableServers())('the server’s database role on $name', ({ start }) => {
  let server: TestServer;
  let world: World;
  let client: pg.Client;
  beforeAll(async () => {
    server = await start();
    world = await newWorld(server);
    await append(world.store, anEvent({ kind: 'setting.changed', payload: {} }));
    await world.store.audit.append([anAuditEntry()]);
    await endMonth(world, 13);
    // An event and an audit entry of yesterday.
    await append(world.store, anEvent({ kind: 'setting.changed', payload: {} }));
    await world.store.audit.append([anAuditEntry()]);
    await ask(
      world.ownerUrl,
      `select begin_log_part(log, case log when 'event' then event_last else audit_last end + 1, now() - interval '1 day')
        from journal_head, (values ('event'), ('audit')) logs (log)`,
    );
    client = new pg.Client({ connectionString: world.store.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await world?.store.close();
    await server?.stop();
  });
  const digestOf = (
    log: string,
    first: number,
    last: number,
  ) => `(select encode(sha256(string_agg(sha256(convert_to(line, 'UTF8')), ''::bytea
      order by key)), 'hex') from log_lines('${log}', ${first}, ${last}))`;
  const leave = (log: string, first: number, last: number, count: number, digest = digestOf(log, first, last)) =>
    `select leave_log_part('${log}', ${first}, ${last}, ${count}, 'f', repeat('0', 64), ${digest})`;

  it.each(['event', 'audit'])("cannot erase yesterday's %s with any receipt", async (log) => {
    const [head] = await ask<{ last: number; first: number }>(
      world.ownerUrl,
      `select first::int, (select max(first)::int - 1 from log_part where log = '${log}') as last from log_part where log = '${log}' and part = 2`,
    );
    const { first, last } = head as { first: number; last: number };
    for (const statement of [leave(log, first, last, last - first + 1), leave(log, 1, last, last), leave(log, last + 1, last + 1, 0)]) {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it.each([
    ['a count that is too small', leave('event', 1, 2, 0)],
    ['the hash of other lines', leave('event', 1, 2, 1, `repeat('0', 64)`)],
    ['no hash', leave('event', 1, 2, 1, 'null')],
    ['only a piece of the month', leave('event', 1, 1, 1)],
  ])('cannot archive a month that is due with %s', async (_what, statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    `insert into log_retention values ('event', 3)`,
    'update log_retention set months = 3',
    'delete from log_archive',
    `insert into log_archive values ('event', 1, 9, 1, now(), now(), 'f', repeat('0', 64), '', null, now())`,
    `update log_keeping set keeps = 'never'`,
    'drop table log_archive',
    'select from event_part_1',
  ])('cannot run: %s', async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot make temporary tables be used in place of the real ones', async () => {
    await client.query(`create temporary table log_retention as select 'event' as log, 0 as months`);
    await client.query(`create temporary table log_part as select 'event' as log, 1 as part, 1::bigint as first, now() - interval '9 years' as began_at
        union all select 'event', 2, 1000, now() - interval '8 years'`);
    await expect(client.query(leave('event', 1, 999, 2))).rejects.toMatchObject({ code: '42501' });
    await client.query('drop table pg_temp.log_retention, pg_temp.log_part');
  });

  it('the rows that stayed in the log are as append-only as before', async () => {
    expect((await depart(world, 'event')).part).toMatchObject({ first: 1 });
    for (const statement of ['delete from event', 'update event set kind = kind', 'truncate event_part_1']) {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
      await expect(ask(world.ownerUrl, statement)).rejects.toThrow('append-only');
    }
  });
});
