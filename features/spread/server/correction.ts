// Which forecast a new one takes the place of, and what it is corrected by: with a burnt area drawn since it begins there and then; else it begins when the
// last one did, and its members are weighed by what is seen since. Decision 0073.

import { HOUR_MS } from '@lookout/domain';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { VisibleIncident } from '../../incident/incidents.store.ts';
import {
  type IgnitionShape,
  MOST_SPREAD_HOURS,
  type SeenOfFire,
  type SeenPerimeter,
  type SpreadCorrection,
  type SpreadInputs,
  type SpreadModel,
  type SpreadRun,
  seenAfter,
} from '../spread.ts';
import type { Sighting } from './observations.ts';
import { enteredMoistureIn, weatherOf, withEnteredMoisture } from './weather.ts';

/** Members where the officer did not say how many: so few make quantiles after weighing. */
const MEMBERS = 100;

export interface SeenFire {
  /** The newest run that is done, within whose greatest length now lies; null: none. */
  readonly last: SpreadRun | null;
  /** All that is seen of the fire, by its time. */
  readonly sightings: readonly Sighting[];
}

/** A forecast that now may still take the place of: it has begun, and an hour of the longest is left. */
export const lastToCorrect = (runs: readonly SpreadRun[], now: Date): SpreadRun | null =>
  runs.find(({ state, inputs: { beginMs } }) => {
    const elapsed = now.getTime() - beginMs;
    return state === 'done' && elapsed >= 0 && elapsed <= (MOST_SPREAD_HOURS - 1) * HOUR_MS;
  }) ?? null;

/** What was seen since a run began and was not known when it was asked for. */
export const freshSince = ({ inputs: { beginMs }, askedAt }: SpreadRun, sightings: readonly Sighting[]): Sighting[] =>
  sightings.filter(({ seen, knownAtMs }) => seen.atMs > beginMs && knownAtMs > askedAt.getTime());

export interface AskedToCorrect {
  /** true: it must be corrected; false: it must not; null: where there is something to correct it by. */
  readonly correct: boolean | null;
  /** null: the officer did not say. */
  readonly members: number | null;
  /** From now. */
  readonly hours: number;
  readonly now: Date;
}

/** What of a question follows from its correction. */
interface Corrected {
  readonly correction: SpreadCorrection;
  readonly beginMs: number;
  /** From its beginning. */
  readonly hours: number;
  readonly members: number;
  readonly ignition: SpreadInputs['ignition'];
  readonly ellipse: SpreadInputs['ellipse'];
  /** Of the run before. */
  readonly weather: SpreadInputs['weather'];
  readonly model: SpreadModel;
}

/**
 * @returns null: it is not corrected
 * @throws Refusal 422 naming `correct` when it must be and nothing is there to correct, or nothing was seen; naming `members` when places alone were seen, which
 * one member cannot be weighed by
 */
export function correctionOf({ last, sightings }: SeenFire, { correct, members, hours, now }: AskedToCorrect): Corrected | null {
  if (correct === false) return null;
  const isAsked = correct === true;
  if (last === null) {
    if (isAsked) throw invalid('correct', 'spread-none-to-correct');
    return null;
  }
  const since = seenAfter(
    sightings.map(({ seen }) => seen),
    last.inputs.beginMs,
  );
  // Asked for, it is enough that there is something: the same question is the same run. A run after a corrected one does not forget what that was corrected by.
  const isCorrected = last.inputs.correction?.after != null;
  const isMoved = isAsked ? since.length > 0 : isCorrected || freshSince(last, sightings).length > 0;
  if (!isMoved) {
    if (isAsked) throw invalid('correct', 'spread-nothing-seen');
    return null;
  }
  const many = members ?? (isAsked ? MEMBERS : 1);
  const start = startOf(last, since, sightings);
  if (many === 1 && start.begins === 'earlier') {
    if (isAsked) throw invalid('members', 'spread-one-not-weighed');
    return null;
  }
  const { beginMs, begins, areas, ignition } = start;
  return {
    correction: { after: last.id, begins, seen: [...areas, ...(many > 1 ? seenAfter(since, beginMs) : [])] },
    beginMs,
    hours: Math.min(hours + Math.ceil((now.getTime() - beginMs) / HOUR_MS), MOST_SPREAD_HOURS),
    members: many,
    ignition,
    ellipse: last.inputs.ellipse,
    weather: last.inputs.weather,
    model: last.inputs.model.name,
  };
}

