// 批准, 驳回, 撤回: each is confirmed in place with a reason. If two officers review at once, the later one is shown who was first.
import { CallFailed } from '@lookout/client';
import { needed, TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { useRight, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Space } from 'antd';
import { useState } from 'react';
import { type Burning, burningPhase } from '../burning.ts';
import './burnings.css';
import { actionsFor, type ReviewAct } from './burnings.ts';
import { type BurningMessages, useBurningMessages } from './messages.ts';

const MOST_NOTE = 200;

export function ReviewBurning({ burning }: { readonly burning: Burning }) {
  const messages = useBurningMessages();
  const mayReview = useRight('act-on-alarms');
  const { now } = useServices();
  const [confirming, setConfirming] = useState<ReviewAct | null>(null);
  const actions = actionsFor(burning, now());
  if (!mayReview || (actions.length === 0 && confirming === null)) return null;
  if (confirming !== null) return <ReviewForm burning={burning} act={confirming} onClose={() => setConfirming(null)} />;
  return (
    <Space size={8}>
      {actions.map((act) => (
        <Button key={act} size="small" danger={act !== 'approved'} onClick={() => setConfirming(act)}>
          {messages.review[act]}
        </Button>
      ))}
    </Space>
  );
}

function ReviewForm(props: { readonly burning: Burning; readonly act: ReviewAct; readonly onClose: () => void }) {
  const { burning, act, onClose } = props;
  const messages = useBurningMessages();
  const { message } = App.useApp();
  const { client } = useServices();
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const rest = useSubmitRest();
  const needsReason = act !== 'approved';
  const noteWord = needsReason ? messages.review.reason : messages.review.note;

  const send = async ({ note = '' }: { readonly note?: string }) => {
    if (!rest.begin()) return;
    setSending(true);
    setFailed(null);
    try {
      await client.burning.reviewBurning({ body: { id: burning.id, state: act, note: note.trim() || null }, silent: true });
      void message.success(messages.review.done[act]);
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailed(firstMessages(error.data, messages) ?? `${messages.review.failed}${marks().brackets(error.message)}`);
    } finally {
      setSending(false);
      void queries.invalidateQueries({ queryKey: ['burnings'] });
    }
  };
  return (
    <Form className="burning-review" layout="vertical" requiredMark={false} disabled={sending} onFinish={(typed) => void send(typed)}>
      <p>{messages.review.ask[act]}</p>
      <Form.Item name="note" label={noteWord} rules={needsReason ? needed(messages.rules.reason) : []}>
        <TextArea rows={2} autoFocus most={MOST_NOTE} showCount />
      </Form.Item>
      {failed && <Alert type="error" showIcon role="alert" title={failed} />}
      <div className="form-buttons">
        <Button size="small" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button size="small" type="primary" danger={needsReason} htmlType="submit" disabled={sending || rest.resting} aria-busy={sending}>
          {messages.review[act]}
        </Button>
      </div>
    </Form>
  );
}

/** The data of a 409: the current burning, with its reviewer. */
function firstMessages(data: unknown, messages: BurningMessages): string | null {
  const { state, reviewedBy, reviewedAt } = (typeof data === 'object' && data !== null ? data : {}) as Partial<Burning>;
  return reviewedBy && reviewedAt && state ? messages.review.first(reviewedBy, dayAndMinute(reviewedAt), messages.states[state]) : null;
}

/** The state, and for an approved burning the phase of its window. */
export function BurningStateTag({ burning }: { readonly burning: Burning }) {
  const messages = useBurningMessages();
  const { now } = useServices();
  const { state } = burning;
  const phase = burningPhase(burning, new Date(now()));
  return (
    <span className="tag" data-state={state} data-phase={phase ?? 'none'}>
      {messages.states[state]}
      {phase && ` · ${messages.phases[phase]}`}
    </span>
  );
}
