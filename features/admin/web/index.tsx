// 系统管理: users, groups, menus, embedded maps, fuels, audit; the open tab is in the URL.

import { RequireRight } from '@lookout/web/shared/ErrorBoundary.tsx';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { Tabs } from 'antd';
import { useAdminMessages } from './messages.ts';
import './admin.css';
import { AuditTab } from './AuditTab.tsx';
import { EmbedsTab } from './EmbedsTab.tsx';
import { FuelsTab } from './fuels/FuelsTab.tsx';
import { GroupsTab } from './GroupsTab.tsx';
import { MenusTab } from './MenusTab.tsx';
import { UsersTab } from './UsersTab.tsx';

const TABS = ['users', 'groups', 'menus', 'embeds', 'fuels', 'audit'] as const;
type Tab = (typeof TABS)[number];
const isTab = (text: string | null): text is Tab => TABS.some((tab) => tab === text);

const content = {
  users: <UsersTab />,
  groups: <GroupsTab />,
  menus: <MenusTab />,
  embeds: <EmbedsTab />,
  fuels: (
    <RequireRight right="support-decisions">
      <FuelsTab />
    </RequireRight>
  ),
  audit: (
    <RequireRight right="read-audit">
      <AuditTab />
    </RequireRight>
  ),
} as const satisfies Record<Tab, unknown>;

/** Filters that are cleared when the tab changes, because they belong to one tab. */
const FILTERS = ['text', 'grid', 'group', 'state', 'sort', 'size', 'user', 'act', 'from', 'to'] as const;

export function AdminPage() {
  const messages = useAdminMessages();
  const url = useUrlState();
  const requested = url.get('tab');
  const tab = isTab(requested) ? requested : 'users';
  return (
    <div className="admin page tabbed-page">
      <h1 className="visually-hidden">{messages.title}</h1>
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(next) => url.set({ tab: next === 'users' ? null : next, ...Object.fromEntries(FILTERS.map((name) => [name, null])) })}
        items={TABS.map((key) => ({ key, label: messages.tabs[key], children: content[key] }))}
      />
    </div>
  );
}
