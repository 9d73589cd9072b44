// 火警: every alarm of the grid, whatever its source; filters, sort, page and the opened one in the URL.
import { EnvironmentOutlined, MessageOutlined } from '@ant-design/icons';
import { ALARM_ORDERS, ALARM_STATES, formatTime, wireKinds } from '@lookout/contract';
import { ALARM_KINDS, type Alarm, type AlarmStage, closureOf, judgementOf, type NamedAlarm, verdictOf } from '@lookout/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Drawer, Empty, Skeleton, Space } from 'antd';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { detailRows } from '../../entities/alarm/details.ts';
import { AlarmHistory } from '../../entities/alarm/history/AlarmHistory.tsx';
import type { AlarmTerms } from '../../entities/alarm/messages.ts';
import { SmsDialog } from '../../entities/alarm/sms/SmsDialog.tsx';
import { writeView } from '../../globe/view-text.ts';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient, useServices } from '../../shared/services.ts';
import { textCell } from '../../shared/table/columns.ts';
import { ChoiceFilter, GridFilter, ResetFilters, TextFilter, useGridFilter, WindowFilter } from '../../shared/table/filters.tsx';
import type { FetchPage } from '../../shared/table/gather-rows.ts';
import { orderOf, PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { marks } from '../../shared/text/marks.ts';
import { oneOf, type UrlState, useUrlState, windowOf } from '../../shared/url-state.ts';
import { useLiveRefetch } from '../../shared/use-live-refetch.ts';
import { useMessages } from './messages.ts';
import { alarmIdOf, isAlarmNews } from './news.ts';

export function FiresTab() {
  const messages = useMessages();
  const client = useClient();
  const url = useUrlState();
  const kind = oneOf(ALARM_KINDS, url.get('kind'));
  const filter = {
    ...windowOf(url),
    gridNo: useGridFilter(url),
    kind: kind && wireKinds[kind].kind,
    state: oneOf(ALARM_STATES, url.get('state')),
    address: url.get('text'),
    sort: oneOf(ALARM_ORDERS, url.get('sort')),
  };
  const paging = pagingOf(url);
  const fetchPage: FetchPage<NamedAlarm> = (page, signal) => client.fire.page({ body: { ...filter, ...page }, silent: true, signal });
  const fires = useQuery({
    queryKey: ['alarms-page', filter, paging],
    queryFn: ({ signal }) => fetchPage(paging, signal),
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
        fetchPage={fetchPage}
        url={url}
        rowKey={({ id }) => id}
        width={1100}
        empty={`${messages.fires.empty}${marks().stop}${messages.fires.emptyHint}`}
        onRow={({ id }) => ({ onClick: () => open(id), className: id === opened ? 'alarms-row alarms-row-open' : 'alarms-row' })}
        columns={[
          {
            key: 'arriveTime',
            title: messages.fires.arrived,
            width: 170,
            className: 'tabular',
            ...textCell(({ arrivedAt }) => formatTime(arrivedAt)),
            sorter: true,
            sortOrder: orderOf(url, 'arriveTime'),
          },
          {
            key: 'kind',
            title: messages.fires.kind,
            width: 110,
            ...textCell(({ facts }) => messages.alarm.kinds[facts.kind]),
            sorter: true,
            sortOrder: orderOf(url, 'kind'),
          },
          {
            key: 'location',
            title: messages.fires.location,
            text: ({ formattedAddress }) => formattedAddress,
            render: (_, alarm) => (
              <Button type="link" size="small" className="alarms-place" title={alarm.formattedAddress} onClick={() => open(alarm.id)}>
                {alarm.formattedAddress}
              </Button>
            ),
          },
          {
            key: 'gridNo',
            dataIndex: 'gridName',
            title: messages.fires.grid,
            width: 120,
            ellipsis: true,
            sorter: true,
            sortOrder: orderOf(url, 'gridNo'),
          },
          {
            key: 'observationDateTime',
            title: messages.fires.observed,
            width: 170,
            ...textCell(({ observedAt }) => formatTime(observedAt)),
            className: 'tabular',
            sorter: true,
            sortOrder: orderOf(url, 'observationDateTime'),
          },
          {
            key: 'state',
            title: messages.fires.state,
            width: 210,
            render: (_, alarm) => <StateTags alarm={alarm} />,
            text: (alarm) =>
              stateTagsOf(alarm, messages.alarm)
                .map(({ word }) => word)
                .join(marks().list),
          },
          {
            key: 'who',
            title: messages.fires.who,
            width: 130,
            ellipsis: true,
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

/** Who acted on it last. */
const handlerOf = ({ response }: NamedAlarm): string | null =>
  (closureOf(response) ?? judgementOf(response) ?? response.acknowledgement)?.by ?? null;

const FILTER_NAMES = ['grid', 'kind', 'state', 'from', 'to', 'text'] as const;

function Filters({ url }: { readonly url: UrlState }) {
  const messages = useMessages();
  return (
    <search className="page-bar">
      <GridFilter url={url} />
      <ChoiceFilter
        url={url}
        name="kind"
        label={messages.fires.kind}
        placeholder={messages.fires.anyKind}
        width={140}
        value={oneOf(ALARM_KINDS, url.get('kind'))}
        options={ALARM_KINDS.map((value) => ({ value, label: messages.alarm.kinds[value] }))}
      />
      <ChoiceFilter
        url={url}
        name="state"
        label={messages.fires.state}
        placeholder={messages.fires.anyState}
        width={140}
        value={oneOf(ALARM_STATES, url.get('state'))}
        options={ALARM_STATES.map((value) => ({ value, label: messages.alarm.states[value] }))}
      />
      <WindowFilter url={url} labels={messages} covers="whole days" />
      <TextFilter url={url} label={messages.fires.address} width={220} />
      <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />
    </search>
  );
}

// One alarm beside the table: its facts, its history and a link to the map.
interface FireDrawerProps {
  readonly id: string;
  /** The table's row, shown until the alarm itself has loaded. */
  readonly known: NamedAlarm | null;
  readonly onClose: () => void;
}

function FireDrawer({ id, known, onClose }: FireDrawerProps) {
  const messages = useMessages();
  const { client, now } = useServices();
  const [writing, setWriting] = useState(false);
  const one = useQuery({
    queryKey: ['alarm-one', id],
    queryFn: async ({ signal }) => (await client.fire.page({ body: { id, pageSize: 1 }, silent: true, signal })).list[0] ?? null,
  });
  useLiveRefetch(
    useCallback((update) => isAlarmNews(update) && alarmIdOf(update) === id, [id]),
    one.refetch,
  );
  const alarm = one.data ?? (one.isPending ? known : null);

  return (
    <Drawer
      open
      size={560}
      title={messages.detail.title}
      mask={false}
      rootClassName="alarms-drawer"
      onClose={onClose}
      extra={
        alarm && (
          <Space>
            <Button icon={<MessageOutlined aria-hidden="true" />} onClick={() => setWriting(true)}>
              {messages.detail.sms}
            </Button>
            <Link to={mapPathOf(alarm)} className="alarms-map-link">
              <EnvironmentOutlined aria-hidden="true" /> {messages.detail.openOnMap}
            </Link>
          </Space>
        )
      }
    >
      {alarm === null && one.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {one.isError && <LoadFailed error={one.error} onRetry={() => void one.refetch()} />}
      {one.data === null && <Empty description={messages.detail.missing} />}
      {alarm && (
        <>
          <p className="alarms-head line">
            <strong>{messages.alarm.kinds[alarm.facts.kind]}</strong> <StateTags alarm={alarm} />
          </p>
          <dl className="facts">
            {detailRows('page', alarm, messages.alarm, now()).map(({ field, label, value }) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {(alarm || one.data === null) && (
        <>
          <h3 className="alarms-section">{messages.detail.history}</h3>
          <AlarmHistory alarmId={id} />
        </>
      )}
      {writing && alarm && <SmsDialog alarm={alarm} onClose={() => setWriting(false)} />}
    </Drawer>
  );
}

/** High enough to show the surroundings on any terrain. */
const LOOK_FROM_METRES = 14_000;

function mapPathOf({ id, position: { lng, lat } }: NamedAlarm): string {
  const at = writeView({ lng, lat, heightMetres: LOOK_FROM_METRES, headingDegrees: 0, pitchDegrees: -90, mode: '3d' });
  return `/manage/monitor?at=${at}&alarm=${id}`;
}

// An alarm's state as tags: text and a shape, so that colour is not the only difference.
function StateTags({ alarm }: { readonly alarm: Alarm }) {
  const messages = useMessages();
  return (
    <span className="alarms-tags">
      {stateTagsOf(alarm, messages.alarm).map(({ state, word }) => (
        <span key={state} className="alarms-tag" data-state={state}>
          {word}
        </span>
      ))}
    </span>
  );
}

// An alarm's state: its verdict, and whether it is handled, in progress or closed. Pure; used on the screen and in exports.
interface StateTag {
  /** Determines shape and colour. */
  readonly state: 'unjudged' | 'real' | 'false' | 'closed' | 'burning' | 'handled' | 'open';
  readonly word: string;
}

const STAGE_TAGS: Readonly<Record<AlarmStage['stage'], (states: AlarmTerms['states']) => StateTag>> = {
  open: ({ open }) => ({ state: 'open', word: open }),
  handled: ({ handled }) => ({ state: 'handled', word: handled }),
  dismissed: ({ handled }) => ({ state: 'handled', word: handled }),
  'in-progress': (states) => ({ state: 'burning', word: states['in-progress'] }),
  closed: ({ closed }) => ({ state: 'closed', word: closed }),
};

/** The verdict first, then the stage. */
function stateTagsOf({ response }: Pick<Alarm, 'response'>, { states }: AlarmTerms): readonly StateTag[] {
  const verdict = verdictOf(response);
  return [{ state: verdict, word: states[verdict] }, STAGE_TAGS[response.stage](states)];
}
