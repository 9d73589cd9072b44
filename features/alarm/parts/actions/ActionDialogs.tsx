// The dialogs of an alarm's actions; at most one is open.

import { useFieldMessages } from '@lookout/web/shared/fields/messages.ts';
import { NumberInput, numberRule } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextArea, textRule } from '@lookout/web/shared/fields/TextInput.tsx';
import { useRight } from '@lookout/web/shared/services.ts';
import { Alert, App, Form, type FormInstance, Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { DispatchDialog } from '../../../task/parts/dispatch/DispatchDialog.tsx';
import {
  CLOSE_OUTCOMES,
  type CloseOutcome,
  type Correction,
  isJudgedByPerson,
  type JudgedVerdict,
  type Judgement,
  judgementOf,
  type NamedAlarm,
  REAL_FIRE_TYPES,
} from '../../alarm.ts';
import { SourceIcon } from '../AlarmMarks.tsx';
import { locationWithin } from '../location-text.ts';
import { SmsDialog } from '../sms/SmsDialog.tsx';
import { failureText } from './action-failure.ts';
import type { AlarmRequest, AlarmRequestKind } from './alarm-requests.ts';
import { changedFacts, editableValues, editFieldsOf } from './edit-fields.ts';
import { LeftOfFire, useLeftOf } from './LeftOfFire.tsx';
import { useActionMessages } from './messages.ts';
import { isHeld } from './pending-requests.ts';
import { useCurrentAlarm, usePendingRequests } from './use-pending-requests.ts';
import { useSend } from './use-send.ts';
import './actions.css';

export type OpenDialog =
  | { readonly kind: 'judge'; readonly alarm: NamedAlarm; readonly preset: JudgedVerdict | null }
  | { readonly kind: 'push' | 'handle' | 'renovate' | 'close' | 'edit' | 'dispatch' | 'sms'; readonly alarm: NamedAlarm }
  | { readonly kind: 'dispatch-there'; readonly lng: number; readonly lat: number };

export function ActionDialogs({ dialog, onClose }: { readonly dialog: OpenDialog; readonly onClose: () => void }) {
  if (dialog.kind === 'dispatch-there')
    return <DispatchDialog target={{ kind: 'position', lng: dialog.lng, lat: dialog.lat }} onClose={onClose} />;
  return <AboutAlarm key={`${dialog.kind} ${dialog.alarm.id}`} dialog={dialog} onClose={onClose} />;
}

type AlarmDialog = Exclude<OpenDialog, { kind: 'dispatch-there' }>;

function AboutAlarm({ dialog, onClose }: { readonly dialog: AlarmDialog; readonly onClose: () => void }) {
  const alarm = useCurrentAlarm(dialog.alarm);
  switch (dialog.kind) {
    case 'judge':
      return <JudgeDialog alarm={alarm} preset={dialog.preset} onClose={onClose} />;
    case 'push':
    case 'handle':
    case 'renovate':
      return <NoteDialog kind={dialog.kind} alarm={alarm} onClose={onClose} />;
    case 'close':
      return <CloseDialog alarm={alarm} onClose={onClose} />;
    case 'edit':
      return <EditDialog alarm={alarm} onClose={onClose} />;
    case 'dispatch':
      return <DispatchDialog target={{ kind: 'fire', alarm }} onClose={onClose} />;
    case 'sms':
      return <SmsDialog alarm={alarm} onClose={onClose} />;
  }
}

// The frame of every action dialog: the alarm, the form and the failure. Input is kept as a draft when the dialog is closed without
// sending.
interface ActionDialogProps<F> {
  readonly title: string;
  readonly alarm: NamedAlarm;
  readonly kind: AlarmRequestKind;
  readonly hint?: string;
  readonly form: FormInstance<F>;
  readonly initial: F;
  /** null: not enough is filled in for a request or a draft. */
  readonly requestOf: (fields: F) => AlarmRequest | null;
  /** The form is complete when it opens, so Enter submits it. */
  readonly isComplete?: boolean;
  /** Shown above the form. */
  readonly notice?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function ActionDialog<F extends object>(props: ActionDialogProps<F>) {
  const { title, alarm, kind, hint, form, initial, requestOf, isComplete = false, notice, onClose, children } = props;
  const messages = useActionMessages();
  const { message } = App.useApp();
  const pendingRequests = usePendingRequests();
  const { busy, failure, send } = useSend();
  const submit = async (fields: F) => {
    const request = requestOf(fields);
    if (request === null) {
      if (kind === 'edit') void message.info(messages.edit.nothing);
      return;
    }
    if (isHeld(request)) {
      pendingRequests.hold(alarm, request);
      onClose();
    } else if (await send(alarm, request)) onClose();
  };
  const leave = () => {
    const request = requestOf(form.getFieldsValue());
    if (request !== null) pendingRequests.keep(alarm.id, request);
    onClose();
  };
  return (
    <Modal
      open
      centered
      title={title}
      width={460}
      mask={{ closable: false }}
      okText={busy ? messages.sending : messages.ok}
      cancelText={messages.cancel}
      okButtonProps={{ loading: busy, autoFocus: isComplete }}
      onOk={form.submit}
      onCancel={leave}
    >
      <p className="action-subject line">
        <SourceIcon kind={alarm.facts.kind} />
        <span>{messages.alarm.kinds[alarm.facts.kind]}</span>
        <strong>{alarm.gridName}</strong>
        <span className="second cut">{locationWithin(alarm)}</span>
      </p>
      {failure && <Alert className="action-failure" type="error" showIcon role="alert" title={failureText(kind, failure, messages)} />}
      {notice}
      <Form form={form} layout="vertical" initialValues={initial} requiredMark={false} onFinish={(fields) => void submit(fields)}>
        {children}
      </Form>
      {hint && <p className="second action-hint">{hint}</p>}
    </Modal>
  );
}

// 火情: the verdict, the kind of fire and a note. If another officer judges meanwhile, the dialog becomes a correction and keeps the input.
type JudgeFields = Partial<Correction>;

/** Specification §5. */
const MOST_JUDGE_NOTE = 70;
const MOST_REASON = 200;

interface JudgeDialogProps {
  /** The alarm's current state. */
  readonly alarm: NamedAlarm;
  readonly preset: JudgedVerdict | null;
  readonly onClose: () => void;
}

function JudgeDialog({ alarm, preset, onClose }: JudgeDialogProps) {
  const messages = useActionMessages();
  const pendingRequests = usePendingRequests();
  const [form] = Form.useForm<JudgeFields>();
  const verdict = Form.useWatch('verdict', form);
  const { judge } = messages;
  const fieldMessages = useFieldMessages();
  const currentJudgement = isJudgedByPerson(alarm.response) ? judgementOf(alarm.response) : null;
  const asksForType = alarm.facts.kind !== 'report';
  const correcting = currentJudgement !== null;
  const typed = pendingRequests.draft(alarm.id, 'correct') ?? pendingRequests.draft(alarm.id, 'judge');
  // A correction starts from the current judgement unless there is a draft.
  const begin: JudgeFields = typed
    ? typed.kind === 'correct'
      ? typed.correction
      : typed.judgement
    : currentJudgement
      ? judgementIn(currentJudgement)
      : {};
  const initial: JudgeFields = preset === null ? begin : { ...begin, verdict: preset };

  const requestOf = ({ verdict, realFireType = null, note = null, reason = '' }: JudgeFields): AlarmRequest | null => {
    if (verdict === undefined) return null;
    const judgement: Judgement = { verdict, realFireType: verdict === 'real' && asksForType ? realFireType : null, note };
    return correcting ? { kind: 'correct', correction: { ...judgement, reason } } : { kind: 'judge', judgement };
  };

  return (
    <ActionDialog
      title={correcting ? judge.correct : judge.title}
      alarm={alarm}
      kind={correcting ? 'correct' : 'judge'}
      {...(correcting ? {} : { hint: judge.undoHint })}
      form={form}
      initial={initial}
      requestOf={requestOf}
      isComplete={preset !== null && !correcting}
      notice={
        currentJudgement &&
        typed?.kind === 'judge' && (
          <Alert
            className="action-failure"
            type="warning"
            showIcon
            role="alert"
            title={judge.alreadyJudged(
              messages.by(currentJudgement.by, currentJudgement.at),
              messages.alarm.states[currentJudgement.verdict],
            )}
            description={currentJudgement.note}
          />
        )
      }
      onClose={onClose}
    >
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
        <Form.Item name="realFireType" label={judge.type}>
          <Radio.Group
            className="fire-types"
            options={REAL_FIRE_TYPES.map((value) => ({ value, label: messages.alarm.fireTypes[value] }))}
          />
        </Form.Item>
      )}
      <Form.Item name="note" label={judge.note} rules={[textRule(MOST_JUDGE_NOTE, fieldMessages)]}>
        <TextArea rows={2} showCount most={MOST_JUDGE_NOTE} hasRule />
      </Form.Item>
      {correcting && (
        <Form.Item
          name="reason"
          label={judge.reason}
          rules={[{ required: true, whitespace: true, message: judge.needReason }, textRule(MOST_REASON, fieldMessages)]}
        >
          <TextArea rows={2} showCount most={MOST_REASON} hasRule />
        </Form.Item>
      )}
    </ActionDialog>
  );
}

