import { createHash, randomBytes } from 'node:crypto';
import { NATION } from '@lookout/domain';
import { openStore, type Store } from '@lookout/features/store.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../pool.ts';
import type { Tables } from '../tables.ts';
import { anAuditEntry, LIXIAN, WENCHUAN } from '../testing/builders.ts';
import { availableServers, type TestServer } from '../testing/databases.ts';
import { ask } from '../testing/template.ts';
import { auditRepository } from './audit.ts';

// Each entry changes one row as an attacker with full access to the database could.
const tampers = {
  'the act': `act = 'acknowledge'`,
  'the time': `at = at + interval '1 millisecond'`,
  'the outcome': `outcome = 'refused'`,
  'the detail': `detail = '{"verdict": "false"}'`,
  'a text moved into its neighbour': `act = act || target_kind, target_kind = ''`,
  'null made empty': `account_id = ''`,
  'the grid': `grid_no = '513222'`,
  'the hash': `hash = sha256('other')`,
  'the link': `prev_hash = sha256('other')`,
  'the hash made good again': `act = 'x', hash = audit_digest(prev_hash, id, at, account_id, user_name, address, 'x', target_kind, target_id, grid_no, outcome, detail)`,
} as const;

describe.each(availableServers())('the audit on $name', ({ start }) => {
  let server: TestServer;
  let url: string;
  let store: Store;
  beforeAll(async () => {
    server = await start();
    url = await server.newDatabase('migrated');
    store = await openStore({ url, clock: () => new Date(), mayWait: () => true });
    await store.audit.append(Array.from({ length: 20 }, (_, n) => anAuditEntry({ detail: { n } })));
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const tamper = (statement: string) =>
    ask(url, `begin; alter table audit disable trigger user; ${statement}; alter table audit enable trigger user; commit`);
  const undoing = async (statement: string, look: () => Promise<void>) => {
    await ask(url, 'create table kept as table audit');
    await tamper(statement);
    await look();
    await tamper('delete from audit; insert into audit select * from kept order by id; drop table kept');
    expect(await store.audit.verifyChain()).toBeNull();
  };

  it.each(['update audit set act = act', 'delete from audit', 'truncate audit'])('refuses "%s"', async (statement) => {
    await expect(ask(url, statement)).rejects.toThrow('append-only');
  });

  it('an untouched chain is intact, also in parts and with many concurrent appends', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.audit.append([anAuditEntry({ detail: { n } }), anAuditEntry()])));
    expect(await store.audit.verifyChain()).toBeNull();
    expect(await store.audit.verifyChain(5, 9)).toBeNull();
    expect((await store.audit.anchor()).id).toBe(60);
    expect((await store.audit.hashesAt([60, 61])).get(60)).toBe((await store.audit.anchor()).hash);
  });

  it.each(Object.entries(tampers))('detects a change of %s', async (what, change) => {
    await undoing(`update audit set ${change} where id = 7`, async () => {
      // With its own hash recomputed the row is consistent, and the next row reveals the change.
      expect(await store.audit.verifyChain()).toBe(what === 'the hash made good again' ? 8 : 7);
    });
  });

  it('detects one added letter in any text of any row', async () => {
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool({ url, log: () => undefined, connections: 1 }) }) });
    const texts = ['account_id', 'user_name', 'address', 'act', 'target_kind', 'target_id', 'grid_no', 'outcome'] as const;
    await db.connection().execute(async (connection) => {
      const audit = auditRepository(connection, () => new Date());
      await sql`begin; alter table audit disable trigger user`.execute(connection);
      for (let id = 1; id <= 20; id += 1) {
        for (const column of texts) {
          await sql`savepoint untouched`.execute(connection);
          await sql`update audit set ${sql.ref(column)} = coalesce(${sql.ref(column)}, '') || 'x' where id = ${id}`.execute(connection);
          expect([column, await audit.verifyChain()]).toEqual([column, id]);
          await sql`rollback to untouched`.execute(connection);
        }
      }
      await sql`rollback`.execute(connection);
    });
    await db.destroy();
    expect(await store.audit.verifyChain()).toBeNull();
  });

  it('detects a deleted row, an inserted row, and a truncated end', async () => {
    await undoing('delete from audit where id = 7', async () => expect(await store.audit.verifyChain()).toBe(8));
    await undoing('delete from audit where id > 50', async () => expect(await store.audit.verifyChain()).toBe(51));
    await undoing('delete from audit', async () => expect(await store.audit.verifyChain()).toBe(1));
    await undoing(
      'insert into audit select 61, at, account_id, user_name, address, act, target_kind, target_id, grid_no, outcome, detail, prev_hash, hash from audit where id = 60',
      async () => expect(await store.audit.verifyChain()).toBe(61),
    );
  });

  it('computes SM3 as given in GB/T 32905-2016, annex A, and as OpenSSL does at every length of a block', async () => {
    const sm3 = async (bytes: Buffer) =>
      (await ask<{ digest: string }>(url, `select encode(sm3('\\x${bytes.toString('hex')}'), 'hex') as digest`))[0]?.digest;
    expect(await sm3(Buffer.from('abc'))).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0');
    expect(await sm3(Buffer.from('abcd'.repeat(16)))).toBe('debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732');
    for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000]) {
      const bytes = randomBytes(length);
      expect([length, await sm3(bytes)]).toEqual([length, createHash('sm3').update(bytes).digest('hex')]);
    }
  });

  it('after a switch of the hash algorithm the chain continues, is intact on both sides, and reveals a change on both', async () => {
    const own = await openStore({ url: await server.newDatabase('migrated'), clock: () => new Date(), mayWait: () => true });
    try {
      const write = () => own.audit.append([anAuditEntry(), anAuditEntry({ detail: { 说明: '换行\n"引号"' } })]);
      await write();
      expect([await own.audit.chainBy('SM3'), await own.audit.chainBy('SM3')]).toEqual(['SHA-256', null]);
      await write();
      expect(await own.audit.chainBy('SHA-256')).toBe('SM3');
      await write();
      expect(await own.audit.verifyChain()).toBeNull();
      const hashes = await ask<{ hash: string; prev: string }>(
        own.url,
        'select encode(hash, $$hex$$) as hash, encode(prev_hash, $$hex$$) as prev from audit order by id',
      );
      expect(hashes.map(({ hash, prev }, at) => prev === (at === 0 ? '00'.repeat(32) : hashes[at - 1]?.hash) && hash.length)).toEqual(
        hashes.map(() => 64),
      );
      for (const id of [1, 2, 3, 4, 5, 6]) {
        const change = (act: string) =>
          ask(
            own.url,
            `begin; alter table audit disable trigger user; update audit set act = '${act}' where id = ${id}; alter table audit enable trigger user; commit`,
          );
        const [{ act }] = (await ask(own.url, `select act from audit where id = ${id}`)) as [{ act: string }];
        await change('other');
        expect(await own.audit.verifyChain()).toBe(id);
        await change(act);
      }
      expect(await own.audit.verifyChain()).toBeNull();
    } finally {
      await own.close();
    }
  });

  it('is read only within the scope; entries without a grid are read only by the nation', async () => {
    const act = 'fence';
    await store.audit.append([
      anAuditEntry({ act }),
      anAuditEntry({ act, gridNo: LIXIAN }),
      anAuditEntry({ act, gridNo: null, accountId: 'a' }),
    ]);
    const page = (scope: typeof LIXIAN) => store.audit.page(scope, { act }, { offset: 0, limit: 2 });
    expect((await page(NATION)).total).toBe(3);
    expect((await page(NATION)).list.map((row) => row.gridNo)).toEqual([null, LIXIAN]);
    expect(await page(WENCHUAN)).toMatchObject({ total: 1, list: [{ gridNo: WENCHUAN, act, detail: { verdict: 'real' } }] });
    const { total } = await store.audit.page(
      NATION,
      { act, accountId: 'a', beginAt: new Date(0), endAt: new Date('2100-01-01') },
      { offset: 0, limit: 2 },
    );
    expect(total).toBe(1);
  });
});
