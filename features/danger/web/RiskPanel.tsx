// 火险等级 of the grid and its parts, by day, as a list and on the map: the level of LY/T 1172, together with the Canadian Fire Weather Index.

import { levelOf } from '@lookout/domain';
import { LayerSwitches } from '@lookout/web/globe/layers/LayerTree.tsx';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { PagedRows, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { RISK_COLOURS } from '@lookout/web/shared/tokens.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { MOST_DAYS_AHEAD } from '../fire-forecast.ts';
import type { FireLevel } from '../fire-level.ts';
import type { GridFireLevel } from '../fire-weather.ts';
import { DANGER_GRID_ROW } from '../parts/danger-grid/danger-grid-part.ts';
import { type RiskMessages, useRiskMessages } from './messages.ts';
import { byDanger, chartPoints, RISK_LEVELS, tallyLevels, topOf } from './risk-facts.ts';

const DAY = 'YYYY-MM-DD';
const CHART_DAYS = 14;

export function RiskPanel() {
  const messages = useRiskMessages();
  const client = useClient();
  const { overlays } = useServices();
  const own = useOwnGrid();
  const [day, setDay] = useState<string | null>(null);
  const [deep, setDeep] = useState<'children' | 'counties'>('children');
  const [chosen, setChosen] = useState<string | null>(null);
  const levels = useQuery({
    queryKey: ['tab-risk', day, deep],
    queryFn: ({ signal }) =>
      client.danger.fireLevel({ query: { level: deep, ...(day !== null && { day }) }, occasion: 'background', silent: true, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = levels.data;
  useEffect(() => {
    overlays.risk.set(rows ?? []);
  }, [rows, overlays]);
  useEffect(() => () => overlays.risk.set([]), [overlays]);
  const shown = rows?.find(({ gridNo }) => gridNo === (chosen ?? own)) ?? rows?.find(({ gridNo }) => gridNo === own) ?? rows?.[0];
  const hasPrefectures = own !== null && ['nation', 'province'].includes(levelOf(own));

  return (
    <>
      <div className="tab-filters stack">
        <div className="tab-line line">
          <DatePicker
            aria-label={messages.day}
            placeholder={messages.newest}
            value={day === null ? null : dayjs(day)}
            disabledDate={(date) => date.isAfter(dayjs().add(MOST_DAYS_AHEAD, 'day'), 'day')}
            onChange={(date) => setDay(date?.format(DAY) ?? null)}
          />
          {hasPrefectures && (
            <Segmented
              size="small"
              value={deep}
              onChange={setDeep}
              options={[
                { value: 'children', label: messages.children },
                { value: 'counties', label: messages.counties },
              ]}
            />
          )}
        </div>
        {rows?.some(({ forecastAt }) => forecastAt !== undefined) && <p className="second">{messages.isForecast}</p>}
        <LayerSwitches isWanted={({ id }) => id === 'fire-risk' || id === DANGER_GRID_ROW} />
        <Legend rows={rows ?? []} />
      </div>
      <QueryResult query={levels} isEmpty={(list) => list.length === 0} empty={day === null ? messages.empty : messages.noneThatDay(day)}>
        {(list) => (
          <>
            {shown && <OneGrid row={shown} />}
            <PagedRows items={list.toSorted(byDanger)} keyOf={({ gridNo }) => gridNo} label={messages.list}>
              {(row) => <LevelRow row={row} isChosen={row.gridNo === shown?.gridNo} onChoose={() => setChosen(row.gridNo)} />}
            </PagedRows>
          </>
        )}
      </QueryResult>
    </>
  );
}

const driverText = ({ driver }: GridFireLevel, messages: RiskMessages): string =>
  driver === null ? messages.noDriver : messages.driver(driver);

function Legend({ rows }: { readonly rows: readonly GridFireLevel[] }) {
  const messages = useRiskMessages();
  const { isRiskOnWhole } = useServices().overlays;
  const isOnWhole = useSyncExternalStore(isRiskOnWhole.follow, isRiskOnWhole.get);
  const tally = new Map(tallyLevels(rows));
  return (
    <>
      <ul className="risk-legend" aria-label={messages.legend}>
        {RISK_LEVELS.map((level) => (
          <li key={level}>
            <LevelMark level={level} /> {messages.levels[level]} <span className="second tabular">{tally.get(level)}</span>
          </li>
        ))}
      </ul>
      {isOnWhole && <p className="second">{messages.onWhole}</p>}
    </>
  );
}

function LevelMark({ level }: { readonly level: FireLevel }) {
  const { fill, ink } = RISK_COLOURS[level];
  return (
    <span className="risk-mark tabular" style={{ background: fill, color: ink }}>
      {level}
    </span>
  );
}

function OneGrid({ row }: { readonly row: GridFireLevel }) {
  const messages = useRiskMessages();
  const client = useClient();
  const days = useQuery({
    queryKey: ['tab-risk-days', row.gridNo, row.day],
    queryFn: ({ signal }) => {
      const beginDay = dayjs(row.day)
        .subtract(CHART_DAYS - 1, 'day')
        .format(DAY);
      return client.danger.fireLevelDays({
        query: { gridNo: row.gridNo, beginDay, endDay: row.day },
        occasion: 'background',
        silent: true,
        signal,
      });
    },
    placeholderData: keepPreviousData,
  });
  const parts = [
    ['FWI', row.fwi],
    ['FFMC', row.ffmc],
    ['DMC', row.dmc],
    ['DC', row.dc],
    ['ISI', row.isi],
    ['BUI', row.bui],
  ] as const;
  return (
    <section className="risk-one" aria-label={messages.of(row.gridName, row.day)}>
      <h3>
        <LevelMark level={row.level} /> {row.gridName} {messages.levelName(row.level)}
        {row.source === 'demo' && <span className="tag row-tag made-up">{messages.demo}</span>}
      </h3>
      <p className="second tabular">{row.day}</p>
      <p>{driverText(row, messages)}</p>
      {messages.warned(row) !== null && <p>{messages.warned(row)}</p>}
      {[messages.rating(row), messages.index(row), messages.driversText(row.drivers ?? []), messages.beside(row)].map(
        (text) =>
          text !== null && (
            <p key={text} className="second tabular">
              {text}
            </p>
          ),
      )}
      <p className="hint">{row.rating ? messages.ratingHint : messages.byIndex}</p>
      {row.gapDays > 0 && <p className="second">{messages.gap(row.gapDays)}</p>}
      <p className="tabular second">
        {messages.noon(row.temperatureCelsius, row.humidityPercent, row.windKilometresPerHour, row.rainMillimetres)}
      </p>
      <dl className="risk-parts tabular">
        {parts.map(([name, value]) => (
          <div key={name} title={messages.parts[name]}>
            <dt>
              <abbr title={messages.parts[name]}>{name}</abbr>
            </dt>
            <dd>{value.toFixed(1)}</dd>
          </div>
        ))}
      </dl>
      {row.fuels.length > 0 && (
        <details className="second">
          <summary>{messages.fuels}</summary>
          <ul className="tabular">
            {row.fuels.map((fuel) => (
              <li key={fuel.fuel}>{messages.fuel(fuel)}</li>
            ))}
          </ul>
        </details>
      )}
      {days.data && days.data.length > 0 && <RiskChart days={days.data} />}
    </section>
  );
}

function LevelRow(props: { readonly row: GridFireLevel; readonly isChosen: boolean; readonly onChoose: () => void }) {
  const { row, isChosen, onChoose } = props;
  const messages = useRiskMessages();
  const fly = useFly();
  const choose = () => {
    onChoose();
    if (row.centre !== null) fly({ ...row.centre, label: row.gridName });
  };
  return (
    <button type="button" className="list-row" aria-pressed={isChosen} onClick={choose}>
      <LevelMark level={row.level} />
      <span className="row-name cut">{row.gridName}</span>
      <span>{messages.levels[row.level]}</span>
      <span className="row-second tabular hint">
        {messages.index(row)} · {driverText(row, messages)}
      </span>
    </button>
  );
}

// The index of the last days as a line chart with each day's level; a table for screen readers.
const SIZE = { width: 328, height: 120, margin: { top: 12, right: 14, bottom: 22, left: 28 } } as const;
/** Maximum number of day labels under the line. */
const MOST_NAMES = 5;

/** @param days oldest first */
function RiskChart({ days }: { readonly days: readonly GridFireLevel[] }) {
  const messages = useRiskMessages();
  const points = chartPoints(days, SIZE);
  const top = topOf(days);
  const bottom = SIZE.height - SIZE.margin.bottom;
  const every = Math.max(1, Math.ceil(days.length / MOST_NAMES));
  return (
    <figure className="risk-chart">
      <figcaption>{messages.chart(days.length)}</figcaption>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} width="100%" aria-hidden="true">
        <g className="risk-chart-scale">
          {[0, top / 2, top].map((value) => {
            const y = bottom - ((bottom - SIZE.margin.top) * value) / top;
            return (
              <g key={value}>
                <line x1={SIZE.margin.left} x2={SIZE.width - SIZE.margin.right} y1={y} y2={y} />
                <text x={SIZE.margin.left - 6} y={y + 4} textAnchor="end">
                  {value}
                </text>
              </g>
            );
          })}
        </g>
        <polyline className="risk-chart-line" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ x, y, row }, index) => (
          <g key={row.day}>
            <circle cx={x} cy={y} r="7" fill={RISK_COLOURS[row.level].fill} />
            <text className="risk-chart-level" x={x} y={y + 4} textAnchor="middle" fill={RISK_COLOURS[row.level].ink}>
              {row.level}
            </text>
            {(days.length - 1 - index) % every === 0 && (
              <text className="risk-chart-day" x={x} y={SIZE.height - 6} textAnchor="middle">
                {row.day.slice(5)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <table className="visually-hidden">
        <caption>{messages.chart(days.length)}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.day}</th>
            <th scope="col">{messages.level}</th>
            <th scope="col">FWI</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, level, fwi }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{messages.levelName(level)}</td>
              <td>{fwi.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
