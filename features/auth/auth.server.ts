// Handlers for login, external sign-on, switching grids, user info, menus, areas and passwords.

import { capabilityOf, LIST_LIMIT, permissionCode } from '@lookout/contract';
import { type Capability, OTHER_CAPABILITIES } from '@lookout/domain';
import { REGIONS } from '@lookout/region';
import { publishedKeys } from '@lookout/server/access/signing.ts';
import { notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import type { Config } from '@lookout/server/settings/config.ts';
import { headerLinks } from '@lookout/server/settings/demo-library.ts';
import { isExtendedByActs } from '@lookout/server/settings/security-policy.ts';
import { mapInSlices } from '@lookout/store';
import type { Menu } from '../admin/admin.ts';
import type { Contract } from '../contract.ts';
import { gridNames } from '../grid/service/grid-catalogue.ts';
import type { MenuNode } from './auth.calls.ts';
import type { ownAccountCalls } from './own-account.calls.ts';
import { areaOf, createCachedAreas } from './server/areas.ts';
import { changePassword, login, verifyPassword } from './server/login.ts';
import { oidcCalls } from './server/oidc.ts';
import { ownAccountHandlers } from './server/own-account.ts';
import { forgetPortalToken, portalHandlers } from './server/portal.ts';
import { switchHandlers } from './server/switching.ts';
import type { signOnCalls } from './sign-on.calls.ts';

export const auth: ServerFeature<'auth'> = {
  open(room) {
    const oidc = oidcCalls(room);
    return {
      calls: { ...authHandlers(room), ...portalHandlers(room), ...oidc.calls, ...switchHandlers(room), ...ownAccountHandlers(room) },
      rawRoutes: oidc.rawRoutes,
    };
  },
};

type OwnCalls = Omit<Handlers<Contract['auth']>, keyof typeof signOnCalls | keyof typeof ownAccountCalls>;

function authHandlers(deps: Deps): OwnCalls {
  const { store, keys, passwordDecryption, gazetteer } = deps;
  const areasBelow = createCachedAreas(store, gazetteer);
  const menus = async () => (await store.menus.all()).filter(({ kind }) => kind === 'menu');

  return {
    publicKey: (context) => passwordDecryption.issue(context.now),

    signingKeys: async () => ({ rows: publishedKeys(keys.current()) }),

    login: (context, { body }) => login(deps, context, { ...body, passwd: body.userPasswd }, 'userPasswd'),

    loginByGet: (context, { query }) => login(deps, context, { ...query, userName: query.username, passwd: query.password }, 'password'),

    async logout(context) {
      const caller = accountOf(context);
      context.audit.target('account', caller.accountId, caller.gridNo);
      await store.transaction(async (tx) => {
        await tx.sessions.end(Buffer.from(caller.tokenHash));
        await tx.audit.append([context.audit.take()]);
      });
      forgetPortalToken(context);
      context.cookies.session?.drop();
      deps.sessionsChanged();
      return undefined;
    },

    async userInfo(context) {
      const caller = accountOf(context);
      const [account, all, nameOf] = await Promise.all([
        store.accounts.findOwn(caller.accountId),
        menus(),
        gridNames(store, [caller.gridNo]),
      ]);
      if (!account) throw notFound();
      return {
        userDTO: {
          groupId: caller.groupId,
          id: caller.accountId,
          userName: caller.userName,
          fullName: caller.fullName,
          gridNo: caller.gridNo,
          gridName: nameOf(caller.gridNo),
          headUrl: account.headUrl,
          topic: caller.topic,
        },
        menuDTOS: all.filter((menu) => isSeenBy(menu, caller.rights)).map(writeMenu),
        elementCodes: OTHER_CAPABILITIES.filter((capability) => caller.rights.has(capability)).map(permissionCode),
        ...(isExtendedByActs(deps.config, caller.rights) && { idleMinutes: deps.config.sessionIdleMinutes }),
        ...(deps.config.phoneStorage === 'memory' && { storesNothing: true }),
        ...(caller.mustSetUpSecondFactor && { mustSetUpSecondFactor: true }),
        ...(caller.mustChangePassword && { mustChangePassword: true }),
      };
    },

    installation: async () => installationOf(deps.config),

    async menuTreeOfUser(context) {
      const { rights } = accountOf(context);
      return { rows: menuTree((await menus()).filter((menu) => isSeenBy(menu, rights))) };
    },

    allMenus: async () => ({ rows: (await menus()).map(writeMenu) }),

    async menuElements(context, { query }) {
      const { rights } = accountOf(context);
      const isGranted = (code: string): boolean => {
        const capability = capabilityOf(code);
        return capability !== null && rights.has(capability);
      };
      const elements = (await store.menus.all()).filter(({ kind, code }) => kind === 'element' && isGranted(code));
      const rows = elements
        .filter(({ parentCode }) => !query.menuCode || parentCode === query.menuCode)
        .map(({ code, name, parentCode }) => ({ menuCode: parentCode, elementCode: code, elementName: name }));
      return { rows };
    },

    async userArea(context) {
      const area = await areaOf(store, context.scope);
      if (!area) throw notFound();
      return area;
    },

    userAreaNew: (context) => areasBelow(context.scope),

    async userList(context, { body }) {
      const text = body.fullName || undefined;
      const { list, more } = await store.accounts.list(
        context.scope,
        { enabled: true, groupId: body.groupId || undefined, text },
        { limit: LIST_LIMIT },
      );
      const nameOf = await gridNames(
        store,
        list.map(({ gridNo }) => gridNo),
      );
      const rows = await mapInSlices(list, ({ id, userName, fullName, gridNo, groupId, headUrl }) => ({
        id,
        userName,
        fullName,
        gridNo,
        gridName: nameOf(gridNo),
        groupId,
        headUrl,
      }));
      return { rows, ...(more && { remark: stoppedAt(LIST_LIMIT, 'first-listed') }) };
    },

    changePassword: (context, { body }) => changePassword(deps, context, accountOf(context), body),

    verifyPassword: (context, { body }) => verifyPassword(deps, context, accountOf(context), body),
  };
}

// The data of this installation that the header shows: the region and its links.

type InstallationConfig = Pick<
  Config,
  'demo' | 'securityPolicy' | 'region' | 'links' | 'digitalForestry' | 'replayMenuFullName' | 'recordDays' | 'recordGigabytes'
>;

function installationOf(config: InstallationConfig) {
  const { demo, region: id, replayMenuFullName, recordDays, recordGigabytes } = config;
  const { name, externalLinks } = REGIONS[id];
  const { urlOf, digitalForestry } = headerLinks(config);
  return {
    isDemo: demo !== 'off',
    passwordPolicy: config.securityPolicy,
    region: id,
    regionName: name,
    externalLinks: externalLinks.map((link) => ({ ...link, url: urlOf(link.id) })),
    digitalForestry: [...digitalForestry],
    replayMenuFullName,
    recordings: { days: recordDays, gigabytes: recordGigabytes },
  };
}

// Determines which menus an account sees, and builds their tree. The menus are stored in the database, where an administrator may rename
// and reorder them.

/**
 * A menu is visible to accounts with the capability of its code. If its code is not a permission, the parent's code applies (任务管理 like
 * 灾后评估). Without a parent it is visible to everyone (用火报备).
 */
function isSeenBy(menu: Pick<Menu, 'code' | 'parentCode'>, rights: ReadonlySet<Capability>): boolean {
  const capability = capabilityOf(menu.code) ?? (menu.parentCode === null ? 'everybody' : capabilityOf(menu.parentCode));
  return capability === 'everybody' || (capability !== null && rights.has(capability));
}

const writeMenu = (menu: Menu) => ({
  menuCode: menu.code,
  menuName: menu.name,
  icon: menu.icon,
  path: menu.path,
  parentCode: menu.parentCode,
  sort: menu.order,
  visible: menu.visible,
});

/** @param menus in display order; a menu whose parent is not in the list is placed at the top level */
function menuTree(menus: readonly Menu[]): MenuNode[] {
  const present = new Set(menus.map(({ code }) => code));
  const below = (parent: string | null): MenuNode[] =>
    menus
      .filter(({ parentCode }) => (parentCode !== null && present.has(parentCode) ? parentCode : null) === parent)
      .map((menu) => ({ ...writeMenu(menu), children: below(menu.code) }));
  return below(null);
}
