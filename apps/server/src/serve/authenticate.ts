// From a request to its caller: Bearer token, token in the query where the row allows it, feed key where the row names it.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Permission } from '@lookout/contract';
import type { Tickets } from '@lookout/video';
import type { FastifyRequest } from 'fastify';
import { refused } from '../acting/refusal.ts';
import type { Caller } from './context.ts';
import type { SessionCache } from './session-cache.ts';

interface Gate {
  readonly permission: Permission;
  readonly tokenInQuery?: true;
  /** Names the channel (`<camera>/<channel>`) or recording that a ticket must be for. */
  ticketFor?(params: Readonly<Record<string, string>>): string;
}

export interface Authenticator {
  /** @param bodyToken read from the body, for the one call whose specification has `token` there */
  identify(gate: Gate, request: FastifyRequest, bodyToken?: () => Promise<unknown>): Promise<Caller>;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time; the digests make lengths equal. */
const isSameSecret = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));

export function createAuthenticator(sessions: SessionCache, feedKey: string, tickets: Pick<Tickets, 'check'>): Authenticator {
  /** A ticket opens what it was issued for, with the rights and the grid that its session has now. */
  const callerOfTicket = async (gate: Gate, request: FastifyRequest): Promise<Caller | null> => {
    const ticket = textOf(queryOf(request).ticket);
    if (gate.ticketFor === undefined || ticket === null) return null;
    const checked = tickets.check(ticket, gate.ticketFor(request.params as Record<string, string>));
    if (!checked.ok) throw refused(`ticket-${checked.error}`);
    return (await sessions.callerOfHash(Buffer.from(checked.value.session, 'hex'))) ?? { kind: 'nobody' };
  };

  return {
    async identify(gate, request, bodyToken) {
      const { permission, tokenInQuery } = gate;
      if (permission === 'public') return { kind: 'nobody' };
      if (typeof permission === 'object' && 'feedOr' in permission) {
        const key = request.headers['x-feed-key'];
        if (typeof key === 'string' && isSameSecret(key, feedKey)) return { kind: 'feed' };
        if (key !== undefined && request.headers.authorization === undefined) throw refused('wrong-feed-key');
      }
      const holder = await callerOfTicket(gate, request);
      if (holder !== null) return holder;
      const token = bearerOf(request) ?? (tokenInQuery ? (textOf(queryOf(request).token) ?? textOf(await bodyToken?.())) : null);
      if (token === null) return { kind: 'nobody' };
      return (await sessions.callerOf(token)) ?? { kind: 'nobody' };
    },
  };
}

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
