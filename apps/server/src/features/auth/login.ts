// Login as contract.md defines it: the refusals and their order. An unknown user gets the same answer as a wrong password.
import { ok, parsePassword, type Result, refuse } from '@lookout/domain';
import type { Account } from '@lookout/store';
import type { DecryptionFault } from '../../access/password-decryption.ts';
import { BACK_OFFICE_SETTING } from '../../access/passwords.ts';
import { fieldFault, invalid, refused, refusedBy } from '../../acting/refusal.ts';
import { DEMO_BACK_OFFICE_PASSWORD } from '../../demo-accounts.ts';
import type { AccountCaller, Context } from '../../serve/context.ts';
import type { Deps } from '../../services/deps.ts';
import { beginSession } from './begin-session.ts';

interface Credentials {
  readonly userName: string;
  readonly passwd: string;
  readonly aeskey: string;
  readonly nonce: string;
}

/** @param passwordField the wire's name of the encrypted password, for the path of a fault */
export async function login(deps: Deps, context: Context, { userName, passwd, aeskey, nonce }: Credentials, passwordField: string) {
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
  return beginSession(deps, context, checked.value, null);
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
