// NASA FIRMS active-fire files (MODIS 1 km, VIIRS 375 m) → satellite observations, row by row. Called by the ingest call, the watched
// folder and the poller alike. Columns are read by name: the products differ, and archives add columns at either end.
// Format: NASA FIRMS, "Active Fire Data Attributes" (MODIS C6/C6.1, VIIRS 375 m); see docs of FIRMS area CSV.
import {
  dedupeKeyOfFireNo,
  type FileFault,
  FUTURE_TOLERANCE_MS,
  fileFault,
  fireNoOfDedupeKey,
  NO_SATELLITE_EXTRAS,
  type Observation,
  ok,
  type Result,
  refuse,
  type SatelliteFacts,
} from '@lookout/domain';

import { credibilityOf } from './credibility.ts';

/** A field of one row by its column name; undefined or '' when the file does not say. */
export type FieldOf = (name: string) => string | undefined;

export const REQUIRED_COLUMNS = ['latitude', 'longitude', 'acq_date', 'acq_time', 'satellite', 'confidence'] as const;

type Detection = Observation<SatelliteFacts>;

/**
 * Reads one detection.
 * @param now rows dated later than this (by more than ten minutes) are refused.
 * @returns the observation, or why not, naming the column.
 */
export function readDetection(field: FieldOf, now: Date): Result<Detection, FileFault> {
  const latitude = field('latitude');
  const lat = numberIn(latitude, -90, 90);
  if (lat === null) return refuse(fileFault('satellite-latitude', { found: shown(latitude) }));
  const longitude = field('longitude');
  const lng = numberIn(longitude, -180, 180);
  if (lng === null) return refuse(fileFault('satellite-longitude', { found: shown(longitude) }));
  const date = field('acq_date');
  const time = field('acq_time');
  const minute = minuteOf(date, time);
  if (minute === null) return refuse(fileFault('satellite-time', { date: shown(date), time: shown(time) }));
  const { at: observedAt } = minute;
  if (observedAt.getTime() > now.getTime() + FUTURE_TOLERANCE_MS)
    return refuse(fileFault('satellite-time-in-future', { date: date ?? '', time: time ?? '' }));
  const satellite = field('satellite') ?? '';
  if (satellite === '' || satellite.length > 32) return refuse(fileFault('satellite-name', { found: shown(satellite) }));
  const confidence = field('confidence') ?? '';
  const credibility = credibilityOf(confidence);
  if (credibility === null) return refuse(fileFault('satellite-confidence', { found: shown(confidence) }));

  const measures: Record<Measure, number | null> = { ...NOT_MEASURED };
  for (const { name, min, max } of MEASURES) {
    const raw = field(name);
    if (raw === undefined || raw === '') continue;
    const value = numberIn(raw, min, max);
    if (value === null) return refuse(fileFault('satellite-measure', { column: name, found: shown(raw) }));
    measures[name] = value;
  }
  const { scan, track } = measures;
  const dayNight = field('daynight');
  const dedupeKey = dedupeKeyOfFireNo(
    `${satellite}-${minute.digits}-${lng < 0 ? 'W' : 'E'}${fiveDecimals(longitude, lng)}${lat < 0 ? 'S' : 'N'}${fiveDecimals(latitude, lat)}`,
  );
  return ok({
    findType: 'satellite',
    position: { lng, lat },
    observedAt,
    address: null,
    dedupeKey,
    facts: {
      ...NO_SATELLITE_EXTRAS,
      kind: 'satellite',
      // A piece of the key: the same characters need not lie in memory twice.
      fireNo: fireNoOfDedupeKey(dedupeKey),
      satellite,
      instrument: field('instrument') || null,
      version: field('version')?.slice(0, 32) || null,
      confidence,
      credibility,
      brightnessKelvin: measures.bright_ti4 ?? measures.brightness,
      brightness2Kelvin: measures.bright_ti5 ?? measures.bright_t31,
      frpMegawatts: measures.frp,
      scanKilometres: scan,
      trackKilometres: track,
      dayNight: dayNight === 'D' ? 'day' : dayNight === 'N' ? 'night' : null,
      // 1 km² = 100 ha. It is the pixel that is known, never the burned area.
      pixelAreaHectares: scan !== null && track !== null ? Math.round(scan * track * 1e4) / 100 : null,
    },
  });
}

