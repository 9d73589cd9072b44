// 取消任务: confirmed in place, with its reason; a failed try keeps what was typed.
import { CallFailed } from '@lookout/client';
import type { NamedTask } from '@lookout/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useClient } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { useSubmitRest } from '../../shared/use-submit-rest.ts';
import { useTasksMessages } from './messages.ts';

const MOST_REASON = 200;

export function CancelTask({ task }: { readonly task: NamedTask }) {
  const messages = useTasksMessages();
  const { message } = App.useApp();
  const client = useClient();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const rest = useSubmitRest();

  const cancel = async ({ reason }: { readonly reason: string }) => {
    if (!rest.begin()) return;
    setSending(true);
    setFailed(null);
    try {
      await client.tasks.taskCancel({ body: { id: task.id, reason: reason.trim() }, silent: true });
      // It comes back by the live line; who has none (no right to the alarms) asks again.
      void queries.invalidateQueries({ queryKey: ['tasks'] });
      void message.success(messages.cancelled);
      setAsking(false);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailed(`${messages.cancelFailed}${marks().brackets(error.message)}`);
    } finally {
      setSending(false);
    }
  };

  if (!asking)
    return (
      <Button danger onClick={() => setAsking(true)}>
        {messages.cancel}
      </Button>
    );
  return (
    <Form className="task-cancel" layout="vertical" requiredMark={false} disabled={sending} onFinish={(fields) => void cancel(fields)}>
      <p>{messages.cancelTitle}</p>
      <Form.Item name="reason" label={messages.cancelReason} rules={[{ required: true, whitespace: true, message: messages.needReason }]}>
        <Input.TextArea rows={2} autoFocus maxLength={MOST_REASON} showCount placeholder={messages.cancelReasonPlaceholder} />
      </Form.Item>
      {failed && <Alert type="error" showIcon role="alert" title={failed} />}
      <div className="form-buttons">
        <Button onClick={() => setAsking(false)}>{messages.cancelNo}</Button>
        <Button danger type="primary" htmlType="submit" disabled={sending || rest.resting} aria-busy={sending}>
          {messages.cancelYes}
        </Button>
      </div>
    </Form>
  );
}
