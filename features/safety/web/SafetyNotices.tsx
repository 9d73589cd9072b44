// Shown on every page: people in danger of a fire whose alarm is not taken, with a sound that continues until an officer takes it. The
// notices never take the focus.
import type { Named } from '@lookout/domain';
import { createRinging } from '@lookout/web/shared/ringing.ts';
import { useNow, useRecords, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { useSafetyMessages } from '../parts/messages.ts';
import { safetyRecords } from '../parts/safety-records.ts';
import { safetyText } from '../parts/safety-text.ts';
import { isWaiting } from '../parts/safety-view.ts';
import type { PersonSafety } from '../safety.ts';
import { useSafetyDeskMessages } from './messages.ts';
import { PersonActs, PersonFacts } from './PersonFacts.tsx';
import { playRisingTones } from './safety-sound.ts';
import './safety.css';

const PAGE = '/safety';
const MOST_SHOWN = 3;

export function SafetyNotices() {
  const messages = useSafetyDeskMessages();
  const mayWatch = useRight('watch-alarms');
  const waiting = useRecords(safetyRecords).filter(isWaiting);
  // The safety page lists these people with the same actions, so only the sound remains there.
  const isListed = useLocation().pathname === PAGE;
  if (!mayWatch || waiting.length === 0) return null;
  const shown = isListed ? [] : waiting.slice(0, MOST_SHOWN);
  return (
    <section className="notices safety-notices" aria-label={messages.region} aria-live="assertive" aria-relevant="additions">
      {shown.map((person) => (
        <Notice key={person.id} person={person} />
      ))}
      {!isListed && waiting.length > MOST_SHOWN && (
        <p className="safety-notice tabular">
          <Link to={PAGE}>{messages.more(waiting.length - MOST_SHOWN)}</Link>
        </p>
      )}
      <Ringing />
    </section>
  );
}

function Notice({ person }: { readonly person: Named<PersonSafety> }) {
  const messages = useSafetyDeskMessages();
  const shared = useSafetyMessages();
  const now = useNow();
  const { fullName, gridName, alarm } = person;
  return (
    <article className="safety-notice">
      <p className="line">
        <strong className="safety-mark">{shared.title}</strong>
        <span className="gap" />
        {alarm !== null && <span className="tabular">{messages.raisedAt(clockText(alarm.raisedAt, now))}</span>}
      </p>
      <p>
        <strong>{messages.headline(gridName, fullName, safetyText(person, now, shared, marks().comma))}</strong>
      </p>
      <PersonFacts person={person} isWhole={false} />
      <PersonActs person={person} />
    </article>
  );
}

/** Plays the sound while it is mounted. If the browser still blocks sound, it displays a hint. */
function Ringing() {
  const messages = useSafetyDeskMessages();
  const [sound] = useState(() => createRinging(window, () => new AudioContext(), playRisingTones));
  useEffect(() => {
    sound.ring(true);
    return sound.stop;
  }, [sound]);
  const isBlocked = useSyncExternalStore(sound.subscribe, sound.blocked);
  return isBlocked ? <p className="safety-notice safety-blocked">{messages.blocked}</p> : null;
}
