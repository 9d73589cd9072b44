// The result of a run: how far the fire spreads by the hour, a slider over the hours, and what it hits, by arrival time.

import { type GridNo, MINUTE_MS } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { PagedRows } from '@lookout/web/shared/QueryResult.tsx';
import { useNow } from '@lookout/web/shared/services.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { Slider } from 'antd';
import { pointing, usePointer } from '../../decision/parts/surroundings-part.ts';
import type { AssetKind } from '../../resource/resource.ts';
import type { SpreadRunFile } from '../spread.ts';
import {
  borderLevelOf,
  ISOCHRONE_MINUTES,
  MUCH_UNKNOWN_GROUND,
  type SpreadResult as Result,
  type SpreadArea,
  type SpreadImpact,
} from '../spread-result.ts';
import { arrivalOf, arrivalText, durationText } from './arrival-text.ts';
import { Behaviour } from './Behaviour.tsx';
import { type SpreadMessages, useSpreadMessages } from './messages.ts';
import { useSpreadMinutes } from './spread-part.ts';
import { useUnknownGround } from './unknown-ground.ts';

const MINUTES_AN_HOUR = 60;
const PERCENT = 100;

export const hectaresText = (hectares: number): string =>
  hectares.toLocaleString('en-US', { maximumFractionDigits: hectares < 100 ? 1 : 0 });

interface Props {
  readonly run: Pick<SpreadRunFile, 'gridNo' | 'inputs'>;
  readonly result: Result;
}

export function SpreadResult({ run, result }: Props) {
  const messages = useSpreadMessages();
  const unknown = useUnknownGround(result.unknownGround);
  const { begin, hours, members, model } = run.inputs;
  const now = useNow();
  const [chosen, choose] = useSpreadMinutes();
  const last = hours * MINUTES_AN_HOUR;
  const minutes = Math.min(chosen ?? last, last);
  const clock = (after: number) => clockText(new Date(begin.getTime() + after * MINUTE_MS), now);
  // An ensemble has probabilities only for full hours.
  const step = members > 1 ? MINUTES_AN_HOUR : ISOCHRONE_MINUTES;
  const spreads = result.isochrones.some(({ areaHectares }) => areaHectares > 0);
  return (
    <>
      {result.reachesEdge && (
        <p className="note" role="note">
          {messages.edge}
        </p>
      )}
      {unknown && unknown.share >= MUCH_UNKNOWN_GROUND && (
        <p className="note" role="note">
          {messages.muchUnknown(unknown.percent)}
        </p>
      )}
      {!spreads && (
        <p className="note" role="status">
          {messages.nothing[model.name]}
        </p>
      )}
      {spreads && (
        <section className="decision-section" aria-label={messages.legend}>
          <div className="line">
            <h3>{messages.legend}</h3>
            <span className="gap" />
            <span className="tabular">{messages.untilAt(durationText(minutes, messages), clock(minutes))}</span>
          </div>
          <Slider
            min={step}
            max={last}
            step={step}
            value={minutes}
            ariaLabelForHandle={messages.until}
            ariaValueTextFormatterForHandle={(value) => messages.untilAt(durationText(value ?? last, messages), clock(value ?? last))}
            tooltip={{ open: false }}
            onChange={choose}
          />
          <Legend areas={result.isochrones} minutes={minutes} last={last} clock={clock} />
        </section>
      )}
      {spreads && <Behaviour inputs={run.inputs} behaviour={result.behaviour} />}
      <Impacts impacts={result.impacts} home={run.gridNo} clock={clock} />
    </>
  );
}

interface Timed {
  /** The time of day, this number of minutes after the start. */
  readonly clock: (minutes: number) => string;
}

interface LegendProps extends Timed {
  readonly areas: readonly SpreadArea[];
  /** The chosen minute. */
  readonly minutes: number;
  /** The end of the forecast. */
  readonly last: number;
}

