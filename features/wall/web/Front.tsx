// The front panel of the wall (大屏): a fire, a new alarm, or a message that there are no fires.
import { formatTime } from '@lookout/contract';
import { AuthedImage } from '@lookout/web/shared/AuthedImage.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { ageText, clockText } from '@lookout/web/shared/time-text.ts';
import { RISK_COLOURS } from '@lookout/web/shared/tokens.ts';
import type { ReactNode } from 'react';
import { FlameIcon, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { hectaresText } from '../../shift/parts/sum-text.ts';
import type { Wall, WallAlarm, WallFire } from '../wall.ts';
import { useWallMessages } from './messages.ts';
import { withinGrid } from './place-text.ts';
import type { Danger } from './use-danger.ts';

interface FireProps {
  readonly fire: WallFire;
  /** Position in the list, from 1. */
  readonly position: number;
  readonly of: number;
  readonly at: number;
}

export function FireInFront({ fire, position, of, at }: FireProps) {
  const messages = useWallMessages();
  const { people, area, forecast } = fire;
  const isAnybodySent = people.sent + people.underWay + people.there > 0;
  const since = fire.firstSeenAt;
  return (
    <>
      <Head kicker={messages.fireOf(position, of)} icon={<FlameIcon size={40} />} kind="fire" place={fire}>
        {fire.realFireType === null ? messages.untyped : messages.fireTypes[fire.realFireType]} ·{' '}
        {fire.kinds.map((kind) => messages.kinds[kind]).join(marks().list)}
      </Head>
      <Picture picture={fire.picture} at={at} />
      <dl className="wall-facts">
        <Fact name={messages.since}>
          {clockText(since, at)} · {messages.burningFor(ageText(since, at, messages.age))}
        </Fact>
        <Fact name={messages.inCharge}>{fire.inCharge ?? messages.nobody}</Fact>
        <Fact name={messages.people}>
          {isAnybodySent ? messages.peopleText(people.sent, people.underWay, people.there) : messages.nobodySent}
          {fire.vehicles > 0 && ` · ${messages.vehicles(fire.vehicles)}`}
          {fire.nextArrivalAt !== null && <small>{messages.nextArrival(clockText(fire.nextArrivalAt, at))}</small>}
        </Fact>
        <Fact name={messages.area}>
          {area === null ? '—' : messages.hectares(hectaresText(area.hectares))}
          {area !== null && <small>{messages.basis[area.basis]}</small>}
        </Fact>
      </dl>
      {forecast !== null && (
        <section className="wall-forecast">
          <h3>
            {messages.forecast} <small>{messages.forecastHint(clockText(forecast.beginsAt, at))}</small>
          </h3>
          <ol>
            {forecast.areas.map(({ hours, hectares }) => (
              <li key={hours} className="tabular">
                <span>{messages.hour(hours)}</span>
                <strong>{messages.hectares(hectaresText(hectares))}</strong>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

export function AlarmInFront({ alarm, at }: { readonly alarm: WallAlarm; readonly at: number }) {
  const messages = useWallMessages();
  return (
    <>
      <Head kicker={messages.newAlarm} icon={<SourceIcon kind={alarm.kind} size={40} />} kind="alarm" place={alarm}>
        {messages.kinds[alarm.kind]} · {messages.states[alarm.state]}
      </Head>
      <Picture picture={alarm.picture} at={at} />
      <dl className="wall-facts">
        <Fact name={messages.seen}>{formatTime(alarm.observedAt).slice(5)}</Fact>
        <Fact name={messages.arrived}>
          {formatTime(alarm.arrivedAt).slice(5)} <small>{ageText(alarm.arrivedAt, at, messages.age)}</small>
        </Fact>
      </dl>
    </>
  );
}

/** Shown when there are no fires: the day's fire danger, large. */
export function QuietFront({ wall, danger }: { readonly wall: Wall; readonly danger: Danger | null }) {
  const messages = useWallMessages();
  const highest = danger?.grids[0] ?? null;
  const alike = danger?.grids.filter(({ level }) => level === highest?.level) ?? [];
  const isQuiet = wall.sums.burning === 0;
  return (
    <div className="wall-quiet">
      <p className="wall-kicker">{isQuiet ? messages.quiet : messages.fires}</p>
      {isQuiet ? (
        <p className="second">{messages.quietHint(wall.gridName)}</p>
      ) : (
        <strong className="wall-count tabular">{wall.sums.burning}</strong>
      )}
      {highest !== null && (
        <div className="wall-highest" style={{ background: RISK_COLOURS[highest.level].fill, color: RISK_COLOURS[highest.level].ink }}>
          <span>
            {messages.danger} · {messages.highest}
          </span>
          <strong>
            {messages.level(highest.level)} {messages.levels[highest.level]}
          </strong>
          <span className="cut">{alike.map(({ gridName }) => gridName).join(marks().list)}</span>
        </div>
      )}
    </div>
  );
}

interface HeadProps {
  readonly kicker: string;
  readonly icon: ReactNode;
  readonly kind: 'fire' | 'alarm';
  readonly place: Pick<WallFire, 'gridName' | 'formattedAddress'>;
  readonly children: ReactNode;
}

const Head = ({ kicker, icon, kind, place: { gridName, formattedAddress }, children }: HeadProps) => (
  <header className="wall-front-head" data-kind={kind}>
    {icon}
    <div>
      <p className="wall-kicker">{kicker}</p>
      <h2 className="cut">{gridName}</h2>
      <p className="cut">{withinGrid(formattedAddress)}</p>
      <p className="second cut">{children}</p>
    </div>
  </header>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="tabular">{children}</dd>
  </div>
);

function Picture({ picture, at }: { readonly picture: WallFire['picture']; readonly at: number }) {
  const messages = useWallMessages();
  if (picture === null) return null;
  const caption = messages.picture(clockText(picture.observedAt, at));
  return (
    <figure className="wall-picture">
      <AuthedImage src={picture.url} alt={caption} />
      <figcaption className="tabular">{caption}</figcaption>
    </figure>
  );
}
