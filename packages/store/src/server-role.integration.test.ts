import { randomUUID } from 'node:crypto';
import { openStore, type Store } from '@lookout/features/store.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/migrations.generated.ts';
import { SERVER_ROLE, serverRoleUrl } from './server-role.ts';
import { anEvent, anObservation, ORIGIN } from './testing/builders.ts';
import { ask, availableServers, type TestServer } from './testing/databases.ts';

describe.each(availableServers())('the role of the server on $name', ({ start }) => {
  let server: TestServer;
  let ownerUrl: string;
  let store: Store;
  let client: pg.Client;
  beforeAll(async () => {
    server = await start();
    ownerUrl = await server.newDatabase();
    store = await openStore({ url: serverRoleUrl(ownerUrl), ownerUrl, clock: () => new Date(), mayWait: () => true });
    client = new pg.Client({ connectionString: store.url });
    await client.connect();
    await store.audit.append([
      {
        ...{ accountId: null, userName: null, address: null, act: 'login', targetKind: null, targetId: null, gridNo: null },
        ...{ outcome: 'ok', detail: {} },
      },
    ]);
    await store.events.append([{ event: anEvent({ objectId: randomUUID() }), numbers: 1 }]);
  });
  afterAll(async () => {
    await client?.end();
    await store?.close();
    await server?.stop();
  });

  it('can do everything that a server does', async () => {
    const { fresh } = await store.alarms.record({ origin: ORIGIN, observations: [anObservation()] });
    expect(fresh).toHaveLength(1);
    await store.settings.set('key', { value: 1 });
    expect(await store.settings.get('key')).toEqual({ value: 1 });
    expect(await store.audit.verifyChain()).toBeNull();
    expect(await store.mayChangeTables()).toBe(false);
  });

  it.each([
    'alter table audit disable trigger all',
    'alter table event disable trigger all',
    'drop trigger audit_append_only on audit',
    'drop table audit',
    'truncate audit',
    'truncate event',
    `update audit set act = 'x'`,
    'delete from audit',
    `update event set kind = 'x'`,
    'delete from event',
    'delete from ranger_track',
    'delete from fire_package',
    `update fire_package set made_by = 'x'`,
    'delete from migration',
    `insert into migration (name) values ('x')`,
    'create table more (n int)',
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    `set session_replication_role = replica`,
    'set role lookout',
    `alter role ${SERVER_ROLE} superuser`,
    'create role other superuser',
    `copy audit to program 'true'`,
  ])('may not: %s', async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('opens an up-to-date database without its owner, and reports that the owner is needed for an outdated one', async () => {
    const own = await openStore({ url: store.url, clock: () => new Date() });
    await own.ready();
    await own.close();
    const pending = [...MIGRATIONS, { name: '9999-more', sql: 'create table more (n int)' }];
    await expect(migrate(store.url, pending)).rejects.toThrow('DATABASE_OWNER_URL');
    expect(await migrate(ownerUrl, pending, { serverRole: SERVER_ROLE })).toEqual(['9999-more']);
    expect((await client.query('insert into more values (1) returning n')).rows).toEqual([{ n: 1 }]);
  });

  it('may be one that somebody else made, and so may the owner, who need not be a superuser: as docs/operations.md says', async () => {
    const name = `own_${randomUUID().slice(0, 8)}`;
    const at = (user: string, database: string) =>
      Object.assign(new URL(ownerUrl), { username: user, password: 'secret', pathname: `/${database}` }).href;
    for (const role of [`${name}_owner`, `${name}_server`]) await ask(ownerUrl, `create role ${role} login password 'secret'`);
    await ask(ownerUrl, `create database ${name} owner ${name}_owner encoding 'UTF8' template template0`);
    try {
      const addresses = { url: at(`${name}_server`, name), ownerUrl: at(`${name}_owner`, name) };
      for (const ready of [addresses, { url: addresses.url }]) {
        const own = await openStore({ ...ready, clock: () => new Date(), mayWait: () => true });
        expect(await own.mayChangeTables()).toBe(false);
        expect((await own.alarms.record({ origin: ORIGIN, observations: [anObservation()] })).fresh).toHaveLength(1);
        await own.close();
      }
    } finally {
      await ask(ownerUrl, `drop database ${name} with (force)`);
      for (const role of [`${name}_owner`, `${name}_server`]) await ask(ownerUrl, `drop role ${role}`);
    }
  });

  it('is distinguished from the owner, which may change tables', async () => {
    const other = await server.newDatabase('migrated');
    const owners = await openStore({ url: other, clock: () => new Date(), mayWait: () => true });
    expect(await owners.mayChangeTables()).toBe(true);
    await owners.close();
  });
});
