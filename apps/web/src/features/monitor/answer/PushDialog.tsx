// 推送/上报: upwards to the superior's desk, with a note; sent after the five seconds.
import type { NamedAlarm } from '@lookout/domain';
import { Form } from 'antd';
import { useDesk } from '../use-desk.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { useAnswerMessages } from './messages.ts';
import { MOST_NOTE, NoteField } from './NoteField.tsx';

export function PushDialog({ alarm, onClose }: { readonly alarm: NamedAlarm; readonly onClose: () => void }) {
  const { push: messages } = useAnswerMessages();
  const { answering } = useDesk();
  const [form] = Form.useForm<{ readonly note?: string }>();
  const initial = { note: answering.draft(alarm.id, 'push')?.note ?? '' };
  const leave = () => {
    answering.keep(alarm.id, { kind: 'push', note: form.getFieldValue('note') ?? '' });
    onClose();
  };
  return (
    <ActionDialog title={messages.title} alarm={alarm} kind="push" hint={messages.hint} onOk={form.submit} onCancel={leave}>
      <Form
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={({ note = '' }) => {
          answering.hold(alarm, { kind: 'push', note });
          onClose();
        }}
      >
        <NoteField label={messages.note} most={MOST_NOTE} limit={messages.noteLimit} />
      </Form>
    </ActionDialog>
  );
}
