// A session begins, whichever way its user signed on: device binding, locks, token and audit row are the same.
import { randomBytes } from 'node:crypto';
import { SYSTEM_NAME } from '@lookout/contract';
import type { SignOnWay } from '@lookout/domain';
import type { Account, Repositories } from '@lookout/store';
import { STRICT_SESSION_HOURS, strictBounds } from '../../access/security-policy.ts';
import { refused } from '../../acting/refusal.ts';
import { hashToken } from '../../serve/authenticate.ts';
import { type Context, officerAt } from '../../serve/context.ts';
import type { Deps } from '../../services/deps.ts';
import { eventBy } from '../../services/journal.ts';

const DEFAULT_SESSION_HOURS = 12;
const TOKEN_BYTES = 32;

interface FromOutside {
  readonly way: SignOnWay;
  /** More of the same transaction; its refusal leaves nothing written. */
  readonly within?: (tx: Repositories) => Promise<void>;
}

/**
 * @param outside null: by the password
 * @returns the reply of a login (contract.md "Login")
 * @throws Refusal `other-device`
 */
export async function beginSession(deps: Deps, context: Context, account: Account, outside: FromOutside | null) {
  const { store, journal } = deps;
  const { id: accountId, userName, fullName, gridNo, groupId } = account;
  context.audit.actor({ accountId, userName, gridNo });
  context.audit.target('account', accountId, gridNo);
  if (account.deviceId !== null && account.deviceId !== context.headers.deviceId) throw refused('other-device');

  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const tokenHash = hashToken(token);
  const [hours, group] = await Promise.all([sessionHours(deps), store.groups.find(groupId)]);
  const lifeSeconds = hours * 3600;
  const { address, now, requestId } = context;
  const { userAgent } = context.headers;
  const actor = officerAt({ accountId, userName, fullName, gridNo, post: group?.name ?? null }, address, userAgent);
  const messages = await store.transaction(async (tx) => {
    await outside?.within?.(tx);
    await tx.loginFailures.clear(userName, address);
    const expiresAt = new Date(now.getTime() + lifeSeconds * 1000);
    const way = outside?.way ?? 'password';
    const idleSeconds = isStrict(deps) ? strictBounds(deps.config).idleSeconds : null;
    await tx.sessions.create({ tokenHash, accountId, gridNo, expiresAt, address, userAgent, way, idleSeconds });
    if (outside === null) {
      await tx.audit.append([context.audit.take()]);
      return [];
    }
    const change = { kind: 'account.signed-on', payload: { way: outside.way } } as const;
    return journal.record(tx, context, [
      { event: eventBy({ actor, requestId }, now, change, { objectId: accountId, gridNo }), after: null },
    ]);
  });
  journal.announce(messages);
  return {
    access_token: token,
    token_type: 'Bearer' as const,
    expires_in: lifeSeconds,
    gridNo,
    accid: accountId,
    // The credential of the live connection is the session's token (contract.md "Live").
    imToken: token,
    groupId,
    systemName: SYSTEM_NAME,
    fullName,
  };
}

/**
 * A session for the user whom an outside system named. Five failed passwords lock the account at this address here too.
 * @throws Refusal when there is no such account, or it is disabled, locked or bound to another device
 */
export async function beginOutsideSession(deps: Deps, context: Context, userName: string, outside: FromOutside) {
  const { accounts, loginFailures } = deps.store;
  context.audit.target('account', userName, null);
  if (await loginFailures.lockedUntil(userName, context.address)) throw refused('account-locked');
  const account = await accounts.findByUserName(userName);
  if (account === null) throw refused('outside-account-unknown', { userName });
  if (!account.enabled) throw refused('outside-account-disabled', { userName: account.userName });
  return beginSession(deps, context, account, outside);
}

const isStrict = ({ config }: Deps): boolean => config.securityPolicy === 'strict';

/** Setting `session-hours`; 12 when it is not set, and no more under strict. */
async function sessionHours(deps: Deps): Promise<number> {
  const set = await deps.store.settings.get('session-hours');
  const hours = typeof set === 'number' && set > 0 && set <= 24 * 30 ? set : DEFAULT_SESSION_HOURS;
  return isStrict(deps) ? Math.min(hours, STRICT_SESSION_HOURS) : hours;
}
