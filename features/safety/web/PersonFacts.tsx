// A person near a fire: the way out, the age of the position, the phone number, and what an officer may do.
import type { Named } from '@lookout/domain';
import { Coordinates } from '@lookout/web/shared/Coordinates.tsx';
import { useNow } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { SAFETY_COLOURS } from '@lookout/web/shared/tokens.ts';
import { useSafetyMessages } from '../parts/messages.ts';
import { useWaysOut } from '../parts/safety-part.ts';
import { positionAge, wayOutText } from '../parts/safety-text.ts';
import { isWaiting, lookOf } from '../parts/safety-view.ts';
import type { PersonSafety } from '../safety.ts';
import { useSafetyDeskMessages } from './messages.ts';
import { useMayTake, useTake } from './use-take.ts';

interface Props {
  readonly person: Named<PersonSafety>;
}

/** The class of the person's margin, as colour and text. */
export function SafetyTag({ person }: Props) {
  const { looks, notThreatened } = useSafetyMessages();
  const look = lookOf(person);
  return (
    <span className="tag safety-tag" data-look={look ?? 'none'}>
      <span className="safety-dot" aria-hidden="true" style={{ background: look === null ? 'none' : SAFETY_COLOURS[look] }} />
      {look === null ? notThreatened : looks[look]}
    </span>
  );
}

/** @param isWhole true: with the coordinates, for which a notice has no room */
export function PersonFacts({ person, isWhole }: Props & { readonly isWhole: boolean }) {
  const messages = useSafetyDeskMessages();
  const shared = useSafetyMessages();
  const now = useNow();
  const { phone, position, contact, checkedAt, arrivesAt } = person;
  const wayOut = wayOutText(person, shared);
  return (
    <div className="safety-facts tabular">
      {wayOut !== null && <p>{messages.wayOut(wayOut)}</p>}
      {isWhole && (
        <p className="line">
          <Coordinates position={position} />
        </p>
      )}
      <p>
        {messages.place(positionAge(person, now, shared))}
        {contact === 'lost' && (
          <>
            {' '}
            <strong className="safety-lost">{messages.lostContact}</strong>
          </>
        )}
      </p>
      <p>
        {phone === null ? (
          messages.noPhone
        ) : (
          <>
            {messages.phone}
            {marks().colon}
            <a href={`tel:${phone}`}>{phone}</a>
          </>
        )}
        {' · '}
        {messages.checkedAt(clockText(checkedAt, now))}
        {arrivesAt !== null && ` · ${shared.early}`}
      </p>
    </div>
  );
}

export function PersonActs({ person }: Props) {
  const messages = useSafetyDeskMessages();
  const mayTake = useMayTake();
  const { isBusy, failed, take } = useTake(person);
  const { shown, show, clear } = useWaysOut();
  const { id, fullName, escape: way } = person;
  const isShown = shown === id;
  const [text, name] =
    way === null
      ? [messages.showPlace, messages.showPlaceOf(fullName)]
      : isShown
        ? [messages.hide, messages.hideOf(fullName)]
        : [messages.show, messages.showOf(fullName)];
  return (
    <>
      {failed !== null && (
        <p role="alert" className="safety-failed">
          {failed}
        </p>
      )}
      <p className="line">
        {mayTake && isWaiting(person) && (
          <button
            type="button"
            className="plain-button safety-take"
            aria-label={messages.takeOf(fullName)}
            disabled={isBusy}
            onClick={() => void take()}
          >
            {messages.take}
          </button>
        )}
        <button type="button" className="plain-button" aria-label={name} onClick={() => (isShown && way !== null ? clear() : show(person))}>
          {text}
        </button>
      </p>
    </>
  );
}
