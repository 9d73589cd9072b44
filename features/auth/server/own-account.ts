// The user's own account: turning the second factor on and off, and listing and ending open sessions.

import { SYSTEM_NAME } from '@lookout/contract';
import { hashRecoveryCode, newRecoveryCodes } from '@lookout/server/access/one-time-codes.ts';
import { fieldFault, invalid, notFound, refused, refusedBy } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { needsSecondFactor } from '@lookout/server/settings/security-policy.ts';
import type { Account } from '../../admin/admin.ts';
import type { Contract } from '../../contract.ts';
import type { ownAccountCalls } from '../own-account.calls.ts';
import { accountWith, attempt, checkPassword, deniedToOwner, required } from './login.ts';
import { useCode } from './second-factor.ts';

type OwnAccountCalls = Pick<Handlers<Contract['auth']>, keyof typeof ownAccountCalls>;

/** Maximum number of listed sessions. The remaining ones can be ended all together. */
const MOST_LISTED = 100;

export function ownAccountHandlers(room: Room): OwnAccountCalls {
  const { store, config, oneTimeCodes, passwordDecryption } = room;

  const ownAccount = async (context: Context): Promise<Account> => {
    const account = await store.accounts.findOwn(accountOf(context).accountId);
    if (!account) throw notFound();
    return account;
  };
  /** Records the caller's own account as the audit target. */
  const named = (context: Context) => {
    const caller = accountOf(context);
    context.audit.target('account', caller.accountId, caller.gridNo);
    return { ...caller, token: Buffer.from(caller.tokenHash) };
  };

  return {
    async secondFactor(context) {
      const account = await ownAccount(context);
      const [factor, recoveryCodesLeft] = await Promise.all([
        store.secondFactors.find(account.id),
        store.secondFactors.recoveryCodesLeft(account.id),
      ]);
      return {
        turnedOnAt: factor?.confirmedAt ?? null,
        isRequired: config.securityPolicy === 'strict' && needsSecondFactor(account),
        recoveryCodesLeft,
      };
    },

    async beginSecondFactor(context, { body: { passwd, ...encrypted } }) {
      const { accountId, userName } = named(context);
      const opened = required(await passwordDecryption.decrypt(encrypted, { passwd }));
      const checked = await checkPassword(room, context, userName, opened.passwd);
      if (!checked.ok)
        throw deniedToOwner(checked.error, () => refusedBy(fieldFault('passwd', 'wrong-own-password'), 'wrong-own-password'));
      const { encrypted: sealed, secret, uri } = oneTimeCodes.create(userName, SYSTEM_NAME);
      await store.transaction(async (tx) => {
        if (!(await tx.secondFactors.begin(accountId, sealed))) throw refused('second-factor-on');
        await tx.audit.append([context.audit.take()]);
      });
      return { secret, uri };
    },

    async confirmSecondFactor(context, { body: { code } }) {
      const { accountId, token } = named(context);
      const recoveryCodes = newRecoveryCodes();
      await store.transaction(async (tx) => {
        const factor = await tx.secondFactors.lockForUse(accountId);
        if (factor === null) throw refused('second-factor-not-begun');
        if (factor.confirmedAt !== null) throw refused('second-factor-on');
        const step = oneTimeCodes.stepOf(factor.encryptedSecret, code, context.now);
        if (step === null) throw invalid('code', 'wrong-one-time-code');
        await tx.secondFactors.confirm(accountId, step, recoveryCodes.map(hashRecoveryCode));
        // The other sessions were begun with the password alone.
        const ended = await tx.sessions.endAllOf(accountId, token);
        context.audit.detail({ sessions: ended.length });
        await tx.audit.append([context.audit.take()]);
      });
      room.sessionsChanged();
      return { recoveryCodes };
    },

    async turnOffSecondFactor(context, { body: { passwd, code, ...encrypted } }) {
      const { accountId, userName } = named(context);
      const opened = required(await passwordDecryption.decrypt(encrypted, { passwd }));
      const checked = await attempt(room, context, userName, async (compare, tx) => {
        if ((await accountWith(compare, tx.accounts, userName, opened.passwd)) === null) return null;
        const used = await useCode(room, tx, { accountId, code: code.trim(), now: context.now });
        if (used === 'used') {
          await tx.secondFactors.remove(accountId);
          await tx.audit.append([context.audit.take()]);
        }
        return used === 'wrong' ? null : used;
      });
      if (!checked.ok) throw deniedToOwner(checked.error, () => refused('wrong-password-or-code'));
      if (checked.value !== 'used') throw refused('second-factor-off');
      room.sessionsChanged();
      return undefined;
    },

    async acted(context) {
      room.sessionUsed(accountOf(context).tokenHash);
      return undefined;
    },

    async ownSessions(context) {
      const { accountId, tokenHash } = accountOf(context);
      const sessions = await store.sessions.listOwn(accountId, Buffer.from(tokenHash), { limit: MOST_LISTED });
      // The current session is in use now. The times of other sessions are written every 30 seconds.
      return { rows: sessions.map((session) => (session.isThis ? { ...session, usedAt: context.now } : session)) };
    },

    async endOwnSession(context, { body: { id } }) {
      const { accountId } = named(context);
      await store.transaction(async (tx) => {
        if (!(await tx.sessions.endOwn(accountId, id))) throw notFound();
        context.audit.detail({ session: id });
        await tx.audit.append([context.audit.take()]);
      });
      room.sessionsChanged();
      return undefined;
    },

    async endOtherSessions(context) {
      const { accountId, token } = named(context);
      const ended = await store.transaction(async (tx) => {
        const hashes = await tx.sessions.endAllOf(accountId, token);
        context.audit.detail({ sessions: hashes.length });
        await tx.audit.append([context.audit.take()]);
        return hashes.length;
      });
      room.sessionsChanged();
      return { ended };
    },
  };
}
