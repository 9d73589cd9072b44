// Administration: the handlers of its calls (users, groups, menus, audit). access/stewardship.ts decides who may manage which account.

import { randomUUID } from 'node:crypto';
import type { Received } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { checkNewPassword, type PasswordOwner } from '@lookout/server/access/password-policy.ts';
import { faultsOfChange, locksOneselfOut, maySteward, takesAway } from '@lookout/server/access/stewardship.ts';
import { conflict, fieldFault, invalid, notFound, refused, refuseFaults } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { type AccountCaller, accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import type { Contract } from '../contract.ts';
import { gridNames } from '../grid/service/grid-catalogue.ts';
import type { Repositories } from '../store.ts';
import { type Account, gridsInDetail, type ListedAccount, MOST_GRIDS_NAMED } from './admin.ts';

const GROUP_LEVEL_DIGITS = 3;

export const admin: ServerFeature<'admin'> = {
  open: (room) => ({ calls: adminHandlers(room) }),
};

function adminHandlers(deps: Deps): Handlers<Contract['admin']> {
  const { store } = deps;
  const namesOfGrids = (detail: unknown): Record<string, string> => {
    const { nameOf } = deps.gazetteer().grids;
    const named = [...new Set(gridsInDetail(detail))].slice(0, MOST_GRIDS_NAMED);
    return Object.fromEntries(
      named.flatMap((no) => [nameOf(no)].flatMap((name) => (name === null || name === undefined ? [] : [[no, name]]))),
    );
  };
  return {
    ...userHandlers(deps),

    // The caller's own group and those below it.
    groups: async ({ caller }) => {
      const own = caller.kind === 'account' ? caller.groupId : '';
      return { rows: await store.groups.list(own) };
    },

    async saveGroup(context, { body: { id, name } }) {
      if (id.length % GROUP_LEVEL_DIGITS !== 0) throw invalid('id', 'group-digits');
      const parentId = id.length > GROUP_LEVEL_DIGITS ? id.slice(0, -GROUP_LEVEL_DIGITS) : null;
      if (parentId !== null && !(await store.groups.find(parentId))) throw invalid('id', 'no-parent-group');
      context.audit.target('group', id, null);
      await store.transaction(async (tx) => {
        await tx.groups.put([{ id, name, parentId }]);
        context.audit.detail({ name });
        await tx.audit.append([context.audit.take()]);
      });
      return undefined;
    },

    async saveMenu(context, { body }) {
      const menu = (await store.menus.all()).find(({ code }) => code === body.code);
      if (!menu) throw refused('no-such-menu');
      const { name, icon, order, visible } = body;
      context.audit.target('menu', menu.code, null);
      await store.transaction(async (tx) => {
        await tx.menus.put([{ ...menu, name, icon: icon ?? null, order, visible }]);
        context.audit.detail({ name, icon: icon ?? null, order, visible });
        await tx.audit.append([context.audit.take()]);
      });
      return undefined;
    },

    async auditPage(context, { body }) {
      const { pageNo, pageSize, beginTime, endTime, userName, act } = body;
      if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
      const filters = {
        beginAt: beginTime ?? undefined,
        endAt: endTime ?? undefined,
        userName: userName || undefined,
        act: act || undefined,
      };
      const { total, list } = await store.audit.page(context.scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return {
        total,
        pageNo,
        pageSize,
        list: list.map(({ accountId: _, hash: __, ...line }) => ({ ...line, gridNames: namesOfGrids(line.detail) })),
      };
    },
  };
}

type Users = Pick<
  Handlers<Contract['admin']>,
  'adminUsers' | 'createUser' | 'updateUser' | 'resetPassword' | 'forceLogout' | 'clearSecondFactor' | 'unbindIdentity'
>;
type Fields = Received<Contract['admin']['updateUser']>['body'];

function userHandlers(deps: Deps): Users {
  const { store } = deps;

  const password = async (encrypted: { passwd: string; aeskey: string; nonce: string }, owner: PasswordOwner): Promise<string> => {
    const opened = await deps.passwordDecryption.decrypt(encrypted, { passwd: encrypted.passwd });
    if (!opened.ok) throw invalid(opened.error.field, 'not-decipherable-or-spent');
    const parsed = await checkNewPassword(opened.value.passwd, deps.config.securityPolicy, owner);
    if (!parsed.ok) throw invalid('passwd', 'weak-password', { fault: parsed.error });
    return deps.passwords.hash(parsed.value);
  };

  /** @throws Refusal 404 */
  const named = (context: Context, account: Account | null): Account => {
    if (!account) throw notFound();
    context.audit.target('account', account.id, account.gridNo);
    context.audit.detail({ userName: account.userName });
    return account;
  };

  /**
   * Locks an account that the administrator may change. Its rights are read under the lock, because another call may have extended them a
   * moment ago.
   * @throws Refusal `rights-beyond-yours`
   */
  const ownTarget = async ({ accounts }: Pick<Repositories, 'accounts'>, context: Context, id: string): Promise<Account> => {
    const account = named(context, await accounts.lockForUpdate(context.scope, id));
    if (!maySteward(holderOf(accountOf(context)), account)) throw refused('rights-beyond-yours');
    return account;
  };

  return {
    async adminUsers(context, { body }) {
      const { pageNo, pageSize, text, groupId, enabled } = body;
      const filters = { text: text || undefined, groupId: groupId || undefined, enabled: enabled ?? undefined };
      const { total, list } = await store.accounts.page(context.scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: await listed(deps, list) };
    },

    async createUser(context, { body }) {
      const admin = holderOf(accountOf(context));
      const requested = requestedUserOf(body);
      context.audit.target('account', body.userName, requested.gridNo);
      await requireAllowed(store, admin, requested);
      const id = randomUUID();
      const passwordHash = await password(body, body);
      const { userName, fullName, gridNo, groupId, enabled, rights, grids } = body;
      const account = {
        id,
        userName,
        passwordHash,
        passwordGivenAt: context.now,
        fullName,
        gridNo,
        groupId,
        enabled,
        demo: false,
        rights,
        grids,
        headUrl: body.headUrl ?? null,
        phone: body.phone ?? null,
        deviceId: requested.deviceId,
        topic: requested.topic,
      };
      await store.transaction(async (tx) => {
        const made = await tx.accounts.create(account);
        if (!made.ok) throw conflict({ userName }, 'user-name-taken');
        context.audit.target('account', id, gridNo);
        context.audit.detail({ userName, ...auditDetailOf(body) });
        await tx.audit.append([context.audit.take()]);
      });
      return { id };
    },

    async updateUser(context, { params, body }) {
      const admin = holderOf(accountOf(context));
      const requested = requestedUserOf(body);
      const { fullName, gridNo, groupId, enabled, rights, grids } = body;
      const change = { fullName, gridNo, groupId, enabled, deviceId: requested.deviceId, topic: requested.topic };
      await store.transaction(async (tx) => {
        const account = await ownTarget(tx, context, params.id);
        await requireAllowed(tx, admin, requested);
        if (locksOneselfOut(admin, account.id, requested)) throw refused('locks-oneself-out');
        await tx.accounts.setRights(context.scope, account.id, rights);
        await tx.accounts.setGrids(context.scope, account.id, grids);
        await tx.accounts.update(context.scope, account.id, { ...change, phone: body.phone ?? null, headUrl: body.headUrl ?? null });
        if (takesAway(account, requested)) await tx.sessions.endAllOf(account.id);
        // Notifications already queued in the outbox must not reach the user's browsers either.
        if (!enabled) await tx.notificationSettings.unsubscribeAll(account.id);
        context.audit.detail(auditDetailOf(body));
        await tx.audit.append([context.audit.take()]);
      });
      deps.sessionsChanged();
      return undefined;
    },

    async resetPassword(context, { params, body }) {
      // A missing account is reported before a fault of the password.
      const owner = named(context, await store.accounts.find(context.scope, params.id));
      const hash = await password(body, owner);
      await store.transaction(async (tx) => {
        const account = await ownTarget(tx, context, params.id);
        await tx.accounts.setPasswordHash(account.id, hash, 'other');
        await tx.sessions.endAllOf(account.id);
        await tx.audit.append([context.audit.take()]);
      });
      deps.sessionsChanged();
      return undefined;
    },

    async clearSecondFactor(context, { params }) {
      await store.transaction(async (tx) => {
        const account = await ownTarget(tx, context, params.id);
        if (!(await tx.secondFactors.remove(account.id))) throw refused('second-factor-off');
        // A person who has the lost phone may have a session.
        await tx.sessions.endAllOf(account.id);
        await tx.audit.append([context.audit.take()]);
      });
      deps.sessionsChanged();
      return undefined;
    },

    async unbindIdentity(context, { params }) {
      await store.transaction(async (tx) => {
        const account = await ownTarget(tx, context, params.id);
        if (!(await tx.identities.unbind(account.id))) throw refused('outside-identity-none');
        // A user whose link is removed has to sign on again.
        await tx.sessions.endAllOf(account.id);
        await tx.audit.append([context.audit.take()]);
      });
      deps.sessionsChanged();
      return undefined;
    },

    async forceLogout(context, { params }) {
      // Allowed for any account in the caller's grid: a log-out removes nothing permanently, and a session in the wrong hands must be
      // ended.
      const account = named(context, await store.accounts.find(context.scope, params.id));
      await store.transaction(async (tx) => {
        const ended = await tx.sessions.endAllOf(account.id);
        context.audit.detail({ sessions: ended.length });
        await tx.audit.append([context.audit.take()]);
      });
      deps.sessionsChanged();
      return undefined;
    },
  };
}

const holderOf = ({ accountId, gridNo, groupId, rights }: AccountCaller) => ({ id: accountId, gridNo, groupId, rights });

type RequestedUser = Parameters<typeof faultsOfChange>[1] & { readonly deviceId: string | null };

const requestedUserOf = (fields: Fields): RequestedUser => ({
  gridNo: fields.gridNo,
  grids: fields.grids,
  rights: fields.rights,
  enabled: fields.enabled,
  topic: fields.topic ?? null,
  groupId: fields.groupId,
  deviceId: fields.deviceId || null,
});

async function requireAllowed(
  store: Pick<Repositories, 'groups'>,
  admin: Parameters<typeof faultsOfChange>[0],
  requested: RequestedUser,
): Promise<void> {
  const faults = faultsOfChange(admin, requested);
  if (faults.length === 0 && (await store.groups.find(requested.groupId)) === null) faults.push(fieldFault('groupId', 'no-such-group'));
  refuseFaults(faults);
}

/** The audited fields. */
const auditDetailOf = ({ gridNo, grids, groupId, rights, enabled, deviceId }: Fields) => ({
  gridNo,
  gridNos: grids,
  groupId,
  codes: rights,
  enabled,
  deviceId: deviceId ?? null,
});

async function listed({ store, online }: Deps, accounts: readonly Account[]): Promise<ListedAccount[]> {
  const ids = accounts.map(({ id }) => id);
  const [nameOf, groups, withSecondFactor, bound] = await Promise.all([
    gridNames(
      store,
      accounts.map(({ gridNo }): GridNo => gridNo),
    ),
    store.groups.list(),
    store.secondFactors.turnedOnOf(ids),
    store.identities.boundOf(ids),
  ]);
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const present = online();
  return accounts.map(({ passwordHash: _, passwordGivenAt: __, demo: ___, updatedAt: ____, ...account }) => ({
    ...account,
    gridName: nameOf(account.gridNo),
    groupName: groupNames.get(account.groupId) ?? null,
    isOnline: present.has(account.id),
    hasSecondFactor: withSecondFactor.has(account.id),
    hasOutsideIdentity: bound.has(account.id),
  }));
}
