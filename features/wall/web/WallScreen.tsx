// The open wall (大屏): head with clock and totals, map, front panel, the fires, and at the foot the day's fire danger and the last alarms.

import { formatTime } from '@lookout/contract';
import { MINUTE_MS } from '@lookout/domain';
import { ageText, clockText, shortTime } from '@lookout/web/shared/time-text.ts';
import { RISK_COLOURS } from '@lookout/web/shared/tokens.ts';
import { useEffect, useState } from 'react';
import { FlameIcon, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { DUTY_SUMS } from '../../shift/duty-sums.ts';
import { useDutySumMessages } from '../../shift/parts/messages.ts';
import { hectaresText, sumText } from '../../shift/parts/sum-text.ts';
import type { Wall, WallFire } from '../wall.ts';
import { AlarmInFront, FireInFront, QuietFront } from './Front.tsx';
import { useWallMessages } from './messages.ts';
import { withinGrid } from './place-text.ts';
import type { Front } from './turns.ts';
import { type Danger, useDanger } from './use-danger.ts';
import { useForecast } from './use-forecast.ts';
import { useOutlines } from './use-ground.ts';
import type { ShownWall } from './use-wall.ts';
import { WallMap } from './WallMap.tsx';

interface Props extends ShownWall {
  readonly wall: Wall;
  readonly answeredAt: number;
}

/** Maximum fires in the list. The others are only counted. */
const MOST_FIRES_LISTED = 3;
const MOST_ALARMS_LISTED = 5;
/** An older reply counts as out of date. */
const STALE_MS = 10_000;

export function WallScreen({ wall, answeredAt, state: { isLost }, turn, now, isSoundBlocked }: Props) {
  const messages = useWallMessages();
  const at = useSecond(now);
  const outlines = useOutlines(wall.gridNo);
  const danger = useDanger(wall.gridNo);
  const front = frontOf(turn.front, wall);
  const forecast = useForecast(front.fire?.id ?? null, front.fire?.forecast?.runId ?? null);
  const isStale = isLost && at - answeredAt > STALE_MS;
  const { x, y } = shiftAt(at);

  return (
    <main className="wall" style={{ transform: `translate(${x}px, ${y}px)` }} data-stale={isStale} data-burning={wall.fires.length > 0}>
      <header className="wall-head">
        <div className="wall-title">
          <h1>
            <small>{messages.system}</small> <span>{wall.gridName}</span>
          </h1>
          <p className="tabular" role="status">
            {isStale ? (
              <strong className="wall-stale">{messages.stale(shortTime(new Date(answeredAt), at))}</strong>
            ) : (
              messages.fresh(formatTime(new Date(answeredAt)).slice(11))
            )}
            {wall.isDemo && <span className="wall-tag">{messages.demo}</span>}
            {isSoundBlocked && <span className="wall-tag">{messages.soundBlocked}</span>}
          </p>
        </div>
        <Sums sums={wall.sums} />
        <Clock at={at} onDuty={wall.onDuty} />
      </header>
      <section className="wall-map panel" aria-label={messages.map}>
        <WallMap wall={wall} front={front} outlines={outlines} danger={danger} forecast={forecast} />
      </section>
      <section className="wall-front panel" aria-label={messages.front}>
        {front.alarm !== null && <AlarmInFront alarm={front.alarm} at={at} />}
        {front.fire !== null && <FireInFront fire={front.fire} position={front.position} of={wall.sums.burning} at={at} />}
        {front.alarm === null && front.fire === null && <QuietFront wall={wall} danger={danger} />}
      </section>
      <Fires fires={wall.fires} total={wall.sums.burning} current={front.fire?.id ?? null} at={at} />
      <DangerStrip danger={danger} at={at} />
      <Alarms alarms={wall.alarms} at={at} />
    </main>
  );
}

/** Current data of the fire or alarm in front. */
function frontOf(front: Front, { fires, alarms }: Wall) {
  const index = front.kind === 'fire' ? fires.findIndex(({ id }) => id === front.id) : -1;
  return {
    fire: fires[index] ?? null,
    position: index + 1,
    alarm: front.kind === 'alarm' ? (alarms.find(({ id }) => id === front.id) ?? null) : null,
  };
}

/** The server's clock, updated once a second. */
function useSecond(now: () => number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    setAt(now());
    const timer = setInterval(() => setAt(now()), 1_000);
    return () => clearInterval(timer);
  }, [now]);
  return at;
}

/** Every minute the whole picture is shifted by a few pixels, so that no edge burns into the screen. */
const SHIFTS = [
  [0, 0],
  [3, 0],
  [3, 3],
  [0, 3],
  [-3, 3],
  [-3, 0],
  [-3, -3],
  [0, -3],
  [3, -3],
] as const;
function shiftAt(at: number): { readonly x: number; readonly y: number } {
  const [x, y] = SHIFTS[Math.floor(at / MINUTE_MS) % SHIFTS.length] ?? SHIFTS[0];
  return { x, y };
}

