// The dialogs of an alarm's actions; at most one is open.
import type { AlarmRequestKind } from '@lookout/client';
import {
  CLOSE_OUTCOMES,
  type CloseOutcome,
  type JudgedVerdict,
  type Judgement,
  judgementOf,
  type NamedAlarm,
  REAL_FIRE_TYPES,
  type RealFireType,
} from '@lookout/domain';
import { Alert, Form, Input, Modal, Radio } from 'antd';
import type { ReactNode } from 'react';
import { SmsDialog } from '../../../entities/alarm/sms/SmsDialog.tsx';
import { SourceIcon } from '../AlarmMarks.tsx';
import { DispatchDialog } from '../dispatch/DispatchDialog.tsx';
import { locationWithin } from '../location-text.ts';
import { useAlarmAsItStands, useDesk } from '../use-desk.ts';
import { type ActionFailure, failureText } from './action-failure.ts';
import { useAnswerMessages } from './messages.ts';
import { useSend } from './use-send.ts';

export type AnswerDialog =
  | { readonly kind: 'judge'; readonly alarm: NamedAlarm; readonly preset: JudgedVerdict | null }
  | { readonly kind: 'push' | 'renovate' | 'close' | 'dispatch' | 'sms'; readonly alarm: NamedAlarm }
  | { readonly kind: 'dispatch-there'; readonly lng: number; readonly lat: number };

export function AnswerDialogs({ dialog, onClose }: { readonly dialog: AnswerDialog; readonly onClose: () => void }) {
  if (dialog.kind === 'dispatch-there')
    return <DispatchDialog target={{ kind: 'position', lng: dialog.lng, lat: dialog.lat }} onClose={onClose} />;
  return <AboutAlarm key={`${dialog.kind} ${dialog.alarm.id}`} dialog={dialog} onClose={onClose} />;
}

type AlarmDialog = Exclude<AnswerDialog, { kind: 'dispatch-there' }>;

function AboutAlarm({ dialog, onClose }: { readonly dialog: AlarmDialog; readonly onClose: () => void }) {
  const alarm = useAlarmAsItStands(dialog.alarm);
  switch (dialog.kind) {
    case 'judge':
      return <JudgeDialog alarm={alarm} preset={dialog.preset} onClose={onClose} />;
    case 'push':
      return <PushDialog alarm={alarm} onClose={onClose} />;
    case 'renovate':
      return <RenovateDialog alarm={alarm} onClose={onClose} />;
    case 'close':
      return <CloseDialog alarm={alarm} onClose={onClose} />;
    case 'dispatch':
      return <DispatchDialog target={{ kind: 'fire', alarm }} onClose={onClose} />;
    case 'sms':
      return <SmsDialog alarm={alarm} onClose={onClose} />;
  }
}

