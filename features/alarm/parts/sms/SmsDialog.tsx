// 发短信: about one alarm, to people of the own grid or to numbers, from a template or free text. The input is kept after a failure.
import { CallFailed, isLineLost } from '@lookout/client';
import { useFieldMessages } from '@lookout/web/shared/fields/messages.ts';
import { TextArea, textRule } from '@lookout/web/shared/fields/TextInput.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Form, Modal, Select } from 'antd';
import { useRef, useState } from 'react';
import type { ShortMessage } from '../../../sms/short-message.ts';
import type { Alarm } from '../../alarm.ts';
import '../alarm.css';
import { newKey } from '@lookout/web/shared/new-key.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { type SmsMessages, useSmsMessages } from './messages.ts';

interface SmsFields {
  readonly userIds?: string[];
  readonly phones?: string[];
  readonly content?: string;
}

interface Props {
  readonly alarm: Alarm;
  /** Accounts that are preselected. */
  readonly receivers?: readonly string[];
  readonly onClose: () => void;
}

export function SmsDialog({ alarm, receivers: first = [], onClose }: Props) {
  const messages = useSmsMessages();
  const fieldMessages = useFieldMessages();
  const client = useClient();
  const { message, modal } = App.useApp();
  const [form] = Form.useForm<SmsFields>();
  const content = Form.useWatch('content', form) ?? '';
  const [previewing, setPreviewing] = useState(false);
  const [replaced, setReplaced] = useState<string | null>(null);
  const { busy, failure, send } = useSms(alarm, messages);
  const receivers = useQuery({ queryKey: ['sms-receivers'], queryFn: () => client.sms.smsReceivers({ silent: true }) });
  const templates = useQuery({ queryKey: ['sms-templates'], queryFn: () => client.sms.smsTemplates({ silent: true }) });

  const fillFrom = async (templateId: string) => {
    setPreviewing(true);
    const before = form.getFieldValue('content') as string | undefined;
    const filled = await client.sms
      .smsPreview({ query: { fireId: alarm.id, templateId } })
      .catch((error: unknown) => {
        // The interceptor has shown the reason. The text is kept.
        if (error instanceof CallFailed) return null;
        throw error;
      })
      .finally(() => setPreviewing(false));
    if (filled === null) return;
    setReplaced(before?.trim() ? before : null);
    form.setFieldsValue({ content: filled.content });
    form.setFields([{ name: 'content', errors: [] }]);
  };
  const submit = async () => {
    const fields = await form.validateFields().catch(() => null);
    if (fields === null) return;
    const { userIds = [], phones = [] } = fields;
    if (userIds.length === 0 && phones.length === 0) {
      form.setFields([{ name: 'userIds', errors: [messages.needReceiver] }]);
      return;
    }
    const sent = await send({ userIds, phones: phones.flatMap((phone) => readPhone(phone) ?? []), content: (fields.content ?? '').trim() });
    if (sent === null) return;
    const kept = sent.filter(({ state }) => state === 'kept').length;
    void message.success(kept > 0 ? messages.kept(kept) : messages.sent);
    onClose();
  };
  const leave = () => {
    const { userIds = [], phones = [], content: written = '' } = form.getFieldsValue();
    if (busy) return;
    if (userIds.every((id) => first.includes(id)) && phones.length === 0 && written.trim() === '') return onClose();
    modal.confirm({ title: messages.leaveAsk, okText: messages.leave, cancelText: messages.stay, onOk: onClose });
  };

  return (
    <Modal
      open
      centered
      title={messages.title}
      width={620}
      onCancel={leave}
      mask={{ closable: false }}
      footer={
        <Button type="primary" loading={busy} onClick={() => void submit()}>
          {busy ? messages.sending : messages.send}
        </Button>
      }
    >
      <p className="sms-place">{alarm.formattedAddress}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ userIds: [...first] }}
        requiredMark={false}
        disabled={busy}
        className="dense-form"
      >
        {receivers.isError ? (
          <LoadFailed error={receivers.error} onRetry={() => void receivers.refetch()} />
        ) : (
          <Form.Item name="userIds" label={messages.receivers}>
            <Select
              mode="multiple"
              aria-label={messages.receivers}
              loading={receivers.isPending}
              placeholder={messages.receiversPlaceholder}
              notFoundContent={receivers.isPending ? null : messages.noReceivers}
              showSearch={{ optionFilterProp: 'label' }}
              maxTagCount="responsive"
              onChange={() => form.setFields([{ name: 'userIds', errors: [] }])}
              options={[...(receivers.data ?? [])]
                .sort((a, b) => Number(a.phone === null) - Number(b.phone === null))
                .map(({ id, fullName, gridName, phone }) => ({
                  value: id,
                  label: `${fullName}${marks().brackets(gridName)}${phone ?? messages.noPhone}`,
                  disabled: phone === null,
                }))}
            />
          </Form.Item>
        )}
        <Form.Item
          name="phones"
          label={messages.phones}
          rules={[
            {
              validator: async (_, phones: string[] | undefined) => {
                const bad = phones?.find((phone) => readPhone(phone) === null);
                if (bad !== undefined) throw new Error(messages.badPhone(bad));
              },
            },
          ]}
        >
          <Select
            mode="tags"
            aria-label={messages.phones}
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', '，', ';', '；', '、', ' ', '\n']}
            placeholder={messages.phonesPlaceholder}
            onChange={() => form.setFields([{ name: 'userIds', errors: [] }])}
          />
        </Form.Item>
        {templates.isError ? (
          <LoadFailed error={templates.error} onRetry={() => void templates.refetch()} />
        ) : (
          <Form.Item label={messages.template} htmlFor="sms-template">
            <Select<string>
              id="sms-template"
              aria-label={messages.template}
              loading={templates.isPending || previewing}
              placeholder={messages.templatePlaceholder}
              notFoundContent={templates.isPending ? null : messages.noTemplates}
              options={(templates.data ?? []).map(({ id, name, gridName }) => ({
                value: id,
                label: `${name}${marks().brackets(gridName)}`,
              }))}
              onChange={(id) => void fillFrom(id)}
            />
          </Form.Item>
        )}
        <Form.Item
          name="content"
          label={messages.content}
          rules={[{ required: true, whitespace: true, message: messages.needContent }, textRule(MOST_CONTENT, fieldMessages)]}
        >
          <TextArea rows={6} showCount most={MOST_CONTENT} hasRule placeholder={messages.contentPlaceholder} />
        </Form.Item>
        <p className="sms-parts hint" role="status">
          {previewing ? messages.previewing : content === '' ? '' : messages.parts(partsOf(content))}
          {replaced !== null && !previewing && (
            <Button
              type="link"
              size="small"
              onClick={() => {
                form.setFieldsValue({ content: replaced });
                setReplaced(null);
              }}
            >
              {messages.restore}
            </Button>
          )}
        </p>
      </Form>
      {failure && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={failure.text}
          description={failure.fields.length > 1 ? failure.fields.map((field) => field.message).join(marks().semicolon) : undefined}
        />
      )}
    </Modal>
  );
}

