// The ranger's position, its age, and his contact.
import { MINUTE_MS, type Named } from '@lookout/domain';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { Coordinates } from '@lookout/web/shared/Coordinates.tsx';
import { MONITOR, ShowOnMap } from '@lookout/web/shared/ShowOnMap.tsx';
import { useNow } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { useLocation } from 'react-router';
import { useSosMessages } from '../parts/messages.ts';
import type { Sos } from '../sos.ts';
import { useSosDeskMessages } from './messages.ts';

/** A phone with coverage needs seconds; after this time the page states that the SOS was raised earlier than it arrived. */
const LATE_MS = 2 * MINUTE_MS;

export function SosFacts({ sos: { fullName, place, address, phone, raisedAt, receivedAt, pressedAgain } }: { readonly sos: Named<Sos> }) {
  const messages = useSosDeskMessages();
  const shared = useSosMessages();
  const now = useNow();
  const fly = useFly();
  // Outside the monitor it is a link to the monitor; on the monitor itself the link would have no effect.
  const isOnMonitor = useLocation().pathname === MONITOR;
  return (
    <div className="sos-facts">
      {place === null ? (
        <p>{shared.noPlace}</p>
      ) : (
        <>
          {address !== null && <p>{address}</p>}
          <p className="line">
            <Coordinates position={place.position} />
            <ShowOnMap
              position={place.position}
              onShowOnMap={isOnMonitor ? (position) => fly({ ...position, label: fullName }) : undefined}
            />
          </p>
          <p className="tabular">
            {messages.placeAge(shared.age(Math.max(0, Math.floor((now - place.foundAt.getTime()) / MINUTE_MS))))}
            {place.accuracyMetres !== null && marks().brackets(shared.accuracy(place.accuracyMetres))}
          </p>
        </>
      )}
      <p className="tabular">
        {phone === null ? (
          messages.noPhone
        ) : (
          <>
            {messages.phone}
            {marks().colon}
            <a href={`tel:${phone}`}>{phone}</a>
          </>
        )}
      </p>
      {pressedAgain !== null && <p className="tabular">{messages.pressedAgain(pressedAgain.count, clockText(pressedAgain.at, now))}</p>}
      {receivedAt.getTime() - raisedAt.getTime() > LATE_MS && <p className="tabular">{messages.late(clockText(receivedAt, now))}</p>}
    </div>
  );
}
