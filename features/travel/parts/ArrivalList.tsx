// Who can arrive, with people and machines listed before landing pads and the soonest first: the arrival time and the route, or the reason
// why someone cannot arrive. A click draws the route on the map and flies to it.
import { readTime } from '@lookout/contract';
import type { LngLat } from '@lookout/geo';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { useNow } from '@lookout/web/shared/services.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { Button, Empty } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { type Arrival, byMeans, durationText, isByLand } from './arrivals.ts';
import { BackLine } from './BackLine.tsx';
import { useTravelMessages } from './messages.ts';
import { keyOf, useRoutes } from './travel-part.ts';

interface Props {
  readonly title: string;
  /** The destination. */
  readonly goal: LngLat;
  readonly rows: readonly Arrival[];
  /** Number of rows shown at first; the user can show the others. */
  readonly shownAtFirst: number;
  /** Additional facts that the page knows about an arrival. */
  readonly facts?: (arrival: Arrival) => ReactNode;
  /** Content next to the row, such as a phone number. */
  readonly beside?: (arrival: Arrival) => ReactNode;
}

export function ArrivalList({ title, goal, rows, shownAtFirst, facts, beside }: Props) {
  const messages = useTravelMessages();
  const [isWide, setWide] = useState(false);
  const { shown, clear } = useRoutes();
  const isMine = shown !== null && rows.some((row) => keyOf(row) === shown);
  useEscape(isMine, clear);
  useEffect(() => clear, [clear]);
  const { byLand, pads } = byMeans(rows);
  const list = (some: readonly Arrival[]) => (
    <ul>
      {(isWide ? some : some.slice(0, shownAtFirst)).map((arrival) => (
        <li key={keyOf(arrival)} className="line">
          <ArrivalRow arrival={arrival} facts={facts?.(arrival)} />
          {beside?.(arrival)}
          {shown === keyOf(arrival) && isByLand(arrival) && <BackLine goal={goal} arrival={arrival} />}
        </li>
      ))}
    </ul>
  );
  return (
    <section className="arrivals" aria-label={title}>
      <div className="line">
        <h4>
          {title} <span className="hint">{messages.within}</span>
        </h4>
        <span className="gap" />
        {Math.max(byLand.length, pads.length) > shownAtFirst && (
          <Button type="link" size="small" aria-expanded={isWide} onClick={() => setWide(!isWide)}>
            {isWide ? messages.less : messages.all(rows.length)}
          </Button>
        )}
      </div>
      {rows.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={messages.none} />}
      {list(byLand)}
      {pads.length > 0 && (
        <>
          <p className="note">{messages.pads}</p>
          {list(pads)}
        </>
      )}
    </section>
  );
}

function ArrivalRow({ arrival, facts }: { readonly arrival: Arrival; readonly facts: ReactNode }) {
  const messages = useTravelMessages();
  const { near } = useGlobeMessages();
  const language = useLanguage();
  const room = useGlobeRoom();
  const now = useNow();
  const { shown, show, clear } = useRoutes();
  const { kind, id, name, seconds, distance, positionTime, words, longitude: lng, latitude: lat } = arrival;
  const isShown = shown === keyOf(arrival);
  const time = seconds === null ? messages.cannot : durationText(seconds, messages);
  const open = () => {
    if (seconds === null) return room.pointAt({ kind: kind === 'ranger' ? 'ranger' : 'resource', id, lng, lat });
    if (isShown) clear();
    else show(arrival, `${name} ${time}`);
  };
  const second = [
    words[language],
    messages.straight(distanceText(distance, near.units)),
    ...(positionTime === null ? [] : [messages.positionAt(clockText(readTime(positionTime), now))]),
  ];
  return (
    <button
      type="button"
      className="list-row"
      title={seconds === null ? words[language] : messages.route(name)}
      aria-pressed={seconds === null ? undefined : isShown}
      onClick={open}
    >
      <span className="row-name cut" title={name}>
        {name}
      </span>
      {kind !== 'ranger' && <span className="tag">{near.kindNames[kind]}</span>}
      {arrival.avoidsFire && <span className="tag">{messages.avoidsFire}</span>}
      {facts}
      <span className="second tabular">{time}</span>
      <span className="row-second tabular hint">{second.join(' · ')}</span>
    </button>
  );
}
