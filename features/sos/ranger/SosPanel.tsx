// The state of the ranger's SOS: queued, arrived, taken and by whom, called off, closed.
import { characterCount, MINUTE_MS } from '@lookout/domain';
import { useFieldMessages } from '@lookout/web/shared/fields/messages.ts';
import { useNow } from '@lookout/web/shared/services.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { type FormEvent, useId, useState } from 'react';
import { useSosMessages } from '../parts/messages.ts';
import { useOwnSosMessages } from './messages.ts';
import type { OwnSos } from './own-sos.ts';
import type { OwnSosRoom } from './use-own-sos.ts';

const MOST_REASON = 200;

export function SosPanel({ room }: { readonly room: OwnSosRoom }) {
  const messages = useOwnSosMessages();
  const { own } = room;
  const [isConfirming, setConfirming] = useState(false);
  if (own === null) return null;
  const isOpen = own.kind === 'waiting' || own.kind === 'delivered';
  return (
    <section className="patrol-card sos-panel" data-kind={own.kind} aria-label={messages.title}>
      <Status own={own} />
      {isOpen && !isConfirming && (
        <button type="button" className="plain-button" onClick={() => setConfirming(true)}>
          {messages.cancel}
        </button>
      )}
      {isOpen && isConfirming && (
        <CancelForm onKeep={() => setConfirming(false)} onCancel={(reason) => void room.cancel(reason).then(() => setConfirming(false))} />
      )}
      {(own.kind === 'waiting' || own.kind === 'refused') && (
        <a className="plain-button" href="tel:119">
          {messages.call}
        </a>
      )}
      {(own.kind === 'over' || own.kind === 'refused') && (
        <button type="button" className="plain-button" onClick={room.dismiss}>
          {messages.dismiss}
        </button>
      )}
    </section>
  );
}

function Status({ own }: { readonly own: OwnSos }) {
  const messages = useOwnSosMessages();
  const { outcomes, age } = useSosMessages();
  const now = useNow();
  const clock = (at: Date | number) => clockText(new Date(at), now);
  const known = 'known' in own ? own.known : null;
  const taken = own.kind === 'delivered' ? (known?.taken ?? null) : null;
  const title = {
    waiting: messages.waiting,
    refused: own.kind === 'refused' ? messages.refused(own.message) : '',
    delivered: own.kind === 'delivered' ? messages.delivered(clock(own.deliveredAt)) : '',
    cancelling: messages.cancelling,
    over:
      known?.closed == null ? messages.cancelled : messages.closed(outcomes[known.closed.outcome], known.closed.by, clock(known.closed.at)),
  }[own.kind];
  const hint =
    own.kind === 'waiting' ? messages.waitingHint : own.kind !== 'delivered' ? null : taken ? messages.takenHint : messages.deliveredHint;
  return (
    <div role="status">
      <p className="sos-status tabular">
        <strong className="sos-mark">SOS</strong> {title}
      </p>
      {taken !== null && <p className="sos-taken tabular">{messages.taken(taken.by, clock(taken.at))}</p>}
      {hint !== null && <p className="patrol-second">{hint}</p>}
      {own.kind === 'delivered' && known !== null && (
        <p className="patrol-second tabular">
          {known.place === null
            ? messages.noPlace
            : messages.place(
                decimalText(known.place.position),
                age(Math.max(0, Math.floor((now - known.place.foundAt.getTime()) / MINUTE_MS))),
              )}
        </p>
      )}
    </div>
  );
}

interface CancelProps {
  readonly onKeep: () => void;
  readonly onCancel: (reason: string) => void;
}

function CancelForm({ onKeep, onCancel }: CancelProps) {
  const messages = useOwnSosMessages();
  const fields = useFieldMessages();
  const [reason, setReason] = useState(messages.cancelPreset);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setFault(messages.reasonNeeded);
    const length = characterCount(reason.trim());
    if (length > MOST_REASON) return setFault(fields.tooLong(MOST_REASON, length));
    onCancel(reason.trim());
  };
  return (
    <form noValidate onSubmit={send}>
      <div className="patrol-field plain-field">
        <label htmlFor={id}>{messages.cancelReason}</label>
        <input
          id={id}
          value={reason}
          aria-invalid={fault !== null}
          aria-describedby={`${id}f`}
          onChange={(event) => {
            setFault(null);
            setReason(event.target.value);
          }}
        />
        <p id={`${id}f`} className="patrol-fault" role="alert">
          {fault}
        </p>
      </div>
      <div className="patrol-actions">
        <button type="button" className="plain-button" onClick={onKeep}>
          {messages.cancelKeep}
        </button>
        <button type="submit" className="plain-button patrol-danger">
          {messages.cancelSend}
        </button>
      </div>
    </form>
  );
}
