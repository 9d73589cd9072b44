// Changing one's own password, and the back office's question for a password.
import { parsePassword, type Result } from '@lookout/domain';
import type { DecryptionFault } from '../../access/password-decryption.ts';
import { BACK_OFFICE_SETTING } from '../../access/settings.ts';
import { fieldFault, invalid, refused, refusedBy } from '../../acting/refusal.ts';
import type { AccountCaller, Context } from '../../serve/context.ts';
import type { Deps } from '../../services/deps.ts';
import { checkPassword } from './login.ts';

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
  const wished = parsePassword(opened.newPasswd);
  if (!wished.ok) throw invalid('newPasswd', 'weak-password', { fault: wished.error });
  const checked = await checkPassword(deps, caller.userName, context.address, opened.oldPasswd);
  if (!checked.ok)
    throw checked.error === 'locked'
      ? refused('account-locked')
      : refusedBy(fieldFault('oldPasswd', 'wrong-old-password'), 'wrong-old-password');
  const hash = await deps.passwords.hash(wished.value);
  await deps.store.transaction(async (tx) => {
    await tx.accounts.setPasswordHash(caller.accountId, hash);
    // All of them, this one too: whoever knew the old password is out.
    await tx.sessions.endAllOf(caller.accountId);
    await tx.loginFailures.clear(caller.userName, context.address);
    await tx.audit.append([context.audit.take()]);
  });
  deps.sessionsChanged();
  return undefined;
}

/** The back office's own password, where one is set, or the account's. */
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
  const isBackOffice = await deps.passwords.queued((compare) => compare(typeof backOffice === 'string' ? backOffice : null, opened.passwd));
  if (isBackOffice) return undefined;
  const checked = await checkPassword(deps, caller.userName, context.address, opened.passwd);
  if (!checked.ok) throw checked.error === 'locked' ? refused('account-locked') : refused('verify-failed');
  return undefined;
}

function required<T>(opened: Result<T, DecryptionFault>): T {
  if (opened.ok) return opened.value;
  const { field, reason } = opened.error;
  throw invalid(field, reason === 'spent-nonce' ? 'nonce-spent' : 'not-decipherable');
}
