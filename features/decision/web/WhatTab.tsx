// 研判: what the fire is and how certain that is, the terrain, the current and forecast weather, and the fire danger.

import { formatTime } from '@lookout/contract';
import { compassOf } from '@lookout/domain';
import { wayText } from '@lookout/web/globe/distance-text.ts';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useNow, useRight } from '@lookout/web/shared/services.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { useWeatherMessages } from '@lookout/web/shared/weather/messages.ts';
import { observedText, WeatherPicture, WindArrow, weatherIconOf } from '@lookout/web/shared/weather/WeatherPicture.tsx';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { useActionMessages } from '../../alarm/parts/actions/messages.ts';
import { type DetailView, detailRows } from '../../alarm/parts/details.ts';
import { AlarmHistory } from '../../alarm/parts/history/AlarmHistory.tsx';
import { useBurningMessages } from '../../burning/parts/messages.ts';
import { ForecastInBrief } from '../../spread/parts/ForecastInBrief.tsx';
import { Foreseen } from '../../spread/parts/Foreseen.tsx';
import type { Briefing } from '../decision.calls.ts';
import { pointing, usePointer } from '../parts/surroundings-part.ts';
import { useDecisionMessages } from './messages.ts';
import type { Briefed } from './use-briefing.ts';

export function WhatTab({ briefing, alarm }: Briefed) {
  const messages = useDecisionMessages();
  const { alarm: terms } = useActionMessages();
  const now = useNow();
  const seesHistory = useRight('watch-alarms');
  const rowsOf = (view: DetailView) => detailRows(view, alarm, terms, now);
  const { sections } = messages;
  const { sameFire, ground } = briefing;
  const certainty = [
    alarm.facts.kind === 'satellite' ? messages.credibility(alarm.facts.credibility) : null,
    sameFire.length > 0 ? messages.sources(sameFire.length) : messages.noSources,
  ].filter((text) => text !== null);
  const { compass } = useGlobeMessages().near.units;
  const slope = [
    ground.heightMetres === null ? null : messages.height(Math.round(ground.heightMetres)),
    ground.slopeDegrees === null ? null : messages.slope(Math.round(ground.slopeDegrees)),
    ground.aspectDegrees === null ? null : messages.faces(compass[compassOf(ground.aspectDegrees)]),
  ].filter((text) => text !== null);
  return (
    <>
      <Section title={sections.now}>
        <WeatherNow weather={briefing.weather} />
      </Section>
      <Section title={sections.danger}>
        <Danger briefing={briefing} />
      </Section>
      <Section title={sections.forecast}>
        <ForecastInBrief forecast={briefing.forecast} />
      </Section>
      {briefing.forecast !== null && <Foreseen alarmId={alarm.id} runId={briefing.forecast.run.id} />}
      <Section title={sections.hours}>
        <Hours hours={briefing.hours} />
      </Section>
      <Section title={sections.days}>
        <Days days={briefing.days} />
      </Section>
      <Section title={sections.ground}>
        <p>{slope.length === 0 ? messages.unknown : slope.join(marks().comma)}</p>
      </Section>
      <Section title={sections.source}>
        <p>
          <strong>{certainty.join(marks().comma)}</strong>
        </p>
        <Facts rows={rowsOf('basics')} />
        <Facts rows={rowsOf('source')} />
      </Section>
      <Section title={sections.same}>
        <SameFire sameFire={sameFire} />
      </Section>
      <Section title={sections.burnings}>
        <Burnings burnings={briefing.burnings} />
      </Section>
      {rowsOf('response').length > 0 && (
        <Section title={sections.response}>
          <Facts rows={rowsOf('response')} />
        </Section>
      )}
      {seesHistory && (
        <Section title={sections.history}>
          <AlarmHistory alarmId={alarm.id} />
        </Section>
      )}
    </>
  );
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="decision-section" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

const Facts = ({ rows }: { readonly rows: ReturnType<typeof detailRows> }) => (
  <dl className="facts">
    {rows.map(({ field, label, value }) => (
      <div key={field}>
        <dt>{label}</dt>
        <dd className="tabular">{value}</dd>
      </div>
    ))}
  </dl>
);

function SameFire({ sameFire }: Pick<Briefing, 'sameFire'>) {
  const messages = useDecisionMessages();
  const { alarm: terms } = useActionMessages();
  const { units } = useGlobeMessages().near;
  const pointer = usePointer();
  const now = useNow();
  if (sameFire.length === 0) return <p className="second">{messages.noSame}</p>;
  return (
    <ul>
      {sameFire.map(({ alarm, distanceMetres }) => {
        const at = { ...alarm.position, text: terms.kinds[alarm.facts.kind] };
        return (
          <li key={alarm.id}>
            <button type="button" className="list-row" onClick={() => pointer.keep(at)} {...pointing(pointer, at)}>
              <SourceIcon kind={alarm.facts.kind} size={12} />
              <span>{terms.kinds[alarm.facts.kind]}</span>
              <span className="tabular">{distanceText(distanceMetres, units)}</span>
              <span className="gap" />
              <span className="hint tabular">{clockText(alarm.observedAt, now)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Burnings({ burnings }: Pick<Briefing, 'burnings'>) {
  const messages = useDecisionMessages();
  const { purposes } = useBurningMessages();
  const { units } = useGlobeMessages().near;
  if (burnings.length === 0) return <p className="second">{messages.noBurnings}</p>;
  return (
    <ul>
      {burnings.map(({ burning, ...way }) => (
        <li key={burning.id} className="note" data-tone="good">
          {messages.burning(purposes[burning.purpose], burning.applicant, wayText(way, units))}{' '}
          <a href={`tel:${burning.phone}`}>{burning.phone}</a>
        </li>
      ))}
    </ul>
  );
}

function WeatherNow({ weather }: Pick<Briefing, 'weather'>) {
  const weatherTexts = useWeatherMessages();
  const now = useNow();
  if (weather.errcode !== null) return <Alert type="warning" showIcon title={weather.errmsg ?? weather.errcode} />;
  const icon = weatherIconOf(weather.icon);
  const value = (text: string | null, unit: (text: string) => string) => (text ? unit(text) : weatherTexts.unknown);
  return (
    <p className="line decision-now tabular">
      {icon && <WeatherPicture icon={icon} label={weatherTexts.icons[icon]} />}
      <strong>{weather.text || weatherTexts.unknown}</strong>
      <strong>{value(weather.temp, weatherTexts.celsius)}</strong>
      <span>
        <WindArrow fromDegrees={weather.windFromDegrees} /> {weather.windDir || weatherTexts.unknown}{' '}
        {value(weather.windScale, weatherTexts.windScale)}
      </span>
      <span>
        {weatherTexts.humidity} {value(weather.humidity, weatherTexts.percent)}
      </span>
      {weather.obsTime && <span className="hint">{weatherTexts.observed(observedText(weather.obsTime, now))}</span>}
      {weather.source === 'demo' && <span className="tag row-tag">{weatherTexts.demo}</span>}
    </p>
  );
}

function Hours({ hours }: Pick<Briefing, 'hours'>) {
  const messages = useDecisionMessages();
  const weatherTexts = useWeatherMessages();
  if (hours.length === 0) return <p className="second">{messages.noForecast}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
    <section className="decision-hours" tabIndex={0} aria-label={messages.sections.hours}>
      <ol className="tabular">
        {hours.map((hour) => {
          const icon = weatherIconOf(hour.icon);
          return (
            <li key={hour.at.getTime()}>
              <span className="second">{formatTime(hour.at).slice(11, 16)}</span>
              {icon ? <WeatherPicture icon={icon} label={weatherTexts.icons[icon]} /> : <span>{hour.text}</span>}
              <strong>{weatherTexts.celsius(String(Math.round(hour.temperatureCelsius)))}</strong>
              <span>{weatherTexts.percent(String(hour.humidityPercent))}</span>
              <span>
                <WindArrow fromDegrees={hour.windFromDegrees} /> {weatherTexts.windScale(hour.windScale)}
              </span>
              <span className="hint">{messages.rain(hour.rainMillimetres)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Days({ days }: Pick<Briefing, 'days'>) {
  const messages = useDecisionMessages();
  const weatherTexts = useWeatherMessages();
  if (days.length === 0) return <p className="second">{messages.noForecast}</p>;
  return (
    <ol className="decision-days tabular">
      {days.map((day) => {
        const icon = weatherIconOf(day.icon);
        return (
          <li key={day.day}>
            <span className="second">{day.day.slice(5)}</span>
            {icon && <WeatherPicture icon={icon} label={weatherTexts.icons[icon]} />}
            <span>{day.text}</span>
            <strong>{messages.range(day.lowCelsius, day.highCelsius)}</strong>
            <span>
              <WindArrow fromDegrees={day.windFromDegrees} /> {day.windDir} {weatherTexts.windScale(day.windScale)}
            </span>
            <span>
              {weatherTexts.humidity} {weatherTexts.percent(String(day.humidityPercent))}
            </span>
            <span className="hint">{messages.rain(day.rainMillimetres)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Danger({ briefing: { fireLevel, levels } }: Pick<Briefed, 'briefing'>) {
  const messages = useDecisionMessages();
  if (fireLevel === null) return <p className="second">{messages.noLevel}</p>;
  const warned = messages.warned(fireLevel);
  return (
    <>
      <p className="line decision-levels">
        <span className="decision-level" data-level={fireLevel.level}>
          {messages.levelOn(fireLevel.day.slice(5), messages.levels[fireLevel.level])}
        </span>
        {levels.map(({ day, level }) => (
          <span key={day} className="decision-level" data-level={level} data-forecast="true">
            {messages.levelOn(day.slice(5), messages.levels[level])} {messages.forecast}
          </span>
        ))}
      </p>
      {warned !== null && <p>{warned}</p>}
      <p className="second tabular">
        {[messages.rating(fireLevel), messages.index(fireLevel)].filter((text) => text !== null).join(marks().semicolon)}
      </p>
      {levels.length > 0 && <p className="hint">{messages.forecastHint}</p>}
    </>
  );
}
