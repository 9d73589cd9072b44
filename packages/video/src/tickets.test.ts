import { ok, refuse } from '@lookout/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTickets, type TicketStore, type Tickets } from './tickets.ts';

const TTL_MS = 120_000;

/** Stores tickets as the database does. */
function inMemory(): TicketStore {
  type StoredTicket = Parameters<TicketStore['add']>[0][number];
  const all = new Map<string, StoredTicket>();
  const nameOf = (hash: Buffer): string => hash.toString('hex');
  const forget = (isGone: (ticket: StoredTicket) => boolean): void => {
    for (const [name, ticket] of all) if (isGone(ticket)) all.delete(name);
  };
  return {
    async add(tickets) {
      for (const ticket of tickets) all.set(nameOf(ticket.hash), ticket);
    },
    find: async (hash) => all.get(nameOf(hash)) ?? null,
    async renew(hashes, expiresAt) {
      for (const ticket of hashes.flatMap((hash) => all.get(nameOf(hash)) ?? [])) all.set(nameOf(ticket.hash), { ...ticket, expiresAt });
    },
    revoke: async (session) => forget((ticket) => ticket.session === session),
    prune: async (before) => forget(({ expiresAt }) => expiresAt < before),
  };
}

describe('tickets', () => {
  let time: number;
  let tickets: Tickets;
  let stored: TicketStore;
  beforeEach(() => {
    time = 1_000_000;
    stored = inMemory();
    tickets = createTickets({ store: stored, clock: () => new Date(time), ttlMs: TTL_MS });
  });

  it('a ticket opens its channel any number of times until two minutes after the last use', async () => {
    const ticket = await tickets.issue('s1', 'cam/1');
    for (let i = 0; i < 5; i += 1) {
      time += TTL_MS - 1;
      expect(await tickets.check(ticket, 'cam/1')).toEqual(ok({ session: 's1' }));
    }
    time += TTL_MS;
    expect(await tickets.check(ticket, 'cam/1')).toEqual(refuse('expired'));
    time += 3_600_001;
    await tickets.tend();
    expect(await tickets.check(ticket, 'cam/1')).toEqual(refuse('unknown'));
  });

  it('a ticket does not open another channel, and an attempt does not renew it', async () => {
    const ticket = await tickets.issue('s1', 'cam/1');
    time += TTL_MS - 1;
    expect(await tickets.check(ticket, 'cam/2')).toEqual(refuse('other-channel'));
    time += 1;
    expect(await tickets.check(ticket, 'cam/1')).toEqual(refuse('expired'));
  });

  it('a ticket does not expire while it plays, and is valid for two minutes afterwards', async () => {
    const ticket = await tickets.issue('s1', 'cam/1');
    const playing = await tickets.play(ticket, 'cam/1', () => undefined);
    if (!playing.ok) throw new Error(playing.error);
    for (let i = 0; i < 10; i += 1) {
      time += TTL_MS - 1;
      await tickets.tend();
    }
    playing.value.end();
    time += TTL_MS - 1;
    await tickets.tend();
    expect((await tickets.check(ticket, 'cam/1')).ok).toBe(true);
    time += TTL_MS;
    expect(await tickets.check(ticket, 'cam/1')).toEqual(refuse('expired'));
  });

  it('tickets of an ended session open nothing, and its streams are cut once; those of another session continue', async () => {
    const [mine, other] = [await tickets.issue('s1', 'cam/1'), await tickets.issue('s2', 'cam/1')];
    const cuts: string[] = [];
    await tickets.play(mine, 'cam/1', () => cuts.push('mine'));
    await tickets.play(other, 'cam/1', () => cuts.push('other'));
    await tickets.revoke('s1');
    await tickets.revoke('s1');
    expect(cuts).toEqual(['mine']);
    expect(await tickets.check(mine, 'cam/1')).toEqual(refuse('unknown'));
    expect((await tickets.check(other, 'cam/1')).ok).toBe(true);
  });

  it('a ticket is valid at every server that shares its store, and revoked at all of them', async () => {
    const other = createTickets({ store: stored, clock: () => new Date(time), ttlMs: TTL_MS });
    const ticket = await tickets.issue('s1', 'cam/1');
    expect((await other.check(ticket, 'cam/1')).ok).toBe(true);
    await other.revoke('s1');
    expect(await tickets.check(ticket, 'cam/1')).toEqual(refuse('unknown'));
  });

  it('a ticket that was never issued, and a lifetime below two minutes, are refused', async () => {
    expect(await tickets.check('made-up', 'cam/1')).toEqual(refuse('unknown'));
    expect(await tickets.play('made-up', 'cam/1', () => undefined)).toEqual(refuse('unknown'));
    expect(() => createTickets({ store: stored, clock: () => new Date(), ttlMs: 119_999 })).toThrow('120000');
  });
});
