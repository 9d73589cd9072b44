// Where a forecast starts: at the known place of its fire, or at the parts that the request gives.

import type { Received } from '@lookout/contract';
import { commonGrid, covers, type GridNo, HOUR_MS, type Position } from '@lookout/domain';
import { incidentSummary } from '@lookout/fusion';
import { degreesAt, distanceMetres, type LngLat } from '@lookout/geo';
import { invalid } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import type { VisibleIncident } from '../../incident/incidents.store.ts';
import { MOST_IGNITION_POINTS } from '../spread.calls.ts';
import type { IgnitionPart, SpreadIgnition, SpreadInputs } from '../spread-inputs.ts';
import { geometryOf, knownBy } from './correction.ts';
import type { FireToForecast } from './fire.ts';

/** The body of a request of a forecast. */
export type SpreadRequest = Received<Contract['spread']['runSpread']>['body'];

/** Where a fire starts, with what is known of the fire. */
export interface FireStart {
  /** null: the request names no fire. */
  readonly fireId: string | null;
  readonly gridNo: GridNo;
  readonly ignition: SpreadIgnition;
  readonly ellipse: SpreadInputs['ellipse'];
  /** The fire breaks drawn for the fire. */
  readonly breaks: readonly (readonly LngLat[])[];
  /** The field that a refusal names. */
  readonly field: 'incidentId' | 'ignition';
}

const MOST_WIDE_METRES = 20_000;
/** The start is rounded down to this step, so that the requests of fifty users within some minutes are the same. */
const BEGIN_STEP_MS = 5 * 60_000;
export const onStep = (time: Date): Date => new Date(Math.floor(time.getTime() / BEGIN_STEP_MS) * BEGIN_STEP_MS);

/**
 * The burnt area drawn last, else the middle of the fire's ellipse. The ellipse shows where the fire may be, not what burns.
 * @param until the requested start: only observations until then are used, with at least the first alarm; null: all
 */
export function startOfFire({ incident, plots, known }: FireToForecast, until: Date | null): FireStart {
  const { position, ellipse } = summaryOf(until === null ? incident : knownBy(incident, until));
  const drawn = known
    .flatMap(({ observation: one }) => (one.kind === 'perimeter' && (until === null || one.time <= until) ? [one] : []))
    .at(-1);
  return {
    fireId: incident.id,
    gridNo: incident.gridNo,
    field: 'incidentId',
    ignition:
      drawn === undefined
        ? { source: 'fire', geometry: pointOf(position), later: [] }
        : { source: 'drawn', geometry: geometryOf([drawn]), later: [] },
    ellipse: {
      semiMajorMetres: Math.round(ellipse.semiMajorMetres),
      semiMinorMetres: Math.round(ellipse.semiMinorMetres),
      azimuthDegrees: Math.round(ellipse.azimuthDegrees),
    },
    breaks: plots.filter(({ symbol, kind }) => symbol === 'fire-break' && kind === 'line').map(({ points }) => points),
  };
}

const summaryOf = ({ id, alarms }: VisibleIncident) =>
  incidentSummary(
    id,
    alarms.map(({ alarm, member }) => ({ alarm, evidence: member.evidence })),
    // Only the position is needed, not the confidence.
    { fireLevel: null, forestShare: null },
  );

/** Rounded to a metre, because a recalculated position may differ in its last digit. */
const DECIMALS = 1e5;
export const pointOf = ({ lng, lat }: Position): IgnitionPart => ({
  type: 'Point',
  coordinates: [Math.round(lng * DECIMALS) / DECIMALS, Math.round(lat * DECIMALS) / DECIMALS],
});

/** A part of the ignition that the request gives. */
export interface RequestedPart {
  readonly geometry: IgnitionPart;
  /** null: from the start. */
  readonly time: Date | null;
  /** The path of the time in the request. */
  readonly path: string;
}

type RequestedFeature = Extract<SpreadRequest['ignition'], { readonly type: 'Feature' }>;

export function requestedParts(ignition: NonNullable<SpreadRequest['ignition']>): readonly RequestedPart[] {
  const partOf = ({ geometry, properties }: RequestedFeature, at: string): RequestedPart => ({
    geometry,
    time: properties?.time ?? null,
    path: `${at}.properties.time`,
  });
  if (ignition.type === 'FeatureCollection') return ignition.features.map((one, i) => partOf(one, `ignition.features.${i}`));
  return [ignition.type === 'Feature' ? partOf(ignition, 'ignition') : { geometry: ignition, time: null, path: 'ignition' }];
}

/** The earliest ignition time if all parts have one; null: not all have one. */
export function firstTimeOf(parts: readonly RequestedPart[]): Date | null {
  const times = parts.flatMap(({ time }) => (time === null ? [] : [time.getTime()]));
  return times.length < parts.length ? null : new Date(Math.min(...times));
}

interface PartsContext {
  /** The start at the known place of the fire; null: the request names no fire. */
  readonly fire: FireStart | null;
  readonly begin: Date;
  readonly hours: number;
}

