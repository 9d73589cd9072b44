// 关闭火情: how a fire in progress came to its end.
import { CLOSE_OUTCOMES, type CloseOutcome, type NamedAlarm } from '@lookout/domain';
import { Form, Radio } from 'antd';
import { useDesk } from '../use-desk.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { useAnswerMessages } from './messages.ts';
import { NoteField } from './NoteField.tsx';
import { useSend } from './use-send.ts';

interface Fields {
  readonly outcome?: CloseOutcome;
  readonly note?: string;
}

const MOST_NOTE = 500;

export function CloseDialog({ alarm, onClose }: { readonly alarm: NamedAlarm; readonly onClose: () => void }) {
  const { close: messages, alarm: terms } = useAnswerMessages();
  const { answering } = useDesk();
  const { busy, failure, send } = useSend();
  const [form] = Form.useForm<Fields>();
  const outcome = Form.useWatch('outcome', form);
  const typed = answering.draft(alarm.id, 'close');
  const initial: Fields = typed ? { outcome: typed.outcome, note: typed.note } : {};
  const submit = async (fields: Fields) => {
    if (fields.outcome === undefined) return;
    if (await send(alarm, { kind: 'close', outcome: fields.outcome, note: fields.note ?? '' })) onClose();
  };
  const leave = () => {
    const fields = form.getFieldsValue();
    if (fields.outcome) answering.keep(alarm.id, { kind: 'close', outcome: fields.outcome, note: fields.note ?? '' });
    onClose();
  };
  return (
    <ActionDialog
      {...{ title: messages.title, hint: messages.hint, alarm, failure, busy }}
      kind="close"
      onOk={form.submit}
      onCancel={leave}
    >
      <Form form={form} layout="vertical" initialValues={initial} requiredMark={false} onFinish={(fields) => void submit(fields)}>
        <Form.Item name="outcome" label={messages.outcome} rules={[{ required: true, message: messages.needOutcome }]}>
          <Radio.Group className="fire-types" options={CLOSE_OUTCOMES.map((value) => ({ value, label: terms.outcomes[value] }))} />
        </Form.Item>
        <NoteField
          label={messages.note}
          most={MOST_NOTE}
          limit={messages.noteLimit}
          needed={outcome === 'other' ? messages.needNote : undefined}
        />
      </Form>
    </ActionDialog>
  );
}
