import { NATION } from '@lookout/domain';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../open.ts';
import { openPool } from '../pool.ts';
import type { Tables } from '../tables.ts';
import { anAuditEntry, LIXIAN, WENCHUAN } from '../testing/builders.ts';
import { availableServers, type TestServer } from '../testing/databases.ts';
import { ask } from '../testing/template.ts';
import { auditRepository } from './audit.ts';

// Each changes one row as somebody with the whole database in his hands could.
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
    store = await openStore({ url, clock: () => new Date(), isPatient: () => true });
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

  it('an untouched chain holds, also in parts and when many append at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.audit.append([anAuditEntry({ detail: { n } }), anAuditEntry()])));
    expect(await store.audit.verifyChain()).toBeNull();
    expect(await store.audit.verifyChain(5, 9)).toBeNull();
    expect((await store.audit.anchor()).id).toBe(60);
    expect(await store.audit.hashAt(60)).toBe((await store.audit.anchor()).hash);
  });

  it.each(Object.entries(tampers))('finds a change of %s', async (what, change) => {
    await undoing(`update audit set ${change} where id = 7`, async () => {
      // With its own hash recomputed the row agrees with itself, and the next one gives it away.
      expect(await store.audit.verifyChain()).toBe(what === 'the hash made good again' ? 8 : 7);
    });
  });

  it('finds a letter more in any text of any row', async () => {
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

  it('finds a row taken out, a row put in, and the end cut off', async () => {
    await undoing('delete from audit where id = 7', async () => expect(await store.audit.verifyChain()).toBe(8));
    await undoing('delete from audit where id > 50', async () => expect(await store.audit.verifyChain()).toBe(51));
    await undoing('delete from audit', async () => expect(await store.audit.verifyChain()).toBe(1));
    await undoing(
      'insert into audit select 61, at, account_id, user_name, address, act, target_kind, target_id, grid_no, outcome, detail, prev_hash, hash from audit where id = 60',
      async () => expect(await store.audit.verifyChain()).toBe(61),
    );
  });

  it('is read through the fence; what lies in no grid only by the nation', async () => {
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