function Sums({ sums }: Pick<Wall, 'sums'>) {
  const { title, sums: words, unknown } = useDutySumMessages();
  return (
    <dl className="wall-sums" aria-label={title}>
      {DUTY_SUMS.map((sum) => (
        <div key={sum} data-sum={sum} data-zero={!sums[sum]}>
          <dt>{words[sum].name}</dt>
          <dd className="tabular">
            {sumText(sum, sums[sum]) ?? unknown}
            <small>{words[sum].unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const BEIJING_MS = 8 * 3_600_000;

function Clock({ at, onDuty }: { readonly at: number } & Pick<Wall, 'onDuty'>) {
  const messages = useWallMessages();
  const text = formatTime(new Date(at));
  return (
    <div className="wall-clock tabular">
      <time dateTime={text}>{text.slice(11)}</time>
      <p>
        {text.slice(0, 10)} {messages.weekdays[new Date(at + BEIJING_MS).getUTCDay()]}
      </p>
      <p className="cut">{onDuty === null ? messages.nobodyOnDuty : messages.onDuty(onDuty.fullName)}</p>
    </div>
  );
}

interface FiresProps {
  readonly fires: readonly WallFire[];
  readonly total: number;
  readonly current: string | null;
  readonly at: number;
}

/** Lists the fires around the one in front, so that the list follows the turns. */
function Fires({ fires, total, current, at }: FiresProps) {
  const messages = useWallMessages();
  if (fires.length === 0) return null;
  const index = Math.max(
    0,
    fires.findIndex(({ id }) => id === current),
  );
  const first = Math.max(0, Math.min(index - 1, fires.length - MOST_FIRES_LISTED));
  const listed = fires.slice(first, first + MOST_FIRES_LISTED);
  return (
    <section className="wall-fires panel">
      <h2>
        <FlameIcon /> {messages.fires}
        {total > listed.length && <small className="tabular">{messages.moreFires(total - listed.length)}</small>}
      </h2>
      <ol>
        {listed.map(({ id, gridName, formattedAddress, firstSeenAt, people, area }) => (
          <li key={id} aria-current={id === current ? 'true' : undefined}>
            <strong className="cut">{gridName}</strong>
            <span className="cut">{withinGrid(formattedAddress)}</span>
            <span className="tabular">{ageText(firstSeenAt, at, messages.age)}</span>
            <span className="tabular">{area === null ? '' : messages.hectares(hectaresText(area.hectares))}</span>
            <span className="tabular cut">
              {people.sent + people.underWay + people.there === 0
                ? messages.nobodySent
                : messages.peopleText(people.sent, people.underWay, people.there)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Maximum grids listed. Further ones are counted by level. */
const MOST_GRIDS = 21;

function DangerStrip({ danger, at }: { readonly danger: Danger | null; readonly at: number }) {
  const messages = useWallMessages();
  const today = formatTime(new Date(at)).slice(0, 10);
  const grids = danger?.grids.slice(0, MOST_GRIDS) ?? [];
  const left = (danger?.grids.length ?? 0) - grids.length;
  return (
    <section className="wall-danger panel">
      <h2>{danger?.day == null || danger.day === today ? messages.danger : messages.dangerOf(danger.day)}</h2>
      {danger !== null && grids.length === 0 && <p className="second">{messages.noDanger}</p>}
      <ul>
        {grids.map(({ gridNo, gridName, level }) => (
          <li key={gridNo}>
            <span className="wall-level" style={{ background: RISK_COLOURS[level].fill, color: RISK_COLOURS[level].ink }}>
              {messages.level(level)} {messages.levels[level]}
            </span>
            <span className="cut">{gridName}</span>
          </li>
        ))}
        {left > 0 && <li className="second">{messages.moreGrids(left)}</li>}
      </ul>
    </section>
  );
}

function Alarms({ alarms, at }: Pick<Wall, 'alarms'> & { readonly at: number }) {
  const messages = useWallMessages();
  return (
    <section className="wall-alarms panel">
      <h2>{messages.lastAlarms}</h2>
      {alarms.length === 0 && <p className="second">{messages.noAlarms}</p>}
      <ol>
        {alarms.slice(0, MOST_ALARMS_LISTED).map((alarm) => (
          <li key={alarm.id}>
            <SourceIcon kind={alarm.kind} />
            <time className="tabular">{clockText(alarm.arrivedAt, at)}</time>
            <span className="cut">
              {alarm.gridName} {withinGrid(alarm.formattedAddress)}
            </span>
            <span className="wall-state" data-state={alarm.state}>
              {messages.states[alarm.state]}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
