import { createHash, randomUUID } from 'node:crypto';
import {
  type Alarm,
  type AlarmChange,
  type Burning,
  beijingDay,
  type Camera,
  type DomainEvent,
  type EventOf,
  fold,
  type GridNo,
  isClosable,
  isObjectOpen,
  KEEPING,
  type LoggedEvent,
  NATION,
  type ObjectKind,
  type ObjectStates,
  objectKindOf,
  type Shift,
  type Sos,
  type TaskFile,
} from '@lookout/domain';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LeavingPart, letPartLeave } from './departure.ts';
import { openDump, restoreDump } from './dump.ts';
import { examineDatabase } from './examine.ts';
import { openStore, type Store } from './open.ts';
import type { PartedLog } from './repositories/log-parts.ts';
import { serverRoleUrl } from './server-role.ts';
import { anAuditEntry, anEvent, anObservation, anOfficer, aTaskFile, ORIGIN, reportFacts, WENCHUAN } from './testing/builders.ts';
import { ask, availableServers, type TestServer } from './testing/databases.ts';

const AT = new Date('2026-03-21T08:00:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const THREE = { event: 3, audit: 12 };

interface World {
  readonly ownerUrl: string;
  readonly store: Store;
}

/** Every part begins and ends so many months ago, the newest excepted. */
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
/** What is there becomes a part that ended so long ago. */
const endMonth = async (world: World, months = 20) => {
  await ask(world.ownerUrl, `update log_part set began_at = now() - interval '2 months'`);
  await world.store.logParts.cut();
  await age(world, months);
};

const noFile = { file: 'log-archives/x.ndjson.gz', sha256: createHash('sha256').update('file').digest('hex') };
const depart = async (
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

describe.each(availableServers())('a month that leaves on $name', ({ start }) => {
  let server: TestServer;
  const open: Store[] = [];
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await Promise.all(open.map((store) => store.close()));
    await server?.stop();
  });

  const newWorld = async (keepMonths: { event: number | null; audit: number | null } | undefined = THREE): Promise<World> => {
    const ownerUrl = await server.newDatabase('migrated');
    const store = await openStore({
      ...{ url: serverRoleUrl(ownerUrl), ownerUrl, clock: () => new Date(), isPatient: () => true },
      ...(keepMonths !== undefined && { keepMonths }),
    });
    open.push(store);
    return { ownerUrl, store };
  };
  const append = (store: Store, ...events: readonly DomainEvent[]) =>
    store.events.append(events.map((event) => ({ event, numbers: 1 + (event.kind.length % 2) })));

  it('takes nothing from what the log folds to, however it went', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 40, maxLength: 120 }),
        fc.array(step, { minLength: 10, maxLength: 60 }),
        async (before, after) => {
          const world = await newWorld();
          const { store } = world;
          const lives = livesIn(world);
          await lives.go(before);
          await endMonth(world);
          await lives.go(after);
          await lives.store();
          await store.audit.append([anAuditEntry()]);

          const begin = (
            await ask<{ first: number }>(world.ownerUrl, `select max(first)::int as first from log_part where log = 'event'`)
          )[0]?.first as number;
          const whole = (await store.events.readRange(0, 10_000)).map(({ event }) => event);
          const kept = whole.filter(({ seq }) => seq >= begin);
          const seen = async () => ({
            states: await store.events.statesAfter(kept),
            since: await store.events.since(NATION, begin - 1, 10_000),
            counted: await countedOf(store),
            objects: await Promise.all(
              [...new Set(kept.map(({ kind, objectId }) => `${objectKindOf(kind)} ${objectId}`))]
                .filter((object) => isClosable(object.split(' ')[0] as ObjectKind))
                .map((object) => {
                  const [kind, id] = object.split(' ') as [ObjectKind, string];
                  return store.events.ofObject(kind, id);
                }),
            ),
          });
          const was = await seen();
          const rowsBefore = await ask<{ seq: number; line: string }>(
            world.ownerUrl,
            `select key::int as seq, line from log_lines('event', 1, ${begin - 1})`,
          );

          const { part, lines } = await depart(world, 'event');
          expect(part).toMatchObject({ first: 1, last: begin - 1 });
          expect(await seen()).toEqual(was);
          // Everything that was there is in the archive, and only what may leave has left.
          expect(lines).toEqual(rowsBefore.map(({ line }) => line));
          const stayed = new Set(
            (await ask<{ seq: number }>(world.ownerUrl, `select seq::int from event where seq < ${begin}`)).map(({ seq }) => seq),
          );
          const now = new Date();
          for (const event of whole.filter(({ seq, kind }) => seq < begin && kind !== 'alarm.recorded')) {
            expect([event.kind, event.seq, stayed.has(event.seq)]).toEqual([event.kind, event.seq, shouldStay(event, whole, begin, now)]);
          }
          await expect(store.events.since(NATION, begin - 2, 9)).rejects.toMatchObject({ name: 'LogBeginsLater', first: begin });
          await expect(store.events.readRange(begin - 2, 9)).rejects.toMatchObject({ name: 'LogBeginsLater', first: begin });
          expect(await store.audit.verifyChain()).toBeNull();
          await store.close();
        },
      ),
      { numRuns: 4 },
    );
  }, 120_000);

  it('leaves again when the next one does: what was open then and is over now', async () => {
    const world = await newWorld();
    const { store } = world;
    const file = aTaskFile();
    const [step] = file.steps;
    const saved = (name: string) => anEvent({ objectId: 'c-1', kind: 'camera.saved', payload: { camera: aCamera(name) } });
    await append(store, anEvent({ objectId: file.task.id, kind: 'task.dispatched', payload: file }), saved('一'), saved('二'));
    await insertTask(world, file, false);
    await endMonth(world);
    await append(store, anEvent({ objectId: file.task.id, kind: 'task.advanced', payload: { step: step as NonNullable<typeof step> } }));
    await endMonth(world);
    await append(store, saved('三'));
    const kinds = () =>
      ask<{ kind: string }>(world.ownerUrl, 'select kind from event order by seq').then((rows) => rows.map(({ kind }) => kind));

    // For who looks after it: what should have left, from the second of the month on, and what has.
    const looked = async () => (await examineDatabase(store.url, { settings: [], userNames: [] })).content;
    const isFirstOfMonth = beijingDay(new Date()).endsWith('-01');
    expect(await looked()).toMatchObject({ archives: [], lateLogs: isFirstOfMonth ? [] : ['event'] });
    expect((await depart(world, 'event')).lines).toHaveLength(3);
    expect(await kinds()).toEqual(['task.dispatched', 'camera.saved', 'task.advanced', 'camera.saved']);
    await ask(world.ownerUrl, 'update task set ended = true');
    // Of the rows that stayed, none is written to an archive a second time.
    expect((await depart(world, 'event')).lines).toHaveLength(1);
    expect(await kinds()).toEqual(['camera.saved', 'camera.saved']);
    expect((await depart(world, 'event')).part).toBeNull();
    expect(await looked()).toMatchObject({ archives: [noFile.file, noFile.file], lateLogs: [] });
    expect(
      (await ask(world.ownerUrl, `select part, first::int from log_part where log = 'event' order by part`)).map((row) => row.part),
    ).toEqual([1, 3]);
    // The log goes on: the next month begins, and ends.
    await endMonth(world);
    await append(store, saved('四'));
    expect((await depart(world, 'event')).lines).toHaveLength(1);
    expect(await kinds()).toEqual(['camera.saved', 'camera.saved']);
  });

  it('of the audit goes as a whole; the chain goes on from its last hash, and a row taken from either side is found', async () => {
    const world = await newWorld();
    const { store, ownerUrl } = world;
    await store.audit.append(Array.from({ length: 5 }, () => anAuditEntry()));
    await endMonth(world);
    await store.audit.append([anAuditEntry()]);
    const fifth = await store.audit.hashAt(5);
    const { lines, part } = await depart(world, 'audit');
    expect(part).toMatchObject({ first: 1, last: 5 });
    const [archive] = await store.logParts.archives('audit');
    expect(archive).toMatchObject({ ...noFile, first: 1, last: 5, count: 5, lastHash: fifth });
    expect(await store.logParts.checkChain(lines, null)).toEqual({ broken: null, lastHash: fifth });
    expect(await store.logParts.checkChain(lines.with(2, (lines[2] as string).replace('judge', 'other')), null)).toMatchObject({
      broken: 3,
    });
    expect(await store.logParts.checkChain(lines.toSpliced(2, 1), null)).toMatchObject({ broken: 4 });
    expect(await store.audit.verifyChain()).toBeNull();
    expect(await store.audit.verifyChain(3, 6)).toBeNull();
    // The receipt is in the audit itself.
    const { list } = await store.audit.page(NATION, { act: 'log-leaves' }, { offset: 0, limit: 9 });
    expect(list).toMatchObject([
      { id: 7, targetId: noFile.file, detail: { log: 'audit', first: 1, last: 5, count: 5, sha256: noFile.sha256 } },
    ]);
    // A row of what stayed is taken away, with the triggers off.
    await ask(ownerUrl, 'alter table audit disable trigger all; delete from audit where id = 6');
    expect(await store.audit.verifyChain()).toBe(7);
  });

  it('leaves only when its owner says so, and not before its time', async () => {
    const world = await newWorld({ event: null, audit: null });
    await append(world.store, anEvent({ kind: 'setting.changed', payload: {} }));
    await endMonth(world, 50);
    expect(await world.store.logParts.keepMonths()).toEqual({ event: null, audit: null });
    expect((await depart(world, 'event')).part).toBeNull();
    // As a restart with the setting does; the months are whole ones of Beijing.
    const again = await openStore({ ...{ url: world.store.url, ownerUrl: world.ownerUrl, clock: () => new Date() }, keepMonths: THREE });
    open.push(again);
    expect(await again.logParts.keepMonths()).toEqual(THREE);
    const begin = `(date_trunc('month', now() at time zone 'Asia/Shanghai') - interval '3 months') at time zone 'Asia/Shanghai'`;
    await ask(world.ownerUrl, `update log_part set began_at = ${begin} + interval '1 second' where part > 1`);
    expect((await depart(world, 'event')).part).toBeNull();
    await ask(world.ownerUrl, `update log_part set began_at = ${begin} where part > 1`);
    expect((await depart(world, 'event')).part).not.toBeNull();
    // Without the owner's word it stays as it is.
    open.push(await openStore({ url: world.store.url, ownerUrl: world.ownerUrl, clock: () => new Date() }));
    expect(await again.logParts.keepMonths()).toEqual(THREE);
  });

  it.each([
    ['event', 2],
    ['audit', 11],
  ])('the owner itself cannot have fewer months of %s than the least (%i)', async (log, months) => {
    await expect(newWorld({ ...THREE, [log]: months })).rejects.toMatchObject({ code: '23514' });
  });

  it('killed after its archive, nothing has left; the next attempt does all of it', async () => {
    const world = await newWorld();
    await append(world.store, anEvent({ kind: 'setting.changed', payload: {} }), anEvent({ kind: 'setting.changed', payload: {} }));
    await endMonth(world);
    const killed = letPartLeave(world.store.url, 'event', async (_part, lines) => {
      for await (const _line of lines);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await ask(world.ownerUrl, 'select count(*)::int as count from event')).toEqual([{ count: 2 }]);
    // In the middle of the database's own work: its connection is ended while it waits for a reader.
    const reader = new pg.Client({ connectionString: world.store.url });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select count(*) from event');
    await expect(depart(world, 'event')).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'timeout' });
    await reader.query('rollback');
    await reader.end();
    expect(
      await ask(world.ownerUrl, `select (select count(*)::int from log_archive) as archives, to_regclass('event_part_stays') as half`),
    ).toEqual([{ archives: 0, half: null }]);
    expect((await world.store.audit.page(NATION, { act: 'log-leaves' }, { offset: 0, limit: 9 })).total).toBe(0);
    expect((await depart(world, 'event')).lines).toHaveLength(2);
    expect(await world.store.logParts.archives('event')).toHaveLength(1);
  });

  it('several servers at once let it leave once, and nobody who writes loses anything', async () => {
    const world = await newWorld();
    const { store } = world;
    await store.alarms.record({
      origin: ORIGIN,
      observations: Array.from({ length: 30 }, () => anObservation({ dedupeKey: randomUUID() })),
    });
    await append(store, ...Array.from({ length: 300 }, () => anEvent({ kind: 'setting.changed', payload: {} })));
    await endMonth(world);
    const head = await store.events.head();
    let isOver = false;
    let written = 0;
    const writing = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (!isOver) {
          const { fresh } = await store.alarms.record({ origin: ORIGIN, observations: [anObservation({ dedupeKey: randomUUID() })] });
          written += fresh.length;
        }
      }),
    );
    const left: LeavingPart[] = [];
    while (left.length === 0) {
      const parts = await Promise.all(Array.from({ length: 3 }, () => depart(world, 'event').catch(() => null)));
      left.push(...parts.flatMap((found) => (found?.part ? [found.part] : [])));
    }
    isOver = true;
    await writing;
    expect(left).toHaveLength(1);
    expect((await store.events.head()) - head).toBe(written);
    expect((await store.events.readRange(head, 100_000)).reduce((sum, { numbers }) => sum + numbers, 0)).toBe(written);
    expect(await countedOf(store).then(({ recorded }) => recorded.length)).toBe(30 + written);
    expect(await store.audit.verifyChain()).toBeNull();
  });

  it('a restored backup has what stayed, the receipts and the chain', async () => {
    const world = await newWorld();
    await append(world.store, anEvent({ objectId: 'c', kind: 'camera.saved', payload: { camera: aCamera('一') } }));
    await append(world.store, anEvent({ kind: 'setting.changed', payload: {} }));
    await world.store.audit.append([anAuditEntry(), anAuditEntry()]);
    await endMonth(world);
    await append(world.store, anEvent({ objectId: 'c', kind: 'camera.went-offline', payload: {} }));
    await depart(world, 'event');
    await depart(world, 'audit');
    const elsewhere = await server.newDatabase('migrated');
    const dump = await openDump(world.ownerUrl);
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
    const restored = {
      ownerUrl: elsewhere,
      store: await openStore({ url: serverRoleUrl(elsewhere), ownerUrl: elsewhere, clock: () => new Date() }),
    };
    open.push(restored.store);
    for (const log of ['event', 'audit'] as const)
      expect(await restored.store.logParts.archives(log)).toEqual(await world.store.logParts.archives(log));
    expect(await restored.store.logParts.keepMonths()).toEqual(THREE);
    expect(await restored.store.audit.verifyChain()).toBeNull();
    await expect(restored.store.events.since(NATION, 0, 9)).rejects.toMatchObject({ name: 'LogBeginsLater' });
    const last = await restored.store.events.head();
    const entries = await restored.store.events.readRange(last - 1, 9);
    expect(await restored.store.events.statesAfter(entries.map(({ event }) => event))).toEqual([{ ...aCamera('一'), online: false }]);
    await endMonth(restored);
    await append(restored.store, anEvent());
    expect((await depart(restored, 'event')).lines).toHaveLength(1);
  });

  describe('whoever holds the role of the server', () => {
    let world: World;
    let client: pg.Client;
    beforeAll(async () => {
      world = await newWorld();
      await append(world.store, anEvent({ kind: 'setting.changed', payload: {} }));
      await world.store.audit.append([anAuditEntry()]);
      await endMonth(world, 13);
      // Yesterday's.
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
    });
    const digestOf = (
      log: string,
      first: number,
      last: number,
    ) => `(select encode(sha256(string_agg(sha256(convert_to(line, 'UTF8')), ''::bytea
      order by key)), 'hex') from log_lines('${log}', ${first}, ${last}))`;
    const leave = (log: string, first: number, last: number, count: number, digest = digestOf(log, first, last)) =>
      `select leave_log_part('${log}', ${first}, ${last}, ${count}, 'f', repeat('0', 64), ${digest})`;

    it.each(['event', 'audit'])("erases nothing of yesterday's %s, with whatever receipt", async (log) => {
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
    ])('nor lets a month that may leave go with %s', async (_what, statement) => {
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
    ])('nor: %s', async (statement) => {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    });

    it('nor makes tables of his own be taken for ours', async () => {
      await client.query(`create temporary table log_retention as select 'event' as log, 0 as months`);
      await client.query(`create temporary table log_part as select 'event' as log, 1 as part, 1::bigint as first, now() - interval '9 years' as began_at
        union all select 'event', 2, 1000, now() - interval '8 years'`);
      await expect(client.query(leave('event', 1, 999, 2))).rejects.toMatchObject({ code: '42501' });
      await client.query('drop table pg_temp.log_retention, pg_temp.log_part');
    });

    it('what stayed is as append-only as before', async () => {
      expect((await depart(world, 'event')).part).toMatchObject({ first: 1 });
      for (const statement of ['delete from event', 'update event set kind = kind', 'truncate event_part_1']) {
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
        await expect(ask(world.ownerUrl, statement)).rejects.toThrow('append-only');
      }
    });
  });

  // A log as several officers might have made it.

  const livesIn = ({ ownerUrl, store }: World) => {
    const events = new Map<string, DomainEvent[]>();
    const objects: { readonly kind: ObjectKind; readonly id: string }[] = [];
    const firsts = new Map<string, Alarm>();
    let minute = 0;
    const stateOf = <O extends ObjectKind>(kind: O, id: string): ObjectStates[O] | null =>
      fold<O>((events.get(`${kind} ${id}`) ?? []) as EventOf<O>[], (kind === 'alarm' ? firsts.get(id) : null) as ObjectStates[O] | null);
    const say = async (change: Parameters<typeof anEvent>[0] & { readonly objectId: string }) => {
      minute += 1;
      const event = anEvent({ happenedAt: later(minute), recordedAt: later(minute), actor: anOfficer(), ...change });
      await append(store, event);
      const key = `${objectKindOf(event.kind)} ${event.objectId}`;
      events.set(key, [...(events.get(key) ?? []), event]);
    };
    const begin = async (kind: ObjectKind, id: string): Promise<void> => {
      objects.push({ kind, id });
      switch (kind) {
        case 'task':
          return say({ objectId: id, kind: 'task.dispatched', payload: aTaskFile({ id }) });
        case 'shift':
          return say({ objectId: id, kind: 'shift.began', payload: { shift: aShift(id), load: LOAD, relieved: null } });
        case 'burning':
          return say({ objectId: id, kind: 'burning.applied', payload: { burning: aBurning(id, objects.length % 2 === 0) } });
        case 'sos':
          return say({ objectId: id, kind: 'sos.raised', payload: { sos: aSos(id) } });
        case 'camera':
          return say({ objectId: id, kind: 'camera.saved', payload: { camera: aCamera('一', id) } });
        default:
          return say({ objectId: id, kind: 'setting.changed', payload: {} });
      }
    };
    return {
      async go(steps: readonly Step[]) {
        for (const { what, which, how } of steps) {
          if (what === 'alarm') {
            const ids = (
              await store.alarms.record({ origin: ORIGIN, observations: [anObservation({ facts: reportFacts(), findType: 'person' })] })
            ).fresh;
            for (const { id } of ids) {
              const [recording] = (await store.events.ofObject('alarm', id)) as EventOf<'alarm'>[];
              firsts.set(id, fold<'alarm'>(recording ? [recording] : []) as Alarm);
              objects.push({ kind: 'alarm', id });
            }
            continue;
          }
          if (what !== 'act') {
            await begin(what, randomUUID());
            continue;
          }
          const object = objects[which % Math.max(1, objects.length)];
          if (object === undefined) continue;
          const { kind, id } = object;
          const change = changeOf(kind, stateOf(kind, id), how);
          if (change !== null) await say({ ...change, objectId: id });
        }
      },
      /** The rows of the objects, as the log has them. */
      async store() {
        for (const { kind, id } of objects) {
          if (kind === 'alarm') {
            const state = stateOf('alarm', id);
            const stage = state?.response.stage ?? 'open';
            const isJudged = ['dismissed', 'in-progress', 'closed'].includes(stage);
            await ask(
              ownerUrl,
              `update alarm set stage = '${stage}', judged_at = ${isJudged ? 'now()' : 'null'}, closed_at = ${stage === 'closed' ? 'now()' : 'null'},
               deleted_at = ${state === null ? 'now()' : 'null'} where id = '${id}'`,
            );
          }
          if (kind === 'task') {
            const file = stateOf('task', id) as TaskFile;
            await insertTask(
              { ownerUrl, store },
              file,
              file.task.cancelledAt !== null || file.task.members.every(({ state }) => state === 'done'),
            );
          }
          if (kind === 'shift') {
            const { endedAt, nextName, relieved } = stateOf('shift', id) as Shift;
            await ask(
              ownerUrl,
              `insert into shift (id, grid_no, account_id, full_name, began_at, ended_at, next_name, relieved) values ('${id}', '${id.slice(0, 6)}', '${id}', '甲', now(),
               ${endedAt ? 'now()' : 'null'}, ${nextName === null ? 'null' : `'${nextName}'`}, ${relieved})`,
            );
          }
          if (kind === 'burning') {
            const { endsAt, state } = stateOf('burning', id) as Burning;
            await ask(
              ownerUrl,
              `insert into burning (id, applicant, phone, purpose, lng, lat, grid_no, address, starts_at, ends_at, people_count, state, created_by, created_at)
               values ('${id}', '甲', '1', 'farm', 103, 31, '${WENCHUAN}', '镇', '2026-01-01', '${endsAt.toISOString()}', 1, '${state}', '甲', now())`,
            );
          }
          if (kind === 'sos') {
            const { cancelled, closed } = stateOf('sos', id) as Sos;
            await ask(
              ownerUrl,
              `insert into sos (id, user_id, full_name, grid_no, raised_at, received_at, cancelled, closed, revision)
               values ('${id}', '${id}', '甲', '${WENCHUAN}', now(), now(), ${cancelled ? `'{}'` : 'null'}, ${closed ? `'{}'` : 'null'}, 1)`,
            );
          }
        }
      },
    };
  };
});