// The frame of every action dialog: the alarm, the form and the failure.
interface ActionDialogProps {
  readonly title: string;
  readonly alarm: NamedAlarm;
  readonly kind: AlarmRequestKind;
  readonly failure?: ActionFailure | null;
  readonly busy?: boolean;
  readonly hint?: string;
  readonly danger?: boolean;
  /** The form is complete when it opens, so Enter submits it. */
  readonly isComplete?: boolean;
  readonly onOk: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

function ActionDialog({
  title,
  alarm,
  kind,
  failure,
  busy = false,
  hint,
  danger,
  isComplete,
  onOk,
  onCancel,
  children,
}: ActionDialogProps) {
  const messages = useAnswerMessages();
  return (
    <Modal
      open
      centered
      title={title}
      width={460}
      mask={{ closable: false }}
      okText={busy ? messages.sending : messages.ok}
      cancelText={messages.cancel}
      okButtonProps={{ loading: busy, danger: danger ?? false, autoFocus: isComplete ?? false }}
      onOk={onOk}
      onCancel={onCancel}
    >
      <p className="answer-subject line">
        <SourceIcon kind={alarm.facts.kind} />
        <span>{messages.alarm.kinds[alarm.facts.kind]}</span>
        <strong>{alarm.gridName}</strong>
        <span className="second cut">{locationWithin(alarm)}</span>
      </p>
      {failure && <Alert className="answer-failure" type="error" showIcon role="alert" title={failureText(kind, failure, messages)} />}
      {children}
      {hint && <p className="second answer-hint">{hint}</p>}
    </Modal>
  );
}

// 火情: the verdict, the kind of fire and a note. If somebody else judges meanwhile, it becomes a correction and keeps the input.
interface JudgeFields {
  readonly verdict?: JudgedVerdict;
  readonly type?: RealFireType;
  readonly note?: string;
  readonly reason?: string;
}

/** Specification §5. */
const MOST_JUDGE_NOTE = 70;
const MOST_REASON = 200;

interface JudgeDialogProps {
  /** Its current state. */
  readonly alarm: NamedAlarm;
  readonly preset: JudgedVerdict | null;
  readonly onClose: () => void;
}

function JudgeDialog({ alarm, preset, onClose }: JudgeDialogProps) {
  const messages = useAnswerMessages();
  const { answering } = useDesk();
  const { busy, failure, send } = useSend();
  const [form] = Form.useForm<JudgeFields>();
  const verdict = Form.useWatch('verdict', form);
  const { judge } = messages;
  const currentJudgement = judgementOf(alarm.response);
  const asksForType = alarm.facts.kind !== 'report';
  const correcting = currentJudgement !== null;
  const typed = answering.draft(alarm.id, 'correct') ?? answering.draft(alarm.id, 'judge');
  // A correction starts from the current judgement unless there is a draft.
  const begin: JudgeFields = typed
    ? { ...fieldsOf(typed.judgement), ...(typed.kind === 'correct' && { reason: typed.reason }) }
    : currentJudgement
      ? fieldsOf(currentJudgement)
      : {};
  const initial: JudgeFields = preset === null ? begin : { ...begin, verdict: preset };

  const judgementIn = ({ verdict = 'false', type, note }: JudgeFields): Judgement => ({
    verdict,
    realFireType: verdict === 'real' && asksForType ? (type ?? null) : null,
    note: note ?? null,
  });
  const request = (fields: JudgeFields) =>
    correcting
      ? ({ kind: 'correct', judgement: judgementIn(fields), reason: fields.reason ?? '' } as const)
      : ({ kind: 'judge', judgement: judgementIn(fields) } as const);
  const submit = async (fields: JudgeFields) => {
    const toSend = request(fields);
    if (toSend.kind === 'judge') {
      answering.hold(alarm, toSend);
      return onClose();
    }
    if (await send(alarm, toSend)) onClose();
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
      {currentJudgement && typed?.kind === 'judge' && (
        <Alert
          className="answer-failure"
          type="warning"
          showIcon
          role="alert"
          title={judge.stands(messages.by(currentJudgement.by, currentJudgement.at), messages.alarm.states[currentJudgement.verdict])}
          description={currentJudgement.note}
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
        <Form.Item name="note" label={judge.note} rules={[{ max: MOST_JUDGE_NOTE, message: judge.noteLimit }]}>
          <Input.TextArea rows={2} count={{ show: true, max: MOST_JUDGE_NOTE }} />
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

const fieldsOf = ({ verdict, realFireType, note }: Judgement): JudgeFields => ({
  verdict,
  note: note ?? '',
  ...(realFireType && { type: realFireType }),
});

// 关闭火情: the outcome of a fire in progress.
interface CloseFields {
  readonly outcome?: CloseOutcome;
  readonly note?: string;
}

const MOST_CLOSE_NOTE = 500;

function CloseDialog({ alarm, onClose }: { readonly alarm: NamedAlarm; readonly onClose: () => void }) {
  const { close: messages, alarm: terms } = useAnswerMessages();
  const { answering } = useDesk();
  const { busy, failure, send } = useSend();
  const [form] = Form.useForm<CloseFields>();
  const outcome = Form.useWatch('outcome', form);
  const typed = answering.draft(alarm.id, 'close');
  const initial: CloseFields = typed ? { outcome: typed.outcome, note: typed.note } : {};
  const submit = async (fields: CloseFields) => {
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
      title={messages.title}
      hint={messages.hint}
      alarm={alarm}
      failure={failure}
      busy={busy}
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
          most={MOST_CLOSE_NOTE}
          limit={messages.noteLimit}
          needed={outcome === 'other' ? messages.needNote : undefined}
        />
      </Form>
    </ActionDialog>
  );
}

// 推送/上报: pushes the alarm to the superior's desk with a note; sent after the undo time.
function PushDialog({ alarm, onClose }: { readonly alarm: NamedAlarm; readonly onClose: () => void }) {
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

// 处置完毕: a danger has been fixed.
function RenovateDialog({ alarm, onClose }: { readonly alarm: NamedAlarm; readonly onClose: () => void }) {
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
      title={messages.title}
      hint={messages.hint}
      alarm={alarm}
      failure={failure}
      busy={busy}
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

/** The contract's limit for notes. */
const MOST_NOTE = 200;

interface NoteFieldProps {
  readonly label: string;
  readonly most: number;
  readonly limit: string;
  /** The message when it is empty; absent: it is optional. */
  readonly needed?: string | undefined;
}

/** A note with a counter. Longer input is not cut off but reported as a fault. */
function NoteField({ label, most, limit, needed }: NoteFieldProps) {
  return (
    <Form.Item
      name="note"
      label={label}
      required={false}
      rules={[{ max: most, message: limit }, ...(needed === undefined ? [] : [{ required: true, whitespace: true, message: needed }])]}
    >
      <Input.TextArea rows={3} count={{ show: true, max: most }} />
    </Form.Item>
  );
}
