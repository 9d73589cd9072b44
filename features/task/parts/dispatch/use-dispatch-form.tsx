// The dispatch form: its fields, its rangers and its submission. Used in a dialog at a fire and on a page next to the map.

import { formatTime } from '@lookout/contract';
import { MINUTE_MS, type Named } from '@lookout/domain';
import { PhotoPicker } from '@lookout/web/shared/photos/PhotoPicker.tsx';
import { usePhotos } from '@lookout/web/shared/photos/photos.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { TIME_FORMAT } from '@lookout/web/shared/time-text.ts';
import { Alert, App, Button, DatePicker, Form } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { isHeadClosed } from '../../../decision/approach.ts';
import type { Priority } from '../../priority.ts';
import { TASK_WINDOW_MS } from '../../task.ts';
import type { TaskTemplate } from '../../task-template.ts';
import { ApproachOf, useApproach } from './ApproachNote.tsx';
import { type DispatchFields, type DispatchTarget, defaultWindow, fireIdOf, positionOf, repeated } from './dispatch-form.ts';
import { useDispatchMessages } from './messages.ts';
import { OrderFields, typedOrder } from './OrderFields.tsx';
import { RangerPicker } from './RangerPicker.tsx';
import { TemplateSelect } from './TemplateSelect.tsx';
import { type DispatchFailure, type Sending, useDispatch } from './use-dispatch.ts';
import './dispatch.css';

const USUAL_PRIORITY: Priority = 2;

interface DispatchForm {
  readonly body: ReactNode;
  readonly foot: ReactNode;
  readonly failure: ReactNode;
  /** Whether the form was submitted without a place. */
  readonly isPlaceMissing: boolean;
  /** Closes the form, after confirmation if anything is filled in. */
  readonly leave: () => void;
}

/**
 * @param target null: not chosen yet
 * @param onClose called when the task was sent or the form was closed
 * @param members the rangers selected initially
 */
