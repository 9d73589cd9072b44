// 通知: the user's own settings; with the right to see them, also the record, the policy of duty lists and webhooks. The open tab is in the
// URL.

import { useRight } from '@lookout/web/shared/services.ts';
import { oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Tabs } from 'antd';
import { useNotificationMessages } from './messages.ts';
import { OwnTab } from './OwnTab.tsx';
import { PolicyTab } from './PolicyTab.tsx';
import { RECORD_FILTERS, RecordsTab } from './RecordsTab.tsx';
import { WebhooksTab } from './WebhooksTab.tsx';
import './notifications.css';

const TABS = ['own', 'records', 'policy', 'webhooks'] as const;
type Tab = (typeof TABS)[number];

const content = {
  own: <OwnTab />,
  records: <RecordsTab />,
  policy: <PolicyTab />,
  webhooks: <WebhooksTab />,
} as const satisfies Record<Tab, unknown>;

export function NotificationsPage() {
  const messages = useNotificationMessages();
  const url = useUrlState();
  const [acts, administers] = [useRight('act-on-alarms'), useRight('administer-users')];
  const isOpen: Readonly<Record<Tab, boolean>> = { own: true, records: acts || administers, policy: administers, webhooks: administers };
  const tabs = TABS.filter((tab) => isOpen[tab]);
  return (
    <div className="page tabbed-page">
      <header>
        <h1>{messages.title}</h1>
      </header>
      <Tabs
        activeKey={oneOf(tabs, url.get('tab')) ?? 'own'}
        destroyOnHidden
        onChange={(tab) => url.set({ tab: tab === 'own' ? null : tab, ...Object.fromEntries(RECORD_FILTERS.map((name) => [name, null])) })}
        items={tabs.map((key) => ({ key, label: messages.tabs[key], children: content[key] }))}
      />
    </div>
  );
}
