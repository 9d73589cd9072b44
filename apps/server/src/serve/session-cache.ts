// Who stands behind a token. Asked on every call and by the broker, so answers are kept for a moment: short enough that a dead token,
// a lost right or a disabled account is known everywhere within a second, also when another server did it.
import { createHash } from 'node:crypto';
import { parseGridNo } from '@lookout/domain';
import type { LiveSession, Store } from '@lookout/store';
import { LRUCache } from 'lru-cache';
import type { AccountCaller } from './context.ts';

/** Half of the promised second; the other half is for the question itself. */
const KEEP_MS = 400;
const MOST_KEPT = 20_000;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Only this hash of a token is stored or kept. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface SessionCache {
  /** @throws StoreUnavailable when the database cannot be asked */
  callerOf(token: string): Promise<AccountCaller | null>;
  /** Of a session known by its hash: behind a ticket. @throws StoreUnavailable when the database cannot be asked */
  callerOfHash(tokenHash: Buffer): Promise<AccountCaller | null>;
  /** To be called after sessions or rights of accounts changed here: the next call asks the database. */
  forget(): void;
}

export function createSessionCache(store: Pick<Store, 'sessions'>, now: () => number): SessionCache {
  const kept = new LRUCache<string, { readonly at: number; readonly answer: Promise<AccountCaller | null> }>({ max: MOST_KEPT });

  const callerOfHash = async (tokenHash: Buffer): Promise<AccountCaller | null> => {
    const key = tokenHash.toString('base64');
    const known = kept.get(key);
    if (known && now() - known.at < KEEP_MS) return known.answer;
    const answer = store.sessions.find(tokenHash).then((found) => found && callerFrom(found));
    const entry = { at: now(), answer };
    kept.set(key, entry);
    try {
      return await answer;
    } catch (error) {
      if (kept.get(key) === entry) kept.delete(key);
      throw error;
    }
  };

  return {
    callerOf: async (token) => (TOKEN.test(token) ? callerOfHash(hashToken(token)) : null),
    callerOfHash,
    forget: () => kept.clear(),
  };
}

function callerFrom({ session, account }: LiveSession): AccountCaller {
  return {
    kind: 'account',
    accountId: account.id,
    userName: account.userName,
    fullName: account.fullName,
    gridNo: session.gridNo,
    groupId: account.groupId,
    post: session.post,
    topic: parseGridNo(account.topic) ?? session.gridNo,
    rights: new Set(account.rights),
    tokenHash: session.tokenHash,
  };
}
