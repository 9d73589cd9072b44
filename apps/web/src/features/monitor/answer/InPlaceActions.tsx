// 接手, 撤回推送 and 删除: each asks in the popup itself before it is sent.
import type { AlarmRequest } from '@lookout/client';
import type { NamedAlarm } from '@lookout/domain';
import { useDesk } from '../use-desk.ts';
import { ConfirmInPlace } from './ConfirmInPlace.tsx';
import { type AnswerMessages, useAnswerMessages } from './messages.ts';
import { failureText } from './result-text.ts';
import type { ShownAction } from './shown-actions.ts';
import { useSend } from './use-send.ts';

export type InPlaceAction = Extract<ShownAction, 'take-over' | 'withdraw-push' | 'delete'>;

interface Way {
  readonly ask: (alarm: NamedAlarm, messages: AnswerMessages) => string;
  readonly ok: (messages: AnswerMessages) => string;
  readonly request: (reason: string) => AlarmRequest;
  readonly hasReason?: true;
}

const WAYS: Readonly<Record<InPlaceAction, Way>> = {
  'take-over': {
    ask: ({ response: { acknowledgement } }, messages) => messages.takeOverAsk(acknowledgement?.by ?? ''),
    ok: ({ actions }) => actions['take-over'],
    request: () => ({ kind: 'take-over' }),
  },
  'withdraw-push': {
    ask: (_alarm, { withdraw }) => withdraw.ask,
    ok: ({ withdraw }) => withdraw.ok,
    request: () => ({ kind: 'withdraw-push' }),
  },
  delete: {
    ask: (_alarm, { remove }) => remove.ask,
    ok: ({ remove }) => remove.ok,
    request: (reason) => ({ kind: 'delete', reason }),
    hasReason: true,
  },
};

export const isInPlace = (action: ShownAction): action is InPlaceAction => action in WAYS;

interface Props {
  readonly action: InPlaceAction;
  readonly alarm: NamedAlarm;
  readonly onClose: () => void;
}

export function InPlaceActions({ action, alarm, onClose }: Props) {
  const messages = useAnswerMessages();
  const { answering } = useDesk();
  const { busy, failure, send } = useSend();
  const { ask, ok, request, hasReason } = WAYS[action];
  const { reason: label, needReason: needed } = messages.remove;
  return (
    <ConfirmInPlace
      key={action}
      ask={ask(alarm, messages)}
      ok={ok(messages)}
      {...(hasReason && { reason: { label, needed, initial: answering.draft(alarm.id, 'delete')?.reason ?? '' } })}
      busy={busy}
      failure={failure && failureText(request('').kind, failure, messages)}
      onConfirm={(reason) => void send(alarm, request(reason)).then((passed) => passed && onClose())}
      onCancel={onClose}
    />
  );
}
