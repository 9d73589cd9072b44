// 报警管理: alarms with their handling, the history of all alarms, the SMS outbox and the shifts; the open tab is in the URL.
import { Tabs } from 'antd';
import { cleared, oneOf, useUrlState } from '../../shared/url-state.ts';
import './alarm.css';
import { FiresTab } from './FiresTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { useMessages } from './messages.ts';
import { ShiftsTab } from './ShiftsTab.tsx';
import { SmsTab } from './SmsTab.tsx';

const TABS = ['fires', 'history', 'sms', 'shifts'] as const;
type Tab = (typeof TABS)[number];

const content = { fires: <FiresTab />, history: <HistoryTab />, sms: <SmsTab />, shifts: <ShiftsTab /> } as const satisfies Record<
  Tab,
  unknown
>;

/** Filters that are cleared when the tab changes; the grid and the window apply to every tab. */
const OWN_FILTERS = ['kind', 'state', 'text', 'act', 'sort', 'id'] as const;

export function AlarmPage() {
  const messages = useMessages();
  const url = useUrlState();
  const tab = oneOf(TABS, url.get('tab')) ?? 'fires';
  return (
    <div className="alarms-page page tabbed-page">
      <h1 className="visually-hidden">{messages.title}</h1>
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(next) => url.set({ tab: next === 'fires' ? null : next, ...cleared(OWN_FILTERS) })}
        items={TABS.map((key) => ({ key, label: messages.tabs[key], children: content[key] }))}
      />
    </div>
  );
}
