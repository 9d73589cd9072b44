// The danger by county on a day; a warning is issued for the rows that are chosen.
import type { GridFireLevel, GridNo } from '@lookout/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Table } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Link } from 'react-router';
import { QueryResult } from '../../shared/QueryResult.tsx';
import { useClient } from '../../shared/services.ts';
import { GridFilter, useGridFilter } from '../../shared/table/filters.tsx';
import { RISK_COLOURS } from '../../shared/tokens.ts';
import { useUrlState } from '../../shared/url-state.ts';
import { useWarningPageMessages } from './messages.ts';

const DAY = 'YYYY-MM-DD';

/** @param onIssue null: the officer may not */
export function DangerTab({ onIssue }: { readonly onIssue: ((areas: readonly GridNo[]) => void) | null }) {
  const messages = useWarningPageMessages();
  const client = useClient();
  const url = useUrlState();
  const gridNo = useGridFilter(url);
  const day = url.get('day');
  const [chosen, setChosen] = useState<readonly GridNo[]>([]);
  const levels = useQuery({
    queryKey: ['danger', gridNo, day],
    queryFn: ({ signal }) =>
      client.fireLevel.fireLevel({
        query: { level: 'counties', ...(gridNo !== null && { gridNo }), ...(day !== null && { day }) },
        silent: true,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const byDanger = (rows: readonly GridFireLevel[]) => rows.toSorted((a, b) => b.fwi - a.fwi);
  return (
    <>
      <search className="page-bar">
        <DatePicker
          aria-label={messages.day}
          placeholder={messages.newest}
          value={day === null ? null : dayjs(day)}
          disabledDate={(date) => date.isAfter(dayjs(), 'day')}
          onChange={(date) => url.set({ day: date?.format(DAY) ?? null })}
        />
        <GridFilter url={url} />
        {onIssue && (
          <Button disabled={chosen.length === 0} onClick={() => onIssue(chosen)}>
            {messages.issueFor(chosen.length)}
          </Button>
        )}
        <Link className="link-button" to="/manage/monitor?left=risk">
          {messages.onMap}
        </Link>
      </search>
      <QueryResult query={levels} isEmpty={(rows) => rows.length === 0} empty={messages.noDanger}>
        {(rows) => (
          <Table<GridFireLevel>
            size="small"
            rowKey={({ gridNo: no }) => no}
            dataSource={byDanger(rows)}
            pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
            {...(onIssue && {
              rowSelection: { selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys as GridNo[]) },
            })}
            columns={[
              { key: 'grid', dataIndex: 'gridName', title: messages.columns.grid, width: 200 },
              {
                key: 'risk',
                title: messages.columns.risk,
                width: 140,
                render: (_, { level }) => (
                  <span className="warning-risk" style={{ background: RISK_COLOURS[level].fill, color: RISK_COLOURS[level].ink }}>
                    {messages.risk(level, messages.risks[level])}
                  </span>
                ),
              },
              { key: 'fwi', title: 'FWI', width: 80, className: 'tabular', render: (_, { fwi }) => fwi.toFixed(1) },
              {
                key: 'driver',
                title: messages.columns.driver,
                width: 140,
                render: (_, { driver }) => (driver === null ? messages.noDriver : messages.drivers[driver]),
              },
              {
                key: 'weather',
                title: messages.columns.weather,
                className: 'tabular',
                render: (_, row) =>
                  messages.noon(row.temperatureCelsius, row.humidityPercent, row.windKilometresPerHour, row.rainMillimetres),
              },
              { key: 'day', dataIndex: 'day', title: messages.columns.day, width: 110, className: 'tabular' },
            ]}
          />
        )}
      </QueryResult>
    </>
  );
}
