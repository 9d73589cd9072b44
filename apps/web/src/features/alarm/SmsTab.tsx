// 短信发件箱: every message that was written, and what became of it.
import { formatTime } from '@lookout/contract';
import { type ShortMessage, SMS_STATES } from '@lookout/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { GridPicker } from '../../shared/GridPicker.tsx';
import { useClient, useRight } from '../../shared/services.ts';
import { saying } from '../../shared/table/columns.ts';
import type { AskPage } from '../../shared/table/gather-rows.ts';
import { PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { marks } from '../../shared/text/marks.ts';
import { useUrlState } from '../../shared/url-state.ts';
import { useMessages } from './messages.ts';
import { TemplatesDialog } from './TemplatesDialog.tsx';
import { TextFilter } from './TextFilter.tsx';
import { isActionNews, useLiveRefetch } from './use-live-refetch.ts';
import { WindowPicker, windowOf } from './WindowPicker.tsx';

/** What waits changes without news: a gateway tells nobody. */
const WAITING_MS = 5_000;

export function SmsTab() {
  const messages = useMessages();
  const client = useClient();
  const url = useUrlState();
  const mayEdit = useRight('administer-users');
  const [editing, setEditing] = useState(false);
  const state = SMS_STATES.find((one) => one === url.get('state')) ?? null;
  const filter = { ...windowOf(url), gridNo: url.get('grid'), state, phone: url.get('text') };
  const paging = pagingOf(url);
  const ask: AskPage<ShortMessage> = (page, signal) => client.sms.smsPage({ body: { ...filter, ...page }, silent: true, signal });
  const sent = useQuery({
    queryKey: ['sms-page', filter, paging],
    queryFn: ({ signal }) => ask(paging, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.list.some((sms) => sms.state === 'waiting') ? WAITING_MS : false),
  });
  useLiveRefetch(isActionNews, sent.refetch);

  return (
    <>
      <search className="page-bar">
        <div style={{ width: 400 }}>
          <GridPicker value={url.get('grid')} onChange={(grid) => url.set({ grid })} />
        </div>
        <Select
          style={{ width: 140 }}
          allowClear
          aria-label={messages.sms.state}
          placeholder={messages.sms.anyState}
          value={state}
          options={SMS_STATES.map((value) => ({ value, label: messages.smsStates[value] }))}
          onChange={(next) => url.set({ state: next ?? null })}
        />
        <WindowPicker url={url} />
        <TextFilter url={url} label={messages.sms.phone} />
        {mayEdit && <Button onClick={() => setEditing(true)}>{messages.sms.templates}</Button>}
      </search>
      <PagedTable<ShortMessage>
        table="sms"
        name={messages.tabs.sms}
        query={sent}
        ask={ask}
        url={url}
        rowKey={({ id }) => id}
        width={1200}
        empty={`${messages.sms.empty}${marks().stop}${messages.sms.emptyHint}`}
        columns={[
          {
            key: 'createTime',
            title: messages.sms.at,
            width: 170,
            className: 'tabular',
            ...saying(({ createdAt }) => formatTime(createdAt)),
          },
          {
            ...{ key: 'receiver', title: messages.sms.receiver, width: 170, className: 'tabular' },
            text: ({ receiver, phone }) => [receiver, phone].filter(Boolean).join(' '),
            render: (_, { receiver, phone }) => (
              <>
                {receiver !== null && <div>{receiver}</div>}
                {phone}
              </>
            ),
          },
          {
            ...{ key: 'content', title: messages.sms.content, text: ({ content }) => content },
            render: (_, { content }) => (
              <span className="clamp" title={content}>
                {content}
              </span>
            ),
          },
          {
            ...{ key: 'fire', title: messages.sms.fire, width: 220, text: ({ fireName }) => fireName },
            render: (_, { fireId, fireName }) =>
              fireId === null ? (
                (fireName ?? '—')
              ) : (
                <Button
                  type="link"
                  size="small"
                  className="alarms-place"
                  title={fireName ?? ''}
                  onClick={() => url.set({ tab: null, state: null, text: null, from: null, to: null, id: fireId })}
                >
                  {fireName}
                </Button>
              ),
          },
          {
            ...{ key: 'state', title: messages.sms.state, width: 190, render: (_, sms) => <SmsState sms={sms} /> },
            text: ({ state, reason }) => [messages.smsStates[state], reason].filter(Boolean).join(marks().colon),
          },
          { key: 'createUser', dataIndex: 'fullName', title: messages.sms.sender, width: 130, ellipsis: true },
          {
            ...{ key: 'sendTime', title: messages.sms.sentAt, width: 170, className: 'tabular' },
            text: ({ sentAt }) => sentAt && formatTime(sentAt),
            render: (_, { sentAt }) => (sentAt === null ? '—' : formatTime(sentAt)),
          },
        ]}
      />
      {editing && <TemplatesDialog onClose={() => setEditing(false)} />}
    </>
  );
}

function SmsState({ sms: { state, attempts, reason } }: { readonly sms: ShortMessage }) {
  const messages = useMessages();
  return (
    <>
      <span className="alarms-tag" data-state={`sms-${state}`}>
        {messages.smsStates[state]}
      </span>
      {reason !== null && (
        <div className="hint">
          {reason}
          {marks().brackets(messages.sms.attempts(attempts))}
        </div>
      )}
    </>
  );
}
