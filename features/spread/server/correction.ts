// Which forecast a new one replaces, and the observations that correct it. If a burnt area was drawn since, the new forecast starts at that
// area and time. Else it starts when the last one did, and its members are weighted by the observations since. Decision 0073.

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

/** The number of members if the officer did not choose it. After weighting, this many are enough for quantiles. */
const MEMBERS = 100;

export interface SeenFire {
  /** The newest finished run whose greatest length includes now; null: none. */
  readonly last: SpreadRun | null;
  /** All observations of the fire, by time. */
  readonly sightings: readonly Sighting[];
}

/** The forecast that a new one may replace: it has started, and at least an hour of the greatest length is left. */
export const lastToCorrect = (runs: readonly SpreadRun[], now: Date): SpreadRun | null =>
  runs.find(({ state, inputs: { beginMs } }) => {
    const elapsed = now.getTime() - beginMs;
    return state === 'done' && elapsed >= 0 && elapsed <= (MOST_SPREAD_HOURS - 1) * HOUR_MS;
  }) ?? null;

/** Observations made since a run's start that were not known when it was requested. */
export const freshSince = ({ inputs: { beginMs }, askedAt }: SpreadRun, sightings: readonly Sighting[]): Sighting[] =>
  sightings.filter(({ seen, knownAtMs }) => seen.atMs > beginMs && knownAtMs > askedAt.getTime());

export interface AskedToCorrect {
  /** true: correction is required; false: excluded; null: applied if there are observations. */
  readonly correct: boolean | null;
  /** null: not chosen by the officer. */
  readonly members: number | null;
  /** Counted from now. */
  readonly hours: number;
  readonly now: Date;
}

/** The parts of a question that follow from its correction. */
interface Corrected {
  readonly correction: SpreadCorrection;
  readonly beginMs: number;
  /** Counted from the start. */
  readonly hours: number;
  readonly members: number;
  readonly ignition: SpreadInputs['ignition'];
  readonly ellipse: SpreadInputs['ellipse'];
  /** The weather of the previous run. */
  readonly weather: SpreadInputs['weather'];
  readonly model: SpreadModel;
}

/**
 * @returns null: no correction
 * @throws Refusal 422 naming `correct` if a correction is required and there is no run to correct or no observation; naming `members` if
 * only places were observed, by which a single member cannot be weighted
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
  // With a required correction, any observation is enough, because the same question returns the same run. A run that follows a corrected
  // one includes the observations of that correction.
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

/** Where and when a corrected run starts: at the front drawn last since the last run's start, else like the last run. */
function startOf({ inputs }: SpreadRun, since: readonly SeenOfFire[], sightings: readonly Sighting[]) {
  const front = since.filter(({ kind }) => kind === 'perimeter').at(-1);
  if (front === undefined) {
    const { beginMs, ignition, correction } = inputs;
    const begins = correction?.begins ?? 'earlier';
    return { beginMs, begins, areas: correction?.seen.filter(({ atMs }) => atMs <= beginMs) ?? [], ignition };
  }
  // All areas drawn until then have burned, including separate ones.
  const areas = sightings.flatMap(({ seen }) => (seen.kind === 'perimeter' && seen.atMs <= front.atMs ? [seen] : []));
  return { beginMs: front.atMs, begins: 'front', areas, ignition: { source: 'drawn', shape: shapeOf(areas) } } as const;
}

/**
 * A correction that may have an explicit start. With one, the start positions come from the observations until then, and the weather and
 * model from the request.
 */
export type CorrectedOrWeighed = Omit<Corrected, 'ignition' | 'weather' | 'model'> & {
  readonly ignition: Corrected['ignition'] | null;
  readonly weather: Corrected['weather'] | null;
  readonly model: Corrected['model'] | null;
};

/**
 * A run with an explicit start in the past: its members are weighted by the observations since, including burnt areas.
 * @returns null: the run is not weighted
 * @throws Refusal 422 as `correctionOf`
 */
export function weighedSince(
  { sightings }: Pick<SeenFire, 'sightings'>,
  { correct, members, hours, now }: AskedToCorrect,
  beginMs: number,
): CorrectedOrWeighed | null {
  if (correct === false) return null;
  const isAsked = correct === true;
  // The observations until the start determine where the fire starts. If no place was seen until then, the first place does.
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

/** A fire as it was known at that time: with its alarms until then, or with the first alarm if there were none. */
export function knownBy(incident: VisibleIncident, untilMs: number): VisibleIncident {
  const until = incident.alarms.filter(({ alarm }) => alarm.observedAt.getTime() <= untilMs);
  return { ...incident, alarms: until.length > 0 ? until : incident.alarms.slice(0, 1) };
}

/** The areas as one shape. The fire spreads outwards from all of them. */
export const shapeOf = (areas: readonly SeenPerimeter[]): IgnitionShape => {
  const rings = areas.map(({ ring }) => [[...ring, ...ring.slice(0, 1)]]);
  const [only] = rings;
  return rings.length === 1 && only ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: rings };
};

/**
 * The weather of a run that starts before now. The service has the hours from now on, and the earlier ones come from the last run. Weather
 * that an officer entered applies until an officer enters other weather.
 * @throws Refusal 422 naming `weather` if there is none for the hours from now on
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
  // An officer who enters nothing takes over the weather that another officer entered.
  const by = asked.entered === null && !isNew ? (before.enteredBy ?? null) : asked.by;
  const now = await weatherOf(room, { ...asked, moisture, by, beginMs: nowMs, hours: Math.max(Math.floor((ends - nowMs) / HOUR_MS), 0) });
  const first = now.hours[0]?.atMs ?? Number.POSITIVE_INFINITY;
  // The run multiplies all hours by its terrain factor, so the last run's factor is removed. If hours were entered, no factor applies, and
  // the values of the last run are used.
  const factor = now.windFactor === null ? 1 : (before.windFactor ?? 1);
  const earlier = before.hours
    .filter(({ atMs }) => atMs < first)
    .map((hour) => ({ ...hour, windSpeedMetresPerSecond: hour.windSpeedMetresPerSecond / factor }));
  return { ...now, hours: [...earlier, ...now.hours] };
}
