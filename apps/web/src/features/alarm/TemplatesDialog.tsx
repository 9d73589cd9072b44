// 短信模板: listed, changed and deleted by who administers.
import { CallFailed } from '@lookout/client';
import type { Got, smsCalls } from '@lookout/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Empty, Form, Input, Modal, Popconfirm, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { showFieldFaults } from '../../shared/form-faults.ts';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient } from '../../shared/services.ts';
import { useMessages } from './messages.ts';

type Template = Got<(typeof smsCalls)['smsTemplates']>[number];
type Fields = Pick<Template, 'name' | 'content'>;

const KEY = ['sms-templates'];

export function TemplatesDialog({ onClose }: { readonly onClose: () => void }) {
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
  const templates = useQuery({ queryKey: KEY, queryFn: () => client.sms.smsTemplates({ silent: true }) });
  const remove = async ({ id }: Template) => {
    try {
      await client.sms.smsDeleteTemplate({ params: { id } });
      void message.success(messages.sms.removed);
    } catch (error) {
      // The interceptor has said why.
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
              <strong>{template.name}</strong>
              <p>{template.content}</p>
            </div>
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
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item
        name="content"
        label={messages.sms.templateContent}
        extra={messages.sms.spaces}
        rules={[{ required: true, whitespace: true, message: messages.sms.needContent }]}
      >
        <Input.TextArea rows={5} maxLength={500} showCount />
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