/** Where and when a corrected run begins: with the front that was drawn last since the last run began, else as that did. */
function startOf({ inputs }: SpreadRun, since: readonly SeenOfFire[], sightings: readonly Sighting[]) {
  const front = since.filter(({ kind }) => kind === 'perimeter').at(-1);
  if (front === undefined) {
    const { beginMs, ignition, correction } = inputs;
    const begins = correction?.begins ?? 'earlier';
    return { beginMs, begins, areas: correction?.seen.filter(({ atMs }) => atMs <= beginMs) ?? [], ignition };
  }
  // Whatever was drawn until then has burned, also what lies apart.
  const areas = sightings.flatMap(({ seen }) => (seen.kind === 'perimeter' && seen.atMs <= front.atMs ? [seen] : []));
  return { beginMs: front.atMs, begins: 'front', areas, ignition: { source: 'drawn', shape: shapeOf(areas) } } as const;
}

/** The same of a beginning that was given: it is lit by what was seen until then, and has the weather that is asked for. */
export type CorrectedOrWeighed = Omit<Corrected, 'ignition' | 'weather' | 'model'> & {
  readonly ignition: Corrected['ignition'] | null;
  readonly weather: Corrected['weather'] | null;
  readonly model: Corrected['model'] | null;
};

/**
 * A run with a beginning of its own in the past: its members are weighed by what was seen since, burnt areas among it.
 * @returns null: it is not weighed
 * @throws Refusal 422 as `correctionOf`
 */
export function weighedSince(
  { sightings }: Pick<SeenFire, 'sightings'>,
  { correct, members, hours, now }: AskedToCorrect,
  beginMs: number,
): CorrectedOrWeighed | null {
  if (correct === false) return null;
  const isAsked = correct === true;
  // It was lit by what was seen until then, of places at least by the first.
  const places = sightings.filter(({ seen }) => seen.kind !== 'perimeter');
  const lit = places.some(({ seen }) => seen.atMs <= beginMs) ? null : places[0];
  const seen = sightings.flatMap((one) =>
    one !== lit && one.seen.atMs > beginMs && one.seen.atMs <= beginMs + hours * HOUR_MS ? [one.seen] : [],
  );
  const many = members ?? (isAsked ? MEMBERS : 1);
  if (seen.length === 0 || beginMs > now.getTime()) {
    if (isAsked) throw invalid('correct', 'spread-nothing-seen');
    return null;
  }
  if (many === 1) {
    if (isAsked) throw invalid('members', 'spread-one-not-weighed');
    return null;
  }
  return {
    correction: { after: null, begins: 'earlier', seen },
    beginMs,
    hours,
    members: many,
    ignition: null,
    ellipse: null,
    weather: null,
    model: null,
  };
}

/** A fire as it was known then: by its alarms until then, at least by the first. */
export function knownBy(incident: VisibleIncident, untilMs: number): VisibleIncident {
  const until = incident.alarms.filter(({ alarm }) => alarm.observedAt.getTime() <= untilMs);
  return { ...incident, alarms: until.length > 0 ? until : incident.alarms.slice(0, 1) };
}

/** The areas as one shape; the front runs outwards from all of them. */
export const shapeOf = (areas: readonly SeenPerimeter[]): IgnitionShape => {
  const rings = areas.map(({ ring }) => [[...ring, ...ring.slice(0, 1)]]);
  const [only] = rings;
  return rings.length === 1 && only ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: rings };
};

/**
 * The weather of a run that begins before now. The service tells of the hours from now on: those before are the last run's. What an officer entered holds until
 * he enters something else.
 * @throws Refusal 422 naming `weather` when there is none for the hours from now on
 */
export async function weatherSince(
  room: Parameters<typeof weatherOf>[0],
  asked: Parameters<typeof weatherOf>[1],
  before: SpreadInputs['weather'],
  nowMs: number,
): Promise<SpreadInputs['weather']> {
  const isNew = Object.keys(asked.moisture).length > 0;
  if (asked.entered === null && before.source === 'entered') return isNew ? withEnteredMoisture(before, asked.moisture, asked.by) : before;
  const ends = asked.beginMs + asked.hours * HOUR_MS;
  const moisture = { ...enteredMoistureIn(before), ...asked.moisture };
  // Who enters nothing now takes over what another officer entered.
  const by = asked.entered === null && !isNew ? (before.enteredBy ?? null) : asked.by;
  const now = await weatherOf(room, { ...asked, moisture, by, beginMs: nowMs, hours: Math.max(Math.floor((ends - nowMs) / HOUR_MS), 0) });
  const first = now.hours[0]?.atMs ?? Number.POSITIVE_INFINITY;
  // As the run will multiply them for the place, or, where hours were entered, as the last run had them.
  const factor = now.windFactor === null ? 1 : (before.windFactor ?? 1);
  const earlier = before.hours
    .filter(({ atMs }) => atMs < first)
    .map((hour) => ({ ...hour, windSpeedMetresPerSecond: hour.windSpeedMetresPerSecond / factor }));
  return { ...now, hours: [...earlier, ...now.hours] };
}