/** Without who judged, and when. */
const judgementIn = ({ verdict, realFireType, note }: Judgement): Judgement => ({ verdict, realFireType, note });

// 修改记录: the facts of the alarm's source that may be corrected. Only changed values are sent.
type EditFields = Readonly<Record<string, string | number | null>>;

function EditDialog({ alarm, onClose }: { readonly alarm: NamedAlarm; readonly onClose: () => void }) {
  const messages = useActionMessages();
  const { edit, alarm: terms } = messages;
  const fieldMessages = useFieldMessages();
  const [form] = Form.useForm<Record<string, string | number | null>>();
  const fields = editFieldsOf(alarm.facts.kind);
  // The values when the dialog opened: an edit by a colleague meanwhile must not count as a change made here.
  const [before] = useState(() => editableValues(alarm));
  const typed = usePendingRequests().draft(alarm.id, 'edit');
  return (
    <ActionDialog<EditFields>
      title={edit.title}
      hint={edit.hint}
      alarm={alarm}
      kind="edit"
      form={form}
      initial={{ ...before, ...typed?.facts }}
      requestOf={(after) => {
        const facts = changedFacts(before, after);
        return Object.keys(facts).length === 0 ? null : { kind: 'edit', facts };
      }}
      onClose={onClose}
    >
      {fields.map((field) => (
        <Form.Item
          key={field.fact}
          name={field.fact}
          label={field.label === 'address' ? edit.address : terms.fields[field.label]}
          rules={
            field.kind === 'text' ? [textRule(field.most, fieldMessages)] : [numberRule({ min: field.from, max: field.to }, fieldMessages)]
          }
        >
          {field.kind === 'number' ? (
            <NumberInput min={field.from} max={field.to} hasRule style={{ width: '100%' }} />
          ) : (
            <TextArea rows={field.most > MOST_NOTE ? 3 : 1} most={field.most} hasRule />
          )}
        </Form.Item>
      ))}
    </ActionDialog>
  );
}

