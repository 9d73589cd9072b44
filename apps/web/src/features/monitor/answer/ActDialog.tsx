// The frame of every dialog that answers an alarm: which alarm, the form, why it failed.
import type { WireAlarm } from '@lookout/contract';
import { Alert, Modal } from 'antd';
import type { ReactNode } from 'react';
import { placeWithin } from '../place-within.ts';
import { SourceIcon } from '../SourceIcon.tsx';
import { useWords } from '../words.ts';
import type { ActFailure } from './act-failure.ts';
import type { ActKind } from './act-request.ts';
import { failureText } from './failure-text.ts';
import { useAnswerWords } from './words.ts';

interface Props {
  readonly title: string;
  readonly alarm: WireAlarm;
  readonly kind: ActKind;
  readonly failure?: ActFailure | null;
  readonly busy?: boolean;
  readonly hint?: string;
  readonly danger?: boolean;
  /** Enter sends: the form is complete as it opens. */
  readonly isComplete?: boolean;
  readonly onOk: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export function ActDialog({ title, alarm, kind, failure, busy = false, hint, danger, isComplete, onOk, onCancel, children }: Props) {
  const words = useAnswerWords();
  const { kinds } = useWords();
  return (
    <Modal
      open
      centered
      title={title}
      width={460}
      mask={{ closable: false }}
      okText={busy ? words.sending : words.ok}
      cancelText={words.cancel}
      okButtonProps={{ loading: busy, danger: danger ?? false, autoFocus: isComplete ?? false }}
      onOk={onOk}
      onCancel={onCancel}
    >
      <p className="answer-subject line">
        <SourceIcon kind={alarm.kind} />
        <span>{kinds[alarm.kind]}</span>
        <strong>{alarm.gridName}</strong>
        <span className="second cut">{placeWithin(alarm)}</span>
      </p>
      {failure && <Alert className="answer-failure" type="error" showIcon role="alert" title={failureText(kind, failure, words)} />}
      {children}
      {hint && <p className="second answer-hint">{hint}</p>}
    </Modal>
  );
}
