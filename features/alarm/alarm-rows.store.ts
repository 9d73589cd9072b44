// Mapping between the domain's alarm and the row of the table.
import { randomFillSync } from 'node:crypto';
import type { GridNo } from '@lookout/domain';
import { jsonText } from '@lookout/store/json-text.ts';
import type { AlarmTable } from '@lookout/store/tables.ts';
import { type Selectable, sql } from 'kysely';
import {
  type Acknowledgement,
  type Alarm,
  type AlarmFacts,
  type AlarmResponse,
  type CloseOutcome,
  type CurrentJudgement,
  closureOf,
  fireNoOfDedupeKey,
  isDedupeKeyOfFireNo,
  judgementOf,
  LATER_CAMERA_FACTS,
  LATER_REPORT_FACTS,
  NO_SATELLITE_EXTRAS,
  type Push,
  type RecordedAlarm,
  type SatelliteFacts,
} from './alarm.ts';

/** Columns of `alarm` that repeat a fact for searching; a number contained in the dedupe key is not repeated. */
export const factColumns = (facts: AlarmFacts, dedupeKey: string | null) => ({
  fire_no: facts.kind === 'satellite' && !isDedupeKeyOfFireNo(dedupeKey, facts.fireNo) ? facts.fireNo : null,
  device_id: facts.kind === 'camera' || facts.kind === 'smoke' ? facts.deviceId : null,
  monitoring_point_id: facts.kind === 'camera' ? facts.monitoringPointId : null,
});

/** Defaults of a satellite's facts. Only other values are stored, and none that other columns hold. */
const DEFAULT_FACTS: Omit<SatelliteFacts, 'satellite' | 'confidence' | 'credibility'> = {
  ...NO_SATELLITE_EXTRAS,
  kind: 'satellite',
  fireNo: '',
  instrument: null,
  version: null,
  brightnessKelvin: null,
  brightness2Kelvin: null,
  frpMegawatts: null,
  scanKilometres: null,
  trackKilometres: null,
  dayNight: null,
  pixelAreaHectares: null,
};

/** Nine of ten rows are from satellites: their facts are stored under short names, without defaults. */
const SHORT = {
  satellite: 's',
  instrument: 'i',
  version: 'v',
  confidence: 'c',
  credibility: 'cr',
  brightnessKelvin: 'b',
  brightness2Kelvin: 'b2',
  frpMegawatts: 'f',
  scanKilometres: 'sc',
  trackKilometres: 'tr',
  dayNight: 'd',
  areaHectares: 'a',
  observationFrequency: 'of',
  pixelAreaHectares: 'pa',
  pixelNumber: 'pn',
  woodland: 'w',
  grassland: 'g',
  farmland: 'fa',
  otherland: 'o',
  strength: 'st',
  strengthLevel: 'sl',
  infraredImage: 'ir',
  visibleImage: 'vi',
} as const satisfies Record<Exclude<keyof SatelliteFacts, 'kind' | 'fireNo'>, string>;
type StoredFact = keyof typeof SHORT;
const STORED_FACTS = Object.keys(SHORT) as StoredFact[];
const longOf = new Map<string, StoredFact>(STORED_FACTS.map((name) => [SHORT[name], name]));

/**
 * In SQL, facts of the table `alarm` without parsing their JSON, which would take most of the time of a query over many rows: `factsText` begins with the
 * satellite's name, and JSON escapes quotes within a text, so that a name in its quotes stands only where it is one.
 */
