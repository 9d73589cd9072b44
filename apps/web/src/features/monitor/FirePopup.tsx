// 火警详情 at its marker: what is known of one alarm, what has been done about it, and what can be done.
import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { isHandled, type NamedAlarm, verdictOf } from '@lookout/domain';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { LookHere } from '../../entities/camera/SeeingTowers.tsx';
import { IconButton } from '../../shared/IconButton.tsx';
import { useConnection } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { isBroken } from '../../stores/connection.ts';
import { ActionRow } from './answer/ActionRow.tsx';
import { type InPlaceAction, InPlaceActions, isInPlace } from './answer/InPlaceActions.tsx';
import { useAnswerMessages } from './answer/messages.ts';
import { RowTags } from './answer/RowTags.tsx';
import { SamePlaceHint } from './answer/SamePlaceHint.tsx';
import { type ShownAction, shownActions } from './answer/shown-actions.ts';
import { useOfficer } from './answer/use-officer.ts';
import { BurningHint } from './BurningHint.tsx';
import { copyText } from './copy.ts';
import { useMessages } from './messages.ts';
import type { AlarmOpener } from './open-alarm.ts';
import { PopupTabs } from './PopupTabs.tsx';
import { SourceIcon } from './SourceIcon.tsx';
import { useCopy } from './use-copy.ts';
import { useDesk, useDeskState } from './use-desk.ts';
import { usePopupPlace } from './use-popup-place.ts';

interface Props {
  readonly alarm: NamedAlarm;
  readonly queue: readonly NamedAlarm[];
  /** What panels take from the window, CSS pixels. */
  readonly insets: { readonly left: number; readonly right: number; readonly bottom: number };
  readonly opener: AlarmOpener;
  readonly onStep: (by: 1 | -1) => void;
  /** An action that needs a dialog, or is sent at once. */
  readonly onAction: (action: Exclude<ShownAction, InPlaceAction>) => void;
  readonly onSms: () => void;
}

/** As the shell lays it out, with the space around it. */
const BANNER_PIXELS = 52;

export function FirePopup({ alarm, queue, insets, opener, onStep, onAction, onSms }: Props) {
  const messages = useMessages();
  const answerMessages = useAnswerMessages();
  const copy = useCopy();
  const { answering } = useDesk();
  const held = useStore(answering.store, (state) => state.held);
  const officer = useOfficer();
  const fromTask = useDeskState((state) => state.fromTask);
  const isGone = useDeskState((state) => state.news?.isGone ?? false);
  const frame = useRef<HTMLElement>(null);
  const line = useConnection();
  // The banner of a lost or recovered line lies across the top; the popup's head stays readable below it.
  const top = isBroken(line) || line.caughtUp !== null ? BANNER_PIXELS : 0;
  usePopupPlace(frame, alarm.position, { ...insets, top });
  const index = useMemo(() => queue.findIndex(({ id }) => id === alarm.id), [queue, alarm.id]);
  const [asking, setAsking] = useState<InPlaceAction | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question belongs to the alarm it was asked about
  useEffect(() => setAsking(null), [alarm.id]);
  const actions = useMemo(() => shownActions(alarm, officer, fromTask || isGone), [alarm, officer, fromTask, isGone]);
  const { popup } = messages;
  const { facts, response } = alarm;
  const verdict = verdictOf(response);
  const handled = isHandled(response);
  const waiting = held?.alarm.id === alarm.id;

  return (
    <section ref={frame} className="fire-popup panel" role="dialog" aria-labelledby="fire-popup-title" data-state={verdict}>
      <header className="panel-head">
        <SourceIcon kind={facts.kind} size={18} />
        <h2 id="fire-popup-title">{popup.title}</h2>
        <span className="hint">{messages.alarm.kinds[facts.kind]}</span>
        <span className="gap" />
        {index >= 0 && <span className="tabular hint">{popup.position(index + 1, queue.length)}</span>}
        <IconButton label={popup.previous} icon={<UpOutlined />} onClick={() => onStep(-1)} disabled={index === 0 || queue.length === 0} />
        <IconButton
          label={popup.next}
          icon={<DownOutlined />}
          onClick={() => onStep(1)}
          disabled={index === queue.length - 1 || queue.length === 0}
        />
        <IconButton label={popup.close} icon={<CloseOutlined />} onClick={opener.close} />
      </header>
      <p className="popup-off">{popup.off}</p>
      <div className="popup-top stack">
        <PopupNews />
        {fromTask && <p className="second">{answerMessages.readOnly}</p>}
        <p className="popup-state">
          <span className="tag" data-state={verdict}>
            {messages.alarm.states[verdict]}
          </span>
          <span className="tag" data-state={handled ? 'handled' : 'open'}>
            {response.stage === 'closed'
              ? messages.alarm.states.closed
              : handled
                ? messages.alarm.states.handled
                : messages.alarm.states.open}
          </span>
          <RowTags alarm={alarm} />
        </p>
        <ActionRow
          actions={actions}
          waiting={waiting}
          onAction={(action) => (isInPlace(action) ? setAsking(action) : onAction(action))}
          onFly={() => opener.fly(alarm)}
          onCopy={() => copy(copyText(alarm.position))}
        />
        {waiting && (
          <p className="popup-waiting" role="status">
            {answerMessages.waiting}
          </p>
        )}
        {asking && <InPlaceActions action={asking} alarm={alarm} onClose={() => setAsking(null)} />}
        <BurningHint alarm={alarm} />
        <LookHere key={`look-${alarm.id}`} alarm={alarm} />
        <SamePlaceHint key={alarm.id} alarm={alarm} opener={opener} />
      </div>
      <PopupTabs alarm={alarm} fromTask={fromTask} opener={opener} onSms={onSms} onDispatch={() => onAction('dispatch')} />
    </section>
  );
}

/** What colleagues did since it was opened. */
function PopupNews() {
  const messages = useAnswerMessages();
  const news = useDeskState((state) => state.news);
  if (news === null) return null;
  const text = news.isGone
    ? [messages.gone[news.change]?.(news.by), messages.goneSomehow].filter(Boolean).join(marks().comma)
    : (messages.news[news.change]?.(news.by) ?? null);
  return (
    text && (
      <p className="note popup-news" role="status" data-gone={news.isGone}>
        {text}
      </p>
    )
  );
}
