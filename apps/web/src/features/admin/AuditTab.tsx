// Who did what and when: the audit, by time window, user and act, all in the URL.
import { type adminCalls, contract, formatTime, type Got, parseTime, type Row } from '@lookout/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DatePicker, Input, Select, Tooltip } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/services.ts';
import type { AskPage } from '../../shared/table/gather-rows.ts';
import { PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { useUrlState } from '../../shared/url-state.ts';

type AuditRow = Got<(typeof adminCalls)['auditPage']>['list'][number];

/** The contract names every recorded act and says in Chinese what it is. */
const ACTS: ReadonlyMap<string, string> = new Map(
  Object.values(contract as Record<string, Record<string, Row>>)
    .flatMap((rows) => Object.values(rows))
    .flatMap((row) => (row.act === undefined ? [] : [[row.act, row.summary.replace(/[（：].*$/, '')] as const])),
);

const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

export function AuditTab() {
  const { t, i18n } = useTranslation();
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
    { label: t('admin.audit.presets.week'), value: [now.subtract(7, 'day'), now] },
    { label: t('admin.audit.presets.month'), value: [now.startOf('month'), now] },
    { label: t('admin.audit.presets.quarter'), value: [now.subtract(3, 'month'), now] },
    { label: t('admin.audit.presets.halfYear'), value: [now.subtract(6, 'month'), now] },
  ];
  const actName = (act: string) => (i18n.language === 'en' ? act : (ACTS.get(act) ?? act));
  // `ok`, or `refused:` with the code that was answered.
  const outcomeName = (outcome: string) =>
    outcome === 'ok' ? t('admin.audit.passed') : t('admin.audit.refused', { code: outcome.replace('refused:', '') });
  const text = (value: string | null) => value ?? t('common.unknown');

  return (
    <>
      <div className="page-bar">
        <DatePicker.RangePicker
          showTime
          presets={presets}
          value={[filter.beginTime ? dayjs(filter.beginTime) : null, filter.endTime ? dayjs(filter.endTime) : null]}
          placeholder={[t('admin.audit.begin'), t('admin.audit.end')]}
          aria-label={t('admin.audit.window')}
          allowEmpty={[true, true]}
          onChange={(range) => url.set({ from: range?.[0]?.format(TIME_FORMAT) ?? null, to: range?.[1]?.format(TIME_FORMAT) ?? null })}
        />
        <Input.Search
          key={url.get('user') ?? ''}
          style={{ width: 200 }}
          allowClear
          defaultValue={url.get('user') ?? ''}
          placeholder={t('admin.audit.userName')}
          aria-label={t('admin.audit.userName')}
          onSearch={(wish) => url.set({ user: wish.trim() })}
        />
        <Select
          style={{ width: 240 }}
          allowClear
          value={url.get('act')}
          placeholder={t('admin.audit.act')}
          aria-label={t('admin.audit.act')}
          showSearch={{ optionFilterProp: 'label' }}
          options={[...ACTS.keys()].map((act) => ({ value: act, label: actName(act) }))}
          onChange={(act) => url.set({ act: act ?? null })}
        />
      </div>
      <PagedTable<AuditRow>
        table="audit"
        name={t('admin.tabs.audit')}
        query={audit}
        ask={ask}
        url={url}
        rowKey={({ id }) => String(id)}
        width={1100}
        empty={`${t('admin.audit.empty')}。${t('admin.audit.emptyHint')}`}
        columns={[
          { key: 'at', dataIndex: 'at', title: t('admin.audit.at'), width: 170, className: 'tabular' },
          { key: 'userName', dataIndex: 'userName', title: t('admin.audit.userName'), width: 130, render: text },
          { key: 'act', dataIndex: 'act', title: t('admin.audit.act'), width: 200, text: ({ act }) => actName(act), render: actName },
          {
            key: 'outcome',
            dataIndex: 'outcome',
            title: t('admin.audit.outcome'),
            width: 120,
            text: (row) => outcomeName(row.outcome),
            render: outcomeName,
          },
          {
            key: 'target',
            title: t('admin.audit.target'),
            text: targetOf,
            render: (_, row) => <Short text={targetOf(row)} />,
          },
          { key: 'gridNo', dataIndex: 'gridNo', title: t('admin.audit.grid'), width: 100, className: 'tabular', render: text },
          { key: 'address', dataIndex: 'address', title: t('admin.audit.address'), width: 150, className: 'tabular', render: text },
          { key: 'detail', title: t('admin.audit.detail'), text: detailOf, render: (_, row) => <Short text={detailOf(row)} /> },
        ]}
      />
    </>
  );
}

/** A time in the URL that is none is no filter. */
const validTime = (wish: string | null): string | null => {
  const at = wish === null ? null : parseTime(wish);
  return at === null ? null : formatTime(at);
};

const targetOf = ({ targetKind, targetId }: AuditRow): string => [targetKind, targetId].filter(Boolean).join(' ');

const detailOf = ({ detail }: AuditRow): string =>
  detail === null || detail === undefined || JSON.stringify(detail) === '{}' ? '' : JSON.stringify(detail);

/** One line; the whole on pointing at it. */
function Short({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  if (text === '') return t('common.unknown');
  return (
    <Tooltip title={text}>
      <span className="admin-detail hint cut">{text}</span>
    </Tooltip>
  );
}
