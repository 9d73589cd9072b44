// The contract's `admin`: users, groups, menus, audit.
import { type Contract, formatTime, writeAuditDetail } from '@lookout/contract';
import { invalid, refused } from '../../acting/refusal.ts';
import type { ServerFeature } from '../../feature.ts';
import type { Handlers } from '../../serve/context.ts';
import type { Deps } from '../../services/deps.ts';
import { userHandlers } from './users.ts';

const GROUP_LEVEL_DIGITS = 3;

export const admin: ServerFeature<'admin'> = {
  open: (room) => ({ calls: adminHandlers(room) }),
};

function adminHandlers(deps: Deps): Handlers<Contract['admin']> {
  const { store, places } = deps;
  return {
    ...userHandlers(deps),

    // Its own organisation and what lies below it: whoever administers a prefecture has no use for another province's offices.
    groups: async ({ caller }) => {
      const own = caller.kind === 'account' ? caller.groupId : '';
      const groups = (await store.groups.list()).filter(({ id }) => id.startsWith(own));
      return { rows: groups.map(({ id, name }) => ({ id, name })) };
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
      const menu = (await store.menus.all()).find(({ code }) => code === body.menuCode);
      if (!menu) throw refused('no-such-menu');
      const { menuName: name, icon, sort: order, visible } = body;
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
      const rows = list.map(({ id, at, userName, address, act, targetKind, targetId, gridNo, outcome, detail }) => ({
        ...{ id, at: formatTime(at), userName, address, act, targetKind, targetId, gridNo, outcome },
        detail: writeAuditDetail(detail, (no) => places().grids.nameOf(no)),
      }));
      return { total, pageNo, pageSize, list: rows };
    },
  };
}
