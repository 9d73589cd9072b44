// 通知记录: who was notified of which fire by which channel, when, and why a message was not sent.
import { formatTime } from '@lookout/contract';
import { useClient } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import {
  ChoiceFilter,
  choices,
  GridFilter,
  NoRows,
  ResetFilters,
  useGridFilter,
  WindowFilter,
} from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { isNarrowed, oneOf, useUrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { Button, Tag } from 'antd';
import { Link } from 'react-router';
import { NOTIFICATION_CHANNELS, NOTIFICATION_STATES, type NotificationState, type RecordedNotification } from '../notification.ts';
import { useNotificationMessages } from './messages.ts';

/** Filters in the URL, which are cleared with the tab. */
export const RECORD_FILTERS = ['grid', 'channel', 'state', 'alarm', 'from', 'to', 'page'] as const;

const COLOURS: Readonly<Record<NotificationState, string>> = {
  held: 'default',
  gathering: 'default',
  summed: 'default',
  waiting: 'processing',
  sent: 'success',
  delivered: 'success',
  failed: 'error',
  kept: 'warning',
};
const POLL_MS = 15_000;

export function RecordsTab() {
  const { records: messages, channels, states, stages, kinds, tabs } = useNotificationMessages();
  const client = useClient();
  const url = useUrlState();
  const filter = {
    channel: oneOf(NOTIFICATION_CHANNELS, url.get('channel')),
    state: oneOf(NOTIFICATION_STATES, url.get('state')),
    alarmId: url.get('alarm'),
    ...windowOf(url),
  };
  const query = { ...filter, gridNo: useGridFilter(url) };
  const page = usePage({ url, key: ['notifications'], filter: query, call: client.notification.notificationPage, everyMs: POLL_MS });
  const aboutText = ({ kind, stage, repeat, isDuty }: RecordedNotification): string =>
    [stage === null ? kinds[kind] : stages[stage], repeat > 0 ? messages.again(repeat) : '', isDuty ? messages.duty : '']
      .filter((text) => text !== '')
      .join(' · ');
  /** The reason why it was not sent, or the combined message that included it. */
  const moreOf = ({ reason, gatheredInto }: RecordedNotification): string =>
    reason ?? (gatheredInto === null ? '' : messages.gatheredInto(formatTime(gatheredInto.createdAt), states[gatheredInto.state]));
  const stateText = (one: RecordedNotification): string => [states[one.state], moreOf(one)].filter((text) => text !== '').join(' ');

  return (
    <>
      <search className="page-bar">
        <GridFilter url={url} />
        <ChoiceFilter url={url} name="channel" options={choices(NOTIFICATION_CHANNELS, channels)} label={messages.channel} width={130} />
        <ChoiceFilter url={url} name="state" options={choices(NOTIFICATION_STATES, states)} label={messages.state} width={130} />
        <WindowFilter url={url} labels={messages} covers="until now" />
        <ResetFilters url={url} names={RECORD_FILTERS} label={messages.reset} />
        {filter.alarmId !== null && (
          <span>
            {messages.ofFire}
            <Button type="link" size="small" onClick={() => url.set({ alarm: null })}>
              {messages.all}
            </Button>
          </span>
        )}
      </search>
      <PagedTable<RecordedNotification>
        table="notifications"
        name={tabs.records}
        {...page}
        width={1400}
        empty={<NoRows isNarrowed={isNarrowed(filter) || url.get('grid') !== null} messages={messages} />}
        columns={[
          {
            key: 'createdAt',
            title: messages.time,
            width: 170,
            className: 'tabular',
            ...textCell(({ createdAt }) => formatTime(createdAt)),
          },
          {
            key: 'receiver',
            title: messages.receiver,
            width: 180,
            ...textCell(({ receiver, address }) => (address === null ? receiver : `${receiver} ${address}`)),
          },
          { key: 'channel', title: messages.channel, width: 110, ...textCell(({ channel }) => channels[channel]) },
          { key: 'gridName', dataIndex: 'gridName', title: messages.grid, width: 120 },
          {
            key: 'about',
            title: messages.about,
            width: 180,
            text: aboutText,
            render: (_, one) =>
              one.alarmId === null ? aboutText(one) : <Link to={`/manage/monitor?alarm=${one.alarmId}`}>{aboutText(one)}</Link>,
          },
          { key: 'content', title: messages.content, ellipsis: true, ...textCell(({ title, content }) => `${title} ${content}`) },
          {
            key: 'state',
            title: messages.state,
            width: 240,
            text: stateText,
            render: (_, one) => (
              <>
                <Tag color={COLOURS[one.state]} title={one.state === 'gathering' ? messages.gatheredHint : undefined}>
                  {states[one.state]}
                </Tag>
                {moreOf(one) !== '' && <span className="second">{moreOf(one)}</span>}
              </>
            ),
          },
          { key: 'attempts', dataIndex: 'attempts', title: messages.attempts, width: 80, className: 'tabular', align: 'right' },
          {
            key: 'settledAt',
            title: messages.settled,
            width: 170,
            className: 'tabular',
            ...textCell(({ settledAt }) => (settledAt ? formatTime(settledAt) : '—')),
          },
        ]}
      />
    </>
  );
}
