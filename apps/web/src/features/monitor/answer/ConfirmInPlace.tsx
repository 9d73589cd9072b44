// A dangerous act asks where it was pressed, with its reason where one is due; Esc or 取消 leaves everything as it was.
import { Button, Input } from 'antd';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useAnswerMessages } from './messages.ts';

interface Props {
  readonly ask: string;
  readonly ok: string;
  /** The field for the reason and what is said when it is empty; absent: none is asked. */
  readonly reason?: { readonly label: string; readonly needed: string; readonly initial: string };
  readonly busy: boolean;
  readonly failure: string | null;
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
}

const MOST_REASON = 200;

export function ConfirmInPlace({ ask, ok, reason, busy, failure, onConfirm, onCancel }: Props) {
  const messages = useAnswerMessages();
  const id = useId();
  const first = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(reason?.initial ?? '');
  const [missing, setMissing] = useState(false);
  useEffect(() => first.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lacks = reason !== undefined && text.trim() === '';
    setMissing(lacks);
    if (!lacks && !busy) onConfirm(text);
  };
  const fault = missing ? (reason?.needed ?? null) : failure;
  return (
    <form ref={first} className="confirm-in-place note stack" data-tone="bad" aria-label={ask} noValidate onSubmit={submit}>
      <p>{ask}</p>
      {reason && (
        <label>
          {reason.label}
          <Input
            value={text}
            maxLength={MOST_REASON}
            status={missing ? 'error' : ''}
            aria-invalid={missing}
            aria-describedby={fault ? id : undefined}
            onChange={(event) => {
              setText(event.target.value);
              setMissing(false);
            }}
          />
        </label>
      )}
      {fault && (
        <p id={id} role="alert" className="field-fault">
          {fault}
        </p>
      )}
      <div className="confirm-buttons">
        <Button type="primary" danger htmlType="submit" disabled={busy}>
          {busy ? messages.sending : ok}
        </Button>
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </div>
    </form>
  );
}
