// Begins a session. Device binding, locks, token and audit row are the same for every way of signing on.
import { randomBytes } from 'node:crypto';
import { SYSTEM_NAME } from '@lookout/contract';
import { handleOf } from '@lookout/server/access/page-session.ts';
import { refused } from '@lookout/server/acting/refusal.ts';
import { type Context, officerAt } from '@lookout/server/serve/context.ts';
import { hashToken } from '@lookout/server/serve/token-hash.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import { eventBy } from '@lookout/server/services/journal.ts';
import { givenPasswordEndsAt, STRICT_SESSION_HOURS, sessionsMost, strictBounds } from '@lookout/server/settings/security-policy.ts';
import type { Account } from '../../admin/admin.ts';
import type { Repositories } from '../../store.ts';
import type { Identity } from '../identities.store.ts';
import type { SignOnWay } from '../sign-on.ts';

const DEFAULT_SESSION_HOURS = 12;
const TOKEN_BYTES = 32;

/** A user as identified by an external system. */
export interface OutsideUser {
  readonly userName: string;
  readonly identity: Identity;
}

interface FromOutside {
  readonly way: SignOnWay;
  readonly identity: Identity;
  /** The provider's own session id; default: the provider names none. */
  readonly providerSession?: string | null;
  /** Additional writes in the same transaction. If it refuses, nothing is written. */
  readonly within?: (tx: Repositories) => Promise<void>;
}

/**
 * @param outside null: the user logged in with a password
 * @returns the reply of a login (docs/interface.md "Login")
 * @throws Refusal `other-device`, `given-password-ended`, `outside-identity-other`
 */
export async function beginSession(deps: Deps, context: Context, account: Account, outside: FromOutside | null) {
  const { store, journal } = deps;
  const { id: accountId, userName, fullName, gridNo, groupId } = account;
  context.audit.actor({ accountId, userName, gridNo });
  context.audit.target('account', accountId, gridNo);
  if (account.deviceId !== null && account.deviceId !== context.headers.deviceId) throw refused('other-device');
  const passwordEndsAt = outside === null ? givenPasswordEndsAt(account, deps.config) : null;
  if (passwordEndsAt !== null && passwordEndsAt <= context.now) throw refused('given-password-ended');

  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const tokenHash = hashToken(token);
  const [hours, group] = await Promise.all([sessionHours(deps), store.groups.find(groupId)]);
  const lifeSeconds = hours * 3600;
  const { address, now, requestId } = context;
  const { userAgent } = context.headers;
  const actor = officerAt({ accountId, userName, fullName, gridNo, post: group?.name ?? null }, address, userAgent);
  const most = account.demo ? null : sessionsMost(deps.config);
  const { messages, ended } = await store.transaction(async (tx) => {
    await outside?.within?.(tx);
    if (outside !== null && !(await tx.identities.bind(accountId, outside.identity, isStrict(deps))))
      throw refused('outside-identity-other', { userName });
    await tx.loginFailures.clear(userName, address);
    const expiresAt = new Date(now.getTime() + lifeSeconds * 1000);
    const way = outside?.way ?? 'password';
    const idleSeconds = isStrict(deps) ? strictBounds(deps.config).idleSeconds : null;
    const providerSession = outside?.providerSession ?? null;
    await tx.sessions.create({ tokenHash, accountId, gridNo, expiresAt, address, userAgent, way, idleSeconds, providerSession });
    const ended = most === null ? 0 : await tx.sessions.endOldestOf(accountId, most);
    if (ended > 0) context.audit.detail({ endedSessions: ended });
    if (outside === null) {
      await tx.audit.append([context.audit.take()]);
      return { messages: [], ended };
    }
    const change = { kind: 'account.signed-on', payload: { way: outside.way } } as const;
    const messages = await journal.record(tx, context, [
      { event: eventBy({ actor, requestId }, now, change, { objectId: accountId, gridNo }), after: null },
    ]);
    return { messages, ended };
  });
  journal.publish(messages);
  if (ended > 0) deps.sessionsChanged();
  const given = handedOver(deps, context, token, lifeSeconds);
  return {
    access_token: given,
    token_type: 'Bearer' as const,
    expires_in: lifeSeconds,
    gridNo,
    accid: accountId,
    // The credential of the live connection is the session's token (docs/interface.md "Live").
    imToken: given,
    groupId,
    systemName: SYSTEM_NAME,
    fullName,
  };
}

/**
 * Begins a session for a user identified by an external system. The lock after five failed passwords for this account and address applies
 * here too.
 * @throws Refusal when the account does not exist, is bound to another identity, disabled, locked or bound to another device
 */
export async function beginOutsideSession(
  deps: Deps,
  context: Context,
  { userName, identity }: OutsideUser,
  outside: Omit<FromOutside, 'identity'>,
) {
  context.audit.target('account', userName, null);
  const account = await accountOfOutside(deps, context, { userName, identity });
  return beginSession(deps, context, account, { ...outside, identity });
}

/**
 * The account of an external user: the account bound to the identity, even if the external user name has changed. If none is bound, the
 * account with the same user name, which the first sign-on binds.
 * @throws Refusal when the account does not exist, is bound to another identity, disabled or locked
 */
export async function accountOfOutside(deps: Deps, { address }: Context, { userName, identity }: OutsideUser): Promise<Account> {
  const { accounts, loginFailures, identities } = deps.store;
  if (await loginFailures.lockedUntil(userName, address)) throw refused('account-locked');
  const boundTo = await identities.accountOf(identity);
  const account = boundTo === null ? await accounts.findByUserName(userName) : await accounts.findOwn(boundTo);
  if (account === null) throw refused('outside-account-unknown', { userName });
  if (!account.enabled) throw refused('outside-account-disabled', { userName: account.userName });
  if (boundTo !== null) return account;
  // The external system may reassign a user name, and two systems may each claim it. The bound identity decides (OpenID Connect Core 1.0,
  // 5.7).
  const others = await identities.of(account.id);
  if (others.some(({ issuer }) => issuer === identity.issuer || isStrict(deps)))
    throw refused('outside-identity-other', { userName: account.userName });
  return account;
}

const isStrict = ({ config }: Deps): boolean => config.securityPolicy === 'strict';

/**
 * The credential returned to the caller. Under the strict policy a page receives the handle, and its browser receives the token in a
 * cookie.
 */
function handedOver(deps: Deps, { cookies }: Context, token: string, seconds: number): string {
  if (!isStrict(deps) || cookies.session === null) return token;
  cookies.session.keep(token, seconds);
  return handleOf(token);
}

/** The setting `session-hours`; the default is 12. The strict policy limits it to 12. */
async function sessionHours(deps: Deps): Promise<number> {
  const set = await deps.store.settings.get('session-hours');
  const hours = typeof set === 'number' && set > 0 && set <= 24 * 30 ? set : DEFAULT_SESSION_HOURS;
  return isStrict(deps) ? Math.min(hours, STRICT_SESSION_HOURS) : hours;
}
