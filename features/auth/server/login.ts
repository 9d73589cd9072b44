// Login, as docs/interface.md "Login" defines it: the refusals and their order. An unknown user gets the same answer as a wrong password.
import { setTimeout as delay } from 'node:timers/promises';
import { ok, type Result, refuse } from '@lookout/domain';
import type { DecryptionFault } from '@lookout/server/access/password-decryption.ts';
import { checkNewPassword } from '@lookout/server/access/password-policy.ts';
import { BACK_OFFICE_SETTING, type Compare } from '@lookout/server/access/passwords.ts';
import { fieldFault, invalid, type Refusal, refused, refusedBy } from '@lookout/server/acting/refusal.ts';
import type { AccountCaller, Context } from '@lookout/server/serve/context.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import { DEMO_BACK_OFFICE_PASSWORD } from '@lookout/server/settings/demo-accounts.ts';
import type { Account } from '../../admin/admin.ts';
import type { Repositories } from '../../store.ts';
import { LOGIN_FAILURES_OF_AN_ADDRESS } from '../sessions.store.ts';
import { beginSession } from './begin-session.ts';
import { useCode } from './second-factor.ts';

interface Credentials {
  readonly userName: string;
  readonly passwd: string;
  readonly aeskey: string;
  readonly nonce: string;
  /** The second-factor code; a blank code counts as absent. */
  readonly otp?: string | null | undefined;
}

/**
 * After this many failures of an account over all addresses, within the duration of a lock, guesses from an address at which the account
 * has never logged in are delayed.
 */
const FAILURES_OF_AN_ACCOUNT = 20;
const SLOW_MS = 4_000;

/** Delays guesses that come from many addresses. A lock would shut out the legitimate user, who has mistyped nothing. */
async function slowedDown({ store, waits }: Deps, { address, audit }: Context, userName: string): Promise<void> {
  const failures = await store.loginFailures.ofAccount(userName);
  if (failures < FAILURES_OF_AN_ACCOUNT || (await store.sessions.hasBegunAt(userName, address))) return;
  audit.detail({ accountFailures: failures });
  await delay(waits.slowLoginMs ?? SLOW_MS);
}

/** @param passwordField the wire name of the encrypted password, used as the path of a field fault */
export async function login(deps: Deps, context: Context, { userName, passwd, aeskey, nonce, otp }: Credentials, passwordField: string) {
  const opened = await deps.passwordDecryption.decrypt({ aeskey, nonce }, { [passwordField]: passwd });
  context.audit.target('account', userName, null);
  if (!opened.ok) {
    if (opened.error.reason === 'spent-nonce') {
      throw refusedBy(fieldFault('nonce', 'nonce-spent'), 'login-expired');
    }
    throw invalid(opened.error.field, 'not-decipherable');
  }
  // Password and code count as one guess: a wrong code counts as a wrong password and gets the same answer.
  const checked = await attempt(deps, context, userName, async (compare, tx) => {
    const account = await accountWith(compare, tx.accounts, userName, opened.value[passwordField] ?? '');
    if (account === null) return null;
    const code = await useCode(deps, tx, { accountId: account.id, code: otp?.trim() ?? '', now: context.now });
    return code === 'wrong' ? null : { account, code };
  });
  if (!checked.ok) throw refused(checked.error.why === 'wrong' ? 'wrong-account-or-password' : checked.error.why);
  if (checked.value.code === 'needed') throw refused('one-time-code-needed');
  const { account } = checked.value;
  const reply = await beginSession(deps, context, account, null);
  // The plain-text password is available only here. The login does not wait for the rehash.
  if (deps.passwords.isOutdated(account.passwordHash)) rehash(deps, account, opened.value[passwordField] ?? '');
  return reply;
}

function rehash({ passwords, store, log }: Deps, { id, passwordHash }: Account, password: string): void {
  passwords
    .hash(password)
    .then((hash) => store.accounts.rehash(id, passwordHash, hash))
    .catch((error: unknown) =>
      log.warn({ err: error, accountId: id }, 'a password could not be hashed at the new cost; its next login tries again'),
    );
}

export interface Denial {
  readonly why: 'account-locked' | 'address-locked' | 'wrong';
  /** The end of the lock on this account and address; null: not locked. A wrong guess may itself have caused the lock. */
  readonly lockedUntil: Date | null;
}

/**
 * One guess at a secret of this account's user. Failures are counted. Five failures lock the pair of account and address. Too many failures
 * of one address, over all accounts, block further guesses from that address at accounts that have never logged in there, so that no user
 * can lock out a whole office. Guesses at one pair are serialised across all servers, so that simultaneous guesses are counted too.
 * @param guess returns null for a wrong guess
 */
