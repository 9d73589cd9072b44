// Between the domain's alarm and the table's row.
import type { Alarm, AlarmFacts, AlarmResponse, SatelliteFacts } from '@lookout/domain';
import type { Selectable } from 'kysely';
import { jsonText } from '../json-text.ts';
import type { AlarmTable } from '../tables.ts';

/** The dedupe key of a detection is its number under this word; then the number is not written once more. */
const FIRE_NO_KEY = 'firms:';
export const keyOfFireNo = (fireNo: string): string => FIRE_NO_KEY + fireNo;

/** Columns of `alarm` that repeat a fact so that it can be searched for. */
export const factColumns = (facts: AlarmFacts, dedupeKey: string | null) => ({
  fire_no: facts.kind === 'satellite' && !isKeyOf(dedupeKey, facts.fireNo) ? facts.fireNo : null,
  device_id: facts.kind === 'camera' || facts.kind === 'smoke' ? facts.deviceId : null,
  monitor_id: facts.kind === 'camera' ? facts.monitorId : null,
});

const isKeyOf = (dedupeKey: string | null, fireNo: string): boolean =>
  dedupeKey?.length === FIRE_NO_KEY.length + fireNo.length && dedupeKey.startsWith(FIRE_NO_KEY) && dedupeKey.endsWith(fireNo);

/** What a satellite's file leaves unsaid. Stored are only what it says, and not what other columns hold. */
const UNSAID: Omit<SatelliteFacts, 'satellite' | 'confidence' | 'credibility'> = {
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
  areaHectares: null,
  observationFrequency: null,
  pixelAreaHectares: null,
  pixelNumber: null,
  woodland: null,
  grassland: null,
  farmland: null,
  otherland: null,
  strength: null,
  strengthLevel: null,
  infraredImage: null,
  visibleImage: null,
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
  // Rows from before the short names hold everything, their number too.
  const fireNo = fire_no ?? dedupe_key?.slice(FIRE_NO_KEY.length) ?? '';
  return { ...UNSAID, ...(Object.fromEntries(said) as SatelliteFacts), fireNo };
}

export const responseColumns = (response: AlarmResponse) => ({
  verdict: response.verdict,
  judged_at: response.judgedAt,
  judged_by: response.judgedBy,
  verdict_note: response.verdictNote,
  real_fire_type: response.realFireType,
  handled: response.handled,
  pushed: response.pushed,
  pushed_at: response.pushedAt,
  push_note: response.pushNote,
  acknowledged_by: response.acknowledgedBy,
  acknowledged_by_id: response.acknowledgedById,
  acknowledged_at: response.acknowledgedAt,
  closed_at: response.closedAt,
  closed_by: response.closedBy,
  outcome: response.outcome,
  close_note: response.closeNote,
});

export const alarmOf = (row: Selectable<AlarmTable>): Alarm => ({
  id: row.id,
  findType: row.find_type,
  position: { lng: row.lng, lat: row.lat },
  observedAt: row.observed_at,
  arrivedAt: row.arrived_at,
  address: row.address,
  formattedAddress: row.formatted_address,
  gridNo: row.grid_no,
  gridBasis: row.grid_basis,
  facts: factsOf(row),
  dedupeKey: row.dedupe_key,
  response: {
    verdict: row.verdict,
    judgedAt: row.judged_at,
    judgedBy: row.judged_by,
    verdictNote: row.verdict_note,
    realFireType: row.real_fire_type,
    handled: row.handled,
    pushed: row.pushed,
    pushedAt: row.pushed_at,
    pushNote: row.push_note,
    acknowledgedBy: row.acknowledged_by,
    acknowledgedById: row.acknowledged_by_id,
    acknowledgedAt: row.acknowledged_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
    outcome: row.outcome,
    closeNote: row.close_note,
  },
});
