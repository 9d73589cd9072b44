// 经过: what was done about every alarm of the grid, newest first.
import { ALARM_ACTS, type AlarmAct, type fireCalls, type Got } from '@lookout/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { GridPicker } from '../../shared/GridPicker.tsx';
import { detailLines } from '../../shared/history/act-details.ts';
import type { HistoryWords } from '../../shared/history/text.zh-CN.ts';
import { useHistoryWords } from '../../shared/history/words.ts';
import { useClient } from '../../shared/services.ts';
import type { AskPage } from '../../shared/table/gather-rows.ts';
import { PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { useUrlState } from '../../shared/url-state.ts';
import { TextFilter } from './TextFilter.tsx';
import { isActNews, useLiveRefetch } from './use-live-refetch.ts';
import { WindowPicker, windowOf } from './WindowPicker.tsx';
import { useWords } from './words.ts';

type Line = Got<(typeof fireCalls)['historyPage']>['list'][number];

export function HistoryTab() {
  const words = useWords();
  const said = useHistoryWords();
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
  useLiveRefetch(isActNews, lines.refetch);

  return (
    <>
      <search className="page-bar">
        <div style={{ width: 400 }}>
          <GridPicker value={url.get('grid')} onChange={(grid) => url.set({ grid })} />
        </div>
        <Select<AlarmAct>
          style={{ width: 140 }}
          allowClear
          aria-label={words.history.act}
          placeholder={words.history.anyAct}
          value={act}
          options={ALARM_ACTS.map((value) => ({ value, label: said.acts[value] }))}
          onChange={(next) => url.set({ act: next ?? null })}
        />
        <WindowPicker url={url} />
        <TextFilter url={url} label={words.history.name} />
      </search>
      <PagedTable<Line>
        table="history"
        name={words.tabs.history}
        query={lines}
        ask={ask}
        url={url}
        rowKey={(line) => `${line.alarmId} ${line.at} ${line.act} ${line.userId ?? ''} ${JSON.stringify(line.detail)}`}
        width={1200}
        empty={`${words.history.empty}。${words.history.emptyHint}`}
        columns={[
          { key: 'at', dataIndex: 'at', title: words.history.at, width: 170, className: 'tabular' },
          { key: 'act', title: words.history.act, width: 110, ...both((line) => said.acts[line.act]) },
          { key: 'who', title: words.history.who, width: 140, ellipsis: true, ...both(({ fullName }) => fullName ?? words.system) },
          {
            key: 'place',
            title: words.history.place,
            text: ({ kind, formattedAddress }) => `${words.kinds[kind]} · ${formattedAddress}`,
            render: (_, line) => (
              <Button
                type="link"
                size="small"
                className="alarms-place"
                title={line.formattedAddress}
                onClick={() => url.set({ tab: null, act: null, text: null, from: null, to: null, id: line.alarmId })}
              >
                {words.kinds[line.kind]} · {line.formattedAddress}
              </Button>
            ),
          },
          {
            key: 'detail',
            title: words.history.detail,
            render: (_, line) => <Details line={line} />,
            text: (line) => detailText(line, said),
          },
          { key: 'desk', title: words.history.desk, width: 210, ellipsis: true, dataIndex: 'desk', render: (_, { desk }) => desk ?? '—' },
        ]}
      />
    </>
  );
}

/** A column that says the same on the screen and in a file. */
const both = (say: (line: Line) => string) => ({ render: (_: unknown, line: Line) => say(line), text: say });

const detailText = ({ detail }: Line, said: HistoryWords): string =>
  detailLines(detail, said)
    .map(({ label, text }) => `${label} ${text}`)
    .join(said.semicolon);

function Details({ line }: { readonly line: Line }) {
  const said = useHistoryWords();
  const text = detailText(line, said);
  return (
    <span className="clamp" title={text}>
      {text === '' ? '—' : text}
    </span>
  );
}
