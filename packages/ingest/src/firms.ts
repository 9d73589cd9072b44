// NASA FIRMS active-fire files (MODIS 1 km, VIIRS 375 m) → satellite observations, row by row. Used by the ingest call, the watched
// folder and the poller. Columns are read by name: the products differ, and archives add columns at either end.
// Format: NASA FIRMS, "Active Fire Data Attributes" (MODIS C6/C6.1, VIIRS 375 m); see docs of FIRMS area CSV.

import { type FileFault, FUTURE_TOLERANCE_MS, fileFault, ok, type Result, refuse } from '@lookout/domain';
import { dedupeKeyOfFireNo, NO_SATELLITE_EXTRAS, type Observation, type SatelliteFacts } from '@lookout/features/alarm/alarm.ts';
import type { ProductRecord } from '@lookout/features/alarm/past-detection.ts';
import { satelliteCode } from '@lookout/features/alarm/satellite.ts';
import { parse } from 'csv-parse/sync';
import { lineReader, type TextLine } from './lines.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A field of one row by its column name; undefined or '' when the file has none. */
type FieldOf = (name: string) => string | undefined;

const REQUIRED_COLUMNS = ['latitude', 'longitude', 'acq_date', 'acq_time', 'satellite', 'confidence'] as const;

type Detection = Observation<SatelliteFacts>;

/**
 * Reads one detection.
 * @param now rows dated later than this (by more than ten minutes) are refused.
 * @returns the observation, or the fault with its column.
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
  const observedAt = acquisitionTime(date, time);
  if (observedAt === null) return refuse(fileFault('satellite-time', { date: shown(date), time: shown(time) }));
  if (observedAt.getTime() > now.getTime() + FUTURE_TOLERANCE_MS)
    return refuse(fileFault('satellite-time-in-future', { date: date ?? '', time: time ?? '' }));
  const written = field('satellite') ?? '';
  if (written === '' || written.length > 32) return refuse(fileFault('satellite-name', { found: shown(written) }));
  const satellite = satelliteCode(written);
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
  const fireNo = `${satellite}-${minuteDigits(observedAt)}-${lng < 0 ? 'W' : 'E'}${Math.abs(lng).toFixed(5)}${lat < 0 ? 'S' : 'N'}${Math.abs(lat).toFixed(5)}`;
  return ok({
    findType: 'satellite',
    position: { lng, lat },
    observedAt,
    address: null,
    dedupeKey: dedupeKeyOfFireNo(fireNo),
    facts: {
      ...NO_SATELLITE_EXTRAS,
      kind: 'satellite',
      fireNo,
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
      // 1 km² = 100 ha. This is the pixel, not the burned area.
      pixelAreaHectares: scan !== null && track !== null ? Math.round(scan * track * 1e4) / 100 : null,
    },
  });
}

/** Without the archives' type column the version has no meaning. */
const NEAR_REAL_TIME: ProductRecord = { heatType: null, version: null };

/** What a row states about its product, which distinguishes archive rows from near-real-time ones. */
export const productOf = (field: FieldOf): ProductRecord => {
  const type = field('type');
  return { heatType: type !== undefined && /^[0-3]$/.test(type) ? Number(type) : null, version: field('version') || null };
};

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

/** YYYYMMDDHHMM in UTC. */
const minuteDigits = (at: Date): string => at.toISOString().slice(0, 16).replace(/[-T:]/g, '');

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{1,2}:\d{2}|\d{1,4})$/;