const LOAD = { openAlarms: 1, firesInProgress: 0 };

interface Step {
  readonly what: 'alarm' | 'task' | 'shift' | 'burning' | 'sos' | 'camera' | 'setting' | 'act';
  readonly which: number;
  readonly how: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('alarm', 'task', 'shift', 'burning', 'sos', 'camera', 'setting' as const) },
    { weight: 3, arbitrary: fc.constant('act' as const) },
  ),
  which: fc.nat(1_000),
  how: fc.nat(1_000),
}) as fc.Arbitrary<Step>;

type Change = Parameters<typeof anEvent>[0];

/** What may happen next to an object as it is; null: nothing. */
function changeOf(kind: ObjectKind, state: unknown, how: number): Change | null {
  if (state === null && kind !== 'setting') return null;
  const one = <T>(...choices: readonly T[]): T => choices[how % choices.length] as T;
  switch (kind) {
    case 'alarm': {
      const { stage } = (state as Alarm).response;
      const talk: AlarmChange[] = [
        { kind: 'alarm.seen', payload: {} },
        { kind: 'alarm.messaged', payload: { content: '请核实', receivers: ['甲'] } },
        { kind: 'alarm.progressed', payload: { taskId: randomUUID(), state: 'arrived', text: null, photos: [], reason: null } },
      ];
      const verdict = one('real' as const, 'false' as const);
      const judgement = { verdict, note: '烟', realFireType: null };
      const more: { readonly [S in typeof stage]: AlarmChange[] } = {
        open: [
          { kind: 'alarm.acknowledged', payload: {} },
          { kind: 'alarm.judged', payload: { judgement } },
          { kind: 'alarm.judged', payload: { judgement } },
          { kind: 'alarm.handled', payload: { note: null, isRenovated: false } },
          { kind: 'alarm.edited', payload: { changes: { comment: { from: null, to: '浓烟' } } } },
        ],
        handled: [{ kind: 'alarm.reopened', payload: {} }],
        dismissed: [{ kind: 'alarm.corrected', payload: { judgement, previous: judgement, reason: '复核' } }],
        'in-progress': [
          { kind: 'alarm.closed', payload: { outcome: 'extinguished', note: null } },
          { kind: 'alarm.pushed', payload: { note: null, fromGridNo: WENCHUAN, toAlarmId: null } },
        ],
        closed: [{ kind: 'alarm.deleted', payload: { reason: '误报' } }],
      };
      return one(...talk, ...more[stage]);
    }
    case 'task': {
      const { task } = state as TaskFile;
      const waiting = task.members.find((member) => member.state !== 'done');
      if (task.cancelledAt !== null || waiting === undefined) return null;
      const done = {
        ...{ id: randomUUID(), taskId: task.id, userId: waiting.userId, fullName: waiting.fullName, at: later(how) },
        ...{ state: 'done' as const, text: null, photos: [], position: null },
      };
      return one<Change>(
        { kind: 'task.advanced', payload: { step: done } },
        { kind: 'task.advanced', payload: { step: { ...done, state: 'arrived' } } },
        { kind: 'task.cancelled', payload: { reason: '下雨' } },
      );
    }
    case 'shift': {
      const { endedAt, nextName, relieved } = state as Shift;
      if (endedAt === null) {
        return one<Change>(
          { kind: 'shift.relieved', payload: { load: LOAD } },
          { kind: 'shift.handed-over', payload: { note: null, load: LOAD } },
        );
      }
      return nextName === null && !relieved ? { kind: 'shift.succeeded', payload: {} } : null;
    }
    case 'burning': {
      const from = (state as Burning).state;
      return from === 'pending'
        ? { kind: 'burning.reviewed', payload: { from, to: one('approved', 'refused', 'withdrawn'), note: null } }
        : null;
    }
    case 'sos': {
      const { taken, cancelled, closed } = state as Sos;
      if (cancelled !== null || closed !== null) return null;
      return taken === null
        ? one<Change>({ kind: 'sos.taken', payload: { accountId: randomUUID() } }, { kind: 'sos.cancelled', payload: { reason: '误触' } })
        : { kind: 'sos.closed', payload: { outcome: 'safe', note: null } };
    }
    case 'camera':
      return one<Change>(
        { kind: 'camera.went-online', payload: {} },
        { kind: 'camera.went-offline', payload: {} },
        { kind: 'camera.saved', payload: { camera: { ...(state as Camera), name: String(how) } } },
        { kind: 'camera.removed', payload: {} },
      );
    default:
      return { kind: 'setting.changed', payload: {} };
  }
}

