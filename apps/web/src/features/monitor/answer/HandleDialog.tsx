// 处置完毕: a danger has been put right.
import type { WireAlarm } from '@lookout/contract';
import { Form } from 'antd';
import { useDesk } from '../use-desk.ts';
import { ActDialog } from './ActDialog.tsx';
import { MOST_ACT_NOTE, NoteField } from './NoteField.tsx';
import { useSend } from './use-send.ts';
import { useAnswerWords } from './words.ts';

export function HandleDialog({ alarm, onClose }: { readonly alarm: WireAlarm; readonly onClose: () => void }) {
  const { handle: words } = useAnswerWords();
  const { answering } = useDesk();
  const { busy, failure, send } = useSend();
  const [form] = Form.useForm<{ readonly note?: string }>();
  const initial = { note: answering.draft(alarm.id, 'handle')?.note ?? '' };
  const leave = () => {
    answering.keep(alarm.id, { kind: 'handle', note: form.getFieldValue('note') ?? '' });
    onClose();
  };
  return (
    <ActDialog {...{ title: words.title, hint: words.hint, alarm, failure, busy }} kind="handle" onOk={form.submit} onCancel={leave}>
      <Form
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={({ note = '' }) => void send(alarm, { kind: 'handle', note }).then((passed) => passed && onClose())}
      >
        <NoteField label={words.note} most={MOST_ACT_NOTE} limit={words.noteLimit} />
      </Form>
    </ActDialog>
  );
}
