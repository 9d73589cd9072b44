// 火情: real or false, what kind of fire, a note. When somebody has judged meanwhile it becomes a correction, with everything typed still there.
import { type JudgedVerdict, type Judgement, judgementOf, type NamedAlarm, REAL_FIRE_TYPES, type RealFireType } from '@lookout/domain';
import { Alert, Form, Input, Radio } from 'antd';
import { useDesk } from '../use-desk.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { useAnswerMessages } from './messages.ts';
import { useSend } from './use-send.ts';

interface Fields {
  readonly verdict?: JudgedVerdict;
  readonly type?: RealFireType;
  readonly note?: string;
  readonly reason?: string;
}

/** Specification §5. */
const MOST_NOTE = 70;
const MOST_REASON = 200;

interface Props {
  /** As it stands now. */
  readonly alarm: NamedAlarm;
  readonly preset: JudgedVerdict | null;
  readonly onClose: () => void;
}

export function JudgeDialog({ alarm, preset, onClose }: Props) {
  const messages = useAnswerMessages();
  const { answering } = useDesk();
  const { busy, failure, send } = useSend();
  const [form] = Form.useForm<Fields>();
  const verdict = Form.useWatch('verdict', form);
  const { judge } = messages;
  const standing = judgementOf(alarm.response);
  const asksForType = alarm.facts.kind !== 'report';
  const correcting = standing !== null;
  const typed = answering.draft(alarm.id, 'correct') ?? answering.draft(alarm.id, 'judge');
  // A correction begins with what stands, unless something else was typed already.
  const begin: Fields = typed
    ? { ...fieldsOf(typed.judgement), ...(typed.kind === 'correct' && { reason: typed.reason }) }
    : standing
      ? fieldsOf(standing)
      : {};
  const initial: Fields = preset === null ? begin : { ...begin, verdict: preset };

  const judgementIn = ({ verdict = 'false', type, note }: Fields): Judgement => ({
    verdict,
    realFireType: verdict === 'real' && asksForType ? (type ?? null) : null,
    note: note ?? null,
  });
  const request = (fields: Fields) =>
    correcting
      ? ({ kind: 'correct', judgement: judgementIn(fields), reason: fields.reason ?? '' } as const)
      : ({ kind: 'judge', judgement: judgementIn(fields) } as const);
  const submit = async (fields: Fields) => {
    const asked = request(fields);
    if (asked.kind === 'judge') {
      answering.hold(alarm, asked);
      return onClose();
    }
    if (await send(alarm, asked)) onClose();
  };
  const leave = () => {
    const fields = form.getFieldsValue();
    if (fields.verdict !== undefined) answering.keep(alarm.id, request(fields));
    onClose();
  };

  return (
    <ActionDialog
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
      {standing && typed?.kind === 'judge' && (
        <Alert
          className="answer-failure"
          type="warning"
          showIcon
          role="alert"
          title={judge.stands(messages.by(standing.by, standing.at), messages.alarm.states[standing.verdict])}
          description={standing.note}
        />
      )}
      <Form form={form} layout="vertical" initialValues={initial} onFinish={(fields) => void submit(fields)} requiredMark={false}>
        <Form.Item name="verdict" label={judge.verdict} rules={[{ required: true, message: judge.needVerdict }]}>
          <Radio.Group
            optionType="button"
            options={[
              { value: 'real', label: messages.alarm.states.real },
              { value: 'false', label: messages.alarm.states.false },
            ]}
          />
        </Form.Item>
        {verdict === 'real' && asksForType && (
          <Form.Item name="type" label={judge.type}>
            <Radio.Group
              className="fire-types"
              options={REAL_FIRE_TYPES.map((value) => ({ value, label: messages.alarm.fireTypes[value] }))}
            />
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
    </ActionDialog>
  );
}

const fieldsOf = ({ verdict, realFireType, note }: Judgement): Fields => ({
  verdict,
  note: note ?? '',
  ...(realFireType && { type: realFireType }),
});