/** By the domain's table alone. */
function shouldStay(event: LoggedEvent, whole: readonly LoggedEvent[], begin: number, now: Date): boolean {
  const kind = objectKindOf(event.kind);
  const own = whole.filter(({ objectId, kind: other }) => objectId === event.objectId && objectKindOf(other) === kind);
  switch (KEEPING[event.kind]) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'while-open':
      return own.some(({ seq }) => seq >= begin) || (isClosable(kind) && isObjectOpen(kind, fold(own as EventOf<typeof kind>[]), now));
    default:
      return !own.some(({ seq, kind: other }) => seq > event.seq && seq < begin && KEEPING[other] === KEEPING[event.kind]);
  }
}

/** All that the statistics read. */
async function countedOf({ alarmFeed }: Store) {
  const all = { recorded: [] as unknown[], changes: [] as unknown[] };
  for (let seq = 0, more = true; more; ) {
    const slice = await alarmFeed.after(seq);
    all.recorded.push(...slice.recorded);
    all.changes.push(...slice.changes);
    ({ next: seq, more } = slice);
  }
  return all;
}

const aCamera = (name: string, id = 'c-1'): Camera => ({
  ...{ id, deviceId: 'd', channelNum: 1, name, cameraType: null, manufacturer: null, monitoringPointId: null, online: true },
  ...{ towerHeightMetres: 30, northCorrectionDegrees: 0, position: { lng: 103.5, lat: 31.4 }, gridNo: WENCHUAN as GridNo },
});

