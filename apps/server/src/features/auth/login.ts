// Login as contract.md defines it: the refusals and their order. An unknown user gets the same answer as a wrong password.
import { randomBytes } from 'node:crypto';
import { SYSTEM_NAME } from '@lookout/contract';
import { ok, parsePassword, type Result, refuse } from '@lookout/domain';
import type { Account } from '@lookout/store';
import type { DecryptionFault } from '../../access/password-decryption.ts';
import { BACK_OFFICE_SETTING } from '../../access/passwords.ts';
import { fieldFault, invalid, refused, refusedBy } from '../../acting/refusal.ts';
import { DEMO_BACK_OFFICE_PASSWORD } from '../../demo-accounts.ts';
import { hashToken } from '../../serve/authenticate.ts';
import type { AccountCaller, Context } from '../../serve/context.ts';
import type { Deps } from '../../services/deps.ts';

const DEFAULT_SESSION_HOURS = 12;
const TOKEN_BYTES = 32;

interface Credentials {
  readonly userName: string;
  readonly passwd: string;
  readonly aeskey: string;
  readonly nonce: string;
}

/** @param passwordField the wire's name of the encrypted password, for the path of a fault */
export async function login(deps: Deps, context: Context, { userName, passwd, aeskey, nonce }: Credentials, passwordField: string) {
  const { store } = deps;
  const opened = await deps.passwordDecryption.decrypt({ aeskey, nonce }, { [passwordField]: passwd });
  context.audit.target('account', userName, null);
  if (!opened.ok) {
    if (opened.error.reason === 'spent-nonce') {
      throw refusedBy(fieldFault('nonce', 'nonce-spent'), 'login-expired');
    }
    throw invalid(opened.error.field, 'not-decipherable');
  }
  const checked = await checkPassword(deps, userName, context.address, opened.value[passwordField] ?? '');
  if (!checked.ok) throw checked.error === 'locked' ? refused('account-locked') : refused('wrong-account-or-password');
  const account = checked.value;
  context.audit.actor({ accountId: account.id, userName: account.userName, gridNo: account.gridNo });
  context.audit.target('account', account.id, account.gridNo);
  if (account.deviceId !== null && account.deviceId !== context.headers.deviceId) throw refused('other-device');

  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const lifeSeconds = (await sessionHours(deps)) * 3600;
  await store.transaction(async (tx) => {
    await tx.loginFailures.clear(userName, context.address);
    await tx.sessions.create({
      tokenHash: hashToken(token),
      accountId: account.id,
      gridNo: account.gridNo,
      expiresAt: new Date(context.now.getTime() + lifeSeconds * 1000),
      address: context.address,
      userAgent: context.headers.userAgent,
    });
    await tx.audit.append([context.audit.take()]);
  });
  return {
    access_token: token,
    token_type: 'Bearer' as const,
    expires_in: lifeSeconds,
    gridNo: account.gridNo,
    accid: account.id,
    // The credential of the live connection is the session's token (contract.md "Live").
    imToken: token,
    groupId: account.groupId,
    systemName: SYSTEM_NAME,
    fullName: account.fullName,
  };
}

/**
 * Verifies an account's password. Counts failures; five lock the pair of account and address.
 * The lock is checked when the queue reaches the comparison, so that concurrent guesses cannot bypass it.
 */
function checkPassword(deps: Deps, userName: string, address: string, password: string): Promise<Result<Account, 'locked' | 'wrong'>> {
  const { accounts, loginFailures } = deps.store;
  return deps.passwords.queued(async (compare) => {
    if (await loginFailures.lockedUntil(userName, address)) return refuse('locked');
    const account = await accounts.findByUserName(userName);
    const isRight = await compare(account?.enabled ? account.passwordHash : null, password);
    if (account && isRight) return ok(account);
    await loginFailures.fail(userName, address);
    return refuse('wrong');
  });
}

/** Setting `session-hours`; 12 when it is not set. */
async function sessionHours({ store }: Deps): Promise<number> {
  const hours = await store.settings.get('session-hours');
  return typeof hours === 'number' && hours > 0 && hours <= 24 * 30 ? hours : DEFAULT_SESSION_HOURS;
}

// Changing the own password, and the password check of the back office.

interface Encrypted {
  readonly aeskey: string;
  readonly nonce: string;
}

export async function changePassword(
  deps: Deps,
  context: Context,
  caller: AccountCaller,
  { oldPasswd, newPasswd, ...encrypted }: Encrypted & { oldPasswd: string; newPasswd: string },
): Promise<undefined> {
  context.audit.target('account', caller.accountId, caller.gridNo);
  const opened = required(await deps.passwordDecryption.decrypt(encrypted, { oldPasswd, newPasswd }));
  const newPassword = parsePassword(opened.newPasswd);
  if (!newPassword.ok) throw invalid('newPasswd', 'weak-password', { fault: newPassword.error });
  const checked = await checkPassword(deps, caller.userName, context.address, opened.oldPasswd);
  if (!checked.ok)
    throw checked.error === 'locked'
      ? refused('account-locked')
      : refusedBy(fieldFault('oldPasswd', 'wrong-old-password'), 'wrong-old-password');
  const hash = await deps.passwords.hash(newPassword.value);
  await deps.store.transaction(async (tx) => {
    await tx.accounts.setPasswordHash(caller.accountId, hash);
    // All sessions end, this one too: the old password may be known to others.
    await tx.sessions.endAllOf(caller.accountId);
    await tx.loginFailures.clear(caller.userName, context.address);
    await tx.audit.append([context.audit.take()]);
  });
  deps.sessionsChanged();
  return undefined;
}

/** Accepts the back office's own password (in the demo a known one until another is set), or the account's. It counts for this session. */
export async function verifyPassword(
  deps: Deps,
  context: Context,
  caller: AccountCaller,
  { passwd, ...encrypted }: Encrypted & { passwd: string },
): Promise<undefined> {
  context.audit.target('account', caller.accountId, caller.gridNo);
  const opened = required(await deps.passwordDecryption.decrypt(encrypted, { passwd }));
  if (opened.passwd === '') throw invalid('passwd', 'verify-password-needed');
  const backOffice = await deps.store.settings.get(BACK_OFFICE_SETTING);
  const ownHash = typeof backOffice === 'string' ? backOffice : null;
  const isDemos = ownHash === null && deps.config.demo !== 'off' && opened.passwd === DEMO_BACK_OFFICE_PASSWORD;
  const isBackOffice = isDemos || (await deps.passwords.queued((compare) => compare(ownHash, opened.passwd)));
  if (!isBackOffice) {
    const checked = await checkPassword(deps, caller.userName, context.address, opened.passwd);
    if (!checked.ok) throw checked.error === 'locked' ? refused('account-locked') : refused('verify-failed');
  }
  await deps.store.sessions.verify(Buffer.from(caller.tokenHash));
  deps.sessionsChanged();
  return undefined;
}

function required<T>(opened: Result<T, DecryptionFault>): T {
  if (opened.ok) return opened.value;
  const { field, reason } = opened.error;
  throw invalid(field, reason === 'spent-nonce' ? 'nonce-spent' : 'not-decipherable');
}
