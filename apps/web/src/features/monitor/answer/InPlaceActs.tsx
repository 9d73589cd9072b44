// 接手, 撤回推送 and 删除: each asks in the popup itself before it is sent.
import type { WireAlarm } from '@lookout/contract';
import { useDesk } from '../use-desk.ts';
import type { ActRequest } from './act-request.ts';
import { ConfirmInPlace } from './ConfirmInPlace.tsx';
import { failureText } from './failure-text.ts';
import type { ActionId } from './offer.ts';
import type { AnswerWords } from './text.zh-CN.ts';
import { useSend } from './use-send.ts';
import { useAnswerWords } from './words.ts';

export type InPlaceAct = Extract<ActionId, 'take-over' | 'withdraw' | 'delete'>;

interface Way {
  readonly ask: (alarm: WireAlarm, words: AnswerWords) => string;
  readonly ok: (words: AnswerWords) => string;
  readonly request: (reason: string) => ActRequest;
  readonly hasReason?: true;
}

const WAYS: Readonly<Record<InPlaceAct, Way>> = {
  'take-over': {
    ask: ({ acknowledgedBy }, words) => words.takeOverAsk(acknowledgedBy ?? ''),
    ok: ({ actions }) => actions['take-over'],
    request: () => ({ kind: 'acknowledge', takeOver: true }),
  },
  withdraw: { ask: (_alarm, { withdraw }) => withdraw.ask, ok: ({ withdraw }) => withdraw.ok, request: () => ({ kind: 'withdraw' }) },
  delete: {
    ask: (_alarm, { remove }) => remove.ask,
    ok: ({ remove }) => remove.ok,
    request: (reason) => ({ kind: 'delete', reason }),
    hasReason: true,
  },
};

export const isInPlace = (id: ActionId): id is InPlaceAct => id in WAYS;

interface Props {
  readonly act: InPlaceAct;
  readonly alarm: WireAlarm;
  readonly onClose: () => void;
}

export function InPlaceActs({ act, alarm, onClose }: Props) {
  const words = useAnswerWords();
  const { answering } = useDesk();
  const { busy, failure, send } = useSend();
  const { ask, ok, request, hasReason } = WAYS[act];
  const { reason: label, needReason: needed } = words.remove;
  return (
    <ConfirmInPlace
      key={act}
      ask={ask(alarm, words)}
      ok={ok(words)}
      {...(hasReason && { reason: { label, needed, initial: answering.draft(alarm.id, 'delete')?.reason ?? '' } })}
      busy={busy}
      failure={failure && failureText(request('').kind, failure, words)}
      onConfirm={(reason) => void send(alarm, request(reason)).then((passed) => passed && onClose())}
      onCancel={onClose}
    />
  );
}
