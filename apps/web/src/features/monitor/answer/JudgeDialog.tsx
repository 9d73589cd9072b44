// 火情: real or false, what kind of fire, a note. When somebody has judged meanwhile it becomes a correction, with everything typed still there.
import type { WireAlarm } from '@lookout/contract';
import { Alert, Form, Input, Radio } from 'antd';
import { useDesk } from '../use-desk.ts';
import { ActDialog } from './ActDialog.tsx';
import type { Judgement } from './act-request.ts';
import { verdictOf } from './answer-rows.ts';
import { useSend } from './use-send.ts';
import { useAnswerWords } from './words.ts';

interface Fields {
  readonly isReal?: 0 | 1;
  readonly type?: number;
  readonly note?: string;
  readonly reason?: string;
}

/** Specification §5. */
const MOST_NOTE = 70;
const MOST_REASON = 200;

interface Props {
  /** As it stands now. */
  readonly alarm: WireAlarm;
  readonly preset: 0 | 1 | null;
  readonly onClose: () => void;
}

export function JudgeDialog({ alarm, preset, onClose }: Props) {
  const words = useAnswerWords();
  const { answering } = useDesk();
  const { busy, failure, send } = useSend();
  const [form] = Form.useForm<Fields>();
  const isReal = Form.useWatch('isReal', form);
  const { judge } = words;
  const correcting = alarm.isReal !== null;
  const typed = answering.draft(alarm.id, 'correct') ?? answering.draft(alarm.id, 'judge');
  // A correction begins with what stands, unless something else was typed already.
  const begin: Fields = typed
    ? { ...fieldsOf(typed), ...(typed.kind === 'correct' && { reason: typed.reason }) }
    : correcting
      ? { isReal: alarm.isReal ?? 0, note: alarm.isTrueNote ?? '', ...(alarm.trueAlarmType && { type: alarm.trueAlarmType }) }
      : {};
  const initial: Fields = preset === null ? begin : { ...begin, isReal: preset };
  const asksType = isReal === 1 && alarm.kind !== 'report';

  const judgement = ({ isReal: verdict, type, note }: Fields): Judgement => ({
    isReal: verdict ?? 0,
    type: verdict === 1 && alarm.kind !== 'report' ? (type ?? null) : null,
    note: note ?? '',
  });
  const request = (fields: Fields) =>
    correcting
      ? ({ kind: 'correct', ...judgement(fields), reason: fields.reason ?? '' } as const)
      : ({ kind: 'judge', ...judgement(fields) } as const);
  const submit = async (fields: Fields) => {
    const act = request(fields);
    if (act.kind === 'judge') {
      answering.hold(alarm, act);
      return onClose();
    }
    if (await send(alarm, act)) onClose();
  };
  const leave = () => {
    const fields = form.getFieldsValue();
    if (fields.isReal !== undefined) answering.keep(alarm.id, request(fields));
    onClose();
  };

  return (
    <ActDialog
      title={correcting ? judge.correct : judge.title}
      alarm={alarm}
      kind={correcting ? 'correct' : 'judge'}
      failure={failure}
      busy={busy}
      {...(correcting ? {} : { hint: judge.undoHint })}
      isComplete={preset !== null && !correcting}
      onOk={form.submit}
      onCancel={leave}
    >
      {correcting && typed?.kind === 'judge' && (
        <Alert
          className="answer-failure"
          type="warning"
          showIcon
          role="alert"
          title={judge.stands(words.by(alarm.judgedBy, alarm.judgedTime), verdictOf(alarm, words))}
          description={alarm.isTrueNote}
        />
      )}
      <Form form={form} layout="vertical" initialValues={initial} onFinish={(fields) => void submit(fields)} requiredMark={false}>
        <Form.Item name="isReal" label={judge.verdict} rules={[{ required: true, message: judge.needVerdict }]}>
          <Radio.Group
            optionType="button"
            options={[
              { value: 1, label: judge.real },
              { value: 0, label: judge.false },
            ]}
          />
        </Form.Item>
        {asksType && (
          <Form.Item name="type" label={judge.type}>
            <Radio.Group className="fire-types" options={words.fireTypes.map((label, index) => ({ value: index + 1, label }))} />
          </Form.Item>
        )}
        <Form.Item name="note" label={judge.note} rules={[{ max: MOST_NOTE, message: judge.noteLimit }]}>
          <Input.TextArea rows={2} count={{ show: true, max: MOST_NOTE }} />
        </Form.Item>
        {correcting && (
          <Form.Item
            name="reason"
            label={judge.reason}
            rules={[
              { required: true, whitespace: true, message: judge.needReason },
              { max: MOST_REASON, message: judge.reasonLimit },
            ]}
          >
            <Input.TextArea rows={2} count={{ show: true, max: MOST_REASON }} />
          </Form.Item>
        )}
      </Form>
    </ActDialog>
  );
}

const fieldsOf = ({ isReal, type, note }: Judgement): Fields => ({ isReal, note, ...(type !== null && { type }) });