const measureRanges = {
  brightness: [0, 3000],
  bright_ti4: [0, 3000],
  bright_t31: [0, 3000],
  bright_ti5: [0, 3000],
  scan: [0, 20],
  track: [0, 20],
  frp: [-1000, 1e6],
} as const satisfies Record<string, readonly [number, number]>;
type Measure = keyof typeof measureRanges;
const MEASURES = (Object.keys(measureRanges) as Measure[]).map((name) => ({
  name,
  min: measureRanges[name][0],
  max: measureRanges[name][1],
}));
const NOT_MEASURED: Record<Measure, null> = {
  brightness: null,
  bright_ti4: null,
  bright_t31: null,
  bright_ti5: null,
  scan: null,
  track: null,
  frp: null,
};

/*
 * The natural key of a detection (`fireNo`): satellite, UTC minute, position to five decimals (about a metre).
 * The same pixel in a file sent twice, or in the next poll's overlapping window, has the same number.
 */

const PLAIN_DEGREES = /^-?(?:0|[1-9]\d*)\.(\d{1,5})$/;

/** The magnitude as toFixed(5) writes it; a text of up to five decimals, as FIRMS gives it, need not be worked out again. */
function fiveDecimals(text: string | undefined, degrees: number): string {
  if (text === undefined || !PLAIN_DEGREES.test(text)) return Math.abs(degrees).toFixed(5);
  const missing = 5 - (text.length - text.indexOf('.') - 1);
  const magnitude = text.charCodeAt(0) === MINUS ? text.slice(1) : text;
  return missing === 0 ? magnitude : magnitude + '00000'.slice(0, missing);
}
const MINUS = 45;

interface Minute {
  readonly at: Date;
  /** YYYYMMDDHHMM in UTC. */
  readonly digits: string;
}

/** A file tells of few minutes and of each a thousand times: by date, then by time. */
const minutes = new Map<string, Map<string, Minute | null>>();
const MOST_DAYS = 100;
const MOST_MINUTES = 5_000;

function minuteOf(date = '', time = ''): Minute | null {
  let ofDay = minutes.get(date);
  if (ofDay === undefined) {
    if (minutes.size >= MOST_DAYS) minutes.clear();
    ofDay = new Map();
    minutes.set(date, ofDay);
  }
  const known = ofDay.get(time);
  if (known !== undefined) return known;
  const at = acquisitionTime(date, time);
  const minute = at === null ? null : { at, digits: at.toISOString().slice(0, 16).replace(/[-T:]/g, '') };
  if (ofDay.size >= MOST_MINUTES) ofDay.clear();
  ofDay.set(time, minute);
  return minute;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{1,2}:\d{2}|\d{1,4})$/;

/** `acq_date` YYYY-MM-DD and `acq_time` HHMM in UTC; leading zeros may be lost (`5` is 00:05). Null when it is no moment. */
export function acquisitionTime(date: string | undefined, time: string | undefined): Date | null {
  if (date === undefined || time === undefined || !DATE.test(date) || !TIME.test(time)) return null;
  const digits = time.replace(':', '').padStart(4, '0');
  const text = `${date}T${digits.slice(0, 2)}:${digits.slice(2)}:00.000Z`;
  const moment = new Date(text);
  // 02-31 or 24:60 roll over or fail; what does not print back was never a moment.
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text ? moment : null;
}

/** Digits that a double holds exactly, so that dividing by a power of ten gives what `Number` would give. */
const MOST_EXACT_DIGITS = 15;

/** A plain decimal, as FIRMS writes them; NaN for whatever else. */
function plainNumber(text: string): number {
  const { length } = text;
  if (length > MOST_EXACT_DIGITS) return Number.NaN;
  const isNegative = text.charCodeAt(0) === MINUS;
  let digits = 0;
  let point = -1;
  let at = isNegative ? 1 : 0;
  if (at === length) return Number.NaN;
  for (; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) digits = digits * 10 + (code - ZERO);
    else if (code === POINT && point < 0 && at > 0 && at < length - 1) point = at;
    else return Number.NaN;
  }
  const magnitude = point < 0 ? digits : digits / (POWERS_OF_TEN[length - 1 - point] as number);
  return isNegative ? -magnitude : magnitude;
}
const [ZERO, NINE, POINT] = [48, 57, 46];
const POWERS_OF_TEN = Array.from({ length: MOST_EXACT_DIGITS + 1 }, (_, n) => 10 ** n);

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function numberIn(text: string | undefined, min: number, max: number): number | null {
  if (text === undefined) return null;
  let n = plainNumber(text);
  if (Number.isNaN(n)) {
    if (!NUMBER.test(text)) return null;
    n = Number(text);
  }
  return n >= min && n <= max ? n : null;
}

const shown = (text: string | undefined): string | null => text?.slice(0, 40) ?? null;
