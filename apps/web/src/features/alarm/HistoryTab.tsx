// 经过: the history of every alarm of the grid, newest first.
import { ALARM_ACTS, type AlarmAct, actOfEvent, formatTime, type HistoryPageLine as Line } from '@lookout/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { detailLines } from '../../entities/alarm/history/line-details.ts';
import { type HistoryMessages, useHistoryMessages } from '../../entities/alarm/history/messages.ts';
import { GridPicker } from '../../shared/GridPicker.tsx';
import { useClient } from '../../shared/services.ts';
import { saying } from '../../shared/table/columns.ts';
import type { AskPage } from '../../shared/table/gather-rows.ts';
import { PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { marks } from '../../shared/text/marks.ts';
import { useUrlState } from '../../shared/url-state.ts';
import { TextFilter, WindowPicker, windowOf } from './filters.tsx';
import { useMessages } from './messages.ts';
import { isActionNews, useLiveRefetch } from './use-live-refetch.ts';

export function HistoryTab() {
  const messages = useMessages();
  const historyMessages = useHistoryMessages();
  const client = useClient();
  const url = useUrlState();
  const act = ALARM_ACTS.find((one) => one === url.get('act')) ?? null;
  const filter = { ...windowOf(url), gridNo: url.get('grid'), act, fullName: url.get('text') };
  const paging = pagingOf(url);
  const ask: AskPage<Line> = (page, signal) => client.fire.historyPage({ body: { ...filter, ...page }, silent: true, signal });
  const lines = useQuery({
    queryKey: ['alarm-history-page', filter, paging],
    queryFn: ({ signal }) => ask(paging, signal),
    placeholderData: keepPreviousData,
  });
  useLiveRefetch(isActionNews, lines.refetch);

  return (
    <>
      <search className="page-bar">
        <div style={{ width: 400 }}>
          <GridPicker value={url.get('grid')} onChange={(grid) => url.set({ grid })} />
        </div>
        <Select<AlarmAct>
          style={{ width: 140 }}
          allowClear
          aria-label={messages.history.act}
          placeholder={messages.history.anyAct}
          value={act}
          options={ALARM_ACTS.map((value) => ({ value, label: historyMessages.acts[value] }))}
          onChange={(next) => url.set({ act: next ?? null })}
        />
        <WindowPicker url={url} />
        <TextFilter url={url} label={messages.history.name} />
      </search>
      <PagedTable<Line>
        table="history"
        name={messages.tabs.history}
        query={lines}
        ask={ask}
        url={url}
        rowKey={(line) => `${line.alarmId} ${line.at.getTime()} ${line.kind} ${line.accountId ?? ''} ${JSON.stringify(line.said)}`}
        width={1200}
        empty={`${messages.history.empty}${marks().stop}${messages.history.emptyHint}`}
        columns={[
          { key: 'at', title: messages.history.at, width: 170, className: 'tabular', ...saying(({ at }) => formatTime(at)) },
          { key: 'act', title: messages.history.act, width: 110, ...saying((line) => historyMessages.acts[actOfEvent[line.kind]]) },
          { key: 'who', title: messages.history.who, width: 140, ellipsis: true, ...saying(({ fullName }) => fullName ?? messages.system) },
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
                {messages.alarm.kinds[line.alarmKind]} · {line.formattedAddress}
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
