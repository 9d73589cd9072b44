// 任务派遣: rangers sent to a fire or a position. A failure keeps the input; of two simultaneous dispatches the second is refused with the first.

import { CallFailed, isLineLost } from '@lookout/client';
import { formatTime, isPhotosOfDispatch, writeDispatch } from '@lookout/contract';
import type { ListedRanger, NamedTask } from '@lookout/domain';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, DatePicker, Form, Input, Modal, Radio, Skeleton } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { LoadFailed } from '../../../shared/LoadFailed.tsx';
import { newKey } from '../../../shared/new-key.ts';
import { PhotoPicker } from '../../../shared/photos/PhotoPicker.tsx';
import type { Photo } from '../../../shared/photos/photos.ts';
import { uploadPhotos, usePhotos } from '../../../shared/photos/photos.ts';
import { useClient, useServices } from '../../../shared/services.ts';
import { marks } from '../../../shared/text/marks.ts';
import { decimalText, dmsText } from '../../../shared/text/position-text.ts';
import { TIME_FORMAT } from '../../../shared/time-text.ts';
import { useSubmitRest } from '../../../shared/use-submit-rest.ts';
import { useTasksMessages } from '../messages.ts';
import {
  COUNT_FIELDS,
  type DispatchFields,
  type DispatchTarget,
  defaultWindow,
  dispatchOf,
  onlyCount,
  positionOf,
  standingTask,
} from './dispatch-form.ts';
import { type DispatchMessages, useDispatchMessages } from './messages.ts';
import { RangerTree } from './RangerTree.tsx';
import './dispatch.css';

export type { DispatchTarget } from './dispatch-form.ts';

const PRIORITIES = [1, 2, 3, 4] as const;
const USUAL_PRIORITY = 2;
const MOST_CONTENT = 500;
const MOST_RESERVE = 200;

