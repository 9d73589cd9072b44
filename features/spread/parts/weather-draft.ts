// Weather and moisture that an officer enters for a forecast. The table starts with the weather service's hourly values at the fire, and
// the officer changes single cells.

import { HOUR_MS } from '@lookout/domain';
import {
  type EnteredMoisture,
  enteredMoistureOf,
  type FireWeather,
  MOISTURE_CLASSES,
  MOISTURE_PERCENT_BOUNDS,
  type MoistureClass,
  SPREAD_WEATHER_BOUNDS,
} from '../spread-inputs.ts';

export const WEATHER_COLUMNS = ['temperatureCelsius', 'humidityPercent', 'windSpeedMetresPerSecond', 'windFromDegrees'] as const;
export type WeatherColumn = (typeof WEATHER_COLUMNS)[number];
type Cells = Readonly<Record<WeatherColumn, string>>;

/**
 * The typed values, as text: weather by the hour (milliseconds since 1970), moisture by class. For all other cells, the service's values
 * apply.
 */
export interface WeatherDraft {
  readonly cells: Readonly<Record<number, Partial<Cells>>>;
  readonly moisture: Readonly<Partial<Record<MoistureClass, string>>>;
}
export const NOTHING_TYPED: WeatherDraft = { cells: {}, moisture: {} };

export interface CellPlace {
  readonly atMs: number;
  readonly column: WeatherColumn;
}
export interface WeatherRow {
  readonly atMs: number;
  readonly cells: Cells;
}

/** `needed`: a weather cell may not be empty. `range`: not a number, or out of bounds. */
export type CellFault = 'needed' | 'range';
interface WeatherFaults {
  readonly cells: Readonly<Record<number, Readonly<Partial<Record<WeatherColumn, CellFault>>>>>;
  readonly moisture: Readonly<Partial<Record<MoistureClass, CellFault>>>;
}

export interface EnteredHour extends Readonly<Record<WeatherColumn, number>> {
  readonly time: Date;
}
interface EnteredWeather {
  readonly hours: readonly EnteredHour[];
  readonly moisture: EnteredMoisture;
}

/**
 * The forecast is used less than this long before its first hour and after its last one. An hour also applies this long if the next one is
 * missing.
 */
const NEAR_MS = 2 * HOUR_MS;
const DECIMALS: Readonly<Record<WeatherColumn, number>> = {
  temperatureCelsius: 0,
  humidityPercent: 0,
  windSpeedMetresPerSecond: 1,
  windFromDegrees: 0,
};

/** The full hours that apply during a run. */
function fullHours(beginMs: number, hours: number): number[] {
  const first = Math.floor(beginMs / HOUR_MS) * HOUR_MS;
  const count = Math.max(Math.ceil((beginMs + hours * HOUR_MS - first) / HOUR_MS), 0);
  return Array.from({ length: count }, (_, i) => first + i * HOUR_MS);
}

/** The hour of the service's forecast that applies at a time; undefined: outside the forecast. */
function serviceAt({ hours }: FireWeather, atMs: number): FireWeather['hours'][number] | undefined {
  const before = hours.findLast(({ time }) => time.getTime() <= atMs);
  const near = before ?? hours[0];
  return near !== undefined && Math.abs(atMs - near.time.getTime()) < NEAR_MS ? near : undefined;
}

/**
 * The rows of the table as displayed.
 * @param service null: no forecast is available
 * @param hours the length of the run, from `beginMs`, its start in milliseconds since 1970
 */
export function rowsOf({ cells }: WeatherDraft, service: FireWeather | null, beginMs: number, hours: number): readonly WeatherRow[] {
  return fullHours(beginMs, hours).map((atMs) => {
    const known = service === null ? undefined : serviceAt(service, atMs);
    const given = WEATHER_COLUMNS.map((column) => [
      column,
      known === undefined ? '' : String(Number(known[column].toFixed(DECIMALS[column]))),
    ]);
    return { atMs, cells: { ...(Object.fromEntries(given) as Cells), ...cells[atMs] } };
  });
}

export const withCell = (draft: WeatherDraft, { atMs, column }: CellPlace, text: string): WeatherDraft => ({
  ...draft,
  cells: { ...draft.cells, [atMs]: { ...draft.cells[atMs], [column]: text } },
});

/** Copies the value of a cell to all cells below it. */
export function filledDown(draft: WeatherDraft, rows: readonly WeatherRow[], { atMs, column }: CellPlace): WeatherDraft {
  const text = rows.find((row) => row.atMs === atMs)?.cells[column] ?? '';
  return rows.filter((row) => row.atMs > atMs).reduce((filled, row) => withCell(filled, { atMs: row.atMs, column }, text), draft);
}

export const withMoisture = (draft: WeatherDraft, name: MoistureClass, text: string): WeatherDraft => ({
  ...draft,
  moisture: { ...draft.moisture, [name]: text },
});

function faultOf(text: string, [least, most]: readonly [number, number]): CellFault | null {
  if (text.trim() === '') return 'needed';
  const number = Number(text);
  return number >= least && number <= most ? null : 'range';
}

/** The faults of the rows and of the moisture, by cell. */
export function faultsOf(rows: readonly WeatherRow[], { moisture }: WeatherDraft): WeatherFaults {
  const ofRow = ({ cells }: WeatherRow) =>
    Object.fromEntries(
      WEATHER_COLUMNS.flatMap((column) => {
        const fault = faultOf(cells[column], SPREAD_WEATHER_BOUNDS[column]);
        return fault === null ? [] : [[column, fault]];
      }),
    );
  const ofMoisture = MOISTURE_CLASSES.flatMap((name) =>
    faultOf(moisture[name] ?? '', MOISTURE_PERCENT_BOUNDS) === 'range' ? [[name, 'range']] : [],
  );
  return {
    cells: Object.fromEntries(rows.map((row) => [row.atMs, ofRow(row)]).filter(([, faults]) => Object.keys(faults as object).length > 0)),
    moisture: Object.fromEntries(ofMoisture),
  };
}

/** null: a value is invalid. */
export function enteredOf(rows: readonly WeatherRow[], draft: WeatherDraft): EnteredWeather | null {
  const { cells, moisture } = faultsOf(rows, draft);
  if (Object.keys(cells).length + Object.keys(moisture).length > 0) return null;
  return {
    hours: rows.map(({ atMs, cells: of }) => ({
      time: new Date(atMs),
      temperatureCelsius: Number(of.temperatureCelsius),
      humidityPercent: Number(of.humidityPercent),
      windSpeedMetresPerSecond: Number(of.windSpeedMetresPerSecond),
      windFromDegrees: Number(of.windFromDegrees),
    })),
    moisture: enteredMoistureOf(
      Object.fromEntries(Object.entries(draft.moisture).map(([name, text]) => [name, text.trim() === '' ? null : Number(text)])),
    ),
  };
}
