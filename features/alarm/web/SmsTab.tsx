// 短信发件箱: every message written, with its delivery state.
import { CallFailed } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { TextArea, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { ChoiceFilter, GridFilter, NoRows, TextFilter, useGridFilter, WindowFilter } from '@lookout/web/shared/table/filters.tsx';
import type { FetchPage } from '@lookout/web/shared/table/gather-rows.ts';
import { PagedTable, pagingOf } from '@lookout/web/shared/table/PagedTable.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { oneOf, useUrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Empty, Form, Modal, Popconfirm, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { type ShortMessage, SMS_STATES, type SmsTemplate } from '../../sms/short-message.ts';
import { isHistoryUpdate } from './live-updates.ts';
import { useMessages } from './messages.ts';

/** Queued messages are polled, because a gateway publishes no changes. */
const WAITING_MS = 5_000;

export function SmsTab() {
  const messages = useMessages();
  const client = useClient();
  const url = useUrlState();
  const mayEdit = useRight('administer-users');
  const [editing, setEditing] = useState(false);
  const state = oneOf(SMS_STATES, url.get('state'));
  const filter = { ...windowOf(url), gridNo: useGridFilter(url), state, phone: url.get('text'), withDrills: 1 as const };
  const paging = pagingOf(url);
  const fetchPage: FetchPage<ShortMessage> = (page, signal) => client.sms.smsPage({ body: { ...filter, ...page }, silent: true, signal });
  const sent = useQuery({
    queryKey: ['sms-page', filter, paging],
    queryFn: ({ signal }) => fetchPage(paging, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.list.some((sms) => sms.state === 'waiting') ? WAITING_MS : false),
  });
  useLiveRefetch(isHistoryUpdate, sent.refetch);

  return (
    <>
      <search className="page-bar">
        <GridFilter url={url} />
        <ChoiceFilter
          url={url}
          name="state"
          label={messages.sms.state}
          placeholder={messages.sms.anyState}
          width={140}
          value={state}
          options={SMS_STATES.map((value) => ({ value, label: messages.smsStates[value] }))}
        />
        <WindowFilter url={url} labels={messages} covers="whole days" />
        <TextFilter url={url} label={messages.sms.phone} width={220} />
        {mayEdit && <Button onClick={() => setEditing(true)}>{messages.sms.templates}</Button>}
      </search>
      <PagedTable<ShortMessage>
        table="sms"
        name={messages.tabs.sms}
        query={sent}
        fetchPage={fetchPage}
        url={url}
        rowKey={({ id }) => id}
        width={1200}
        empty={<NoRows messages={messages.sms} />}
        columns={[
          {
            key: 'createdAt',
            title: messages.sms.at,
            width: 170,
            className: 'tabular',
            ...textCell(({ createdAt }) => formatTime(createdAt)),
          },
          {
            key: 'receiver',
            title: messages.sms.receiver,
            width: 170,
            className: 'tabular',
            text: ({ receiver, phone }) => [receiver, phone].filter(Boolean).join(' '),
            render: (_, { receiver, phone }) => (
              <>
                {receiver !== null && <div>{receiver}</div>}
                {phone}
              </>
            ),
          },
          {
            key: 'content',
            title: messages.sms.content,
            text: ({ content }) => content,
            render: (_, { content }) => (
              <span className="clamp" title={content}>
                {content}
              </span>
            ),
          },
          {
            key: 'fire',
            title: messages.sms.fire,
            width: 220,
            text: ({ fireName }) => fireName,
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
            key: 'state',
            title: messages.sms.state,
            width: 190,
            render: (_, sms) => <SmsState sms={sms} />,
            text: ({ state, reason }) => [messages.smsStates[state], reason].filter(Boolean).join(marks().colon),
          },
          { key: 'fullName', dataIndex: 'fullName', title: messages.sms.sender, width: 130, ellipsis: true },
          {
            key: 'sentAt',
            title: messages.sms.sentAt,
            width: 170,
            className: 'tabular',
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

// 短信模板: listed, changed and deleted by administrators.
type Template = Named<SmsTemplate>;
type Fields = Pick<SmsTemplate, 'name' | 'content'>;

const KEY = ['sms-templates'];

function TemplatesDialog({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages();
  const [opened, setOpened] = useState<Template | 'new' | null>(null);
  return (
    <Modal open centered title={messages.sms.templates} width={640} footer={null} mask={{ closable: false }} onCancel={onClose}>
      {opened === null ? (
        <TemplateList onOpen={setOpened} />
      ) : (
        <TemplateForm template={opened === 'new' ? null : opened} onDone={() => setOpened(null)} />
      )}
    </Modal>
  );
}

function TemplateList({ onOpen }: { readonly onOpen: (template: Template | 'new') => void }) {
  const messages = useMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const gridNo = useOwnGrid();
  const templates = useQuery({ queryKey: KEY, queryFn: () => client.sms.smsTemplates({ silent: true }) });
  const remove = async ({ id }: Template) => {
    try {
      await client.sms.smsDeleteTemplate({ params: { id } });
      void message.success(messages.sms.removed);
    } catch (error) {
      // The interceptor has shown the reason.
      if (!(error instanceof CallFailed)) throw error;
    }
    await queries.invalidateQueries({ queryKey: KEY });
  };

  if (templates.isPending) return <Skeleton active paragraph={{ rows: 5 }} />;
  if (!templates.data) return <LoadFailed error={templates.error} onRetry={() => void templates.refetch()} />;
  return (
    <>
      {templates.data.length === 0 && <Empty description={messages.sms.noTemplates} />}
      <ul className="alarms-templates">
        {templates.data.map((template) => (
          <li key={template.id}>
            <div>
              <strong>{template.name}</strong> <span className="hint">{template.gridName}</span>
              <p>{template.content}</p>
            </div>
            {template.gridNo === gridNo && (
              <Space size={0}>
                <Button type="link" size="small" onClick={() => onOpen(template)}>
                  {messages.sms.edit}
                </Button>
                <Popconfirm title={messages.sms.removeAsk(template.name)} okText={messages.sms.remove} onConfirm={() => remove(template)}>
                  <Button type="link" size="small">
                    {messages.sms.remove}
                  </Button>
                </Popconfirm>
              </Space>
            )}
          </li>
        ))}
      </ul>
      <Button type="primary" onClick={() => onOpen('new')}>
        {messages.sms.newTemplate}
      </Button>
    </>
  );
}

function TemplateForm({ template, onDone }: { readonly template: Template | null; readonly onDone: () => void }) {
  const messages = useMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const [busy, setBusy] = useState(false);
  const save = async (fields: Fields) => {
    setBusy(true);
    try {
      await client.sms.smsPutTemplate({ body: { id: template?.id ?? null, ...fields } });
      await queries.invalidateQueries({ queryKey: KEY });
      void message.success(messages.sms.saved);
      onDone();
    } catch (error) {
      showFieldFaults(form, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={busy}
      initialValues={template ?? {}}
      onFinish={(fields) => void save(fields)}
    >
      <Form.Item
        name="name"
        label={messages.sms.templateName}
        rules={[{ required: true, whitespace: true, message: messages.sms.needName }]}
      >
        <TextInput most={64} />
      </Form.Item>
      <Form.Item
        name="content"
        label={messages.sms.templateContent}
        extra={messages.sms.spaces}
        rules={[{ required: true, whitespace: true, message: messages.sms.needContent }]}
      >
        <TextArea rows={5} most={500} showCount />
      </Form.Item>
      <Space>
        <Button type="primary" htmlType="submit" loading={busy}>
          {messages.sms.save}
        </Button>
        <Button onClick={onDone}>{messages.sms.back}</Button>
      </Space>
    </Form>
  );
}