export async function attempt<T>(
  deps: Deps,
  context: Context,
  userName: string,
  guess: (compare: Compare, tx: Repositories) => Promise<T | null>,
): Promise<Result<T, Denial>> {
  const { passwords, store } = deps;
  const { address, audit } = context;
  await slowedDown(deps, context, userName);
  return passwords.queued(address, (compare) =>
    // The transaction lasts as long as a password comparison; the password queue limits the number of concurrent ones.
    store.transaction(async (tx) => {
      const { loginFailures } = tx;
      await loginFailures.alone(userName, address);
      const locked = await loginFailures.lockedUntil(userName, address);
      if (locked !== null) return refuse<Denial>({ why: 'account-locked', lockedUntil: locked });
      const before = await loginFailures.ofAddress(address);
      if (before.failures >= LOGIN_FAILURES_OF_AN_ADDRESS && !(await tx.sessions.hasBegunAt(userName, address)))
        return refuse<Denial>({ why: 'address-locked', lockedUntil: null });
      const found = await guess(compare, tx);
      if (found !== null) return ok(found);
      const { lockedUntil } = await loginFailures.fail(userName, address);
      const { failures, accounts } = await loginFailures.ofAddress(address);
      if (failures >= LOGIN_FAILURES_OF_AN_ADDRESS) audit.detail({ addressFailures: failures, addressAccounts: accounts });
      return refuse<Denial>({ why: 'wrong', lockedUntil });
    }),
  );
}

export const checkPassword = (deps: Deps, context: Context, userName: string, password: string): Promise<Result<Account, Denial>> =>
  attempt(deps, context, userName, (compare, { accounts }) => accountWith(compare, accounts, userName, password));

/**
 * The refusal of a guess at the caller's own password. The guess that triggers the lock reports the lock and its end. A login does not
 * report this, because it would reveal that the account exists.
 * @param wrong the refusal of a wrong guess that does not lock
 */
export function deniedToOwner({ why, lockedUntil }: Denial, wrong: () => Refusal): Refusal {
  if (lockedUntil !== null) return refused('account-locked-until', { until: lockedUntil });
  return why === 'wrong' ? wrong() : refused(why);
}

export async function accountWith(
  compare: Compare,
  accounts: Repositories['accounts'],
  userName: string,
  password: string,
): Promise<Account | null> {
  const account = await accounts.findByUserName(userName);
  return (await compare(account?.enabled ? account.passwordHash : null, password)) ? account : null;
}

// Changing the user's own password, and the password check of the back office.

export interface Encrypted {
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
  const newPassword = await checkNewPassword(opened.newPasswd, deps.config.securityPolicy, caller);
  if (!newPassword.ok) throw invalid('newPasswd', 'weak-password', { fault: newPassword.error });
  const checked = await checkPassword(deps, context, caller.userName, opened.oldPasswd);
  if (!checked.ok) throw deniedToOwner(checked.error, () => refusedBy(fieldFault('oldPasswd', 'wrong-old-password'), 'wrong-old-password'));
  const hash = await deps.passwords.hash(newPassword.value);
  await deps.store.transaction(async (tx) => {
    await tx.accounts.setPasswordHash(caller.accountId, hash, 'owner');
    // All sessions end, including the current one, because the old password may be known to others.
    await tx.sessions.endAllOf(caller.accountId);
    await tx.loginFailures.clear(caller.userName, context.address);
    await tx.audit.append([context.audit.take()]);
  });
  deps.sessionsChanged();
  return undefined;
}

/** The format of an authenticator's code. No account password is that short. */
const APP_CODE = /^\d{6}$/;

/**
 * Accepts the back-office password (in the demo a published one until another is set) or the account's password. The strict policy accepts
 * only the account's password or a code of its second factor. The verification is valid for this session.
 */
export async function verifyPassword(
  deps: Deps,
  context: Context,
  caller: AccountCaller,
  { passwd, ...encrypted }: Encrypted & { passwd: string },
): Promise<undefined> {
  context.audit.target('account', caller.accountId, caller.gridNo);
  const opened = required(await deps.passwordDecryption.decrypt(encrypted, { passwd }));
  if (opened.passwd === '') throw invalid('passwd', 'verify-password-needed');
  const isStrict = deps.config.securityPolicy === 'strict';
  // The lock is checked before the password is compared: while locked, the right password is refused too.
  const checked = await attempt(deps, context, caller.userName, async (compare, tx) => {
    if (!isStrict && (await isBackOffices(deps, compare, opened.passwd))) return true;
    if (isStrict && APP_CODE.test(opened.passwd)) {
      const used = await useCode(deps, tx, { accountId: caller.accountId, code: opened.passwd, now: context.now });
      return used === 'used' ? true : null;
    }
    return (await accountWith(compare, tx.accounts, caller.userName, opened.passwd)) !== null ? true : null;
  });
  if (!checked.ok) throw deniedToOwner(checked.error, () => refused('verify-failed'));
  await deps.store.sessions.verify(Buffer.from(caller.tokenHash));
  deps.sessionsChanged();
  return undefined;
}

async function isBackOffices({ store, config }: Deps, compare: Compare, password: string): Promise<boolean> {
  const stored = await store.settings.get(BACK_OFFICE_SETTING);
  const hash = typeof stored === 'string' ? stored : null;
  return (hash === null && config.demo !== 'off' && password === DEMO_BACK_OFFICE_PASSWORD) || compare(hash, password);
}

export function required<T>(opened: Result<T, DecryptionFault>): T {
  if (opened.ok) return opened.value;
  const { field, reason } = opened.error;
  throw invalid(field, reason === 'spent-nonce' ? 'nonce-spent' : 'not-decipherable');
}
