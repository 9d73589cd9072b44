// 批准, 驳回, 撤回: each is confirmed in place with a reason. If two officers review at once, the later one is shown who was first.
import { ReasonForm } from '@lookout/web/shared/form/ReasonForm.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useRight, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { Button, Space } from 'antd';
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
  const { client } = useServices();
  const sending = useSend({
    refetch: ['burnings'],
    rests: true,
    failure: (error) => firstMessages(error.data, messages) ?? `${messages.review.failed}${marks().brackets(error.message)}`,
  });
  const needsReason = act !== 'approved';

  const review = (note: string) =>
    sending.send(async () => {
      await client.burning.reviewBurning({ body: { id: burning.id, state: act, note: note || null }, silent: true });
      onClose();
    }, messages.review.done[act]);
  return (
    <ReasonForm
      className="burning-review"
      sending={sending}
      ask={messages.review.ask[act]}
      label={needsReason ? messages.review.reason : messages.review.note}
      missing={needsReason ? messages.rules.reason : null}
      most={MOST_NOTE}
      size="small"
      submit={messages.review[act]}
      look={{ type: 'primary', danger: needsReason }}
      onSubmit={review}
      onCancel={onClose}
    />
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
