// 接警, 处置, 关闭 of one warning, each confirmed in place with a note. If two officers act at once, the later one is shown who was first.
import { CallFailed } from '@lookout/client';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Space } from 'antd';
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
  const [failed, setFailed] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const rest = useSubmitRest();
  const services = useServices();
  const { message } = App.useApp();
  const queries = useQueryClient();

  const send = async (act: Act, note = '') => {
    if (sending || !rest.begin()) return;
    setSending(true);
    setFailed(null);
    const { id } = warning;
    const { hazard } = services.client;
    try {
      if (act === 'acknowledge') await hazard.acknowledgeHazardWarning({ body: { id }, silent: true });
      else if (act === 'handle') await hazard.handleHazardWarning({ body: { id, note: note.trim() }, silent: true });
      else await hazard.closeHazardWarning({ body: { id, note: note.trim() }, silent: true });
      void message.success(messages.answered[act]);
      setConfirming(null);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailed(`${messages.answerFailed}${marks().brackets(error.message)}`);
    } finally {
      setSending(false);
      void queries.invalidateQueries({ queryKey: ['hazards'] });
      hazardMapOf(services).setState(({ changes }) => ({ changes: changes + 1 }));
    }
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
              disabled={sending || rest.resting}
              onClick={() => (act === 'acknowledge' ? void send(act) : setConfirming(act))}
            >
              {words[act]}
            </Button>
          ))}
        </Space>
      ) : (
        <Form
          layout="vertical"
          requiredMark={false}
          disabled={sending}
          onFinish={({ note }: { note: string }) => void send(confirming, note)}
        >
          <Form.Item name="note" label={messages.note} rules={[{ required: true, whitespace: true, message: messages.noteNeeded }]}>
            <TextArea rows={2} autoFocus most={MOST_NOTE} />
          </Form.Item>
          <div className="form-buttons">
            <Button size="small" onClick={() => setConfirming(null)}>
              {messages.cancel}
            </Button>
            <Button size="small" type="primary" htmlType="submit" disabled={sending || rest.resting} aria-busy={sending}>
              {words[confirming]}
            </Button>
          </div>
        </Form>
      )}
      {failed && <Alert type="error" showIcon role="alert" title={failed} />}
    </div>
  );
}
