import { randomUUID } from 'node:crypto';
import {
  type Actor,
  DECIDING_EVENTS,
  type EventOf,
  type GridNo,
  type LoggedEvent,
  NATION,
  type ObjectKind,
  objectKindOf,
} from '@lookout/domain';
import { fold, isClosable, isObjectOpen, KEEPING } from '@lookout/features/events.ts';
import type { KnownHeat } from '@lookout/features/known-heat/known-heat.ts';
import { openStore, type Store } from '@lookout/features/store.ts';
import { beijingDay } from '@lookout/features/task/patrol.ts';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LeavingPart, letPartLeave } from './departure.ts';
import { openDump, restoreDump } from './dump.ts';
import { examineDatabase } from './examine.ts';
import { serverRoleUrl } from './server-role.ts';
import { anAuditEntry, anEvent, anObservation, anOfficer, aTaskFile, ORIGIN } from './testing/builders.ts';
import { ask, availableServers, type TestServer } from './testing/databases.ts';
import { append, depart, endMonth, newWorld, noFile, THREE, type World } from './testing/parted-logs.ts';
import { aCamera, insertTask, livesIn, step } from './testing/random-log.ts';

describe.each(availableServers())('archiving a month on $name', ({ start }) => {
  let server: TestServer;
  const open: Store[] = [];
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await Promise.all(open.map((store) => store.close()));
    await server?.stop();
  });

  const openWorld = async (keepMonths?: Parameters<typeof newWorld>[1]): Promise<World> => {
    const world = await newWorld(server, keepMonths);
    open.push(world.store);
    return world;
  };

  it('does not change the state folded from the log, whatever its history', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 40, maxLength: 120 }),
        fc.array(step, { minLength: 10, maxLength: 60 }),
        async (before, after) => {
          const world = await openWorld();
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
          const remaining = whole.filter(({ seq }) => seq >= begin);
          const seen = async () => ({
            states: await store.events.statesAfter(remaining),
            since: await store.events.since(NATION, begin - 1, 10_000),
            counted: await countedOf(store),
            objects: await Promise.all(
              [...new Set(remaining.map(({ kind, objectId }) => `${objectKindOf(kind)} ${objectId}`))]
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
          // Every row of the month is in the archive, and only rows that may be removed were removed.
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
      { numRuns: 2 },
    );
  }, 120_000);

  it('rows that stayed because their object was open are archived with the next month once it is over', async () => {
    const world = await openWorld();
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

    // What the examination shows an administrator: the logs that are overdue, from the second of the month on, and the archives written.
    const examined = async () => (await examineDatabase(store.url, { settings: [], userNames: [] })).content;
    const isFirstOfMonth = beijingDay(new Date()).endsWith('-01');
    expect(await examined()).toMatchObject({ archives: [], lateLogs: isFirstOfMonth ? [] : ['event'] });
    expect((await depart(world, 'event')).lines).toHaveLength(3);
    expect(await kinds()).toEqual(['task.dispatched', 'camera.saved', 'task.advanced', 'camera.saved']);
    await ask(world.ownerUrl, 'update task set ended = true');
    // None of the rows that stayed before is written to an archive a second time.
    expect((await depart(world, 'event')).lines).toHaveLength(1);
    expect(await kinds()).toEqual(['camera.saved', 'camera.saved']);
    expect((await depart(world, 'event')).part).toBeNull();
    expect(await examined()).toMatchObject({ archives: [noFile.file, noFile.file], lateLogs: [] });
    expect(
      (await ask(world.ownerUrl, `select part, first::int from log_part where log = 'event' order by part`)).map((row) => row.part),
    ).toEqual([1, 3]);
    // The log continues: the next month begins and ends.
    await endMonth(world);
    await append(store, saved('四'));
    expect((await depart(world, 'event')).lines).toHaveLength(1);
    expect(await kinds()).toEqual(['camera.saved', 'camera.saved']);
  });

  it('retains which officer decided about a known heat, even if a program has observed it since', async () => {
    const world = await openWorld();
    const about = (kind: 'known-heat.saved' | 'known-heat.observed', actor: Actor) => {
      const payload = { knownHeat: { id: 'k-1', name: '砖厂' } as KnownHeat, around: null };
      return anEvent({ objectId: 'k-1', kind, payload, actor });
    };
    const prefecture = anOfficer({ gridNo: '513200' as GridNo, fullName: '阿坝州值班员' });
    await append(world.store, about('known-heat.saved', prefecture), about('known-heat.observed', { kind: 'system', name: 'heat' }));
    await endMonth(world);
    expect((await depart(world, 'event')).part).not.toBeNull();
    expect(await world.store.events.decidedBy('k-1', DECIDING_EVENTS['known-heat'])).toEqual({ gridNo: '513200', by: '阿坝州值班员' });
  });

  it('removes all rows of the audit; the chain continues from its last hash, and a row removed from either side is detected', async () => {
    const world = await openWorld();
    const { store, ownerUrl } = world;
    await store.audit.append(Array.from({ length: 5 }, () => anAuditEntry()));
    await endMonth(world);
    await store.audit.append([anAuditEntry()]);
    const fifth = (await store.audit.hashesAt([5])).get(5);
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
    // The receipt is an entry of the audit itself.
    const { list } = await store.audit.page(NATION, { act: 'log-leaves' }, { offset: 0, limit: 9 });
    expect(list).toMatchObject([
      { id: 7, targetId: noFile.file, detail: { log: 'audit', first: 1, last: 5, count: 5, sha256: noFile.sha256 } },
    ]);
    // A row that stayed is deleted, with the triggers off.
    await ask(ownerUrl, 'alter table audit disable trigger all; delete from audit where id = 6');
    expect(await store.audit.verifyChain()).toBe(7);
  });

  it('happens only when the database owner has set it, and not before its time', async () => {
    const world = await openWorld({ event: null, audit: null });
    await append(world.store, anEvent({ kind: 'setting.changed', payload: {} }));
    await endMonth(world, 50);
    expect(await world.store.logParts.keepMonths()).toEqual({ event: null, audit: null });
    expect((await depart(world, 'event')).part).toBeNull();
    // This is what a restart with the setting does; the months are whole months in Beijing time.
    const again = await openStore({ ...{ url: world.store.url, ownerUrl: world.ownerUrl, clock: () => new Date() }, keepMonths: THREE });
    open.push(again);
    expect(await again.logParts.keepMonths()).toEqual(THREE);
    const begin = `(date_trunc('month', now() at time zone 'Asia/Shanghai') - interval '3 months') at time zone 'Asia/Shanghai'`;
    await ask(world.ownerUrl, `update log_part set began_at = ${begin} + interval '1 second' where part > 1`);
    expect((await depart(world, 'event')).part).toBeNull();
    await ask(world.ownerUrl, `update log_part set began_at = ${begin} where part > 1`);
    expect((await depart(world, 'event')).part).not.toBeNull();
    // Without a setting from the owner the stored one is unchanged.
    open.push(await openStore({ url: world.store.url, ownerUrl: world.ownerUrl, clock: () => new Date() }));
    expect(await again.logParts.keepMonths()).toEqual(THREE);
  });

  it.each([
    ['event', 2],
    ['audit', 11],
  ])('even the owner cannot retain fewer months of %s than the minimum (%i)', async (log, months) => {
    await expect(openWorld({ ...THREE, [log]: months })).rejects.toMatchObject({ code: '23514' });
  });

  it('if the process is killed after the archive was written, nothing has been removed; the next attempt does all of it', async () => {
    const world = await openWorld();
    await append(world.store, anEvent({ kind: 'setting.changed', payload: {} }), anEvent({ kind: 'setting.changed', payload: {} }));
    await endMonth(world);
    const killed = letPartLeave(world.store.url, 'event', async (_part, lines) => {
      for await (const _line of lines);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await ask(world.ownerUrl, 'select count(*)::int as count from event')).toEqual([{ count: 2 }]);
    // Interrupted inside the database's own work: its connection is ended while it waits for a reader.
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

  it('several servers at once archive a month only once, and no writer loses a row', async () => {
    const world = await openWorld();
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

  it('a restored backup has the rows that stayed, the receipts and the chain', async () => {
    const world = await openWorld();
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
});

/** Decides by the domain's `KEEPING` table alone. */
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

/** All rows that the statistics read. */
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
