// Identifies the caller of a request: by Bearer token, by a token in the query where the row allows it, by ticket, or by feed key where the
// row accepts it.

import type { IncomingMessage } from 'node:http';
import type { Permission } from '@lookout/contract';
import type { LiveSession } from '@lookout/features/auth/sessions.store.ts';
import { topicWithin } from '@lookout/features/auth/sign-on.ts';
import type { Store } from '@lookout/features/store.ts';
import type { AuditEntry } from '@lookout/store';
import type { Tickets } from '@lookout/video';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { FeedKeys } from '../access/feed-keys.ts';
import { isPageHandle, tokenBehind } from '../access/page-session.ts';
import { createAuditDraft } from '../acting/act.ts';
import { createBatches } from '../acting/batches.ts';
import { refused } from '../acting/refusal.ts';
import { isExtendedByActs, mustChangePassword, needsSecondFactor, type PasswordBounds } from '../settings/security-policy.ts';
import { type AccountCaller, type Caller, FEED_NAME } from './context.ts';
import type { EmbedCallers } from './embed-callers.ts';
import { hashToken, KEEP_MS } from './token-hash.ts';

/** The audit's name for a push with a wrong key. */
const FEED_KEY_ACT = 'feed-key';

interface Gate {
  readonly permission: Permission;
  readonly tokenInQuery?: true;
  /** The channel (`<camera>/<channel>`) or recording that a ticket must be issued for. */
  ticketFor?(params: Readonly<Record<string, string>>): string;
}

export interface Authenticator {
  /** @param bodyToken reads the token from the body, for the one call whose specification has `token` there */
  identify(gate: Gate, request: FastifyRequest, bodyToken?: () => Promise<unknown>): Promise<Caller>;
}

interface Callers {
  readonly sessions: SessionCache;
  readonly embeds: Pick<EmbedCallers, 'callerOf'>;
  readonly feedKeys: FeedKeys;
  readonly audit: (entries: readonly AuditEntry[]) => Promise<void>;
  /** Whether a request comes from one of this system's own pages, or from no page (access/origins.ts). */
  readonly isOwnPage: (request: IncomingMessage) => boolean;
  readonly basePath: string;
  /** Records that a session was used by its user. */
  readonly acted: (caller: AccountCaller) => void;
  /**
   * Whether a session's token may be part of an address, where rows accept it (specification §7). Proxy logs and browser histories retain
   * addresses.
   */
  readonly tokensInAddresses: boolean;
}

export function createAuthenticator(
  { sessions, embeds, feedKeys, audit, isOwnPage, basePath, acted, tokensInAddresses }: Callers,
  tickets: Pick<Tickets, 'check'>,
): Authenticator {
  /** A ticket grants access to what it was issued for, with the current rights and grid of its session. */
  const callerOfTicket = async (gate: Gate, request: FastifyRequest): Promise<Caller | null> => {
    const ticket = textOf(queryOf(request).ticket);
    if (gate.ticketFor === undefined || ticket === null) return null;
    const checked = await tickets.check(ticket, gate.ticketFor(request.params as Record<string, string>));
    if (!checked.ok) throw refused(`ticket-${checked.error}`);
    return (await sessions.callerOfHash(Buffer.from(checked.value.session, 'hex'))) ?? { kind: 'nobody' };
  };

  /** A browser sends the cookie by itself, so only one of this system's own pages may cause it to. */
  const callerOfPage = async (handle: string, request: FastifyRequest): Promise<Caller> => {
    const site = request.headers['sec-fetch-site'];
    if (!isOwnPage(request.raw) || (site !== undefined && site !== 'same-origin')) throw refused('cross-site');
    const token = tokenBehind(handle, request.headers, basePath);
    return (token === null ? null : await sessions.callerOf(token)) ?? { kind: 'nobody' };
  };

  const inAddress = (request: FastifyRequest) => (tokensInAddresses ? textOf(queryOf(request).token) : null);

  const checkFeedKey = (key: string, address: string) =>
    feedKeys.check(key, address, async (failures) => {
      const draft = createAuditDraft(FEED_KEY_ACT, () => ({ accountId: null, userName: FEED_NAME, gridNo: null }), address);
      draft.note.detail({ addressFailures: failures });
      const entry = draft.entry('refused:401');
      if (entry !== null) await audit([entry]);
    });

  /** A program's call counts as an act of its user. For a page this is unknown, so it reports acts with the call `acted`. */
  const counted = (caller: AccountCaller | null, request: FastifyRequest): AccountCaller | null => {
    if (caller !== null && !isFromPage(request)) acted(caller);
    return caller;
  };

  return {
    async identify(gate, request, bodyToken) {
      const { permission, tokenInQuery } = gate;
      if (permission === 'public') return { kind: 'nobody' };
      if (typeof permission === 'object' && 'feedOr' in permission) {
        const key = request.headers['x-feed-key'];
        const answer = typeof key === 'string' && key !== '' ? await checkFeedKey(key, request.clientAddress) : null;
        if (answer === 'right') return { kind: 'feed' };
        // A wrong feed key is ignored if the request also carries a session.
        if (key !== undefined && request.headers.authorization === undefined)
          throw refused(answer === 'locked' ? 'address-locked' : 'wrong-feed-key');
      }
      const holder = await callerOfTicket(gate, request);
      if (holder !== null) return holder;
      const token = bearerOf(request) ?? (tokenInQuery ? (inAddress(request) ?? textOf(await bodyToken?.())) : null);
      if (token === null) return { kind: 'nobody' };
      if (isPageHandle(token)) return callerOfPage(token, request);
      return counted(await sessions.callerOf(token), request) ?? (await embeds.callerOf(token)) ?? { kind: 'nobody' };
    },
  };
}

