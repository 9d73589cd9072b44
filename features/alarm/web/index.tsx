// 报警管理: alarms with their handling, together and by source, the history of all alarms, the SMS outbox and the shifts. The open tab is in
// the URL. The action held for the undo time is shown at the bottom, as on the map.

import { useServices } from '@lookout/web/shared/services.ts';
import { cleared, oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { App, Tabs } from 'antd';
import { useState } from 'react';
import { ALARM_KINDS } from '../alarm.ts';
import { ActionDialogs, type OpenDialog } from '../parts/actions/ActionDialogs.tsx';
import { useActionMessages } from '../parts/actions/messages.ts';
import { UndoBar, useLeaving } from '../parts/actions/UndoBar.tsx';
import { usePendingRequests } from '../parts/actions/use-pending-requests.ts';
import './alarm.css';
import { AlarmsTab } from './AlarmsTab.tsx';
import { COUNTED_NAMES } from './counted.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { useMessages } from './messages.ts';
import { ShiftsTab } from './ShiftsTab.tsx';
import { SmsTab } from './SmsTab.tsx';
import { firstWindowOf } from './sources.ts';

const TABS = ['fires', ...ALARM_KINDS, 'history', 'sms', 'shifts'] as const;
type Tab = (typeof TABS)[number];

const content = {
  fires: <AlarmsTab source={null} />,
  satellite: <AlarmsTab source="satellite" />,
  camera: <AlarmsTab source="camera" />,
  report: <AlarmsTab source="report" />,
  smoke: <AlarmsTab source="smoke" />,
  danger: <AlarmsTab source="danger" />,
  history: <HistoryTab />,
  sms: <SmsTab />,
  shifts: <ShiftsTab />,
} as const satisfies Record<Tab, unknown>;

/** Filters that are cleared when the tab changes; the grid and the window apply to every tab. */
const OWN_FILTERS = ['kind', 'state', 'text', 'act', 'sort', 'id', ...COUNTED_NAMES] as const;

export function AlarmPage() {
  const messages = useMessages();
  const { now } = useServices();
  const url = useUrlState();
  const tab = oneOf(TABS, url.get('tab')) ?? 'fires';
  const change = (next: Tab) =>
    url.set({ tab: next === 'fires' ? null : next, ...cleared(OWN_FILTERS), ...(url.get('from') === null && firstWindowOf(next, now())) });
  return (
    <div className="alarms-page page tabbed-page">
      <h1 className="visually-hidden">{messages.title}</h1>
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(next) => change(oneOf(TABS, next) ?? 'fires')}
        items={TABS.map((key) => ({ key, label: messages.tabs[key], children: content[key] }))}
      />
      <Undo />
    </div>
  );
}

/** The action held at this desk, from any part of the page. */
function Undo() {
  const pendingRequests = usePendingRequests();
  const messages = useActionMessages();
  const { message } = App.useApp();
  const url = useUrlState();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  useLeaving();
  return (
    <>
      <UndoBar
        onOpen={({ id }) => url.set({ id, page: url.get('page') })}
        onUndo={() => {
          pendingRequests.undo();
          void message.info(messages.undo.undone);
        }}
        onCorrect={({ alarm, current }) => {
          pendingRequests.dismiss();
          setDialog({ kind: 'judge', alarm: current ?? alarm, preset: null });
        }}
      />
      {dialog && <ActionDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