/** For one member, the areas of the hours. For an ensemble, the areas of the chosen minute by probability. */
function Legend({ areas, minutes, last, clock }: LegendProps) {
  const messages = useSpreadMessages();
  const globe = useGlobeState();
  const latest = areas.reduce((most, area) => (area.minutes <= minutes ? Math.max(most, area.minutes) : most), 0);
  const rows = areas
    .filter((area) => (area.probability === null ? area.minutes % MINUTES_AN_HOUR === 0 : area.minutes === latest))
    .toSorted((a, b) => a.minutes - b.minutes || (b.probability ?? 0) - (a.probability ?? 0));
  const colourOf = ({ minutes: at, probability }: SpreadArea): string | undefined => {
    if (globe.kind !== 'ready') return undefined;
    return probability === null ? globe.map.spreadColour(at, last) : globe.map.probabilityColour(probability);
  };
  return (
    <ul className="spread-legend tabular">
      {rows.map((area) => (
        <li key={`${area.minutes} ${area.probability}`} className="line" data-later={area.minutes > minutes}>
          <span className="spread-swatch" aria-hidden="true" style={{ background: colourOf(area) }} />
          <span>
            {area.probability === null
              ? messages.hourRow(durationText(area.minutes, messages), clock(area.minutes))
              : messages.probability(Math.round(area.probability * PERCENT))}
          </span>
          <span className="gap" />
          <span>{messages.hectares(hectaresText(area.areaHectares))}</span>
        </li>
      ))}
    </ul>
  );
}

/** The viewing distance at which a village and its surroundings are visible. */
const RANGE_METRES = 4_000;

interface ImpactsProps extends Timed {
  readonly impacts: readonly SpreadImpact[];
  /** The grid of the forecast. */
  readonly home: GridNo;
}

function Impacts({ impacts, home, clock }: ImpactsProps) {
  const messages = useSpreadMessages();
  const { kindNames } = useGlobeMessages().near;
  const globe = useGlobeState();
  const pointer = usePointer();
  const byArrival = impacts.toSorted((a, b) => timeOf(a) - timeOf(b));
  return (
    <section className="decision-section" aria-label={messages.impacts}>
      <h3>{messages.impacts}</h3>
      {byArrival.length === 0 && <p className="second">{messages.noImpacts}</p>}
      <PagedRows items={byArrival} keyOf={({ kind, id }) => `${kind} ${id}`} label={messages.impacts}>
        {({ kind, gridNo, name, layerName, position, inhabitants, arrivalMinutes }) => {
          const at = { ...position, text: name };
          const first = arrivalOf(arrivalMinutes);
          const arrival = arrivalText(arrivalMinutes, messages);
          return (
            <button
              type="button"
              className="list-row"
              title={messages.flyTo(name)}
              onClick={() => {
                pointer.keep(at);
                if (globe.kind === 'ready') void globe.globe.flyTo({ ...position, rangeMetres: RANGE_METRES });
              }}
              {...pointing(pointer, at)}
            >
              <span className="tag row-tag">{kindText({ kind, gridNo }, home, messages, kindNames)}</span>
              <strong>{name}</strong>
              {inhabitants !== null && <span>{messages.inhabitants(inhabitants)}</span>}
              <span className="gap" />
              {first !== null && <span className="tabular">{clock(first)}</span>}
              <span className="row-second second tabular">
                {arrival}
                {layerName !== null && <span className="hint"> {layerName}</span>}
              </span>
            </button>
          );
        }}
      </PagedRows>
    </section>
  );
}

const timeOf = ({ arrivalMinutes }: Pick<SpreadImpact, 'arrivalMinutes'>): number => arrivalOf(arrivalMinutes) ?? Number.POSITIVE_INFINITY;

/** The text of a kind. A border is named by the highest level that is crossed. @param home the grid of the forecast */
export function kindText(
  impact: Pick<SpreadImpact, 'kind' | 'gridNo'>,
  home: GridNo,
  { otherKinds, crossed }: SpreadMessages,
  kindNames: Readonly<Record<AssetKind, string>>,
): string {
  const level = borderLevelOf(impact, home);
  return level === null ? { ...kindNames, ...otherKinds }[impact.kind] : crossed[level];
}