/** Browsers name the calling page in one of these headers, which no script can set. Programs do not send them. */
export const isFromPage = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-site'] === 'same-origin' || headers.origin !== undefined;

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

// The session cache. Every call and every live connection looks a token up. Results are cached so briefly that an expired token, a lost
// right or a disabled account takes effect everywhere within a second, also when another server changed it.

const MOST_CACHED = 20_000;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface SessionCache {
  /** @throws StoreUnavailable when the database cannot be queried */
  callerOf(token: string): Promise<AccountCaller | null>;
  /** The same lookup by the token's hash, for tickets. @throws StoreUnavailable when the database cannot be queried */
  callerOfHash(tokenHash: Buffer): Promise<AccountCaller | null>;
  /** Clears the cache after sessions or rights changed on this server. */
  forget(): void;
}

interface SessionCacheDeps {
  readonly now: () => number;
  /** Under SECURITY_POLICY=strict administrators must have a second factor. */
  readonly bounds: PasswordBounds;
  /** Called for every session that is valid when it is looked up, except sessions that only their users' own acts keep alive. */
  readonly used: (tokenHash: Buffer) => void;
}

export function createSessionCache(store: Pick<Store, 'sessions'>, { now, bounds, used }: SessionCacheDeps): SessionCache {
  const find = createBatches<Buffer, LiveSession | null>(async (tokenHashes) => {
    const found = await store.sessions.findMany(tokenHashes);
    return (tokenHash) => found.get(tokenHash.toString('hex')) ?? null;
  });
  const cache = new LRUCache<string, { readonly at: number; readonly answer: Promise<AccountCaller | null> }>({ max: MOST_CACHED });

  const callerOfHash = async (tokenHash: Buffer): Promise<AccountCaller | null> => {
    const key = tokenHash.toString('base64');
    const known = cache.get(key);
    if (known && now() - known.at < KEEP_MS) return known.answer;
    const answer = find(tokenHash).then((found) => {
      const caller = found && callerFrom(found, bounds);
      if (caller !== null && !isExtendedByActs(bounds, caller.rights)) used(tokenHash);
      return caller;
    });
    const entry = { at: now(), answer };
    cache.set(key, entry);
    try {
      return await answer;
    } catch (error) {
      if (cache.get(key) === entry) cache.delete(key);
      throw error;
    }
  };

  return {
    callerOf: async (token) => (TOKEN.test(token) ? callerOfHash(hashToken(token)) : null),
    callerOfHash,
    forget: () => cache.clear(),
  };
}

function callerFrom({ session, account, hasSecondFactor }: LiveSession, bounds: PasswordBounds): AccountCaller {
  return {
    kind: 'account',
    accountId: account.id,
    userName: account.userName,
    fullName: account.fullName,
    gridNo: session.gridNo,
    groupId: account.groupId,
    post: session.post,
    topic: topicWithin(session.gridNo, account.topic),
    rights: new Set(account.rights),
    tokenHash: session.tokenHash,
    verifiedAt: session.verifiedAt,
    signedOnOutsideAt: session.way === 'password' ? null : session.createdAt,
    // A user who signs on at an external provider has his second factor there (decision 0046).
    mustSetUpSecondFactor:
      bounds.securityPolicy === 'strict' && !hasSecondFactor && session.way === 'password' && needsSecondFactor(account),
    mustChangePassword: session.way === 'password' && mustChangePassword(account, bounds),
  };
}