export function useDispatchForm(target: DispatchTarget | null, onClose: () => void, members: readonly string[] = []): DispatchForm {
  const messages = useDispatchMessages();
  const { message, modal } = App.useApp();
  const { now } = useServices();
  const [form] = Form.useForm<DispatchFields>();
  const [first] = useState((): DispatchFields => {
    const { start, end } = defaultWindow(now());
    const times = { startsAt: dayjs(start), endsAt: dayjs(end) };
    if (target?.kind === 'more') return { ...repeated(target.task), ...times };
    const content = target?.kind === 'position' ? target.content : undefined;
    return { ...times, priority: USUAL_PRIORITY, ...(content !== undefined && { content }) };
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(members));
  const [tried, setTried] = useState(false);
  const { photos, setPhotos, markUploaded, forgetUploads } = usePhotos();
  const { sending, resting, failure, send } = useDispatch(messages);
  const busy = sending !== null;
  const approach = useApproach(target && fireIdOf(target));
  const isAlone = chosen.size === 1 && approach.kind === 'known' && isHeadClosed(approach.approach);

  const dispatch = async (additional: boolean) => {
    setTried(true);
    const fields = await form.validateFields().catch(() => null);
    if (fields === null || chosen.size === 0 || target === null) return;
    const uploads = { onUploaded: markUploaded, onUploadsGone: forgetUploads };
    const done = await send({ target, fields, members: [...chosen], photos, additional, ...uploads });
    if (!done) return;
    void message.success(messages.done);
    onClose();
  };
  const leave = () => {
    const { content = '', reserve = '' } = form.getFieldsValue();
    if (busy) return;
    const isUntouched = content.trim() === (first.content ?? '') && reserve.trim() === (first.reserve ?? '');
    if (isUntouched && photos.length === 0 && [...chosen].every((id) => members.includes(id))) return onClose();
    modal.confirm({ title: messages.leaveAsk, okText: messages.leave, cancelText: messages.stay, onOk: onClose });
  };
  const fill = (template: Named<TaskTemplate>) => {
    const start = (form.getFieldValue('startsAt') as Dayjs | null) ?? first.startsAt;
    form.setFieldsValue({ ...typedOrder(template), endsAt: start.add(template.durationMinutes, 'minute') });
  };

  /** Inserts the text before the existing order, unless the order already contains it. */
  const order = (text: string) => {
    const { content = '' } = form.getFieldsValue();
    if (!content.includes(text)) form.setFieldValue('content', [text, content.trim()].filter(Boolean).join('\n'));
  };

  const body = (
    <div className="dispatch-columns dense-form">
      <ApproachOf known={approach} onOrder={order} />
      <Form form={form} layout="vertical" initialValues={first} requiredMark={false} disabled={busy}>
        <TemplateSelect onChoose={fill} />
        <OrderFields>
          <div className="pair">
            <Form.Item name="startsAt" label={messages.start} rules={[{ required: true, message: messages.needStart }]}>
              <DatePicker showTime format={TIME_FORMAT} />
            </Form.Item>
            <Form.Item
              name="endsAt"
              label={messages.end}
              dependencies={['startsAt']}
              rules={[
                { required: true, message: messages.needEnd },
                ({ getFieldValue }) => ({
                  validator: async (_, end: Dayjs | null) => {
                    const start = getFieldValue('startsAt') as Dayjs | null;
                    if (start && end && !end.isAfter(start)) throw new Error(messages.badWindow);
                  },
                }),
              ]}
            >
              <DatePicker showTime format={TIME_FORMAT} />
            </Form.Item>
          </div>
        </OrderFields>
        <Form.Item label={messages.photos}>
          <PhotoPicker photos={photos} disabled={busy} onChange={setPhotos} />
        </Form.Item>
      </Form>
      <RangerPicker
        position={target && positionOf(target)}
        isForNow
        chosen={chosen}
        disabled={busy}
        isMissing={tried && chosen.size === 0}
        onChange={setChosen}
      />
    </div>
  );
  const foot = (
    <div className="dispatch-foot line">
      <span role="status">{messages.chosen(chosen.size)}</span>
      {isAlone && <span className="dispatch-alone">{messages.approach.single}</span>}
      <Button type="primary" disabled={busy || resting} aria-busy={busy} onClick={() => void dispatch(false)}>
        {sendingText(sending, messages)}
      </Button>
    </div>
  );
  return {
    body,
    foot,
    failure: failure && <Failure failure={failure} busy={busy || resting} onAdditional={() => void dispatch(true)} />,
    isPlaceMissing: tried && target === null,
    leave,
  };
}

/** The default window in minutes, for orders that do not define one. */
export const USUAL_MINUTES = TASK_WINDOW_MS / MINUTE_MS;

function sendingText(sending: Sending, messages: ReturnType<typeof useDispatchMessages>): string {
  if (sending === null) return messages.send;
  return sending.kind === 'photo' ? messages.uploading(sending.number, sending.total) : messages.sending;
}

function Failure(props: { readonly failure: DispatchFailure; readonly busy: boolean; readonly onAdditional: () => void }) {
  const messages = useDispatchMessages();
  const { failure, busy, onAdditional } = props;
  if (failure.kind === 'already-dispatched') {
    const { task } = failure;
    const names = task.members.map(({ fullName }) => fullName).join(marks().list);
    return (
      <Alert
        type="warning"
        showIcon
        role="alert"
        title={failure.text}
        description={
          <>
            <p>{messages.standingTask(task.operatorName, formatTime(task.createdAt), names)}</p>
            <p>{task.content}</p>
          </>
        }
        action={
          <Button type="primary" disabled={busy} onClick={onAdditional}>
            {messages.additional}
          </Button>
        }
      />
    );
  }
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={failure.text}
      description={failure.fields.length === 0 ? undefined : failure.fields.map(({ message }) => message).join(marks().semicolon)}
    />
  );
}
