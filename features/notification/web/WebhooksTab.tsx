// 网络回调: other systems that are notified of fires. The secret that signs the messages is shown once, when a webhook is created.

import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { firstGrid } from '@lookout/region';
import { copyToClipboard } from '@lookout/web/shared/clipboard.ts';
import { chosen, needed, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormDrawer } from '@lookout/web/shared/form/FormDrawer.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { GridPicker, useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { GridFilter, NoRows, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { region } from '@region';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Modal, Popconfirm, Select, Space, Switch, Tag } from 'antd';
import { useState } from 'react';
import { NOTIFICATION_LEVELS, type NotificationLevel, type Webhook } from '../notification.ts';
import { useNotificationMessages } from './messages.ts';

const WEBHOOKS = 'webhooks';

interface Made {
  readonly name: string;
  readonly secret: string;
}

export function WebhooksTab() {
  const { webhooks: messages, levels, tabs } = useNotificationMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const url = useUrlState();
  const [open, setOpen] = useState<Named<Webhook> | 'new' | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const gridNo = useGridFilter(url);
  const webhooks = usePage({ url, key: [WEBHOOKS], filter: { gridNo }, call: client.notification.webhookPage });
  const refresh = () => void queries.invalidateQueries({ queryKey: [WEBHOOKS] });
  const { send } = useSend({ refetch: [WEBHOOKS] });
  const test = ({ id }: Webhook) =>
    send(async () => {
      const { reason } = await client.notification.testWebhook({ params: { id } });
      if (reason === null) void message.success(messages.tested);
      else void message.warning(messages.notTested(reason));
    });
  const remove = ({ id }: Webhook) => send(() => client.notification.deleteWebhook({ params: { id } }), messages.removed);

  return (
    <>
      <div className="page-bar">
        <GridFilter url={url} />
        <div className="gap" />
        <Button type="primary" onClick={() => setOpen('new')}>
          {messages.create}
        </Button>
      </div>
      <PagedTable<Named<Webhook>>
        table="webhooks"
        name={tabs.webhooks}
        {...webhooks}
        width={1200}
        empty={<NoRows messages={messages} />}
        columns={[
          { key: 'name', dataIndex: 'name', title: messages.name, width: 180 },
          { key: 'gridName', dataIndex: 'gridName', title: messages.grid, width: 120 },
          { key: 'url', dataIndex: 'url', title: messages.url, ellipsis: true },
          { key: 'least', title: messages.level, width: 190, ...textCell(({ least }) => levels[least]) },
          {
            key: 'enabled',
            title: messages.enabled,
            width: 90,
            text: ({ enabled }) => (enabled ? messages.on : messages.off),
            render: (_, { enabled }) => <Tag color={enabled ? 'success' : 'default'}>{enabled ? messages.on : messages.off}</Tag>,
          },
          {
            key: 'changed',
            title: messages.updated,
            width: 260,
            className: 'tabular',
            ...textCell(({ changedBy, changedAt }) => `${changedBy} ${formatTime(changedAt)}`),
          },
          {
            key: 'actions',
            title: messages.actions,
            width: 180,
            fixed: 'end',
            render: (_, webhook) => (
              <Space>
                <Button type="link" size="small" onClick={() => void test(webhook)}>
                  {messages.test}
                </Button>
                <Button type="link" size="small" onClick={() => setOpen(webhook)}>
                  {messages.edit}
                </Button>
                <Popconfirm title={messages.removeAsk(webhook.name)} okText={messages.remove} onConfirm={() => remove(webhook)}>
                  <Button type="link" size="small" danger>
                    {messages.remove}
                  </Button>
                </Popconfirm>
              </Space>
            ),
          },
        ]}
      />
      {open !== null && (
        <WebhookDrawer
          webhook={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onSaved={(secret) => {
            setOpen(null);
            setMade(secret);
            refresh();
          }}
        />
      )}
      {made !== null && <ShownSecret made={made} onClose={() => setMade(null)} />}
    </>
  );
}

interface Fields {
  readonly name: string;
  readonly gridNo: string;
  readonly url: string;
  readonly least: NotificationLevel;
  readonly enabled: boolean;
}

interface DrawerProps {
  /** null: a new webhook. */
  readonly webhook: Webhook | null;
  readonly onClose: () => void;
  /** @param made the secret of a new webhook */
  readonly onSaved: (made: Made | null) => void;
}

function WebhookDrawer({ webhook, onClose, onSaved }: DrawerProps) {
  const { webhooks: messages, levels } = useNotificationMessages();
  const client = useClient();
  const own = useOwnGrid();
  const [form] = Form.useForm<Fields>();
  const { isBusy, send } = useSend({ onRefused: (error) => showFieldFaults(form, error) });
  const save = (fields: Fields) =>
    send(async () => {
      if (webhook === null) {
        const { name, secret } = await client.notification.createWebhook({ body: fields });
        return onSaved({ name, secret });
      }
      const { name, url, least, enabled } = fields;
      await client.notification.updateWebhook({
        params: { id: webhook.id },
        body: { name, url, least, enabled, version: webhook.version },
      });
      onSaved(null);
    }, webhook && messages.saved);
  return (
    <FormDrawer<Fields>
      size={480}
      title={webhook === null ? messages.create : webhook.name}
      form={form}
      initial={webhook ?? { gridNo: own === null ? '' : firstGrid(own, region.gridLocks), least: 'confirmed', enabled: true }}
      isBusy={isBusy}
      submit={messages.save}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item name="name" label={messages.name} rules={needed(messages.needName)}>
        <TextInput most={64} />
      </Form.Item>
      {webhook === null && (
        <Form.Item name="gridNo" label={messages.grid} rules={chosen(messages.needGrid)}>
          <GridPicker />
        </Form.Item>
      )}
      <Form.Item name="url" label={messages.url} extra={messages.urlHint} rules={needed(messages.needUrl)}>
        <TextInput most={500} placeholder="https://" inputMode="url" />
      </Form.Item>
      <Form.Item name="least" label={messages.level}>
        <Select options={NOTIFICATION_LEVELS.map((value) => ({ value, label: levels[value] }))} />
      </Form.Item>
      <Form.Item name="enabled" label={messages.enabled} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  );
}

/** The secret is not shown again. */
function ShownSecret({ made: { name, secret }, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { webhooks: messages } = useNotificationMessages();
  const { message } = App.useApp();
  const copy = () =>
    void copyToClipboard(window, secret).then((isCopied) =>
      isCopied ? message.success(messages.copied) : message.warning(messages.notCopied),
    );
  return (
    <Modal open width={560} title={messages.created(name)} onCancel={onClose} mask={{ closable: false }} footer={null}>
      <Alert type="warning" showIcon title={messages.once} className="notification-hint" />
      <Input readOnly aria-label={messages.secret} value={secret} />
      <Button size="small" onClick={copy}>
        {messages.copy}
      </Button>
      <p className="second">{messages.how}</p>
    </Modal>
  );
}