const aShift = (id: string): Shift => ({
  ...{ id, gridNo: WENCHUAN, accountId: randomUUID(), fullName: '甲', beganAt: AT, endedAt: null, note: null, openAlarms: null },
  ...{ firesInProgress: null, nextName: null, relieved: false },
});

const aBurning = (id: string, isPast: boolean): Burning => ({
  ...{ id, applicant: '村民', phone: '139', purpose: 'farm', position: { lng: 103.5, lat: 31.4 }, address: '威州镇' },
  ...{ startsAt: AT, endsAt: isPast ? later(60) : new Date(Date.now() + 86_400_000), areaHectares: null, peopleCount: 3, measures: null },
  ...{ gridNo: WENCHUAN, state: 'pending', createdBy: '甲', createdAt: AT, reviewedBy: null, reviewedAt: null, reviewNote: null },
});

const aSos = (id: string): Sos => ({
  ...{
    id,
    userId: randomUUID(),
    fullName: '杨护林',
    phone: null,
    gridNo: WENCHUAN,
    place: null,
    address: null,
    raisedAt: AT,
    receivedAt: AT,
  },
  ...{ taken: null, cancelled: null, closed: null, revision: 1 },
});

const insertTask = ({ ownerUrl }: World, { task }: TaskFile, isEnded: boolean) =>
  ask(
    ownerUrl,
    `insert into task (id, content, starts_at, ends_at, priority, type, lng, lat, grid_no, address, operator_id, operator_name, photos, people_count,
     vehicle_count, equipment_count, created_at, ended) values ('${task.id}', '核查', now(), now(), 2, 'satellite', 103, 31, '${WENCHUAN}', '镇',
     '${task.id}', '甲', '{}', 1, 1, 1, now(), ${isEnded})`,
  );
