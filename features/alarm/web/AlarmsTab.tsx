// The alarms of the grid: all sources together, or one source with its own columns. Filters, sort, page and the opened alarm are in the
// URL.

import { formatTime, LIST_LIMIT } from '@lookout/contract';
import { useAddressWithin } from '@lookout/web/shared/address-within.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { type Column, textCell } from '@lookout/web/shared/table/columns.ts';
import {
  ChoiceFilter,
  GridFilter,
  NoRows,
  ResetFilters,
  TextFilter,
  useGridFilter,
  WindowFilter,
} from '@lookout/web/shared/table/filters.tsx';
import type { FetchPage } from '@lookout/web/shared/table/gather-rows.ts';
import { orderOf, PagedTable, pagingOf } from '@lookout/web/shared/table/PagedTable.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { oneOf, type UrlState, useUrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useIsOfBurning } from '../../incident/parts/BurningTag.tsx';
import type { IsOfBurning } from '../../incident/parts/burning.ts';
import { useIncidentMessages } from '../../incident/parts/messages.ts';
import { ALARM_ORDERS, ALARM_STATES, type AlarmState } from '../alarm.calls.ts';
import { ALARM_KINDS, type AlarmKind, closureOf, judgementOf, type NamedAlarm, type Verdict } from '../alarm.ts';
import { SOURCE_STATES, type SourceState, writeSourceState } from '../alarm-requests.wire.ts';
import { detailColumns, judgeText } from '../parts/details.ts';
import type { AlarmTerms } from '../parts/messages.ts';
import { AlarmDrawer } from './AlarmDrawer.tsx';
import { BatchBar, MOST_SELECTED } from './BatchBar.tsx';
import { COUNTED_NAMES, CountedTags, countedFilter } from './counted.tsx';
import { isAlarmUpdate } from './live-updates.ts';
import { type AlarmMessages, useMessages } from './messages.ts';
import { StateTags, stateTagsOf } from './StateTags.tsx';
import { DangerCount, LinkedFire, OpenByFireNumber, UnhandledHotspots } from './source-extras.tsx';
import { fetchOf, isListed } from './sources.ts';

