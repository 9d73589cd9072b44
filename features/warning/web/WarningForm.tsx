// 发布预警, and its change. A failed request retains the input; a colleague's change meanwhile is shown by name and can be overwritten.
import { CallFailed } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { useGridTree } from '@lookout/web/shared/GridPicker.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute, pickedTime, TIME_FORMAT } from '@lookout/web/shared/time-text.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, DatePicker, Form, Modal, Radio, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useWarningMessages } from '../parts/messages.ts';
import { WARNINGS } from '../parts/warnings.ts';
import { type ListedWarning, type NamedWarning, WARNING_LEVELS, type WarningLevel } from '../warning.ts';
import { useWarningPageMessages } from './messages.ts';

interface Typed {
  readonly areas?: readonly GridNo[];
  readonly level: WarningLevel;
  readonly text: string;
  readonly valid?: readonly [Dayjs, Dayjs];
  readonly endsAt?: Dayjs;
}

const CONFLICT = 409;
const USUAL_DAYS = 3;

interface Node {
  readonly no: string;
  readonly name: string;
  readonly children: readonly Node[];
}
const treeOf = ({ no, name, children }: Node): object => ({ value: no, title: name, children: children.map(treeOf) });

interface Props {
  /** null: a new warning. */
  readonly warning: ListedWarning | null;
  /** The areas selected before the dialog was opened. */
  readonly areas: readonly GridNo[];
  readonly onClose: () => void;
}

export function WarningForm({ warning, areas, onClose }: Props) {
  const messages = useWarningPageMessages();
  const { levels } = useWarningMessages();
  const { message } = App.useApp();
  const client = useClient();
  const queries = useQueryClient();
  const tree = useGridTree();
  const [form] = Form.useForm<Typed>();
  const level = Form.useWatch('level', form);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [standing, setStanding] = useState<NamedWarning | null>(null);
  const rest = useSubmitRest();
  const { rules } = messages;
  const now = dayjs(formatTime(new Date()), TIME_FORMAT).startOf('minute');

  const act = ({ areas: chosen = [], level: to, text, valid, endsAt }: Typed) => {
    const words = { level: to, text: text.trim() };
    if (warning === null) {
      const [from, until] = valid ?? [now, now];
      const body = { ...words, areas: chosen, startsAt: pickedTime(from), endsAt: pickedTime(until) };
      return client.warning.issueWarning({ body, silent: true });
    }
    const { id } = warning;
    const revision = standing?.revision ?? warning.revision;
    return client.warning.changeWarning({
      body: { ...words, id, revision, endsAt: pickedTime(endsAt ?? now) },
      silent: true,
    });
  };
  const send = async (typed: Typed) => {
    if (!rest.begin()) return;
    setSending(true);
    setFailed(null);
    try {
      await act(typed);
      void message.success(warning === null ? messages.done : messages.changed);
      onClose();
    } catch (error) {
      showFieldFaults(form, error, warning === null ? { startsAt: 'valid', endsAt: 'valid' } : {});
      if (!(error instanceof CallFailed)) throw error;
      const { outcome, data } = error;
      if (outcome.kind === 'error' && outcome.code === CONFLICT) setStanding(data as NamedWarning);
      setFailed(`${messages.failed}${marks().brackets(error.message)}`);
    } finally {
      setSending(false);
      void queries.invalidateQueries({ queryKey: [WARNINGS] });
    }
  };
  const initial: Partial<Typed> =
    warning === null
      ? { areas, valid: [now, now.add(USUAL_DAYS, 'day')] }
      : { level: warning.level, text: warning.text, endsAt: dayjs(formatTime(warning.endsAt), TIME_FORMAT) };
  return (
    <Modal
      open
      width={640}
      title={warning === null ? messages.issue : messages.change}
      footer={null}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form<Typed>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={sending}
        initialValues={initial}
        onFinish={(typed) => void send(typed)}
      >
        {warning === null && (
          <Form.Item name="areas" label={messages.areas} rules={[{ required: true, message: rules.areas }]}>
            <TreeSelect
              multiple
              showSearch={{ treeNodeFilterProp: 'title' }}
              loading={tree.isPending}
              treeDefaultExpandedKeys={(tree.data ?? []).map(({ no }) => no)}
              treeData={(tree.data ?? []).map(treeOf) as never}
            />
          </Form.Item>
        )}
        <Form.Item name="level" label={messages.level} rules={[{ required: true, message: rules.level }]}>
          <Radio.Group
            optionType="button"
            options={WARNING_LEVELS.map((value) => ({ value, label: levels[value] }))}
            onChange={({ target }) => {
              // A text that was not edited changes with the level.
              const written = form.getFieldValue('text') as string | undefined;
              const isDraft = written === undefined || written === '' || Object.values(messages.templates).includes(written);
              if (isDraft) form.setFieldsValue({ text: messages.templates[target.value as WarningLevel] });
            }}
          />
        </Form.Item>
        <Form.Item name="text" label={messages.text} rules={[{ required: true, whitespace: true, message: rules.text }]}>
          <TextArea rows={4} most={500} showCount />
        </Form.Item>
        {level && (
          <Button type="link" size="small" onClick={() => form.setFieldsValue({ text: messages.templates[level] })}>
            {messages.useTemplate}
          </Button>
        )}
        {warning === null ? (
          <Form.Item name="valid" label={messages.valid} rules={[{ required: true, message: rules.valid }]}>
            <DatePicker.RangePicker
              showTime={{ format: 'HH:mm' }}
              format="YYYY-MM-DD HH:mm"
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              placeholder={[messages.begin, messages.end]}
            />
          </Form.Item>
        ) : (
          <Form.Item name="endsAt" label={messages.validTo} rules={[{ required: true, message: rules.valid }]}>
            <DatePicker
              showTime={{ format: 'HH:mm' }}
              format="YYYY-MM-DD HH:mm"
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          </Form.Item>
        )}
        {failed && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={failed}
            description={
              standing &&
              `${levels[standing.level]} ${messages.validText(dayAndMinute(standing.startsAt), dayAndMinute(standing.endsAt))} ${standing.text}`
            }
          />
        )}
        <div className="form-buttons">
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="primary" htmlType="submit" disabled={sending || rest.resting} aria-busy={sending}>
            {warning === null ? messages.send : messages.save}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
