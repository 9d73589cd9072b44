// The warning on the ranger's page: when the fire arrives, where to go now, and how reliable that still is.

import { WayTo } from '@lookout/web/patrol/map/WayTo.tsx';
import type { Here } from '@lookout/web/patrol/position/PositionLine.tsx';
import { useServices } from '@lookout/web/shared/services.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { useSafetyMessages } from '../parts/messages.ts';
import { useOwnSafetyMessages } from './messages.ts';
import type { OwnSafetyView, SafePlaceAhead } from './own-safety.ts';
import type { OwnSafetyRoom } from './use-own-safety.ts';

export function SafetyBanner({ room, here }: { readonly room: OwnSafetyRoom; readonly here: Here | null }) {
  const messages = useOwnSafetyMessages();
  const { kinds, early } = useSafetyMessages();
  const { view, known, isStale, isAcknowledged, acknowledge } = room;
  const clock = useClock();
  const words = useBannerText(view);
  if (view.kind === 'none' || known === null) return null;
  const isDanger = view.kind === 'danger';
  const safePlace = 'safePlace' in view ? view.safePlace : null;
  return (
    <>
      <section className="patrol-card safety-banner" data-kind={view.kind} aria-label={messages.title}>
        <p role={isDanger ? 'alert' : 'status'} className="safety-words tabular">
          {words}
        </p>
        {view.kind !== 'expired' && <p className="tabular">{messages.basis(clock(view.forecastAt), clock(known.validUntil))}</p>}
        {view.kind !== 'expired' && known.safety.arrivesAt !== null && <p>{early}</p>}
        {known.isDemo && <p>{messages.demo}</p>}
        {isStale && <p>{messages.offline}</p>}
        {safePlace !== null && <p>{messages.map}</p>}
        {isDanger && !isAcknowledged && (
          <button type="button" className="plain-button" onClick={acknowledge}>
            {messages.acknowledge}
          </button>
        )}
      </section>
      {isDanger && safePlace !== null && (
        <WayTo here={here} place={{ ...safePlace.place, name: messages.safePlace(kinds[safePlace.kind]) }} />
      )}
    </>
  );
}

function useClock(): (at: Date) => string {
  const { now } = useServices();
  return (at) => clockText(at, now());
}

function useBannerText(view: OwnSafetyView): string {
  const messages = useOwnSafetyMessages();
  const { kinds, compass, units, span } = useSafetyMessages();
  const clock = useClock();
  const wayText = ({ kind, point, metres }: SafePlaceAhead) =>
    messages.way(compass[point], distanceText(metres, units, 'phone'), kinds[kind]);
  switch (view.kind) {
    case 'none':
      return '';
    case 'arrived':
      return messages.arrived(kinds[view.safePlaceKind]);
    case 'expired':
      return messages.expired(clock(view.forecastAt), clock(view.validUntil));
    default: {
      const fire = messages.fireHere(view.fireMinutes === 0 ? null : span(view.fireMinutes));
      if (view.safePlace === null) return messages.noWay(fire);
      return view.kind === 'danger' ? messages.danger(fire, wayText(view.safePlace)) : messages.near(fire, wayText(view.safePlace));
    }
  }
}