export function AlarmsTab({ source }: { readonly source: AlarmKind | null }) {
  const messages = useMessages();
  const client = useClient();
  const queries = useQueryClient();
  const url = useUrlState();
  const kind = source ?? oneOf(ALARM_KINDS, url.get('kind'));
  const common = { ...windowOf(url), gridNo: useGridFilter(url), address: url.get('text') };
  const filter =
    source === null
      ? {
          ...common,
          kind,
          state: oneOf(ALARM_STATES, url.get('state')),
          sort: oneOf(ALARM_ORDERS, url.get('sort')),
        }
      : { ...common, ...writeSourceState(oneOf(SOURCE_STATES, url.get('state'))) };
  const paging = pagingOf(url);
  const counted = source === null ? countedFilter(url, { kind, verdict: oneOf(VERDICTS, url.get('state')) }) : null;
  const { beginTime, endTime, gridNo } = common;
  const fetchPage: FetchPage<NamedAlarm> =
    counted === null
      ? fetchOf(source, client, queries, filter)
      : (some, signal) => client.statistics.alarms({ body: { beginTime, endTime, gridNo, ...counted, ...some }, silent: true, signal });
  const page = useQuery({
    queryKey: ['alarms-page', source, filter, counted, paging],
    queryFn: ({ signal }) => fetchPage(paging, signal),
    placeholderData: keepPreviousData,
  });
  const refetch = () => {
    if (source !== null) void queries.invalidateQueries({ queryKey: ['alarms-list', source] });
    void page.refetch();
  };
  useLiveRefetch(isAlarmUpdate, refetch);
  const [selected, setSelected] = useState<ReadonlyMap<string, NamedAlarm>>(new Map());
  const opened = url.get('id');
  const fireNo = url.get('fireNo');
  const open = (id: string | null) => url.set({ id, page: url.get('page') });
  const within = useAddressWithin();
  const isOfBurning = useIsOfBurning();
  const { ofBurning } = useIncidentMessages();
  const name = messages.tabs[source ?? 'fires'];
  const listed = new Map(page.data?.list.map((row) => [row.id, row]));

  return (
    <>
      <Filters url={url} source={source} onOpen={open} />
      {source === 'danger' && <DangerCount filter={filter} />}
      {source === 'satellite' && <UnhandledHotspots gridNo={gridNo} />}
      {source === 'satellite' && fireNo !== null && <LinkedFire fireNo={fireNo} onOpen={(id) => url.set({ id, fireNo: null })} />}
      {source !== null && isListed(source) && (page.data?.total ?? 0) >= LIST_LIMIT && (
        <Alert type="info" showIcon title={messages.fires.cut(LIST_LIMIT)} />
      )}
      {selected.size > 0 && (
        <BatchBar
          alarms={[...selected.values()].map((row) => listed.get(row.id) ?? row)}
          onClear={() => setSelected(new Map())}
          onDone={(done) => {
            setSelected((some) => new Map([...some].filter(([id]) => !done.includes(id))));
            refetch();
          }}
        />
      )}
      <PagedTable<NamedAlarm>
        table={source === null ? 'fires' : `alarms-${source}`}
        name={name}
        query={page}
        fetchPage={fetchPage}
        url={url}
        rowKey={({ id }) => id}
        width={source === null ? 1100 : 1500}
        empty={<NoRows messages={messages.fires} />}
        onRow={({ id }) => ({ onClick: () => open(id), className: id === opened ? 'alarms-row alarms-row-open' : 'alarms-row' })}
        selection={{
          keys: [...selected.keys()],
          nameOf: ({ formattedAddress }) => formattedAddress,
          onChange: (keys, rows) => {
            const known = new Map([...selected, ...rows.map((row) => [row.id, row] as const)]);
            setSelected(new Map(keys.slice(0, MOST_SELECTED).flatMap((id) => (known.has(id) ? [[id, known.get(id) as NamedAlarm]] : []))));
          },
        }}
        columns={columnsOf({
          source,
          isSortable: source === null && counted === null,
          url,
          messages,
          within,
          open,
          isOfBurning,
          ofBurning,
        })}
      />
      {opened !== null && (
        <AlarmDrawer
          key={opened}
          id={opened}
          known={page.data?.list.find(({ id }) => id === opened) ?? null}
          kind={source}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

interface ColumnsOptions {
  readonly source: AlarmKind | null;
  /** Only the combined call sorts. */
  readonly isSortable: boolean;
  readonly url: UrlState;
  readonly messages: AlarmMessages;
  readonly within: (address: string) => string;
  readonly open: (id: string) => void;
  readonly isOfBurning: IsOfBurning;
  /** The label for an alarm of a fire in progress. */
  readonly ofBurning: string;
}

function columnsOf({
  source,
  isSortable,
  url,
  messages,
  within,
  open,
  isOfBurning,
  ofBurning,
}: ColumnsOptions): readonly Column<NamedAlarm>[] {
  const { fires, alarm: terms } = messages;
  const sorted = (key: string) => (isSortable ? { sorter: true, sortOrder: orderOf(url, key) } : {});
  const kind: Column<NamedAlarm> = {
    key: 'kind',
    title: fires.kind,
    width: 110,
    ...textCell<NamedAlarm>(({ facts }) => terms.kinds[facts.kind]),
    ...sorted('kind'),
  };
  const own = (source === null ? [] : detailColumns(source, terms)).map(
    ({ field, label, wide, text }): Column<NamedAlarm> => ({
      key: field,
      title: label,
      width: wide ? 200 : 130,
      ellipsis: true,
      className: 'tabular',
      text,
      render: (_, alarm) => text(alarm) ?? '—',
    }),
  );
  const state: Column<NamedAlarm> = {
    key: 'state',
    title: fires.state,
    width: 210,
    render: (_, alarm) => <StateTags alarm={alarm} isOfBurning={isOfBurning(alarm)} />,
    text: (alarm) =>
      stateTagsOf(alarm, terms, isOfBurning(alarm) ? ofBurning : null)
        .map(({ word }) => word)
        .join(marks().list),
  };
  return [
    {
      key: 'arrivedAt',
      title: fires.arrived,
      width: 170,
      className: 'tabular',
      ...textCell(({ arrivedAt }) => formatTime(arrivedAt)),
      ...sorted('arrivedAt'),
    },
    ...(source === null ? [kind] : []),
    {
      key: 'location',
      title: fires.location,
      ...(source !== null && { width: 260 }),
      text: ({ formattedAddress }) => formattedAddress,
      render: (_, alarm) => (
        <Button
          type="link"
          size="small"
          className="alarms-place"
          title={alarm.formattedAddress}
          onClick={(event) => {
            event.stopPropagation();
            open(alarm.id);
          }}
        >
          {within(alarm.formattedAddress)}
        </Button>
      ),
    },
    // Placed next to the address, because after the columns of the source it would be out of view.
    ...(source === null ? [] : [state]),
    { key: 'gridNo', dataIndex: 'gridName', title: fires.grid, width: 120, ellipsis: true, ...sorted('gridNo') },
    {
      key: 'observedAt',
      title: fires.observed,
      width: 170,
      ...textCell(({ observedAt }) => formatTime(observedAt)),
      className: 'tabular',
      ...sorted('observedAt'),
    },
    ...own,
    ...(source === null ? [state] : []),
    {
      key: 'who',
      title: fires.who,
      width: 130,
      ellipsis: true,
      render: (_, alarm) => handlerOf(alarm, terms) ?? '—',
      text: (alarm) => handlerOf(alarm, terms),
    },
  ];
}

/** The person who last acted on the alarm. */
function handlerOf({ response }: NamedAlarm, terms: AlarmTerms): string | null {
  const [closure, judgement] = [closureOf(response), judgementOf(response)];
  if (closure === null && judgement !== null) return judgeText(judgement, terms);
  return (closure ?? response.acknowledgement)?.by ?? null;
}

/** The states that the statistics can filter by. */
const VERDICTS = ['unjudged', 'real', 'false'] as const satisfies readonly Verdict[];
const FILTER_NAMES = ['grid', 'kind', 'state', 'from', 'to', 'text', ...COUNTED_NAMES] as const;

interface FiltersProps {
  readonly url: UrlState;
  readonly source: AlarmKind | null;
  readonly onOpen: (id: string) => void;
}

function Filters({ url, source, onOpen }: FiltersProps) {
  const messages = useMessages();
  const { fires, alarm: terms } = messages;
  const isCounted = source === null && COUNTED_NAMES.some((name) => url.get(name) !== null);
  const states: readonly (AlarmState | SourceState)[] = isCounted ? VERDICTS : source === null ? ALARM_STATES : SOURCE_STATES;
  return (
    <search className="page-bar">
      <GridFilter url={url} />
      {source === null && (
        <ChoiceFilter
          url={url}
          name="kind"
          label={fires.kind}
          placeholder={fires.anyKind}
          width={140}
          value={oneOf(ALARM_KINDS, url.get('kind'))}
          options={ALARM_KINDS.map((value) => ({ value, label: terms.kinds[value] }))}
        />
      )}
      <ChoiceFilter
        url={url}
        name="state"
        label={fires.state}
        placeholder={fires.anyState}
        width={140}
        value={oneOf(states, url.get('state'))}
        options={states.map((value) => ({ value, label: terms.states[value] }))}
      />
      <WindowFilter url={url} labels={messages} covers="whole days" />
      {isCounted ? <CountedTags url={url} /> : <TextFilter url={url} label={fires.address} width={220} />}
      {source === 'satellite' && <OpenByFireNumber onOpen={onOpen} />}
      <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />
    </search>
  );
}
