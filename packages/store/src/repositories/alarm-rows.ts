// Between the domain's alarm and the table's row.
import {
  type Acknowledgement,
  type Alarm,
  type AlarmFacts,
  type AlarmResponse,
  type CloseOutcome,
  closureOf,
  fireNoOfDedupeKey,
  type GridNo,
  isDedupeKeyOfFireNo,
  judgementOf,
  NO_SATELLITE_EXTRAS,
  type Push,
  type RecordedAlarm,
  type SatelliteFacts,
  type StandingJudgement,
} from '@lookout/domain';
import type { Selectable } from 'kysely';
import { jsonText } from '../json-text.ts';
import type { AlarmTable } from '../tables.ts';

/** Columns of `alarm` that repeat a fact so that it can be searched for; a number that the dedupe key says is not written once more. */
export const factColumns = (facts: AlarmFacts, dedupeKey: string | null) => ({
  fire_no: facts.kind === 'satellite' && !isDedupeKeyOfFireNo(dedupeKey, facts.fireNo) ? facts.fireNo : null,
  device_id: facts.kind === 'camera' || facts.kind === 'smoke' ? facts.deviceId : null,
  monitor_id: facts.kind === 'camera' ? facts.monitorId : null,
});

/** What a satellite's file leaves unsaid. Stored are only what it says, and not what other columns hold. */
const UNSAID: Omit<SatelliteFacts, 'satellite' | 'confidence' | 'credibility'> = {
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

/** Nine rows of ten are satellites': their facts are stored under short names, and only those that the file says. */
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
type Said = keyof typeof SHORT;
const SAID = Object.keys(SHORT) as Said[];
const longOf = new Map<string, Said>(SAID.map((name) => [SHORT[name], name]));

/** Nothing in it that JSON would write otherwise. */
const PLAIN = /^[\w .,:/+-]*$/;

/** JSON text of the facts as they are stored; `factsOf` reads it. */
export function factsText(facts: AlarmFacts): string {
  if (facts.kind !== 'satellite') return jsonText(facts);
  let text = '';
  for (const write of writers) text += write(facts);
  return text === '' ? '{}' : `{${text.slice(1)}}`;
}

/** Of each fact's value only so many texts are kept. */
const MOST_KEPT = 2_000;

/** For each fact: `,"name":value`, nothing where it is not said. A file says the same few values again and again, so their texts are kept. */
const writers = SAID.map((name) => {
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
  if (kind !== 'satellite') return stored;
  const said = Object.entries(stored).map(([name, value]) => [longOf.get(name) ?? name, value]);
  const fireNo = fire_no ?? (dedupe_key === null ? '' : fireNoOfDedupeKey(dedupe_key));
  return { ...UNSAID, ...(Object.fromEntries(said) as SatelliteFacts), fireNo };
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
});

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

export const alarmOf = (row: AlarmRow): Alarm => ({
  ...recordedAlarmOf({ ...row, alarm_id: row.id, alarm_kind: row.kind, alarm_grid_no: row.grid_no }),
  response: responseOf(row),
});

// The columns hold what the checks of the table say: a judgement from `dismissed` on, a closure when `closed`.
function responseOf(row: AlarmRow): AlarmResponse {
  const answered = { acknowledgement: acknowledgementOf(row), push: pushOf(row) };
  const { stage } = row;
  if (stage === 'open' || stage === 'handled') return { stage, ...answered };
  const judgement: StandingJudgement = {
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
