// 火情报送: the reports owed and their deadlines, those sent and who has read them, those foreseen, those completed, and the rules.

import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useLoadState, useRecords, useServices } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { GridFilter, NoRows, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Skeleton, Tabs } from 'antd';
import { dueReportState, isReportLate, type NamedDueReport } from '../due-report.ts';
import { dueReportRecords } from '../parts/due-report-records.ts';
import { useForeseenMessages } from '../parts/messages.ts';
import { reportReasonText } from '../reporting-message.wire.ts';
import { ForeseenTab } from './ForeseenTab.tsx';
import { useReportingMessages } from './messages.ts';
import { OversightTab } from './OversightTab.tsx';
import { ReportCard } from './ReportCard.tsx';
import { RulesTab } from './RulesTab.tsx';
import './reporting.css';

const TABS = ['open', 'oversight', 'foreseen', 'over', 'rules'] as const;

export function ReportingPage() {
  const messages = useReportingMessages();
  const foreseen = useForeseenMessages();
  const url = useUrlState();
  const open = useRecords(dueReportRecords);
  return (
    <div className="page">
      <header>
        <h1>{messages.title}</h1>
      </header>
      <Tabs
        activeKey={oneOf(TABS, url.get('tab')) ?? 'open'}
        destroyOnHidden
        onChange={(key) => url.set({ tab: key, grid: null, page: null })}
        items={[
          { key: 'open', label: messages.tabs.open(open.length), children: <Open list={open} /> },
          { key: 'oversight', label: messages.tabs.oversight, children: <OversightTab /> },
          { key: 'foreseen', label: foreseen.title, children: <ForeseenTab /> },
          { key: 'over', label: messages.tabs.over, children: <Over /> },
          { key: 'rules', label: messages.tabs.rules, children: <RulesTab /> },
        ]}
      />
    </div>
  );
}

function Open({ list }: { readonly list: readonly NamedDueReport[] }) {
  const messages = useReportingMessages();
  const { reloadRecords } = useServices();
  const state = useLoadState(dueReportRecords);
  if (state === 'failed') return <LoadFailed error={null} onRetry={reloadRecords} />;
  if (state !== 'loaded') return <Skeleton active paragraph={{ rows: 4 }} />;
  if (list.length === 0) return <Nothing {...messages.none} />;
  return list.map((report) => <ReportCard key={report.id} report={report} />);
}

const OVER = 'reports-over';

function Over() {
  const messages = useReportingMessages();
  const language = useLanguage();
  const client = useClient();
  const url = useUrlState();
  const filter = { gridNo: useGridFilter(url), state: 'over' } as const;
  const page = usePage({ url, key: [OVER], filter, call: client.reporting.dueReportPage });
  const reasonOf = ({ reason }: NamedDueReport) => reportReasonText(reason, language);
  const sentOf = ({ sent }: NamedDueReport) => (sent === null ? '—' : `${sent.by} ${dayAndMinute(sent.at)}`);
  const stateOf = (report: NamedDueReport) =>
    `${messages.states[dueReportState(report)]}${isReportLate(report, report.dueAt) ? marks().brackets(messages.late) : ''}`;
  return (
    <>
      <search className="page-bar">
        <GridFilter url={url} />
      </search>
      <PagedTable<NamedDueReport>
        table="due-reports"
        name={messages.title}
        {...page}
        width={1100}
        empty={<NoRows messages={messages.noneOver} />}
        columns={[
          { key: 'grid', dataIndex: 'gridName', title: messages.columns.grid, width: 140 },
          { key: 'address', dataIndex: 'address', title: messages.columns.address, width: 300 },
          { key: 'reason', title: messages.columns.reason, ...textCell(reasonOf) },
          { key: 'due', title: messages.columns.due, width: 130, className: 'tabular', ...textCell(({ dueAt }) => dayAndMinute(dueAt)) },
          { key: 'state', title: messages.columns.state, width: 140, ...textCell(stateOf) },
          { key: 'sent', title: messages.columns.sent, width: 220, className: 'tabular', ...textCell(sentOf) },
        ]}
      />
    </>
  );
}