// 关闭火情: the outcome of a fire in progress.
interface CloseFields {
  readonly outcome?: CloseOutcome;
  readonly note?: string;
  /** What happens to the open tasks. Nothing is preselected. */
  readonly tasks?: 'end' | 'keep';
}

const MOST_CLOSE_NOTE = 500;

function CloseDialog({ alarm, onClose }: { readonly alarm: NamedAlarm; readonly onClose: () => void }) {
  const { close: messages, alarm: terms } = useActionMessages();
  const pendingRequests = usePendingRequests();
  const [form] = Form.useForm<CloseFields>();
  const chosen = Form.useWatch('outcome', form);
  const typed = pendingRequests.draft(alarm.id, 'close');
  const left = useLeftOf(alarm);
  // Ending the tasks needs the same right as cancelling a task.
  const asksForTasks = useRight('dispatch') && left.tasks.length > 0;
  return (
    <ActionDialog
      title={messages.title}
      hint={messages.hint}
      alarm={alarm}
      kind="close"
      form={form}
      initial={typed ? { outcome: typed.outcome, note: typed.note, ...(typed.tasks !== null && { tasks: typed.tasks }) } : {}}
      requestOf={({ outcome, note = '', tasks = null }) => (outcome === undefined ? null : { kind: 'close', outcome, note, tasks })}
      notice={<LeftOfFire left={left} />}
      onClose={onClose}
    >
      <Form.Item name="outcome" label={messages.outcome} rules={[{ required: true, message: messages.needOutcome }]}>
        <Radio.Group className="fire-types" options={CLOSE_OUTCOMES.map((value) => ({ value, label: terms.outcomes[value] }))} />
      </Form.Item>
      <NoteField label={messages.note} most={MOST_CLOSE_NOTE} needed={chosen === 'other' ? messages.needNote : undefined} />
      {asksForTasks && (
        <Form.Item name="tasks" label={messages.tasks} rules={[{ required: true, message: messages.needTasks }]}>
          <Radio.Group options={(['keep', 'end'] as const).map((value) => ({ value, label: messages.whatOfTasks[value] }))} />
        </Form.Item>
      )}
    </ActionDialog>
  );
}

interface NoteDialogProps {
  /** 推送/上报: to the superior's desk. 移出待处理: without a judgement. 处置完毕: a danger has been fixed. */
  readonly kind: 'push' | 'handle' | 'renovate';
  readonly alarm: NamedAlarm;
  readonly onClose: () => void;
}

/** A dialog for an action that has only a note. */
function NoteDialog({ kind, alarm, onClose }: NoteDialogProps) {
  const messages = useActionMessages()[kind];
  const pendingRequests = usePendingRequests();
  const [form] = Form.useForm<{ readonly note?: string }>();
  return (
    <ActionDialog
      title={messages.title}
      hint={messages.hint}
      alarm={alarm}
      kind={kind}
      form={form}
      initial={{ note: pendingRequests.draft(alarm.id, kind)?.note ?? '' }}
      requestOf={({ note = '' }) => ({ kind, note })}
      onClose={onClose}
    >
      <NoteField label={messages.note} most={MOST_NOTE} />
    </ActionDialog>
  );
}

/** The limit of notes in the interface. */
const MOST_NOTE = 200;

interface NoteFieldProps {
  readonly label: string;
  readonly most: number;
  /** The message when the note is empty; absent: the note is optional. */
  readonly needed?: string | undefined;
}

/** A note with a counter. Longer input is reported as an error, not truncated. */
function NoteField({ label, most, needed }: NoteFieldProps) {
  const fieldMessages = useFieldMessages();
  return (
    <Form.Item
      name="note"
      label={label}
      required={false}
      rules={[textRule(most, fieldMessages), ...(needed === undefined ? [] : [{ required: true, whitespace: true, message: needed }])]}
    >
      <TextArea rows={3} showCount most={most} hasRule />
    </Form.Item>
  );
}
