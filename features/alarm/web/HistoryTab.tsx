// 经过: the history of every alarm of the grid, newest first.

import { formatTime } from '@lookout/contract';
import { useAddressWithin } from '@lookout/web/shared/address-within.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { ChoiceFilter, GridFilter, NoRows, TextFilter, useGridFilter, WindowFilter } from '@lookout/web/shared/table/filters.tsx';
import type { FetchPage } from '@lookout/web/shared/table/gather-rows.ts';
import { PagedTable, pagingOf } from '@lookout/web/shared/table/PagedTable.tsx';
import { oneOf, useUrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { HistoryPageLine as Line } from '../alarm-history.ts';
import { actOfEvent } from '../alarm-history.wire.ts';
import { HISTORY_ACTS } from '../history-acts.wire.ts';
import { detailLines } from '../parts/history/line-details.ts';
import { type HistoryMessages, useHistoryMessages } from '../parts/history/messages.ts';
import { isHistoryUpdate } from './live-updates.ts';
import { useMessages } from './messages.ts';

export function HistoryTab() {
  const messages = useMessages();
  const historyMessages = useHistoryMessages();
  const client = useClient();
  const url = useUrlState();
  const within = useAddressWithin();
  const act = oneOf(HISTORY_ACTS, url.get('act'));
  const filter = { ...windowOf(url), gridNo: useGridFilter(url), act, fullName: url.get('text') };
  const paging = pagingOf(url);
  const fetchPage: FetchPage<Line> = (page, signal) => client.alarm.historyPage({ body: { ...filter, ...page }, silent: true, signal });
  const lines = useQuery({
    queryKey: ['alarm-history-page', filter, paging],
    queryFn: ({ signal }) => fetchPage(paging, signal),
    placeholderData: keepPreviousData,
  });
  useLiveRefetch(isHistoryUpdate, lines.refetch);

  return (
    <>
      <search className="page-bar">
        <GridFilter url={url} />
        <ChoiceFilter
          url={url}
          name="act"
          label={messages.history.act}
          placeholder={messages.history.anyAct}
          width={140}
          value={act}
          options={HISTORY_ACTS.map((value) => ({ value, label: historyMessages.acts[value] }))}
        />
        <WindowFilter url={url} labels={messages} covers="whole days" />
        <TextFilter url={url} label={messages.history.name} width={220} />
      </search>
      <PagedTable<Line>
        table="history"
        name={messages.tabs.history}
        query={lines}
        fetchPage={fetchPage}
        url={url}
        rowKey={(line) => `${line.alarmId} ${line.at.getTime()} ${line.kind} ${line.accountId ?? ''} ${JSON.stringify(line.detail)}`}
        width={1200}
        empty={<NoRows messages={messages.history} />}
        columns={[
          { key: 'at', title: messages.history.at, width: 170, className: 'tabular', ...textCell(({ at }) => formatTime(at)) },
          { key: 'act', title: messages.history.act, width: 110, ...textCell((line) => historyMessages.acts[actOfEvent[line.kind]]) },
          {
            key: 'who',
            title: messages.history.who,
            width: 140,
            ellipsis: true,
            ...textCell(({ fullName }) => fullName ?? messages.system),
          },
          {
            key: 'alarm',
            title: messages.history.alarm,
            text: ({ alarmKind, formattedAddress }) => `${messages.alarm.kinds[alarmKind]} · ${formattedAddress}`,
            render: (_, line) => (
              <Button
                type="link"
                size="small"
                className="alarms-place"
                title={line.formattedAddress}
                onClick={() => url.set({ tab: null, act: null, text: null, from: null, to: null, id: line.alarmId })}
              >
                {messages.alarm.kinds[line.alarmKind]} · {within(line.formattedAddress)}
              </Button>
            ),
          },
          {
            key: 'detail',
            title: messages.history.detail,
            render: (_, line) => <Details line={line} />,
            text: (line) => detailText(line, historyMessages),
          },
          {
            key: 'desk',
            title: messages.history.desk,
            width: 210,
            ellipsis: true,
            dataIndex: 'desk',
            render: (_, { desk }) => desk ?? '—',
          },
        ]}
      />
    </>
  );
}

const detailText = (line: Line, historyMessages: HistoryMessages): string =>
  detailLines(line, historyMessages)
    .map(({ label, text }) => `${label} ${text}`)
    .join(historyMessages.semicolon);

function Details({ line }: { readonly line: Line }) {
  const historyMessages = useHistoryMessages();
  const text = detailText(line, historyMessages);
  return (
    <span className="clamp" title={text}>
      {text === '' ? '—' : text}
    </span>
  );
}