export const FACTS_IN_SQL = {
  /** Of a satellite. */
  satellite: sql<string | null>`case when starts_with(alarm.facts, ${`{"${SHORT.satellite}":"`}) then split_part(alarm.facts, '"', 4)
    else coalesce(alarm.facts::json ->> ${SHORT.satellite}, alarm.facts::json ->> 'satellite') end`,
  /** Of a satellite, percent. */
  credibility: sql<
    number | null
  >`nullif(rtrim(split_part(split_part(alarm.facts, ${`"${SHORT.credibility}":`}, 2), ',', 1), '}'), '')::float8`,
  /** Of a camera: does it lie in a mask? */
  isMasked: sql<boolean>`strpos(alarm.facts, '"maskName":"') > 0`,
} as const;

/** A text that needs no JSON escapes. */
const PLAIN = /^[\w .,:/+-]*$/;

/** The facts as stored JSON; `factsOf` parses it. */
export function factsText(facts: AlarmFacts): string {
  if (facts.kind !== 'satellite') return jsonText(facts);
  let text = '';
  for (const write of writers) text += write(facts);
  return text === '' ? '{}' : `{${text.slice(1)}}`;
}

/** Size of the cache for each fact. */
const MOST_KEPT = 2_000;

/** For each fact: `,"name":value`, or nothing for a default. A file repeats few values, so the texts are cached. */
const writers = STORED_FACTS.map((name) => {
  const kept = new Map<string | number, string>();
  return (facts: SatelliteFacts): string => {
    const value = facts[name];
    if (value === null) return '';
    const known = kept.get(value);
    if (known !== undefined) return known;
    const written =
      typeof value === 'string' ? (PLAIN.test(value) ? `"${value}"` : jsonText(value)) : Number.isFinite(value) ? value : 'null';
    const text = `,"${SHORT[name]}":${written}`;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(value, text);
    return text;
  };
});

type StoredFacts = Pick<Selectable<AlarmTable>, 'kind' | 'facts' | 'fire_no' | 'dedupe_key'>;

export function factsOf({ kind, facts, fire_no, dedupe_key }: StoredFacts): AlarmFacts {
  const stored = JSON.parse(facts) as AlarmFacts;
  if (stored.kind === 'camera') return { ...LATER_CAMERA_FACTS, ...stored };
  if (stored.kind === 'report') return { ...LATER_REPORT_FACTS, ...stored };
  if (kind !== 'satellite') return stored;
  const named = Object.entries(stored).map(([name, value]) => [longOf.get(name) ?? name, value]);
  const fireNo = fire_no ?? (dedupe_key === null ? '' : fireNoOfDedupeKey(dedupe_key));
  return { ...DEFAULT_FACTS, ...(Object.fromEntries(named) as SatelliteFacts), fireNo };
}

export interface RecordedRow
  extends Pick<
    Selectable<AlarmTable>,
    | 'find_type'
    | 'observed_at'
    | 'arrived_at'
    | 'dedupe_key'
    | 'fire_no'
    | 'lng'
    | 'lat'
    | 'grid_basis'
    | 'address'
    | 'formatted_address'
    | 'facts'
    | 'exercise_id'
  > {
  readonly alarm_id: string;
  readonly alarm_kind: AlarmTable['kind'];
  readonly alarm_grid_no: GridNo;
}

export const recordedAlarmOf = (row: RecordedRow): RecordedAlarm => ({
  id: row.alarm_id,
  findType: row.find_type,
  position: { lng: row.lng, lat: row.lat },
  observedAt: row.observed_at,
  arrivedAt: row.arrived_at,
  address: row.address,
  formattedAddress: row.formatted_address,
  gridNo: row.alarm_grid_no,
  gridBasis: row.grid_basis,
  facts: factsOf({ ...row, kind: row.alarm_kind }),
  ...drillOf(row),
});

/** What belongs to an exercise says so; what is real says nothing. */
export const drillOf = ({ exercise_id }: { readonly exercise_id: string | null }) =>
  exercise_id === null ? {} : { exerciseId: exercise_id };

export const responseColumns = (response: AlarmResponse) => {
  const { stage, acknowledgement, push } = response;
  const [judgement, closure] = [judgementOf(response), closureOf(response)];
  return {
    stage,
    judged_at: judgement?.at ?? null,
    judged_by: judgement?.by ?? null,
    verdict_note: judgement?.note ?? null,
    real_fire_type: judgement?.realFireType ?? null,
    acknowledged_at: acknowledgement?.at ?? null,
    acknowledged_by: acknowledgement?.by ?? null,
    acknowledged_by_id: acknowledgement?.accountId ?? null,
    pushed_at: push?.at ?? null,
    pushed_from: push?.fromGridNo ?? null,
    push_note: push?.note ?? null,
    closed_at: closure?.at ?? null,
    closed_by: closure?.by ?? null,
    outcome: closure?.outcome ?? null,
    close_note: closure?.note ?? null,
  };
};

type AlarmRow = Selectable<AlarmTable>;

/** `incident_id`: where it was read too. */
export const alarmOf = ({ incident_id = null, ...row }: AlarmRow & { readonly incident_id?: string | null }): Alarm => ({
  ...recordedAlarmOf({ ...row, alarm_id: row.id, alarm_kind: row.kind, alarm_grid_no: row.grid_no }),
  response: responseOf(row),
  ...(incident_id !== null && { incidentId: incident_id }),
});

// Guaranteed by the checks of the table: a judgement from `dismissed` on, a closure when `closed`.
function responseOf(row: AlarmRow): AlarmResponse {
  const answered = { acknowledgement: acknowledgementOf(row), push: pushOf(row) };
  const { stage } = row;
  if (stage === 'open' || stage === 'handled') return { stage, ...answered };
  const judgement: CurrentJudgement = {
    verdict: stage === 'dismissed' ? 'false' : 'real',
    note: row.verdict_note,
    realFireType: row.real_fire_type,
    at: row.judged_at as Date,
    by: row.judged_by as string,
  };
  if (stage !== 'closed') return { stage, judgement, ...answered };
  const closure = { at: row.closed_at as Date, by: row.closed_by as string, outcome: row.outcome as CloseOutcome, note: row.close_note };
  return { stage, judgement, closure, ...answered };
}

const acknowledgementOf = ({
  acknowledged_at: at,
  acknowledged_by: by,
  acknowledged_by_id: accountId,
}: AlarmRow): Acknowledgement | null => (at === null || by === null || accountId === null ? null : { at, by, accountId });

const pushOf = ({ pushed_at: at, push_note: note, pushed_from: fromGridNo }: AlarmRow): Push | null =>
  at === null || fromGridNo === null ? null : { at, note, fromGridNo };

// Keys of alarms: UUID version 7 (RFC 9562 §5.7), so that what arrives later sorts later and the index grows at its end.

/**
 * The ids of alarms stored together: `at(n)` is the first one plus n (RFC 9562 §6.2, method 2), so that a first and a last id name them all.
 * @param now the first 48 bits, milliseconds since 1970; the rest is random.
 */
export interface AlarmIds {
  at(n: number): string;
  /** The same as sixteen bytes: the first twelve, and the last four as a number. */
  readonly head: Uint8Array;
  tail(n: number): number;
}

const bytes = new Uint8Array(16);
const view = new DataView(bytes.buffer);

export function alarmIds(now: Date): AlarmIds {
  randomFillSync(bytes);
  const ms = now.getTime();
  view.setUint32(0, Math.floor(ms / 0x1_0000));
  view.setUint16(4, ms % 0x1_0000);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Buffer.from(bytes.buffer).toString('hex');
  const head = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 24)}`;
  // The top bit of the last 32 is cleared, so that counting never carries into the bits before.
  const first = view.getUint32(12) >>> 1;
  return { at: (n) => head + (first + n).toString(16).padStart(8, '0'), head: bytes.slice(0, 12), tail: (n) => first + n };
}

/** The position of an id in its run, from 0. */
export const placeInRun = (id: string, first: string): number => Number.parseInt(id.slice(28), 16) - Number.parseInt(first.slice(28), 16);
