import { ok, refuse } from '@lookout/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTickets, type Tickets } from './tickets.ts';

const TTL_MS = 120_000;

describe('tickets', () => {
  let time: number;
  let tickets: Tickets;
  beforeEach(() => {
    time = 1_000_000;
    tickets = createTickets({ clock: () => new Date(time), ttlMs: TTL_MS });
  });

  it('a ticket opens its channel as often as one likes until two minutes after the last use', () => {
    const ticket = tickets.issue('s1', 'cam/1');
    for (let i = 0; i < 5; i += 1) {
      time += TTL_MS - 1;
      expect(tickets.check(ticket, 'cam/1')).toEqual(ok({ session: 's1' }));
    }
    time += TTL_MS;
    expect(tickets.check(ticket, 'cam/1')).toEqual(refuse('expired'));
    expect(tickets.check(ticket, 'cam/1')).toEqual(refuse('unknown'));
  });

  it('it opens no other channel, and asking for one does not renew it', () => {
    const ticket = tickets.issue('s1', 'cam/1');
    time += TTL_MS - 1;
    expect(tickets.check(ticket, 'cam/2')).toEqual(refuse('other-channel'));
    time += 1;
    expect(tickets.check(ticket, 'cam/1')).toEqual(refuse('expired'));
  });

  it('while it plays it does not expire, and has its two minutes again afterwards', () => {
    const ticket = tickets.issue('s1', 'cam/1');
    const playing = tickets.play(ticket, 'cam/1', () => undefined);
    if (!playing.ok) throw new Error(playing.error);
    time += 10 * TTL_MS;
    tickets.issue('s2', 'cam/1'); // sweeps
    expect(tickets.check(ticket, 'cam/1').ok).toBe(true);
    time += 10 * TTL_MS;
    playing.value.end();
    time += TTL_MS - 1;
    expect(tickets.check(ticket, 'cam/1').ok).toBe(true);
  });

  it('a dead session’s tickets open nothing, and what plays by them is cut once; another session’s goes on', () => {
    const [mine, other] = [tickets.issue('s1', 'cam/1'), tickets.issue('s2', 'cam/1')];
    const cuts: string[] = [];
    tickets.play(mine, 'cam/1', () => cuts.push('mine'));
    tickets.play(other, 'cam/1', () => cuts.push('other'));
    tickets.revoke('s1');
    tickets.revoke('s1');
    expect(cuts).toEqual(['mine']);
    expect(tickets.check(mine, 'cam/1')).toEqual(refuse('unknown'));
    expect(tickets.check(other, 'cam/1').ok).toBe(true);
  });

  it('what nobody issued, and a time below two minutes, are refused', () => {
    expect(tickets.check('made-up', 'cam/1')).toEqual(refuse('unknown'));
    expect(tickets.play('made-up', 'cam/1', () => undefined)).toEqual(refuse('unknown'));
    expect(() => createTickets({ clock: () => new Date(), ttlMs: 119_999 })).toThrow('120000');
  });
});