/**
 * @throws Refusal 422 naming `ignition` or the time of a part: too many points, outside the country or the officer's grid, too far from the
 * fire, or outside the hours
 */
export function startOfParts(
  { gazetteer }: Pick<Room, 'gazetteer'>,
  context: Context,
  parts: readonly RequestedPart[],
  { fire, begin, hours }: PartsContext,
): FireStart {
  const points = parts.flatMap(({ geometry }) => verticesOf(geometry));
  if (points.length > MOST_IGNITION_POINTS) throw invalid('ignition.coordinates', 'spread-ignition-points', { most: MOST_IGNITION_POINTS });
  const grids = gridsOf(gazetteer(), context, points);
  const [middle] = fire === null ? [] : verticesOf(fire.ignition.geometry);
  if (middle !== undefined && points.some((point) => distanceMetres(point, middle) > MOST_WIDE_METRES))
    throw invalid('ignition', 'spread-ignition-far', { kilometres: MOST_WIDE_METRES / 1_000 });
  return {
    fireId: fire?.fireId ?? null,
    gridNo: fire?.gridNo ?? commonGrid(grids),
    field: 'ignition',
    ignition: ignitionInTime(parts, begin, hours),
    ellipse: null,
    breaks: fire?.breaks ?? [],
  };
}

/** The grid of each point. @throws Refusal 422 naming `ignition` if a point is outside the country or the officer's grid */
function gridsOf({ gridAt }: ReturnType<Room['gazetteer']>, context: Context, points: readonly Position[]): GridNo[] {
  const { gridNo: own } = accountOf(context);
  return points.map((point) => {
    const gridNo = gridAt(point, own);
    if (gridNo === null) throw invalid('ignition', 'outside-china');
    if (!covers(context.scope, gridNo)) throw invalid('ignition', 'outside-own-grid');
    return gridNo;
  });
}

/** @throws Refusal 422 naming a part whose time is outside the hours, or `ignition` if no part ignites at the start */
function ignitionInTime(parts: readonly RequestedPart[], begin: Date, hours: number): SpreadIgnition {
  const end = new Date(begin.getTime() + hours * HOUR_MS);
  const timed = parts.map(({ geometry, time: requested, path }) => {
    // Rounded down to five minutes, like the start.
    const time = requested === null ? begin : onStep(requested);
    if (time < begin || time >= end) throw invalid(path, 'spread-ignition-time', { from: begin, to: end });
    return { time, geometry };
  });
  const later = timed.filter(({ time }) => time > begin).toSorted((a, b) => a.time.getTime() - b.time.getTime());
  const geometries = timed.filter(({ time }) => time <= begin).map(({ geometry }) => geometry);
  const [first, ...others] = geometries;
  if (first === undefined) throw invalid('ignition', 'spread-ignition-later');
  return { source: 'entered', geometry: others.length === 0 ? first : { type: 'GeometryCollection', geometries }, later };
}

/** Every vertex of a geometry. */
export function verticesOf(geometry: SpreadIgnition['geometry']): Position[] {
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(verticesOf) : positionsOf(geometry.coordinates);
}

function positionsOf(coordinates: IgnitionPart['coordinates']): Position[] {
  const [first] = coordinates;
  if (typeof first === 'number') return [{ lng: first, lat: coordinates[1] as number }];
  return (coordinates as readonly IgnitionPart['coordinates'][]).flatMap(positionsOf);
}

export interface IgnitionExtent {
  readonly centre: Position;
  /** From the centre to the farthest vertex, along the columns or the rows. */
  readonly reachMetres: number;
}

/** The extent of all parts, including those that ignite later. */
export function extentOf({ geometry, later }: SpreadIgnition): IgnitionExtent {
  const places = [geometry, ...later.map((part) => part.geometry)].flatMap(verticesOf);
  const middle = (of: (place: Position) => number): number => {
    const [least, most] = places.reduce(
      ([low, high], place) => [Math.min(low, of(place)), Math.max(high, of(place))],
      [Infinity, -Infinity],
    );
    return ((least as number) + (most as number)) / 2;
  };
  const centre = { lng: middle(({ lng }) => lng), lat: middle(({ lat }) => lat) };
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(centre.lat);
  const reachMetres = places.reduce(
    (most, { lng, lat }) =>
      Math.max(most, Math.abs(lng - centre.lng) * eastMetresPerDegree, Math.abs(lat - centre.lat) * northMetresPerDegree),
    0,
  );
  return { centre, reachMetres };
}

/** @throws Refusal 422 if the ignition is too wide to calculate */
export function requireNarrow({ ignition, field }: FireStart): void {
  const { reachMetres } = extentOf(ignition);
  if (reachMetres > MOST_WIDE_METRES / 2) throw invalid(field, 'spread-ignition-too-wide', { kilometres: MOST_WIDE_METRES / 1_000 });
}
