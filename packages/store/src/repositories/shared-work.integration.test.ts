// What servers on one database share: camera heads, motions, stream tickets and job leases. Two stores represent two servers.
import { createHash, randomUUID } from 'node:crypto';
import type { HeadQuestion, HeadState } from '@lookout/features/camera/camera-heads.store.ts';
import { openStore, type Store } from '@lookout/features/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { availableServers, type TestServer } from '../testing/databases.ts';

const UNUSED: HeadState = { lock: null, tour: null, pauseMs: 120_000 };
const wang = { session: 'aa', name: '王' };
const li = { session: 'bb', name: '李' };
const NOW = new Date('2026-11-25T02:00:00.000Z');

/** Two heads are the same when they have an address in common. */
const head = (name: string, ...reaches: string[]): HeadQuestion<string> => ({
  name,
  reaches,
  isSame: (others) => others.some((one) => reaches.includes(one)),
});

describe.each(availableServers())('shared work on $name', ({ start }) => {
  let server: TestServer;
  let a: Store;
  let b: Store;
  beforeAll(async () => {
    server = await start();
    const url = await server.newDatabase('gazetteer');
    const open = () => openStore({ url, clock: () => new Date(), mayWait: () => true });
    [a, b] = [await open(), await open()];
  });
  afterAll(async () => {
    await a?.close();
    await b?.close();
    await server?.stop();
  });

  const change = (store: Store, question: HeadQuestion<string>, to: (state: HeadState) => HeadState) =>
    store.transaction(async (tx) => {
      const { name, state } = await tx.cameraHeads.lockForUpdate(question, UNUSED);
      await tx.cameraHeads.save(name, question.reaches, to(state));
      return name;
    });
  const locked = (by: typeof wang): HeadState => ({ ...UNUSED, lock: { operator: by, since: NOW, lastActAt: NOW, wanted: null } });

  describe('heads', () => {
    it('the complete state of a head written by one server is read by the other', async () => {
      const state: HeadState = {
        lock: { operator: wang, since: NOW, lastActAt: new Date(NOW.getTime() + 1), wanted: { by: li, at: NOW } },
        tour: { cameraId: randomUUID(), stops: [{ preset: 3, seconds: 10 }], next: 7, dueAt: NOW },
        pauseMs: 5_000,
      };
      expect(await a.cameraHeads.state(head('one', 'x'), UNUSED)).toEqual(UNUSED);
      await change(a, head('one', 'x'), () => state);
      expect(await b.cameraHeads.state(head('one', 'x'), UNUSED)).toEqual(state);
      await change(b, head('one', 'x'), () => UNUSED);
      expect(await a.cameraHeads.state(head('one', 'x'), UNUSED)).toEqual(UNUSED);
    });

    it('of many that want a free head at once, at both servers and under different record names, one gets it', async () => {
      const takes = await Promise.all(
        Array.from({ length: 20 }, (_, n) => {
          let got = false;
          return change(n % 2 ? a : b, head(`record-${n % 4}`, 'shared'), (state) => {
            got = state.lock === null;
            return got ? locked({ session: String(n), name: String(n) }) : state;
          }).then(() => got);
        }),
      );
      expect(takes.filter(Boolean)).toHaveLength(1);
    });

    it('the heads that a session has locked or waits for are found', async () => {
      const wanted: HeadState = { ...UNUSED, lock: { operator: li, since: NOW, lastActAt: NOW, wanted: { by: wang, at: NOW } } };
      await change(a, head('held', 'h'), () => locked(wang));
      await change(a, head('wanted', 'w'), () => wanted);
      expect(await b.cameraHeads.isLockedBy('aa')).toBe(true);
      expect((await b.transaction((tx) => tx.cameraHeads.lockOfSession('aa'))).map(({ name }) => name).toSorted()).toEqual([
        'held',
        'wanted',
      ]);
      expect(await b.cameraHeads.isLockedBy('cc')).toBe(false);
    });

    it('a due stop of a tour is given to one server', async () => {
      const due: HeadState = { ...UNUSED, tour: { cameraId: randomUUID(), stops: [{ preset: 1, seconds: 9 }], next: 0, dueAt: NOW } };
      await change(a, head('tour', 't'), () => due);
      expect(await a.cameraHeads.hasDueTours(new Date(NOW.getTime() - 1))).toBe(false);
      expect(await a.cameraHeads.hasDueTours(NOW)).toBe(true);
      const given = await Promise.all(
        [a, b, a, b].map((store) =>
          store.transaction(async (tx) => {
            const heads = await tx.cameraHeads.lockDueTours(NOW, 10);
            for (const { name, state } of heads)
              await tx.cameraHeads.save(name, [], {
                ...state,
                tour: state.tour && { ...state.tour, dueAt: new Date(NOW.getTime() + 9_000) },
              });
            return heads.length;
          }),
        ),
      );
      expect(given.reduce((sum, count) => sum + count)).toBe(1);
    });
  });

  describe('motions', () => {
    const motion = () => ({ cameraId: randomUUID(), motion: 'left', session: 'aa' });
    /** A negative limit, so that a test need not wait for silence. */
    const AT_ONCE = -1_000;
    const mine = async (store: Store, cameraId: string, silentMs: number) =>
      (await store.cameraMotions.takeSilent(silentMs)).silent.filter((one) => one.cameraId === cameraId);

    it('is kept alive by heartbeats of its session at any server, and is not silent meanwhile', async () => {
      const one = motion();
      await a.cameraMotions.hold(one);
      expect(await b.cameraMotions.keep(one)).toBe(true);
      expect(await b.cameraMotions.keep({ ...one, session: 'bb' })).toBe(false);
      expect(await mine(b, one.cameraId, 60_000)).toEqual([]);
      expect((await b.cameraMotions.takeSilent(60_000)).isAnyActive).toBe(true);
      await b.cameraMotions.letGo(one.cameraId, one.motion);
      expect(await a.cameraMotions.keep(one)).toBe(false);
      expect((await b.cameraMotions.takeSilent(60_000)).isAnyActive).toBe(false);
    });

    it('a silent motion is given to one server, given again if that server did not stop it, and not given after it was stopped', async () => {
      const one = motion();
      await a.cameraMotions.hold(one);
      const given = (await Promise.all([mine(a, one.cameraId, AT_ONCE), mine(b, one.cameraId, 60_000)])).flat();
      expect(given).toEqual([{ ...one, stops: 1 }]);
      // The heartbeat reports to the operator that the motion was stopped; a new motion may then be started.
      expect(await b.cameraMotions.keep(one)).toBe(false);
      expect(await mine(b, one.cameraId, 60_000)).toEqual([]);
      const [again] = await mine(b, one.cameraId, AT_ONCE);
      expect(again?.stops).toBe(2);
      if (again) await b.cameraMotions.stopped(again);
      expect(await mine(a, one.cameraId, AT_ONCE)).toEqual([]);
    });

    it('becomes silent at once when its session ends or its server shuts down; started again, it is not stopped for the earlier motion', async () => {
      const [one, other] = [motion(), motion()];
      await a.cameraMotions.hold(one);
      await a.cameraMotions.hold(other);
      await b.cameraMotions.loseSession('aa');
      expect((await a.cameraMotions.takeSilent(60_000)).silent.map(({ cameraId }) => cameraId).toSorted()).toEqual(
        [one.cameraId, other.cameraId].toSorted(),
      );
      await a.cameraMotions.hold(one);
      await a.cameraMotions.stopped({ ...one, stops: 1 });
      expect(await b.cameraMotions.keep(one)).toBe(true);
      await a.cameraMotions.lose([one]);
      expect((await mine(b, one.cameraId, 60_000)).length).toBe(1);
    });
  });

  it('tickets issued by one server are valid at the other, and are renewed, revoked with their session, and pruned there', async () => {
    const hashes = [1, 2].map((n) => createHash('sha256').update(String(n)).digest());
    const ticketsOf = hashes.map((hash, n) => ({ hash, session: `t${n}`, channel: 'c/main', expiresAt: NOW }));
    await a.streamTickets.add(ticketsOf);
    const [first, second] = hashes as [Buffer, Buffer];
    expect(await b.streamTickets.find(first)).toEqual(ticketsOf[0]);
    const later = new Date(NOW.getTime() + 1_000);
    await b.streamTickets.renew(hashes, later);
    expect((await a.streamTickets.find(second))?.expiresAt).toEqual(later);
    await b.streamTickets.revoke('t0');
    expect(await a.streamTickets.find(first)).toBeNull();
    await a.streamTickets.prune(later);
    expect(await b.streamTickets.find(second)).not.toBeNull();
    await a.streamTickets.prune(new Date(later.getTime() + 1));
    expect(await b.streamTickets.find(second)).toBeNull();
  });

  it('a lease belongs to one server until it is released or not renewed in time; every server sees when the work was last done', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const takes = await Promise.all([a.jobLeases.take('firms', one, 60_000), b.jobLeases.take('firms', other, 60_000)]);
    expect(takes.map(({ isOurs }) => isOurs).toSorted()).toEqual([false, true]);
    const [holder, waiting] = takes[0]?.isOurs ? [one, other] : [other, one];
    const isTakenBy = async (who: string, forMs = 60_000) => (await a.jobLeases.take('firms', who, forMs)).isOurs;
    await b.jobLeases.done('firms', waiting, new Date(0));
    await b.jobLeases.done('firms', holder, NOW);
    expect(await a.jobLeases.take('firms', waiting, 60_000)).toEqual({ isOurs: false, doneAt: NOW });
    await a.jobLeases.release(['firms'], waiting);
    expect([await isTakenBy(waiting), await isTakenBy(holder, -1)]).toEqual([false, true]);
    await b.jobLeases.renew(['firms', 'other'], holder, 60_000);
    expect(await isTakenBy(waiting)).toBe(false);
    await b.jobLeases.release(['firms'], holder);
    expect([await isTakenBy(waiting), await isTakenBy(holder)]).toEqual([true, false]);
    // A lease that is not renewed in time.
    await b.jobLeases.renew(['firms'], waiting, -1);
    expect(await isTakenBy(holder)).toBe(true);
  });
});