interface SmsDraft {
  readonly userIds: readonly string[];
  readonly phones: readonly string[];
  readonly content: string;
}

interface SmsFailure {
  readonly text: string;
  readonly fields: CallFailed['fields'];
}

/** The same draft keeps its idempotency key, so that a retry after a lost reply sends nothing twice. */
function useSms(alarm: Alarm, messages: SmsMessages) {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SmsFailure | null>(null);
  const last = useRef({ draft: '', key: '' });

  /** @returns the messages as queued in the outbox; null on failure, see `failure` */
  const send = async (draft: SmsDraft): Promise<readonly ShortMessage[] | null> => {
    if (busy) return null;
    const written = JSON.stringify(draft);
    if (written !== last.current.draft) last.current = { draft: written, key: newKey() };
    setBusy(true);
    setFailure(null);
    try {
      return await client.sms.smsSubmit({
        query: { fireId: alarm.id, fireNme: alarm.formattedAddress },
        body: { content: draft.content, userIds: [...draft.userIds], phones: [...draft.phones] },
        headers: { 'idempotency-key': last.current.key },
        silent: true,
      });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure({
        text: isLineLost(error) ? messages.noAnswer : `${messages.failed}${marks().brackets(error.message)}`,
        fields: error.fields,
      });
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, send };
}

/** The limit of the interface. */
const MOST_CONTENT = 500;

const SINGLE = 70;
const PART = 67;

/** Number of SMS parts: Chinese text has room for 70 characters in a single message, 67 in each part of a longer one. */
function partsOf(text: string): number {
  if (text.length === 0) return 0;
  return text.length <= SINGLE ? 1 : Math.ceil(text.length / PART);
}

/** A phone number in the form of the interface; null: the text is not a phone number. */
function readPhone(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return /^\+?[0-9]{5,20}$/.test(digits) ? digits : null;
}
