// 处置完毕: a danger has been put right.
import type { NamedAlarm } from '@lookout/domain';
import { Form } from 'antd';
import { useDesk } from '../use-desk.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { useAnswerMessages } from './messages.ts';
import { MOST_NOTE, NoteField } from './NoteField.tsx';
import { useSend } from './use-send.ts';

export function RenovateDialog({ alarm, onClose }: { readonly alarm: NamedAlarm; readonly onClose: () => void }) {
  const { renovate: messages } = useAnswerMessages();
  const { answering } = useDesk();
  const { busy, failure, send } = useSend();
  const [form] = Form.useForm<{ readonly note?: string }>();
  const initial = { note: answering.draft(alarm.id, 'renovate')?.note ?? '' };
  const leave = () => {
    answering.keep(alarm.id, { kind: 'renovate', note: form.getFieldValue('note') ?? '' });
    onClose();
  };
  return (
    <ActionDialog
      {...{ title: messages.title, hint: messages.hint, alarm, failure, busy }}
      kind="renovate"
      onOk={form.submit}
      onCancel={leave}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={({ note = '' }) => void send(alarm, { kind: 'renovate', note }).then((passed) => passed && onClose())}
      >
        <NoteField label={messages.note} most={MOST_NOTE} limit={messages.noteLimit} />
      </Form>
    </ActionDialog>
  );
}
