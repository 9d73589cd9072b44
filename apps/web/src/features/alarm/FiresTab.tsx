// 火警: every alarm of the grid, whatever its source; filters, sort, page and the opened one in the URL.
import { ALARM_ORDERS, ALARM_STATES, type AlarmState, formatTime, wireKinds } from '@lookout/contract';
import { ALARM_KINDS, type AlarmKind, closureOf, judgementOf, type NamedAlarm } from '@lookout/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { GridPicker } from '../../shared/GridPicker.tsx';
import { useClient } from '../../shared/services.ts';
import { saying } from '../../shared/table/columns.ts';
import type { AskPage } from '../../shared/table/gather-rows.ts';
import { orderOf, PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { marks } from '../../shared/text/marks.ts';
import { type UrlState, useUrlState } from '../../shared/url-state.ts';
import { FireDrawer } from './FireDrawer.tsx';
import { useMessages } from './messages.ts';
import { StateTags } from './StateTags.tsx';
import { standingOf } from './standing.ts';
import { TextFilter } from './TextFilter.tsx';
import { isAlarmNews, useLiveRefetch } from './use-live-refetch.ts';
import { WindowPicker, windowOf } from './WindowPicker.tsx';

const oneOf = <T extends string>(known: readonly T[], wish: string | null): T | null => known.find((one) => one === wish) ?? null;

export function FiresTab() {
  const messages = useMessages();
  const client = useClient();
  const url = useUrlState();
  const kind = oneOf<AlarmKind>(ALARM_KINDS, url.get('kind'));
  const filter = {
    ...windowOf(url),
    gridNo: url.get('grid'),
    kind: kind && wireKinds[kind].kind,
    state: oneOf<AlarmState>(ALARM_STATES, url.get('state')),
    address: url.get('text'),
    sort: oneOf(ALARM_ORDERS, url.get('sort')),
  };
  const paging = pagingOf(url);
  const ask: AskPage<NamedAlarm> = (page, signal) => client.fire.page({ body: { ...filter, ...page }, silent: true, signal });
  const fires = useQuery({
    queryKey: ['alarms-page', filter, paging],
    queryFn: ({ signal }) => ask(paging, signal),
    placeholderData: keepPreviousData,
  });
  useLiveRefetch(isAlarmNews, fires.refetch);
  const opened = url.get('id');
  const open = (id: string | null) => url.set({ id, page: url.get('page') });

  return (
    <>
      <Filters url={url} />
      <PagedTable<NamedAlarm>
        table="fires"
        name={messages.tabs.fires}
        query={fires}
        ask={ask}
        url={url}
        rowKey={({ id }) => id}
        width={1100}
        empty={`${messages.fires.empty}${marks().stop}${messages.fires.emptyHint}`}
        onRow={({ id }) => ({ onClick: () => open(id), className: id === opened ? 'alarms-row alarms-row-open' : 'alarms-row' })}
        columns={[
          {
            ...{ key: 'arriveTime', title: messages.fires.arrived, width: 170, className: 'tabular' },
            ...saying(({ arrivedAt }) => formatTime(arrivedAt)),
            ...{ sorter: true, sortOrder: orderOf(url, 'arriveTime') },
          },
          {
            ...{ key: 'kind', title: messages.fires.kind, width: 110 },
            ...saying(({ facts }) => messages.alarm.kinds[facts.kind]),
            ...{ sorter: true, sortOrder: orderOf(url, 'kind') },
          },
          {
            key: 'place',
            title: messages.fires.place,
            text: ({ formattedAddress }) => formattedAddress,
            render: (_, alarm) => (
              <Button type="link" size="small" className="alarms-place" title={alarm.formattedAddress} onClick={() => open(alarm.id)}>
                {alarm.formattedAddress}
              </Button>
            ),
          },
          {
            ...{ key: 'gridNo', dataIndex: 'gridName', title: messages.fires.grid, width: 120, ellipsis: true },
            ...{ sorter: true, sortOrder: orderOf(url, 'gridNo') },
          },
          {
            ...{ key: 'observationDateTime', title: messages.fires.observed, width: 170 },
            ...saying(({ observedAt }) => formatTime(observedAt)),
            ...{ className: 'tabular', sorter: true, sortOrder: orderOf(url, 'observationDateTime') },
          },
          {
            ...{ key: 'state', title: messages.fires.state, width: 210, render: (_, alarm) => <StateTags alarm={alarm} /> },
            text: (alarm) =>
              standingOf(alarm, messages.alarm)
                .map(({ word }) => word)
                .join(marks().list),
          },
          {
            ...{ key: 'who', title: messages.fires.who, width: 130, ellipsis: true },
            render: (_, alarm) => handlerOf(alarm) ?? '—',
            text: handlerOf,
          },
        ]}
      />
      {opened !== null && (
        <FireDrawer id={opened} known={fires.data?.list.find(({ id }) => id === opened) ?? null} onClose={() => open(null)} />
      )}
    </>
  );
}

/** Who did the last thing to it. */
const handlerOf = ({ response }: NamedAlarm): string | null =>
  (closureOf(response) ?? judgementOf(response) ?? response.acknowledgement)?.by ?? null;

function Filters({ url }: { readonly url: UrlState }) {
  const messages = useMessages();
  return (
    <search className="page-bar">
      <div style={{ width: 400 }}>
        <GridPicker value={url.get('grid')} onChange={(grid) => url.set({ grid })} />
      </div>
      <Select
        style={{ width: 140 }}
        allowClear
        aria-label={messages.fires.kind}
        placeholder={messages.fires.anyKind}
        value={oneOf<AlarmKind>(ALARM_KINDS, url.get('kind'))}
        options={ALARM_KINDS.map((kind) => ({ value: kind, label: messages.alarm.kinds[kind] }))}
        onChange={(kind) => url.set({ kind: kind ?? null })}
      />
      <Select
        style={{ width: 140 }}
        allowClear
        aria-label={messages.fires.state}
        placeholder={messages.fires.anyState}
        value={oneOf<AlarmState>(ALARM_STATES, url.get('state'))}
        options={ALARM_STATES.map((state) => ({ value: state, label: messages.alarm.states[state] }))}
        onChange={(state) => url.set({ state: state ?? null })}
      />
      <WindowPicker url={url} />
      <TextFilter url={url} label={messages.fires.address} />
      <Button onClick={() => url.set({ grid: null, kind: null, state: null, from: null, to: null, text: null })}>{messages.reset}</Button>
    </search>
  );
}
