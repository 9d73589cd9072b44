import { formatTime } from '@lookout/contract';
import { useSyncExternalStore } from 'react';
import { useOwnTasksMessages } from '../tasks/messages.ts';
import type { PositionLog } from './position-log.ts';
import type { OwnPosition } from './use-own-position.ts';

/** 位置上报: whether the officers see where he is, in words. */
export function PositionLine({ own, log }: { readonly own: OwnPosition; readonly log: PositionLog }) {
  const { position: messages } = useOwnTasksMessages();
  const { waiting, sentAt } = useSyncExternalStore(log.subscribe, log.get);
  const { sharing, here, fault, start, stop } = own;
  const impossible = fault === 'insecure' || fault === 'unsupported';
  return (
    <section className="patrol-card patrol-position line" aria-label={messages.title}>
      {fault !== null && <p className="patrol-hint">{messages.faults[fault]}</p>}
      {sharing && (
        <p role="status" className="tabular line">
          <span className="line-dot" aria-hidden="true" data-on={here !== null} />
          {here === null ? messages.searching : messages.on}
          {sentAt !== null && ` · ${messages.last(formatTime(new Date(sentAt)).slice(11))}`}
          {waiting > 0 && ` · ${messages.waiting(waiting)}`}
        </p>
      )}
      {!sharing && !impossible && <p className="patrol-second">{messages.startHint}</p>}
      {!impossible && (
        <button type="button" className="plain-button" onClick={sharing ? stop : start}>
          {sharing ? messages.stop : messages.start}
        </button>
      )}
    </section>
  );
}
