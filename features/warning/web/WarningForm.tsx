// 发布预警, and its change. A failed request retains the input; a colleague's change meanwhile is shown by name and can be overwritten.

import { formatTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormModal } from '@lookout/web/shared/form/FormModal.tsx';
import { isConflict, useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { useGridTree } from '@lookout/web/shared/GridPicker.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { dayAndMinute, pickedTime, TIME_FORMAT } from '@lookout/web/shared/time-text.ts';
import { Button, DatePicker, Form, Radio, TreeSelect } from 'antd';
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
  const client = useClient();
  const tree = useGridTree();
  const [form] = Form.useForm<Typed>();
  const level = Form.useWatch('level', form);
  const [current, setCurrent] = useState<NamedWarning | null>(null);
  const sending = useSend({
    refetch: [WARNINGS],
    failure: messages.failed,
    rests: true,
    onRefused: (error) => {
      showFieldFaults(form, error, warning === null ? { startsAt: 'valid', endsAt: 'valid' } : {});
      if (isConflict(error)) setCurrent(error.data as NamedWarning);
    },
  });
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
    const revision = current?.revision ?? warning.revision;
    return client.warning.changeWarning({
      body: { ...words, id, revision, endsAt: pickedTime(endsAt ?? now) },
      silent: true,
    });
  };
  const save = (typed: Typed) =>
    sending.send(
      async () => {
        await act(typed);
        onClose();
      },
      warning === null ? messages.done : messages.changed,
    );
  const initial: Partial<Typed> =
    warning === null
      ? { areas, valid: [now, now.add(USUAL_DAYS, 'day')] }
      : { level: warning.level, text: warning.text, endsAt: dayjs(formatTime(warning.endsAt), TIME_FORMAT) };
  return (
    <FormModal<Typed>
      width={640}
      title={warning === null ? messages.issue : messages.change}
      form={form}
      initial={initial}
      sending={sending}
      failedMore={
        current &&
        `${levels[current.level]} ${messages.validText(dayAndMinute(current.startsAt), dayAndMinute(current.endsAt))} ${current.text}`
      }
      submit={warning === null ? messages.send : messages.save}
      onSubmit={save}
      onClose={onClose}
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
    </FormModal>
  );
}
