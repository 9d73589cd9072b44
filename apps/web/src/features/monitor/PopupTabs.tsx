// What lies behind the popup's head: 详情 · 周边 · 任务 · 经过, and 短信 as a dialog. A tab is loaded when it is opened.
import { MessageOutlined, SendOutlined } from '@ant-design/icons';
import type { NamedAlarm } from '@lookout/domain';
import { Button, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { AlarmHistory } from '../../entities/alarm/history/AlarmHistory.tsx';
import { FireTasks } from '../../entities/task/TaskLists.tsx';
import { NearPanel } from '../../globe/NearPanel.tsx';
import { useRight } from '../../shared/services.ts';
import { useAnswerMessages } from './answer/messages.ts';
import { shownActions } from './answer/shown-actions.ts';
import { useOfficer } from './answer/use-officer.ts';
import { DetailTab } from './DetailTab.tsx';
import type { AlarmOpener } from './open-alarm.ts';

interface Props {
  readonly alarm: NamedAlarm;
  readonly fromTask: boolean;
  readonly opener: AlarmOpener;
  readonly onSms: () => void;
  readonly onDispatch: () => void;
}

export function PopupTabs({ alarm, fromTask, opener, onSms, onDispatch }: Props) {
  const messages = useAnswerMessages();
  const officer = useOfficer();
  const mayWrite = useRight('answer-alarms') && alarm.facts.kind !== 'smoke' && !fromTask;
  const mayDispatch = shownActions(alarm, officer, fromTask).row.includes('dispatch');
  const { tabs } = messages;
  const items = [
    { key: 'details', label: tabs.details, children: <DetailTab alarm={alarm} /> },
    { key: 'near', label: tabs.near, children: <NearPanel place={alarm.position} /> },
    {
      key: 'tasks',
      label: tabs.tasks,
      children: (
        <>
          {mayDispatch && (
            <Button type="primary" className="tab-action" icon={<SendOutlined aria-hidden="true" />} onClick={onDispatch}>
              {messages.actions.dispatch}
            </Button>
          )}
          <FireTasks fireId={alarm.id} onShowPlace={opener.show} />
        </>
      ),
    },
    { key: 'history', label: tabs.history, children: <AlarmHistory alarmId={alarm.id} /> },
  ].map((item) => ({ ...item, children: <TabBody label={item.label}>{item.children}</TabBody> }));
  return (
    <div className="popup-tabs-frame">
      <Tabs className="popup-tabs" size="small" destroyOnHidden items={items} />
      {mayWrite && (
        // Beside the tabs, not among them: it opens a dialog.
        <Button size="small" className="sms-button" icon={<MessageOutlined aria-hidden="true" />} aria-haspopup="dialog" onClick={onSms}>
          {tabs.sms}
        </Button>
      )}
    </div>
  );
}

const TabBody = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
  <section className="popup-body" tabIndex={0} aria-label={label}>
    {children}
  </section>
);