/** `acq_date` YYYY-MM-DD and `acq_time` HHMM in UTC; leading zeros may be lost (`5` is 00:05). Null when it is not a time. */
export function acquisitionTime(date: string | undefined, time: string | undefined): Date | null {
  if (date === undefined || time === undefined || !DATE.test(date) || !TIME.test(time)) return null;
  const digits = time.replace(':', '').padStart(4, '0');
  const text = `${date}T${digits.slice(0, 2)}:${digits.slice(2)}:00.000Z`;
  const moment = new Date(text);
  // 02-31 or 24:60 roll over or fail; a time that does not format back does not exist.
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text ? moment : null;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function numberIn(text: string | undefined, min: number, max: number): number | null {
  if (text === undefined || !NUMBER.test(text)) return null;
  const n = Number(text);
  return n >= min && n <= max ? n : null;
}

const shown = (text: string | undefined): string | null => text?.slice(0, 40) ?? null;

// A FIRMS file as bytes → batches of observations and refused rows, in bounded memory, whatever its size.

export interface RejectedRow {
  /** Line of the file, the header being 1. */
  readonly line: number;
  readonly error: FileFault;
}

/** Receives each row as it is read, so that a large file need not fit in memory. */
export interface FirmsSink {
  read(line: number, observation: Observation<SatelliteFacts>, product: ProductRecord): void;
  rejected(row: RejectedRow): void;
}

export interface FirmsReader {
  /**
   * Emits the rows that this chunk completes.
   * @throws UnreadableFile when the header lacks a required column; then no row has been emitted.
   */
  push(chunk: Uint8Array): void;
  /** @throws UnreadableFile when the file is empty */
  end(): void;
}

/** Reads a FIRMS CSV in chunks of any size; UTF-8 (with or without BOM), GB18030, or UTF-16 with BOM. */
export function firmsReader(now: Date, sink: FirmsSink): FirmsReader {
  const lines = lineReader();
  let columns: ReadonlyMap<string, number> | null = null;
  let values: readonly string[] = [];
  const field: FieldOf = (name) => {
    const at = columns?.get(name);
    return at === undefined ? undefined : values[at]?.trim();
  };
  const readRow = (line: TextLine, width: number): Result<Observation<SatelliteFacts>, FileFault> => {
    if (line.fault !== null) return refuse(line.fault);
    values = cells(line.text);
    if (values.length !== width) return refuse(fileFault('columns-counted', { wanted: width, found: values.length }));
    return readDetection(field, now);
  };
  const readLines = (some: readonly TextLine[]): void => {
    for (const line of some) {
      if (columns === null) {
        columns = readHeader(line);
        continue;
      }
      if (line.text === '' && line.fault === null) continue;
      const outcome = readRow(line, columns.size);
      if (outcome.ok) sink.read(line.number, outcome.value, columns.has('type') ? productOf(field) : NEAR_REAL_TIME);
      else sink.rejected({ line: line.number, error: outcome.error });
    }
  };
  return {
    push: (chunk) => readLines(lines.push(chunk)),
    end() {
      readLines(lines.end());
      if (columns === null) throw new UnreadableFile(fileFault('file-empty'));
    },
  };
}

function readHeader(line: TextLine): ReadonlyMap<string, number> {
  if (line.fault !== null) throw new UnreadableFile(fileFault('satellite-header-unreadable', { fault: line.fault }));
  const names = cells(line.text).map((n) => n.trim().toLowerCase());
  const missing = REQUIRED_COLUMNS.filter((c) => !names.includes(c));
  if (missing.length > 0) throw new UnreadableFile(fileFault('satellite-columns-missing', { columns: missing }));
  const columns = new Map(names.map((name, i) => [name, i]));
  if (columns.size !== names.length) throw new UnreadableFile(fileFault('satellite-columns-doubled'));
  return columns;
}

/**
 * FIRMS never quotes, so a plain split is enough for its 50,000 rows. A file that went through a spreadsheet may contain quotes and is
 * parsed.
 */
function cells(text: string): string[] {
  if (!text.includes('"')) return text.split(',');
  try {
    return (parse(text, { relax_column_count: true, relax_quotes: true }) as string[][])[0] ?? [];
  } catch {
    // An unclosed quote: the row is refused by its number of columns, with its line.
    return [text];
  }
}

// FIRMS detections as JSON: an array of objects with FIRMS' own column names, or { rows: [...] }.

/**
 * @param value parsed JSON. `line` of a refused row is its index in the array, from 1.
 * @throws UnreadableFile when it is not an array of rows.
 */
export function readFirmsJson(value: unknown, now: Date, sink: FirmsSink): void {
  const rows = Array.isArray(value) ? value : rowsOf(value);
  if (rows === null) throw new UnreadableFile(fileFault('satellite-json-without-rows'));
  rows.forEach((row: unknown, i) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      sink.rejected({ line: i + 1, error: fileFault('row-not-an-object') });
      return;
    }
    const fields = row as Record<string, unknown>;
    const field: FieldOf = (name) => textOf(fields[name]);
    const detection = readDetection(field, now);
    if (detection.ok) sink.read(i + 1, detection.value, productOf(field));
    else sink.rejected({ line: i + 1, error: detection.error });
  });
}

function rowsOf(value: unknown): unknown[] | null {
  const rows = typeof value === 'object' && value !== null ? (value as { rows?: unknown }).rows : undefined;
  return Array.isArray(rows) ? rows : null;
}

const textOf = (v: unknown): string | undefined => (typeof v === 'string' ? v.trim() : typeof v === 'number' ? String(v) : undefined);

// The FIRMS URL to poll: …/api/area/csv/MAP_KEY/SOURCE/west,south,east,north/DAYS; 5,000 transactions in 10 minutes are allowed.

/** The near-real-time sources that cover China. */
export const FIRMS_SOURCES = ['VIIRS_SNPP_NRT', 'VIIRS_NOAA20_NRT', 'VIIRS_NOAA21_NRT', 'MODIS_NRT'] as const;
export type FirmsSource = (typeof FIRMS_SOURCES)[number];

/** West, south, east, north of China in degrees, with a margin; rows outside the boundaries are refused. */
const CHINA_BOX = [73, 18, 135.1, 53.6] as const;

/** @param days 1–10, counted back from today (UTC). */
export function firmsAreaUrl(base: string, mapKey: string, source: FirmsSource, days: number): string {
  return `${base}/api/area/csv/${encodeURIComponent(mapKey)}/${source}/${CHINA_BOX.join(',')}/${days}`;
}

// Converts satellite confidence to credibility in percent, by one table. VIIRS uses low, nominal, high (or l, n, h); MODIS 0–100.

/** VIIRS classes have no percentages: these values are ours (待核对, see GLOSSARY.md). */
const viirsClasses: Readonly<Record<string, number>> = { low: 30, l: 30, nominal: 60, n: 60, high: 90, h: 90 };

/** @returns percent 0–100, or null for any other text. */
function credibilityOf(confidence: string): number | null {
  const named = viirsClasses[confidence.toLowerCase()];
  if (named !== undefined) return named;
  if (!/^\d{1,3}$/.test(confidence)) return null;
  const percent = Number(confidence);
  return percent <= 100 ? percent : null;
}
