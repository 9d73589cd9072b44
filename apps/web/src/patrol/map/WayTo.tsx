// 导航: the direction and distance to a place, and the phone's map apps.

import { wayTo } from '@lookout/features/task/ranger/own-tasks.ts';
import type { Here } from '../position/PositionLine.tsx';
import { mapAppLinks } from './map-apps.ts';
import { useMapMessages } from './messages.ts';
import { useHeading } from './use-heading.ts';

interface Props {
  readonly here: Here | null;
  readonly place: { readonly lng: number; readonly lat: number; readonly name: string };
}

const APPS = ['geo', 'amap', 'baidu'] as const;

export function WayTo({ here, place }: Props) {
  const { way: messages } = useMapMessages();
  const { degrees: heading, ask } = useHeading();
  const links = mapAppLinks(place);
  const way = here && wayTo(here, place);
  return (
    <section className="patrol-card way-to" aria-label={messages.title}>
      <h2>{messages.title}</h2>
      {way === null ? (
        <p className="patrol-second">{messages.noPosition}</p>
      ) : (
        <div className="way-arrow">
          <svg viewBox="0 0 100 100" width="112" height="112" aria-hidden="true">
            <circle cx="50" cy="50" r="46" fill="none" stroke="var(--edge)" strokeWidth="2" />
            <g transform={`rotate(${way.degrees - (heading ?? 0)} 50 50)`}>
              <path d="M50 10L70 78L50 66L30 78Z" fill="var(--accent)" />
            </g>
          </svg>
          <div>
            <p className="way-distance tabular">{messages.distance(way.metres)}</p>
            <p className="tabular">{messages.bearing(Math.round(way.degrees) % 360)}</p>
            <p className="patrol-second">{heading === null ? messages.north : messages.turn}</p>
            {ask && (
              <button type="button" className="plain-button" onClick={ask}>
                {messages.compass}
              </button>
            )}
          </div>
        </div>
      )}
      <p className="patrol-second">{messages.straight}</p>
      <p className="patrol-second">{messages.appsHint}</p>
      <div className="patrol-actions">
        {APPS.map((app) => (
          <a key={app} className="plain-button" href={links[app]} {...(app !== 'geo' && { target: '_blank', rel: 'noopener noreferrer' })}>
            {messages.apps[app]}
          </a>
        ))}
      </div>
    </section>
  );
}
