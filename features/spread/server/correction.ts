// Which forecast a new one replaces, and the observations that correct it. If a burnt area was drawn since, the new forecast starts at that
// area and time. Else it starts when the last one did, and its members are weighted by the observations since. Decision 0073.

import { HOUR_MS } from '@lookout/domain';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { VisibleIncident } from '../../incident/incidents.store.ts';
import type { SpreadRun } from '../spread.ts';
import {
  MOST_SPREAD_HOURS,
  observedAfter,
  type PerimeterObservation,
  type SpreadCorrection,
  type SpreadIgnition,
  type SpreadInputs,
  type SpreadModel,
  type SpreadObservation,
  type SpreadWeather,
} from '../spread-inputs.ts';
import type { KnownObservation } from './observations.ts';

/** The number of members if the officer did not choose it. After weighting, this many are enough for quantiles. */
const MEMBERS = 100;

export interface ObservedFire {
  /** The newest finished run whose greatest length includes now; null: none. */
  readonly last: SpreadRun | null;
  /** All observations of the fire, by time. */
  readonly known: readonly KnownObservation[];
}

/** The forecast that a new one may replace: it has started, and at least an hour of the greatest length is left. */
export const lastToCorrect = (runs: readonly SpreadRun[], now: Date): SpreadRun | null =>
  runs.find(({ state, inputs: { begin } }) => {
    const elapsed = now.getTime() - begin.getTime();
    return state === 'done' && elapsed >= 0 && elapsed <= (MOST_SPREAD_HOURS - 1) * HOUR_MS;
  }) ?? null;

/** Observations made since a run's start that were not known when it was requested. */
export const freshSince = ({ inputs: { begin }, requestedAt }: SpreadRun, known: readonly KnownObservation[]): KnownObservation[] =>
  known.filter(({ observation, knownAt }) => observation.time > begin && knownAt > requestedAt);

export interface CorrectionRequest {
  /** true: correction is required; false: excluded; null: applied if there are observations. */
  readonly correct: boolean | null;
  /** null: not chosen by the officer. */
  readonly members: number | null;
  /** Counted from now, or from the requested start. */
  readonly hours: number;
  readonly now: Date;
}

/** The inputs of a run that follow from its correction. */
export interface CorrectedInputs extends Pick<SpreadInputs, 'begin' | 'hours' | 'members'> {
  readonly correction: SpreadCorrection;
  /** The inputs taken over from the last run; null: the request has a start, and the inputs follow from it. */
  readonly previous: {
    readonly ignition: SpreadIgnition;
    readonly ellipse: SpreadInputs['ellipse'];
    readonly weather: SpreadWeather;
    readonly model: SpreadModel;
  } | null;
}

/**
 * A run that replaces the last one of its fire.
 * @returns null: no correction
 * @throws Refusal 422 naming `correct` if a correction is required and there is no run to correct or no observation; naming `members` if
 * only places were observed, by which a single member cannot be weighted
 */
export function correctionOf({ last, known }: ObservedFire, { correct, members, hours, now }: CorrectionRequest): CorrectedInputs | null {
  if (correct === false) return null;
  const isRequired = correct === true;
  if (last === null) {
    if (isRequired) throw invalid('correct', 'spread-none-to-correct');
    return null;
  }
  const since = observedAfter(
    known.map(({ observation }) => observation),
    last.inputs.begin,
  );
  // With a required correction, any observation is enough, because the same request returns the same run. A run that follows a corrected
  // one includes the observations of that correction.
  const isCorrected = last.inputs.correction?.after != null;
  const hasNews = isRequired ? since.length > 0 : isCorrected || freshSince(last, known).length > 0;
  if (!hasNews) {
    if (isRequired) throw invalid('correct', 'spread-nothing-seen');
    return null;
  }
  const many = members ?? (isRequired ? MEMBERS : 1);
  const { begin, begins, areas, ignition } = startOf(last, since, known);
  if (many === 1 && begins === 'earlier') {
    if (isRequired) throw invalid('members', 'spread-one-not-weighed');
    return null;
  }
  const { ellipse, weather, model } = last.inputs;
  return {
    correction: { after: last.id, begins, observations: [...areas, ...(many > 1 ? observedAfter(since, begin) : [])] },
    begin,
    hours: Math.min(hours + Math.ceil((now.getTime() - begin.getTime()) / HOUR_MS), MOST_SPREAD_HOURS),
    members: many,
    previous: { ignition, ellipse, weather, model: model.name },
  };
}

/** Where and when a corrected run starts: at the front drawn last since the last run's start, else like the last run. */
function startOf({ inputs }: SpreadRun, since: readonly SpreadObservation[], known: readonly KnownObservation[]) {
  const front = since.filter(({ kind }) => kind === 'perimeter').at(-1);
  if (front === undefined) {
    const { begin, ignition, correction } = inputs;
    const begins = correction?.begins ?? 'earlier';
    return { begin, begins, areas: correction?.observations.filter(({ time }) => time <= begin) ?? [], ignition };
  }
  // All areas drawn until then have burned, including separate ones.
  const areas = known.flatMap(({ observation: one }) => (one.kind === 'perimeter' && one.time <= front.time ? [one] : []));
  const ignition: SpreadIgnition = { source: 'drawn', geometry: geometryOf(areas), later: [] };
  return { begin: front.time, begins: 'front', areas, ignition } as const;
}

/**
 * A run with an explicit start in the past: its members are weighted by the observations since, including burnt areas.
 * @returns null: the run is not weighted
 * @throws Refusal 422 as `correctionOf`
 */
export function weighedSince(
  { known }: Pick<ObservedFire, 'known'>,
  { correct, members, hours, now }: CorrectionRequest,
  begin: Date,
): CorrectedInputs | null {
  if (correct === false) return null;
  const isRequired = correct === true;
  // The observations until the start determine where the fire starts. If no place was observed until then, the first place does.
  const places = known.filter(({ observation }) => observation.kind !== 'perimeter');
  const start = places.some(({ observation }) => observation.time <= begin) ? null : places[0];
  const endMs = begin.getTime() + hours * HOUR_MS;
  const observations = known.flatMap((one) => {
    const { time } = one.observation;
    return one !== start && time > begin && time.getTime() <= endMs ? [one.observation] : [];
  });
  if (observations.length === 0 || begin > now) {
    if (isRequired) throw invalid('correct', 'spread-nothing-seen');
    return null;
  }
  const many = members ?? (isRequired ? MEMBERS : 1);
  if (many === 1) {
    if (isRequired) throw invalid('members', 'spread-one-not-weighed');
    return null;
  }
  return { correction: { after: null, begins: 'earlier', observations }, begin, hours, members: many, previous: null };
}

/** A fire as it was known at that time: with its alarms until then, or with the first alarm if there were none. */
export function knownBy(incident: VisibleIncident, time: Date): VisibleIncident {
  const until = incident.alarms.filter(({ alarm }) => alarm.observedAt <= time);
  return { ...incident, alarms: until.length > 0 ? until : incident.alarms.slice(0, 1) };
}

/** The areas as one geometry. The fire spreads outwards from all of them. */
export function geometryOf(areas: readonly PerimeterObservation[]): SpreadIgnition['geometry'] {
  const rings = areas.map(({ ring }) => [[...ring, ...ring.slice(0, 1)]]);
  const [only] = rings;
  return rings.length === 1 && only ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: rings };
}
