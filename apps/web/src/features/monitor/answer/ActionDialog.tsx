// The frame of every dialog that answers an alarm: which alarm, the form, why it failed.
import type { AlarmRequestKind } from '@lookout/client';
import type { NamedAlarm } from '@lookout/domain';
import { Alert, Modal } from 'antd';
import type { ReactNode } from 'react';
import { placeWithin } from '../place-within.ts';
import { SourceIcon } from '../SourceIcon.tsx';
import type { ActionFailure } from './action-failure.ts';
import { useAnswerMessages } from './messages.ts';
import { failureText } from './result-text.ts';

interface Props {
  readonly title: string;
  readonly alarm: NamedAlarm;
  readonly kind: AlarmRequestKind;
  readonly failure?: ActionFailure | null;
  readonly busy?: boolean;
  readonly hint?: string;
  readonly danger?: boolean;
  /** Enter sends: the form is complete as it opens. */
  readonly isComplete?: boolean;
  readonly onOk: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export function ActionDialog({ title, alarm, kind, failure, busy = false, hint, danger, isComplete, onOk, onCancel, children }: Props) {
  const messages = useAnswerMessages();
  return (
    <Modal
      open
      centered
      title={title}
      width={460}
      mask={{ closable: false }}
      okText={busy ? messages.sending : messages.ok}
      cancelText={messages.cancel}
      okButtonProps={{ loading: busy, danger: danger ?? false, autoFocus: isComplete ?? false }}
      onOk={onOk}
      onCancel={onCancel}
    >
      <p className="answer-subject line">
        <SourceIcon kind={alarm.facts.kind} />
        <span>{messages.alarm.kinds[alarm.facts.kind]}</span>
        <strong>{alarm.gridName}</strong>
        <span className="second cut">{placeWithin(alarm)}</span>
      </p>
      {failure && <Alert className="answer-failure" type="error" showIcon role="alert" title={failureText(kind, failure, messages)} />}
      {children}
      {hint && <p className="second answer-hint">{hint}</p>}
    </Modal>
  );
}
