// Who did what and when: the audit, by time window, user and act, all in the URL.
import { type adminCalls, contract, formatTime, type Got, parseTime, type Row } from '@lookout/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DatePicker, Input, Select, Tooltip } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useLanguage } from '../../shared/language.ts';
import { useClient } from '../../shared/services.ts';
import type { AskPage } from '../../shared/table/gather-rows.ts';
import { PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { marks } from '../../shared/text/marks.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { useUrlState } from '../../shared/url-state.ts';
import { useAdminMessages } from './messages.ts';

type AuditRow = Got<(typeof adminCalls)['auditPage']>['list'][number];

/** The contract lists every recorded act with its Chinese name. */
const ACTS: ReadonlyMap<string, string> = new Map(
  Object.values(contract as Record<string, Record<string, Row>>)
    .flatMap((rows) => Object.values(rows))
    .flatMap((row) => (row.act === undefined ? [] : [[row.act, row.summary.replace(/[（：].*$/, '')] as const])),
);

const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

export function AuditTab() {
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const language = useLanguage();
  const client = useClient();
  const url = useUrlState();
  const filter = {
    userName: url.get('user'),
    act: url.get('act'),
    beginTime: validTime(url.get('from')),
    endTime: validTime(url.get('to')),
  };
  const paging = pagingOf(url);
  const ask: AskPage<AuditRow> = (page, signal) => client.admin.auditPage({ body: { ...filter, ...page }, silent: true, signal });
  const audit = useQuery({
    queryKey: ['audit', filter, paging],
    queryFn: ({ signal }) => ask(paging, signal),
    placeholderData: keepPreviousData,
  });
  const now = dayjs();
  const presets: { label: string; value: [Dayjs, Dayjs] }[] = [
    { label: messages.audit.presets.week, value: [now.subtract(7, 'day'), now] },
    { label: messages.audit.presets.month, value: [now.startOf('month'), now] },
    { label: messages.audit.presets.quarter, value: [now.subtract(3, 'month'), now] },
    { label: messages.audit.presets.halfYear, value: [now.subtract(6, 'month'), now] },
  ];
  const actName = (act: string) => (language === 'en' ? act : (ACTS.get(act) ?? act));
  // `ok`, or `refused:` with the error code.
  const outcomeName = (outcome: string) =>
    outcome === 'ok' ? messages.audit.passed : messages.audit.refused(outcome.replace('refused:', ''));
  const text = (value: string | null) => value ?? shared.common.unknown;

  return (
    <>
      <div className="page-bar">
        <DatePicker.RangePicker
          showTime
          presets={presets}
          value={[filter.beginTime ? dayjs(filter.beginTime) : null, filter.endTime ? dayjs(filter.endTime) : null]}
          placeholder={[messages.audit.begin, messages.audit.end]}
          aria-label={messages.audit.window}
          allowEmpty={[true, true]}
          onChange={(range) => url.set({ from: range?.[0]?.format(TIME_FORMAT) ?? null, to: range?.[1]?.format(TIME_FORMAT) ?? null })}
        />
        <Input.Search
          key={url.get('user') ?? ''}
          style={{ width: 200 }}
          allowClear
          defaultValue={url.get('user') ?? ''}
          placeholder={messages.audit.userName}
          aria-label={messages.audit.userName}
          onSearch={(value) => url.set({ user: value.trim() })}
        />
        <Select
          style={{ width: 240 }}
          allowClear
          value={url.get('act')}
          placeholder={messages.audit.act}
          aria-label={messages.audit.act}
          showSearch={{ optionFilterProp: 'label' }}
          options={[...ACTS.keys()].map((act) => ({ value: act, label: actName(act) }))}
          onChange={(act) => url.set({ act: act ?? null })}
        />
      </div>
      <PagedTable<AuditRow>
        table="audit"
        name={messages.tabs.audit}
        query={audit}
        ask={ask}
        url={url}
        rowKey={({ id }) => String(id)}
        width={1100}
        empty={`${messages.audit.empty}${marks().stop}${messages.audit.emptyHint}`}
        columns={[
          { key: 'at', dataIndex: 'at', title: messages.audit.at, width: 170, className: 'tabular' },
          { key: 'userName', dataIndex: 'userName', title: messages.audit.userName, width: 130, render: text },
          { key: 'act', dataIndex: 'act', title: messages.audit.act, width: 200, text: ({ act }) => actName(act), render: actName },
          {
            key: 'outcome',
            dataIndex: 'outcome',
            title: messages.audit.outcome,
            width: 120,
            text: (row) => outcomeName(row.outcome),
            render: outcomeName,
          },
          {
            key: 'target',
            title: messages.audit.target,
            text: targetOf,
            render: (_, row) => <Short text={targetOf(row)} />,
          },
          { key: 'gridNo', dataIndex: 'gridNo', title: messages.audit.grid, width: 100, className: 'tabular', render: text },
          { key: 'address', dataIndex: 'address', title: messages.audit.address, width: 150, className: 'tabular', render: text },
          { key: 'detail', title: messages.audit.detail, text: detailOf, render: (_, row) => <Short text={detailOf(row)} /> },
        ]}
      />
    </>
  );
}

/** An unreadable time in the URL is no filter. */
const validTime = (value: string | null): string | null => {
  const at = value === null ? null : parseTime(value);
  return at === null ? null : formatTime(at);
};

const targetOf = ({ targetKind, targetId }: AuditRow): string => [targetKind, targetId].filter(Boolean).join(' ');

const detailOf = ({ detail }: AuditRow): string =>
  detail === null || detail === undefined || JSON.stringify(detail) === '{}' ? '' : JSON.stringify(detail);

/** One line, with the full text as its tooltip. */
function Short({ text }: { readonly text: string }) {
  const shared = useSharedMessages();
  if (text === '') return shared.common.unknown;
  return (
    <Tooltip title={text}>
      <span className="admin-detail hint cut">{text}</span>
    </Tooltip>
  );
}
