// On every page: rangers in distress whose SOS has not been taken, with a sound that continues until an officer takes it. It never takes
// the focus, and the mute of the queue does not silence it.
import type { Named } from '@lookout/domain';
import { createRinging } from '@lookout/web/shared/ringing.ts';
import { useNow, useRecords, useRight, useServices } from '@lookout/web/shared/services.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useSosMessages } from '../parts/messages.ts';
import { sosRecords } from '../parts/sos-records.ts';
import { type Sos, sosState } from '../sos.ts';
import { useSosDeskMessages } from './messages.ts';
import { SosFacts } from './SosFacts.tsx';
import { playMorse } from './sos-sound.ts';
import { useMayTake, useSosActs } from './use-sos-acts.ts';
import './sos.css';

const MOST_SHOWN = 3;

export function SosNotices() {
  const messages = useSosDeskMessages();
  const mayWatch = useRight('watch-alarms');
  const open = useRecords(sosRecords);
  const waiting = open.filter((one) => sosState(one) === 'raised');
  const calledOff = useCalledOff();
  if (!mayWatch || (waiting.length === 0 && calledOff.list.length === 0)) return null;
  return (
    <section className="notices sos-notices" aria-label={messages.region} aria-live="assertive" aria-relevant="additions">
      {waiting.slice(0, MOST_SHOWN).map((one) => (
        <Notice key={one.id} sos={one} />
      ))}
      {waiting.length > MOST_SHOWN && <p className="sos-notice tabular">{messages.more(waiting.length - MOST_SHOWN)}</p>}
      {waiting.length > 0 && <Ringing />}
      {calledOff.list.map(({ id, fullName, cancelled }) => (
        <div key={id} className="sos-notice line" data-quiet="true">
          <p>{messages.cancelled(fullName, cancelled?.reason ?? '')}</p>
          <span className="gap" />
          <button type="button" className="plain-button" onClick={() => calledOff.dismiss(id)}>
            {messages.dismiss}
          </button>
        </div>
      ))}
    </section>
  );
}

function Notice({ sos }: { readonly sos: Named<Sos> }) {
  const messages = useSosDeskMessages();
  const shared = useSosMessages();
  const now = useNow();
  const mayAct = useMayTake();
  const { isBusy, failed, take } = useSosActs(sos);
  const { id, fullName, gridName, raisedAt } = sos;
  return (
    <article className="sos-notice">
      <p className="line">
        <strong className="sos-mark">{shared.sos}</strong>
        <strong>{messages.raised(fullName, gridName)}</strong>
        <span className="gap" />
        <span className="tabular">{messages.raisedAt(clockText(raisedAt, now))}</span>
      </p>
      <SosFacts sos={sos} />
      {failed !== null && (
        <p role="alert" className="sos-failed">
          {failed}
        </p>
      )}
      <p className="line">
        {mayAct && (
          <button
            type="button"
            className="plain-button sos-take"
            aria-label={messages.takeOf(fullName)}
            disabled={isBusy}
            onClick={() => void take()}
          >
            {messages.take}
          </button>
        )}
        <Link className="plain-button" to={`/sos?sos=${id}`}>
          {messages.open}
        </Link>
      </p>
    </article>
  );
}

/** Sounds while it is shown, and states when the browser still blocks sound. */
function Ringing() {
  const messages = useSosDeskMessages();
  const [sound] = useState(() => createRinging(window, () => new AudioContext(), playMorse));
  useEffect(() => {
    sound.ring(true);
    return sound.stop;
  }, [sound]);
  const isBlocked = useSyncExternalStore(sound.subscribe, sound.blocked);
  return isBlocked ? <p className="sos-notice sos-blocked">{messages.blocked}</p> : null;
}

/** An SOS that the ranger called off while this page was open: the sound ends, so the page shows the reason. */
function useCalledOff() {
  const { onLive } = useServices();
  const [list, setList] = useState<readonly Named<Sos>[]>([]);
  const dismiss = (id: string) => setList((before) => before.filter((one) => one.id !== id));
  useEffect(
    () =>
      onLive((updates, source) => {
        if (source !== 'live') return;
        const fresh = updates.flatMap((update) =>
          update.kind === 'sos-changed' && sosState(update.sos) === 'cancelled' ? [update.sos] : [],
        );
        if (fresh.length > 0) setList((before) => [...fresh, ...before].slice(0, MOST_SHOWN));
      }),
    [onLive],
  );
  return { list, dismiss };
}
