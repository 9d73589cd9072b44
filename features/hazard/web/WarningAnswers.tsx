// 接警, 处置, 关闭 of one warning, each confirmed in place with a note. If two officers act at once, the later one is shown who was first.
import { ReasonForm } from '@lookout/web/shared/form/ReasonForm.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { answerWarning, type HazardWarning } from '../hazard.ts';
import { hazardMapOf } from './hazards-part.ts';
import { useHazardMessages } from './messages.ts';

type Act = 'acknowledge' | 'handle' | 'close';
const MOST_NOTE = 500;

/** The actions already taken, oldest first. */
export function answersText(
  { acknowledged, handled, closed }: HazardWarning,
  messages: ReturnType<typeof useHazardMessages>,
): readonly string[] {
  return (
    [
      [messages.acknowledge, acknowledged],
      [messages.handle, handled],
      [messages.close, closed],
    ] as const
  ).flatMap(([word, answer]) =>
    answer === null
      ? []
      : [[`${word} ${messages.byAt(answer.by, dayAndMinute(answer.at))}`, answer.note].filter(Boolean).join(marks().colon)],
  );
}

/** The actions that are still possible. */
const possible = (warning: HazardWarning): readonly Act[] =>
  (['acknowledge', 'handle', 'close'] as const).filter(
    (kind) => answerWarning(warning, kind === 'acknowledge' ? { kind } : { kind, note: '' }).ok,
  );

export function WarningAnswers({ warning }: { readonly warning: HazardWarning }) {
  const messages = useHazardMessages();
  const [confirming, setConfirming] = useState<'handle' | 'close' | null>(null);
  const sending = useSend({ refetch: ['hazards'], failure: messages.answerFailed, rests: true });
  const services = useServices();

  const answer = async (act: Act, note = '') => {
    const { id } = warning;
    const { hazard } = services.client;
    const calls = {
      acknowledge: () => hazard.acknowledgeHazardWarning({ body: { id }, silent: true }),
      handle: () => hazard.handleHazardWarning({ body: { id, note }, silent: true }),
      close: () => hazard.closeHazardWarning({ body: { id, note }, silent: true }),
    };
    if (await sending.send(calls[act], messages.answered[act])) setConfirming(null);
    hazardMapOf(services).setState(({ changes }) => ({ changes: changes + 1 }));
  };
  const words = { acknowledge: messages.acknowledge, handle: messages.handle, close: messages.closeWarning };
  return (
    <div className="hazard-answers">
      {answersText(warning, messages).map((text) => (
        <div key={text} className="hint">
          {text}
        </div>
      ))}
      {confirming === null ? (
        <Space size={8} wrap>
          {possible(warning).map((act) => (
            <Button
              key={act}
              size="small"
              type={act === 'acknowledge' ? 'primary' : 'default'}
              disabled={sending.isResting}
              onClick={() => (act === 'acknowledge' ? void answer(act) : setConfirming(act))}
            >
              {words[act]}
            </Button>
          ))}
        </Space>
      ) : (
        <ReasonForm
          sending={sending}
          label={messages.note}
          missing={messages.noteNeeded}
          most={MOST_NOTE}
          showCount={false}
          size="small"
          submit={words[confirming]}
          onSubmit={(note) => answer(confirming, note)}
          onCancel={() => setConfirming(null)}
        />
      )}
      {confirming === null && sending.failed && <Alert type="error" showIcon role="alert" title={sending.failed} />}
    </div>
  );
}
