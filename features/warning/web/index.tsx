// 森林火险预警: the warnings in force, the danger by county from which a warning is issued, and past warnings.

import type { GridNo } from '@lookout/domain';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { GridFilter, NoRows, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Button, Drawer, Tabs } from 'antd';
import { useState } from 'react';
import { useWarningMessages } from '../parts/messages.ts';
import { WarningBadge } from '../parts/WarningNotice.tsx';
import { useOpenWarnings, WARNINGS } from '../parts/warnings.ts';
import { type ListedWarning, WARNING_LEVELS, warningState } from '../warning.ts';
import { DangerTab } from './DangerTab.tsx';
import { useWarningPageMessages } from './messages.ts';
import { WarningCard } from './WarningCard.tsx';
import { WarningForm } from './WarningForm.tsx';

const TABS = ['open', 'danger', 'history'] as const;

export function WarningPage() {
  const messages = useWarningPageMessages();
  const url = useUrlState();
  const mayIssue = useRight('dispatch');
  const open = useOpenWarnings();
  const [issuing, setIssuing] = useState<readonly GridNo[] | null>(null);
  const tab = oneOf(TABS, url.get('tab')) ?? 'open';
  const graveFirst = (list: readonly ListedWarning[]) =>
    list.toSorted((a, b) => WARNING_LEVELS.indexOf(b.level) - WARNING_LEVELS.indexOf(a.level));
  return (
    <div className="page">
      <header>
        <h1>{messages.title}</h1>
        {mayIssue && (
          <Button type="primary" onClick={() => setIssuing([])}>
            {messages.issue}
          </Button>
        )}
      </header>
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(key) => url.set({ tab: key, grid: null, page: null })}
        items={[
          {
            key: 'open',
            label: messages.tabs.open(open.data?.length ?? 0),
            children: (
              <QueryResult query={open} isEmpty={(list) => list.length === 0} empty={messages.none}>
                {(list) => graveFirst(list).map((warning) => <WarningCard key={warning.id} warning={warning} />)}
              </QueryResult>
            ),
          },
          { key: 'danger', label: messages.tabs.danger, children: <DangerTab onIssue={mayIssue ? setIssuing : null} /> },
          { key: 'history', label: messages.tabs.history, children: <History /> },
        ]}
      />
      {issuing !== null && <WarningForm warning={null} areas={issuing} onClose={() => setIssuing(null)} />}
    </div>
  );
}

function History() {
  const messages = useWarningPageMessages();
  const { states, levels } = useWarningMessages();
  const client = useClient();
  const { now } = useServices();
  const url = useUrlState();
  const filter = { gridNo: useGridFilter(url), state: 'over' } as const;
  const page = usePage({ url, key: [WARNINGS], filter, call: client.warning.warningPage });
  const [opened, setOpened] = useState<ListedWarning | null>(null);
  const areasOf = ({ areas }: ListedWarning) => areas.map(({ gridName }) => gridName).join(marks().list);
  const validOf = ({ startsAt, endsAt }: ListedWarning) => messages.validText(dayAndMinute(startsAt), dayAndMinute(endsAt));
  const stateOf = (warning: ListedWarning) => states[warningState(warning, new Date(now()))];
  return (
    <>
      <search className="page-bar">
        <GridFilter url={url} />
      </search>
      <PagedTable<ListedWarning>
        table="warnings"
        name={messages.title}
        {...page}
        width={1000}
        empty={<NoRows messages={messages.noHistory} />}
        columns={[
          {
            key: 'level',
            title: messages.columns.level,
            width: 180,
            text: ({ level }) => levels[level],
            render: (_, warning) => (
              <Button type="link" size="small" onClick={() => setOpened(warning)}>
                <WarningBadge level={warning.level} />
              </Button>
            ),
          },
          { key: 'areas', title: messages.columns.areas, ...textCell(areasOf) },
          { key: 'text', dataIndex: 'text', title: messages.text, ellipsis: true },
          { key: 'valid', title: messages.valid, width: 220, className: 'tabular', ...textCell(validOf) },
          { key: 'state', title: messages.columns.state, width: 90, ...textCell(stateOf) },
        ]}
      />
      <Drawer open={opened !== null} size={760} title={messages.title} onClose={() => setOpened(null)} destroyOnHidden>
        {opened && <WarningCard warning={opened} />}
      </Drawer>
    </>
  );
}
