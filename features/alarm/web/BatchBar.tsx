// Actions for the selected rows, then the progress, and which rows were refused and why.

import { useFieldMessages } from '@lookout/web/shared/fields/messages.ts';
import { TextArea, textRule } from '@lookout/web/shared/fields/TextInput.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { Alert, Button, Form, Modal, Progress, Space } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { NamedAlarm } from '../alarm.ts';
import { failureText } from '../parts/actions/action-failure.ts';
import { useActionMessages } from '../parts/actions/messages.ts';
import { useOfficer } from '../parts/actions/use-pending-requests.ts';
import { BATCH_ACTIONS, type BatchAction, type BatchResult, batchActionsFor, requestOf, runBatch, sendQuietly } from './batch.ts';
import { useMessages } from './messages.ts';

export const MOST_SELECTED = 500;

interface Props {
  readonly alarms: readonly NamedAlarm[];
  readonly onClear: () => void;
  /** Called after every batch. @param done the ids of the rows that have changed; the others remain selected */
  readonly onDone: (done: readonly string[]) => void;
}

export function BatchBar({ alarms, onClear, onDone }: Props) {
  const { batch } = useMessages();
  const officer = useOfficer();
  const actions = useMemo(() => batchActionsFor(alarms, officer), [alarms, officer]);
  const [action, setAction] = useState<BatchAction | null>(null);
  return (
    <section className="alarms-batch line" aria-label={batch.label}>
      <strong className="tabular">{batch.selected(alarms.length, MOST_SELECTED)}</strong>
      {actions.length === 0 && <span className="hint">{batch.none}</span>}
      {actions.map(({ name, count }) => (
        <Button key={name} size="small" danger={name === 'delete'} onClick={() => setAction(name)}>
          {batch.actions[name]}
          {count < alarms.length && batch.some(count)}
        </Button>
      ))}
      <Button size="small" type="text" onClick={onClear}>
        {batch.clear}
      </Button>
      {action !== null && (
        <BatchDialog
          action={action}
          alarms={alarms}
          onClose={(result) => {
            setAction(null);
            if (result !== null) onDone(result.done);
          }}
        />
      )}
    </section>
  );
}

const MOST = { judgement: 70, note: 200, reason: 200 } as const;

interface DialogProps {
  readonly action: BatchAction;
  readonly alarms: readonly NamedAlarm[];
  /** null: nothing was sent. */
  readonly onClose: (result: BatchResult | null) => void;
}

function BatchDialog({ action, alarms, onClose }: DialogProps) {
  const { alarm: terms, batch } = useMessages();
  const actions = useActionMessages();
  const fieldMessages = useFieldMessages();
  const client = useClient();
  const [form] = Form.useForm<{ readonly text?: string }>();
  const [progress, setProgress] = useState<BatchResult | null>(null);
  const [result, setResult] = useState<BatchResult | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { asks } = BATCH_ACTIONS[action];
  const request = requestOf(action, '');
  const busy = progress !== null && result === null;

  const run = async (text: string) => {
    const own = new AbortController();
    running.current = own;
    setProgress({ done: [], refused: [], left: alarms.length });
    const send = sendQuietly(client, action, (kind) => batch.notForKind(terms.kinds[kind], batch.actions[action]));
    setResult(await runBatch(alarms, requestOf(action, text), { send, signal: own.signal, onProgress: setProgress }));
  };
  const submit = () => {
    if (result !== null) return onClose(result);
    if (asks === null) return void run('');
    form.submit();
  };
  const shown = result ?? progress;

  return (
    <Modal
      open
      centered
      width={620}
      title={batch.title(batch.actions[action], alarms.length)}
      mask={{ closable: false }}
      okText={result === null ? actions.ok : batch.close}
      okButtonProps={{ loading: busy, danger: action === 'delete' && result === null }}
      cancelText={busy ? batch.stop : actions.cancel}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {result === null && <CancelBtn />}
          <OkBtn />
        </>
      )}
      onOk={submit}
      onCancel={() => (busy ? running.current?.abort() : onClose(result))}
    >
      {shown === null && (
        <>
          <p>{batch.ask}</p>
          {asks !== null && (
            <Form form={form} layout="vertical" requiredMark={false} onFinish={({ text = '' }) => void run(text)}>
              <Form.Item
                name="text"
                label={batch.asks[asks]}
                rules={[
                  textRule(MOST[asks], fieldMessages),
                  ...(asks === 'reason' ? [{ required: true, whitespace: true, message: actions.remove.needReason }] : []),
                ]}
              >
                <TextArea rows={2} showCount most={MOST[asks]} hasRule />
              </Form.Item>
            </Form>
          )}
        </>
      )}
      {shown !== null && (
        <Space orientation="vertical" style={{ width: '100%' }}>
          <Progress
            percent={Math.round(((alarms.length - shown.left) / alarms.length) * 100)}
            {...(result !== null && { status: shown.refused.length + shown.left > 0 ? ('exception' as const) : ('success' as const) })}
          />
          <p role="status">{batch.result(shown.done.length, shown.refused.length, shown.left)}</p>
          {shown.refused.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={batch.refused}
              description={
                <ul className="alarms-refused">
                  {shown.refused.map(({ alarm, failure }) => (
                    <li key={alarm.id}>
                      <span className="second">{alarm.formattedAddress}</span> {failureText(request.kind, failure, actions)}
                    </li>
                  ))}
                </ul>
              }
            />
          )}
        </Space>
      )}
    </Modal>
  );
}
