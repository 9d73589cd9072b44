// 交接班: who had which desk, what was open at the end, and the note to the next officer.
import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { useClient } from '@lookout/web/shared/services.ts';
import { GridFilter, NoRows, useGridFilter, WindowFilter } from '@lookout/web/shared/table/filters.tsx';
import type { FetchPage } from '@lookout/web/shared/table/gather-rows.ts';
import { PagedTable, pagingOf } from '@lookout/web/shared/table/PagedTable.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useUrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Shift } from '../../shift/shift.ts';
import { isShiftUpdate } from './live-updates.ts';
import { useMessages } from './messages.ts';

export function ShiftsTab() {
  const messages = useMessages();
  const client = useClient();
  const url = useUrlState();
  const filter = { ...windowOf(url), gridNo: useGridFilter(url) };
  const paging = pagingOf(url);
  const fetchPage: FetchPage<Named<Shift>> = (page, signal) =>
    client.shift.shiftPage({ body: { ...filter, ...page }, silent: true, signal });
  const shifts = useQuery({
    queryKey: ['shift-page', filter, paging],
    queryFn: ({ signal }) => fetchPage(paging, signal),
    placeholderData: keepPreviousData,
  });
  useLiveRefetch(isShiftUpdate, shifts.refetch);
  /** States that the officer relieved the predecessor, or that another successor was named. */
  const remarkOf = ({ successor, nextName, relieved }: Shift): string | null => {
    if (relieved) return marks().brackets(messages.shifts.relieved);
    return successor === null || successor === nextName ? null : marks().brackets(messages.shifts.named(successor));
  };

  return (
    <>
      <search className="page-bar">
        <GridFilter url={url} />
        <WindowFilter url={url} labels={messages} covers="whole days" />
      </search>
      <PagedTable<Named<Shift>>
        table="shifts"
        name={messages.tabs.shifts}
        query={shifts}
        fetchPage={fetchPage}
        url={url}
        rowKey={({ id }) => id}
        width={1100}
        empty={<NoRows messages={messages.shifts} />}
        columns={[
          { key: 'gridName', dataIndex: 'gridName', title: messages.shifts.grid, width: 180, ellipsis: true },
          { key: 'fullName', dataIndex: 'fullName', title: messages.shifts.who, width: 150, ellipsis: true },
          {
            key: 'begin',
            title: messages.shifts.begin,
            width: 170,
            className: 'tabular',
            text: ({ beganAt }) => formatTime(beganAt),
            render: (_, { beganAt }) => formatTime(beganAt),
          },
          {
            key: 'end',
            title: messages.shifts.end,
            width: 170,
            className: 'tabular',
            text: ({ endedAt }) => (endedAt === null ? messages.shifts.onDuty : formatTime(endedAt)),
            render: (_, { endedAt }) =>
              endedAt === null ? (
                <span className="alarms-tag" data-state="handled">
                  {messages.shifts.onDuty}
                </span>
              ) : (
                formatTime(endedAt)
              ),
          },
          { key: 'openAlarms', dataIndex: 'openAlarms', title: messages.shifts.open, width: 110, className: 'tabular', align: 'right' },
          {
            key: 'firesInProgress',
            dataIndex: 'firesInProgress',
            title: messages.shifts.fires,
            width: 110,
            className: 'tabular',
            align: 'right',
          },
          {
            key: 'note',
            title: messages.shifts.note,
            text: ({ note }) => note,
            render: (_, { note }) => (
              <span className="clamp" title={note ?? ''}>
                {note ?? '—'}
              </span>
            ),
          },
          {
            key: 'next',
            title: messages.shifts.next,
            width: 190,
            text: (shift) => `${shift.nextName ?? ''}${remarkOf(shift) ?? ''}`,
            render: (_, shift) => (
              <>
                {shift.nextName ?? '—'}
                <span className="hint">{remarkOf(shift)}</span>
              </>
            ),
          },
        ]}
      />
    </>
  );
}