export function DispatchDialog({ target, onClose }: { readonly target: DispatchTarget; readonly onClose: () => void }) {
  const messages = useDispatchMessages();
  const { priorities } = useTasksMessages();
  const { message, modal } = App.useApp();
  const { now } = useServices();
  const [form] = Form.useForm<DispatchFields>();
  const [first] = useState(() => {
    const { start, end } = defaultWindow(now());
    return { startsAt: dayjs(start), endsAt: dayjs(end), priority: USUAL_PRIORITY } as const;
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [nobody, setNobody] = useState(false);
  const { photos, setPhotos, markUploaded, forgetUploads } = usePhotos();
  const { sending, resting, failure, send } = useDispatch(target, messages);
  const position = positionOf(target);
  const rangers = useRangersNear(position);
  const busy = sending !== null;

  const dispatch = async (additional: boolean) => {
    setNobody(chosen.size === 0);
    const fields = await form.validateFields().catch(() => null);
    if (fields === null || chosen.size === 0) return;
    const done = await send({ fields, members: [...chosen], photos, additional, onUploaded: markUploaded, onUploadsGone: forgetUploads });
    if (!done) return;
    void message.success(messages.done);
    onClose();
  };
  const leave = () => {
    const { content = '', reserve = '' } = form.getFieldsValue();
    if (busy) return;
    if (content.trim() === '' && reserve.trim() === '' && photos.length === 0 && chosen.size === 0) return onClose();
    modal.confirm({ title: messages.leaveAsk, okText: messages.leave, cancelText: messages.stay, onOk: onClose });
  };

  return (
    <Modal
      open
      centered
      className="dispatch"
      title={messages.title}
      width={1000}
      onCancel={leave}
      mask={{ closable: false }}
      footer={
        <div className="dispatch-foot line">
          <span role="status">{messages.chosen(chosen.size)}</span>
          <Button type="primary" disabled={busy || resting} aria-busy={busy} onClick={() => void dispatch(false)}>
            {sendingMessages(sending, messages)}
          </Button>
        </div>
      }
    >
      <p className="dispatch-place tabular">
        {target.kind === 'fire' && <strong>{target.alarm.formattedAddress}</strong>} {decimalText(position)}
        {marks().brackets(dmsText(position))}
      </p>
      <div className="dispatch-columns dense-form">
        <Form form={form} layout="vertical" initialValues={first} requiredMark={false} disabled={busy}>
          <Form.Item
            name="content"
            label={messages.content}
            rules={[{ required: true, whitespace: true, message: messages.needContent }, { max: MOST_CONTENT }]}
          >
            <Input.TextArea rows={2} maxLength={MOST_CONTENT} showCount placeholder={messages.contentPlaceholder} />
          </Form.Item>
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
          <Form.Item name="priority" label={messages.priority} rules={[{ required: true, message: messages.needPriority }]}>
            <Radio.Group optionType="button" options={PRIORITIES.map((value) => ({ value, label: `${value} ${priorities[value]}` }))} />
          </Form.Item>
          <div className="dispatch-counts pair">
            {COUNT_FIELDS.map((field) => (
              <Form.Item key={field} name={field} label={messages.counts[field]} normalize={onlyCount}>
                <Input inputMode="numeric" placeholder="0" suffix={messages.countUnits[field]} autoComplete="off" />
              </Form.Item>
            ))}
          </div>
          <Form.Item name="reserve" label={messages.reserve}>
            <Input maxLength={MOST_RESERVE} placeholder={messages.reservePlaceholder} />
          </Form.Item>
          <Form.Item label={messages.photos}>
            <PhotoPicker photos={photos} disabled={busy} onChange={setPhotos} />
          </Form.Item>
        </Form>
        <div className="dispatch-rangers">
          <h3>{messages.rangers}</h3>
          {nobody && chosen.size === 0 && (
            <p className="dispatch-nobody" role="alert">
              {messages.needRangers}
            </p>
          )}
          {rangers.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
          {rangers.isError && !rangers.data && <LoadFailed error={rangers.error} onRetry={() => void rangers.refetch()} />}
          {rangers.data && <RangerTree rangers={rangers.data} chosen={chosen} disabled={busy} now={now()} onChange={setChosen} />}
        </div>
      </div>
      {failure && <Failure failure={failure} busy={busy || resting} onAdditional={() => void dispatch(true)} />}
    </Modal>
  );
}

function sendingMessages(sending: Sending, messages: ReturnType<typeof useDispatchMessages>): string {
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

// Sends a dispatch: photos first, then the task with one idempotency key per dialog, so that a retry dispatches nobody twice.
type Sending = null | { readonly kind: 'photo'; readonly number: number; readonly total: number } | { readonly kind: 'task' };

type DispatchFailure =
  | { readonly kind: 'failed'; readonly text: string; readonly fields: CallFailed['fields'] }
  /** Somebody was faster; `text` is the server's message. */
  | { readonly kind: 'already-dispatched'; readonly text: string; readonly task: NamedTask };

interface Order {
  readonly fields: DispatchFields;
  readonly members: readonly string[];
  readonly photos: readonly Photo[];
  readonly additional: boolean;
  readonly onUploaded: (photoKey: string, uploadId: string) => void;
  /** The server no longer has the photos of an earlier attempt: the next one uploads them again. */
  readonly onUploadsGone: () => void;
}

interface Dispatch {
  readonly sending: Sending;
  /** Disabled briefly after a click. */
  readonly resting: boolean;
  readonly failure: DispatchFailure | null;
  /** @returns true when the task was created; false: see `failure`, or the click came too soon after the last one */
  readonly send: (order: Order) => Promise<boolean>;
}

function useDispatch(target: DispatchTarget, messages: DispatchMessages): Dispatch {
  const client = useClient();
  const [key] = useState(newKey);
  const [sending, setSending] = useState<Sending>(null);
  const [failure, setFailure] = useState<DispatchFailure | null>(null);
  const rest = useSubmitRest();

  const send = async ({ fields, members, photos, additional, onUploaded, onUploadsGone }: Order): Promise<boolean> => {
    if (sending !== null || !rest.begin()) return false;
    setFailure(null);
    setSending({ kind: 'task' });
    let inFlight: Photo | null = null;
    try {
      const ids = await uploadPhotos(
        client,
        photos,
        {
          onBegin: (photo, index) => {
            inFlight = photo;
            setSending({ kind: 'photo', number: index + 1, total: photos.length });
          },
          onUploaded,
        },
        { silent: true },
      );
      inFlight = null;
      setSending({ kind: 'task' });
      await client.tasks.delegate({
        body: writeDispatch(dispatchOf(target, fields, members, ids, additional)),
        headers: { 'idempotency-key': key },
        silent: true,
      });
      return true;
    } catch (error) {
      if (error instanceof CallFailed && error.fields.some(({ path }) => isPhotosOfDispatch(path))) onUploadsGone();
      setFailure(failureOf(error, inFlight, messages));
      return false;
    } finally {
      setSending(null);
    }
  };
  return { sending, resting: rest.resting, failure, send };
}

/** The alarm is gone or its fire closed: a retry cannot help. */
const TOO_LATE: readonly (number | undefined)[] = [404, 409];

/** @throws any error that is not a failed call */
function failureOf(error: unknown, photo: Photo | null, messages: DispatchMessages): DispatchFailure {
  if (!(error instanceof CallFailed)) throw error;
  const why = isLineLost(error) ? messages.noAnswer : error.message;
  if (photo !== null) return { kind: 'failed', text: `${messages.photoFailed(photo.file.name)}${marks().brackets(why)}`, fields: [] };
  const task = standingTask(error.data);
  if (task !== null) return { kind: 'already-dispatched', text: error.message, task };
  const isLate = error.outcome.kind === 'error' && TOO_LATE.includes(error.outcome.code);
  return {
    kind: 'failed',
    text: isLineLost(error) ? why : `${isLate ? messages.tooLate : messages.failed}${marks().brackets(why)}`,
    fields: error.fields,
  };
}

// The rangers of the own grid by distance from a position; polled while the dialog is open, since presence and tasks change.
/** Rangers send positions every 15 s. */
const POLL_MS = 15_000;

function useRangersNear({ lng, lat }: { readonly lng: number; readonly lat: number }): UseQueryResult<readonly ListedRanger[]> {
  const client = useClient();
  return useQuery({
    queryKey: ['rangers-near', lng, lat],
    queryFn: ({ signal }) =>
      client.rangers.rangerList({ body: { longitude: lng, latitude: lat }, silent: true, occasion: 'background', signal }),
    refetchInterval: POLL_MS,
  });
}
