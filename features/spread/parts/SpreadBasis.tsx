// The inputs of a run: its model, weather by the hour, terrain, fuels and where the fire starts, each with its source and version.

import { formatTime } from '@lookout/contract';
import { compassOf, HOUR_MS } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { Button } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import type { SpreadRunFile } from '../spread.ts';
import { MOISTURE_CLASSES, type SpreadHour, type SpreadWeather } from '../spread-inputs.ts';
import { HoursTable } from './HoursTable.tsx';
import { type SpreadMessages, useSpreadMessages } from './messages.ts';
import { useUnknownGround } from './unknown-ground.ts';

export function SpreadBasis({ run }: { readonly run: SpreadRunFile }) {
  const messages = useSpreadMessages();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="decision-section" aria-label={messages.basis}>
      <Button type="link" size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? messages.basisLess : messages.basisMore}
      </Button>
      <div id={id}>{isOpen && <Basis run={run} />}</div>
    </section>
  );
}

function Basis({ run }: { readonly run: SpreadRunFile }) {
  const messages = useSpreadMessages();
  const { inputs, result } = run;
  const unknown = useUnknownGround(result?.unknownGround ?? null);
  const weighing = result?.weighing ?? null;
  const { units } = messages;
  const { begin, hours, members, model, ignition, ellipse, weather, ground, barriers } = inputs;
  const metres = (n: number) => distanceText(n, units);
  const { elevation, landCover, canopy } = ground;
  return (
    <>
      <dl className="facts">
        <Fact name={messages.model}>
          {messages.modelText(model.name, model.version)}
          {result && `${marks().comma}${messages.took(result.seconds.toFixed(1))}`}
        </Fact>
        <Fact name={messages.begin}>
          {messages.beginText(formatTime(begin), hours, members)}
          {members > 1 && `${marks().comma}${messages.seed(inputs.seed)}`}
        </Fact>
        <Fact name={messages.ignition}>
          <p>{messages.ignitions[ignition.source]}</p>
          {ignition.later.length > 0 && <p>{messages.later(ignition.later.map(({ time }) => dayAndMinute(time)).join(marks().list))}</p>}
          {ellipse && <p>{messages.ellipse(metres(ellipse.semiMajorMetres), metres(ellipse.semiMinorMetres))}</p>}
        </Fact>
        {weighing && (
          <Fact name={messages.correction}>
            {weighing.kinds.map(({ kind, count, effectiveMembers }) => (
              <p key={kind}>
                {messages.observationCount[kind](count)}
                {marks().comma}
                {messages.kindAlone(messages.observationKinds[kind], Math.round(effectiveMembers))}
              </p>
            ))}
          </Fact>
        )}
        <Fact name={messages.ground}>
          <p>{messages.elevation(messages.origins[elevation.origin], elevation.version)}</p>
          <p>{messages.landCover(messages.origins[landCover.origin], landCover.version)}</p>
          {landCover.files.length > 0 && <p>{messages.files(landCover.files.join(marks().list))}</p>}
          <p>
            {canopy === null
              ? messages.canopyAssumed
              : messages.canopy(`${Math.round(100 * canopy.share)}%`, canopy.files.join(marks().list))}
          </p>
          {unknown && <p>{messages.unknownGround(unknown.percent)}</p>}
          {unknown && unknown.classes !== '' && <p>{messages.unknownClasses(unknown.classes)}</p>}
          <p>{messages.ownFuels(ground.ownFuels)}</p>
          <p>{messages.cell(metres(ground.cellMetres), metres(ground.halfMetres))}</p>
        </Fact>
        <Fact name={messages.barriers}>{messages.barriersText(barriers.breaks, barriers.roads, barriers.waters)}</Fact>
        <Fact name={messages.weather}>
          <p>
            {messages.weatherSources[weather.source]}
            {weather.source === 'entered' && weather.enteredBy !== null && messages.by(weather.enteredBy)}
            {weather.windFactor !== null && `${marks().comma}${messages.windFactor(weather.windFactor.toFixed(2))}`}
          </p>
          <p>{model.name === 'wang' ? messages.moistureUnused : moistureText(weather, messages)}</p>
        </Fact>
      </dl>
      <WeatherTable hours={hoursOf(weather.hours, begin, hours)} />
    </>
  );
}

/** The classes of fuel moisture that were entered, and by whom. The other classes are calculated from temperature and humidity. */
function moistureText({ moisture, enteredMoisture, enteredBy }: SpreadWeather, messages: SpreadMessages): string {
  if (moisture === 'fosberg') return messages.moistureBy.fosberg;
  const names = enteredMoisture.map((name) => messages.moistureClasses[name]).join(marks().list);
  const isAll = enteredMoisture.length === MOISTURE_CLASSES.length;
  return `${isAll ? messages.moistureBy.all : messages.moistureBy.some(names)}${enteredBy === null ? '' : messages.by(enteredBy)}`;
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="tabular">{children}</dd>
  </div>
);

/** The hours that apply while the run lasts. Each applies from its time until the next one's; the first also applies before its time. */
function hoursOf(all: readonly SpreadHour[], begin: Date, hours: number): readonly SpreadHour[] {
  const [from, to] = [begin.getTime(), begin.getTime() + hours * HOUR_MS];
  return all.filter(({ time }, index) => {
    const next = all[index + 1];
    return (index === 0 || time.getTime() < to) && (next === undefined || next.time.getTime() > from);
  });
}

function WeatherTable({ hours }: { readonly hours: readonly SpreadHour[] }) {
  const messages = useSpreadMessages();
  const { compass } = useGlobeMessages().near.units;
  return (
    <HoursTable label={messages.weatherTable} columns={messages.columns}>
      {hours.map(({ time, windSpeedMetresPerSecond, windFromDegrees, temperatureCelsius, humidityPercent, moisturePercent: of }) => (
        <tr key={time.getTime()}>
          <td>{dayAndMinute(time)}</td>
          <td>{messages.windText(windSpeedMetresPerSecond.toFixed(1), compass[compassOf(windFromDegrees)])}</td>
          <td>{Math.round(temperatureCelsius)} ℃</td>
          <td>{Math.round(humidityPercent)}%</td>
          <td>{MOISTURE_CLASSES.map((name) => of[name].toFixed(0)).join(' / ')}%</td>
        </tr>
      ))}
    </HoursTable>
  );
}
