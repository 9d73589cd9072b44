// The bar at the bottom of a page: the action that can still be undone, and the action that failed.
import { ClockCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { App, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { judgementOf, type NamedAlarm } from '../../alarm.ts';
import { fireTypeText } from '../details.ts';
import { locationWithin } from '../location-text.ts';
import { failureText, successOf } from './action-failure.ts';
import { useActionMessages } from './messages.ts';
import { type FailedRequest, isHeld, type PendingRequest, UNDO_MS } from './pending-requests.ts';
import { usePendingRequests } from './use-pending-requests.ts';
import './actions.css';

const TICK_MS = 200;

interface Props {
  readonly onOpen: (alarm: NamedAlarm) => void;
  readonly onUndo: () => void;
  /** Continues with the input as a correction of the current judgement. */
  readonly onCorrect: (failed: FailedRequest) => void;
}

export function UndoBar({ onOpen, onUndo, onCorrect }: Props) {
  const pendingRequests = usePendingRequests();
  const messages = useActionMessages();
  const { message } = App.useApp();
  const { held, failed } = useStore(pendingRequests.store);
  useEffect(
    () => pendingRequests.onDone(({ kind }) => void message.success(successOf(kind, messages))),
    [pendingRequests, message, messages],
  );
  return (
    <section className="undo-bar stack" aria-label={messages.undo.region} aria-live="polite">
      {held && <Held key={`${held.alarm.id} ${held.sendsAt}`} held={held} onUndo={onUndo} />}
      {failed && <Failed failed={failed} onOpen={onOpen} onCorrect={onCorrect} />}
    </section>
  );
}

function Held({ held, onUndo }: Pick<Props, 'onUndo'> & { readonly held: PendingRequest }) {
  const pendingRequests = usePendingRequests();
  const messages = useActionMessages();
  const [left, setLeft] = useState(UNDO_MS);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, held.sendsAt - performance.now())), TICK_MS);
    return () => clearInterval(timer);
  }, [held]);
  const { alarm, request } = held;
  const what = request.kind === 'judge' ? messages.held[request.judgement.verdict] : messages.held[request.kind];
  return (
    <div className="undo-act panel line">
      <ClockCircleOutlined aria-hidden="true" />
      <span className="undo-what">
        <strong>{what}</strong>
        <span className="hint cut">
          {messages.alarm.kinds[alarm.facts.kind]} {alarm.gridName} {locationWithin(alarm)}
        </span>
      </span>
      <span className="undo-seconds tabular">{messages.undo.seconds(Math.ceil(left / 1000))}</span>
      <Button type="primary" onClick={onUndo}>
        {messages.undo.undo}
      </Button>
      <Button onClick={pendingRequests.flush}>{messages.undo.now}</Button>
      <span className="undo-rest" style={{ inlineSize: `${(left / UNDO_MS) * 100}%` }} />
    </div>
  );
}

function Failed({ failed, onOpen, onCorrect }: Omit<Props, 'onUndo'> & { readonly failed: FailedRequest }) {
  const pendingRequests = usePendingRequests();
  const messages = useActionMessages();
  const { alarm, request, current, why } = failed;
  const { failure } = messages;
  const judgement = current && judgementOf(current.response);
  const judgementText =
    judgement &&
    [messages.alarm.states[judgement.verdict], fireTypeText(current.response, messages.alarm), judgement.note].filter(Boolean).join(' · ');
  const again = () => {
    if (!isHeld(request)) return;
    pendingRequests.hold(alarm, request);
    pendingRequests.flush();
  };
  return (
    <div className="undo-act undo-failed panel line" role="alert">
      <WarningOutlined aria-hidden="true" />
      <span className="undo-what">
        <strong>{failureText(request.kind, failed, messages)}</strong>
        {judgementText && (
          <span className="hint cut">
            {failure.current}
            {marks().colon}
            {judgementText}
          </span>
        )}
        <span className="hint cut">
          {alarm.gridName} {locationWithin(alarm)}
        </span>
      </span>
      {why === 'conflict' && request.kind === 'judge' && (
        <Button type="primary" onClick={() => onCorrect(failed)}>
          {failure.correct}
        </Button>
      )}
      {(why === 'line' || why === 'refused') && (
        <Button type="primary" onClick={again}>
          {failure.again}
        </Button>
      )}
      {why !== 'gone' && <Button onClick={() => onOpen(current ?? alarm)}>{failure.open}</Button>}
      <Button onClick={pendingRequests.dismiss}>{failure.dismiss}</Button>
    </div>
  );
}

// The held request is sent immediately when the officer leaves for another page, uses the header (which contains the logout) or closes the
// window.
export function useLeaving(): void {
  const pendingRequests = usePendingRequests();
  useEffect(() => {
    const { flush, leave } = pendingRequests;
    const flushFromHeader = ({ target }: Event) => {
      if (target instanceof Element && target.closest('header.header')) flush();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('pointerdown', flushFromHeader, { capture: true });
    document.addEventListener('focusin', flushFromHeader);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('pointerdown', flushFromHeader, { capture: true });
      document.removeEventListener('focusin', flushFromHeader);
      flush();
    };
  }, [pendingRequests]);
}
