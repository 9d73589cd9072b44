// The danger by county on a day; a warning can be issued for the selected rows.

import { formatTime } from '@lookout/contract';
import { DAY_MS, type GridNo } from '@lookout/domain';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { GridFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { RISK_COLOURS } from '@lookout/web/shared/tokens.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Segmented, Table } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Link } from 'react-router';
import { MOST_DAYS_AHEAD } from '../../danger/fire-forecast.ts';
import type { GridFireLevel } from '../../danger/fire-weather.ts';
import { useWarningPageMessages } from './messages.ts';

const DAY = 'YYYY-MM-DD';

/** Today and the days with a possible forecast. @param now by the server's clock */
const daysFromToday = (now: number): string[] =>
  Array.from({ length: 1 + MOST_DAYS_AHEAD }, (_, at) => formatTime(new Date(now + at * DAY_MS)).slice(0, DAY.length));

/** @param onIssue null: the officer may not issue warnings */
export function DangerTab({ onIssue }: { readonly onIssue: ((areas: readonly GridNo[]) => void) | null }) {
  const messages = useWarningPageMessages();
  const client = useClient();
  const { now } = useServices();
  const url = useUrlState();
  const gridNo = useGridFilter(url);
  const day = url.get('day');
  const [chosen, setChosen] = useState<readonly GridNo[]>([]);
  const levels = useQuery({
    queryKey: ['danger', gridNo, day],
    queryFn: ({ signal }) =>
      client.danger.fireLevel({
        query: { level: 'counties', ...(gridNo !== null && { gridNo }), ...(day !== null && { day }) },
        silent: true,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const byDanger = (rows: readonly GridFireLevel[]) => rows.toSorted((a, b) => b.level - a.level || b.fwi - a.fwi);
  return (
    <>
      <search className="page-bar">
        <DatePicker
          aria-label={messages.day}
          placeholder={messages.newest}
          value={day === null ? null : dayjs(day)}
          disabledDate={(date) => date.isAfter(dayjs().add(MOST_DAYS_AHEAD, 'day'), 'day')}
          onChange={(date) => url.set({ day: date?.format(DAY) ?? null })}
        />
        <Segmented
          aria-label={messages.ahead}
          value={day ?? ''}
          options={[
            { value: '', label: messages.newest },
            ...daysFromToday(now()).map((value, at) => ({ value, label: messages.aheadDays[at] ?? value.slice('YYYY-'.length) })),
          ]}
          onChange={(value) => url.set({ day: value || null })}
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
                width: 200,
                render: (_, row) => (
                  <>
                    <span className="warning-risk" style={{ background: RISK_COLOURS[row.level].fill, color: RISK_COLOURS[row.level].ink }}>
                      {messages.risks[row.level]}
                    </span>
                    {messages.warned(row) !== null && <p className="second">{messages.warned(row)}</p>}
                  </>
                ),
              },
              {
                key: 'rating',
                title: 'LY/T 1172',
                width: 120,
                className: 'tabular',
                render: (_, row) => <span title={messages.rating(row) ?? undefined}>{row.rating ? `HTZ ${row.rating.htz}` : '—'}</span>,
              },
              { key: 'fwi', title: 'FWI', width: 120, className: 'tabular', render: (_, row) => messages.index(row) },
              {
                key: 'driver',
                title: messages.columns.driver,
                width: 160,
                render: (_, row) => (
                  <>
                    <span title={messages.driversText(row.drivers ?? []) ?? undefined}>
                      {row.driver === null ? messages.noDriver : messages.drivers[row.driver]}
                    </span>{' '}
                    <span className="second">{messages.beside(row)}</span>
                  </>
                ),
              },
              {
                key: 'weather',
                title: messages.columns.weather,
                className: 'tabular',
                render: (_, row) =>
                  messages.noon(row.temperatureCelsius, row.humidityPercent, row.windKilometresPerHour, row.rainMillimetres),
              },
              {
                key: 'day',
                title: messages.columns.day,
                width: 150,
                className: 'tabular',
                render: (_, row) => (
                  <>
                    {row.day}{' '}
                    {row.forecastAt && (
                      <span className="tag" title={messages.forecastOf(dayAndMinute(row.forecastAt))}>
                        {messages.forecast}
                      </span>
                    )}
                  </>
                ),
              },
            ]}
          />
        )}
      </QueryResult>
    </>
  );
}
