// 短信发件箱: every message that was written, and what became of it.
import { SMS_STATES, type WireSms } from '@lookout/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { GridPicker } from '../../shared/GridPicker.tsx';
import { useClient, useRight } from '../../shared/services.ts';
import type { AskPage } from '../../shared/table/gather-rows.ts';
import { PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { useUrlState } from '../../shared/url-state.ts';
import { TemplatesDialog } from './TemplatesDialog.tsx';
import { TextFilter } from './TextFilter.tsx';
import { isActionNews, useLiveRefetch } from './use-live-refetch.ts';
import { WindowPicker, windowOf } from './WindowPicker.tsx';
import { useWords } from './words.ts';

/** What waits changes without news: a gateway tells nobody. */
const WAITING_MS = 5_000;

export function SmsTab() {
  const words = useWords();
  const client = useClient();
  const url = useUrlState();
  const mayEdit = useRight('userAdmin');
  const [editing, setEditing] = useState(false);
  const state = SMS_STATES.find((one) => one === url.get('state')) ?? null;
  const filter = { ...windowOf(url), gridNo: url.get('grid'), state, phone: url.get('text') };
  const paging = pagingOf(url);
  const ask: AskPage<WireSms> = (page, signal) => client.sms.smsPage({ body: { ...filter, ...page }, silent: true, signal });
  const messages = useQuery({
    queryKey: ['sms-page', filter, paging],
    queryFn: ({ signal }) => ask(paging, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.list.some((sms) => sms.state === 'waiting') ? WAITING_MS : false),
  });
  useLiveRefetch(isActionNews, messages.refetch);

  return (
    <>
      <search className="page-bar">
        <div style={{ width: 400 }}>
          <GridPicker value={url.get('grid')} onChange={(grid) => url.set({ grid })} />
        </div>
        <Select
          style={{ width: 140 }}
          allowClear
          aria-label={words.sms.state}
          placeholder={words.sms.anyState}
          value={state}
          options={SMS_STATES.map((value) => ({ value, label: words.smsStates[value] }))}
          onChange={(next) => url.set({ state: next ?? null })}
        />
        <WindowPicker url={url} />
        <TextFilter url={url} label={words.sms.phone} />
        {mayEdit && <Button onClick={() => setEditing(true)}>{words.sms.templates}</Button>}
      </search>
      <PagedTable<WireSms>
        table="sms"
        name={words.tabs.sms}
        query={messages}
        ask={ask}
        url={url}
        rowKey={({ id }) => id}
        width={1200}
        empty={`${words.sms.empty}。${words.sms.emptyHint}`}
        columns={[
          { key: 'createTime', dataIndex: 'createTime', title: words.sms.at, width: 170, className: 'tabular' },
          {
            ...{ key: 'receiver', title: words.sms.receiver, width: 170, className: 'tabular' },
            text: ({ receiver, phone }) => [receiver, phone].filter(Boolean).join(' '),
            render: (_, { receiver, phone }) => (
              <>
                {receiver !== null && <div>{receiver}</div>}
                {phone}
              </>
            ),
          },
          {
            ...{ key: 'content', title: words.sms.content, text: ({ content }) => content },
            render: (_, { content }) => (
              <span className="clamp" title={content}>
                {content}
              </span>
            ),
          },
          {
            ...{ key: 'fire', title: words.sms.fire, width: 220, text: ({ fireNme }) => fireNme },
            render: (_, { fireId, fireNme }) =>
              fireId === null ? (
                (fireNme ?? '—')
              ) : (
                <Button
                  type="link"
                  size="small"
                  className="alarms-place"
                  title={fireNme ?? ''}
                  onClick={() => url.set({ tab: null, state: null, text: null, from: null, to: null, id: fireId })}
                >
                  {fireNme}
                </Button>
              ),
          },
          {
            ...{ key: 'state', title: words.sms.state, width: 190, render: (_, sms) => <SmsState sms={sms} /> },
            text: ({ state, reason }) => [words.smsStates[state], reason].filter(Boolean).join('：'),
          },
          { key: 'createUser', dataIndex: 'createUser', title: words.sms.sender, width: 130, ellipsis: true },
          {
            ...{ key: 'sendTime', dataIndex: 'sendTime', title: words.sms.sentAt, width: 170, className: 'tabular' },
            render: (_, { sendTime }) => sendTime ?? '—',
          },
        ]}
      />
      {editing && <TemplatesDialog onClose={() => setEditing(false)} />}
    </>
  );
}

function SmsState({ sms: { state, attempts, reason } }: { readonly sms: WireSms }) {
  const words = useWords();
  return (
    <>
      <span className="alarms-tag" data-state={`sms-${state}`}>
        {words.smsStates[state]}
      </span>
      {reason !== null && (
        <div className="hint">
          {reason}（{words.sms.attempts(attempts)}）
        </div>
      )}
    </>
  );
}
