// Mapping between the domain's alarm and the row of the table.
import { randomBytes } from 'node:crypto';
import type { GridNo } from '@lookout/domain';
import { jsonText } from '@lookout/store/json-text.ts';
import type { Selectable } from 'kysely';
import type { AlarmTable } from './alarm.tables.ts';
import {
  type Acknowledgement,
  type Alarm,
  type AlarmFacts,
  type AlarmKind,
  type AlarmResponse,
  type CloseOutcome,
  type CurrentJudgement,
  closureOf,
  isDedupeKeyOfFireNo,
  judgementOf,
  LATER_CAMERA_FACTS,
  LATER_REPORT_FACTS,
  type LocatedObservation,
  NO_SATELLITE_EXTRAS,
  type Push,
  type RecordedAlarm,
  type SatelliteFacts,
  UNANSWERED,
} from './alarm.ts';

/** Columns of `alarm` that repeat a fact for searching. A fire number that the dedupe key contains is not repeated. */
export const factColumns = (facts: AlarmFacts, dedupeKey: string | null) => ({
  fire_no: facts.kind === 'satellite' && !isDedupeKeyOfFireNo(dedupeKey, facts.fireNo) ? facts.fireNo : null,
  device_id: facts.kind === 'camera' || facts.kind === 'smoke' ? facts.deviceId : null,
  monitoring_point_id: facts.kind === 'camera' ? facts.monitoringPointId : null,
});

/** What most satellites' rows lack. Null is not stored: nine of ten alarms are from satellites. */
const DEFAULT_FACTS: Omit<SatelliteFacts, 'fireNo' | 'satellite' | 'confidence' | 'credibility'> = {
  ...NO_SATELLITE_EXTRAS,
  kind: 'satellite',
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

/** The facts as the column `facts` stores them; `factsOf` is the inverse. */
export const storedFacts = (facts: AlarmFacts): object =>
  facts.kind === 'satellite' ? Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) : facts;

export function factsOf(stored: unknown): AlarmFacts {
  const facts = stored as AlarmFacts;
  switch (facts.kind) {
    case 'satellite':
      return { ...DEFAULT_FACTS, ...facts };
    case 'camera':
      return { ...LATER_CAMERA_FACTS, ...facts };
    case 'report':
      return { ...LATER_REPORT_FACTS, ...facts };
    default:
      return facts;
  }
}

/** The row of a new alarm as JSON. Its id, its stage and its time of arrival are added where it is stored (`record_alarms`). */
export const alarmRowText = (observation: LocatedObservation): string =>
  jsonText({
    kind: observation.facts.kind,
    find_type: observation.findType,
    lng: observation.position.lng,
    lat: observation.position.lat,
    grid_no: observation.gridNo,
    grid_basis: observation.gridBasis,
    address: observation.address,
    formatted_address: observation.formattedAddress,
    observed_at: observation.observedAt,
    dedupe_key: observation.dedupeKey,
    facts: storedFacts(observation.facts),
    ...factColumns(observation.facts, observation.dedupeKey),
    exercise_id: observation.exerciseId,
  });

/** The alarm of a row that was stored, as recorded. */
export function alarmOfRowText(text: string, id: string, arrivedAt: Date): Alarm {
  const row: Omit<RecordedRow, 'alarm_id'> & { readonly kind: AlarmKind; readonly grid_no: GridNo } = JSON.parse(text);
  const recorded = recordedAlarmOf({
    ...row,
    alarm_id: id,
    alarm_kind: row.kind,
    alarm_grid_no: row.grid_no,
    observed_at: new Date(row.observed_at),
    arrived_at: arrivedAt,
    exercise_id: row.exercise_id ?? null,
  });
  return { ...recorded, response: UNANSWERED };
}

export interface RecordedRow
  extends Pick<
    Selectable<AlarmTable>,
    'find_type' | 'observed_at' | 'arrived_at' | 'lng' | 'lat' | 'grid_basis' | 'address' | 'formatted_address' | 'facts' | 'exercise_id'
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
  facts: factsOf(row.facts),
  ...drillOf(row),
});

/** Only alarms of an exercise have an `exerciseId`. */
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

/** `incident_id` is present only when the query selects it. */
export const alarmOf = ({ incident_id = null, ...row }: AlarmRow & { readonly incident_id?: string | null }): Alarm => ({
  ...recordedAlarmOf({ ...row, alarm_id: row.id, alarm_kind: row.kind, alarm_grid_no: row.grid_no }),
  response: responseOf(row),
  ...(incident_id !== null && { incidentId: incident_id }),
});

// The checks of the table guarantee a judgement from `dismissed` on, and a closure when `closed`.
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

// Keys of alarms: UUID version 7 (RFC 9562 §5.7), so that what arrives later sorts later and the index grows at its end. Alarms that are stored together
// have consecutive keys, the n-th that of the first plus n (RFC 9562 §6.2, method 2), so that a first and a last key name them all.

const COUNTER_DIGITS = 8;

/**
 * The key of the first alarm of a run.
 * @param now the first 48 bits, milliseconds since 1970; the rest is random. The top bit of the last 32 is cleared, so that counting never carries
 *   into the bits before.
 */
export function firstAlarmId(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  bytes[12] = (bytes[12] as number) & 0x7f;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const counterOf = (id: string): number => Number.parseInt(id.slice(-COUNTER_DIGITS), 16);

/** The key of the n-th alarm of a run, from 0. */
export const memberOfRun = (first: string, n: number): string =>
  first.slice(0, -COUNTER_DIGITS) + (counterOf(first) + n).toString(16).padStart(COUNTER_DIGITS, '0');

/** The position of a key in its run, from 0. */
export const placeInRun = (id: string, first: string): number => counterOf(id) - counterOf(first);
