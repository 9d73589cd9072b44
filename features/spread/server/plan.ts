// From an officer's request to the plan of the calculation: the fire, where it starts, its weather and its terrain. Invalid requests are
// refused before any calculation.

import { createHash } from 'node:crypto';
import type { Received } from '@lookout/contract';
import { commonGrid, covers, DAY_MS, type GridNo, HOUR_MS, type Position } from '@lookout/domain';
import {
  boxOfFrame,
  cellsOf,
  centreOf,
  FIRE_MODEL_VERSION,
  fuelBurns,
  ignitionsOf,
  isKnownFuel,
  placeIn,
  type Shape,
  windFactorAt,
} from '@lookout/fire-model';
import { incidentSummary } from '@lookout/fusion';
import { degreesAt, distanceMetres, type LngLat } from '@lookout/geo';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { isDrill } from '../../exercise/drill.ts';
import type { VisibleIncident } from '../../incident/incidents.store.ts';
import type { Plot } from '../../plot/plot.ts';
import type { GroundWindow, WindowClass } from '../../terrain/service/ground-window.ts';
import { MOST_IGNITION_POINTS } from '../spread.calls.ts';
import {
  enteredMoistureOf,
  type FuelRow,
  type IgnitionPart,
  type IgnitionShape,
  type LaterIgnition,
  SPREAD_BEGIN_DAYS,
  type SpreadHour,
  type SpreadInputs,
  type SpreadModel,
  type SpreadRun,
} from '../spread.ts';
import {
  type CorrectedOrWeighed,
  correctionOf,
  knownBy,
  lastToCorrect,
  type SeenFire,
  shapeOf,
  weatherSince,
  weighedSince,
} from './correction.ts';
import { barrierOf, groundOf } from './forecast.ts';
import { ownFuelsOf } from './fuels.ts';
import { perimetersSeen, placesSeen, type Sighting } from './observations.ts';
import { type WaterLayers, waterLayers, watersIn } from './waters.ts';
import { serviceWeather, weatherOf } from './weather.ts';

export type Asked = Received<Contract['spread']['runSpread']>['body'];
type Needs = Pick<Room, 'store' | 'gazetteer' | 'weather' | 'log' | 'groundWindows' | 'landCover' | 'roads' | 'elevation'>;

/** A question before the terrain is checked. Its key is the same for all users who request the same with the same data. */
export interface Question {
  readonly key: string;
  readonly fireId: string | null;
  readonly gridNo: GridNo;
  readonly shape: IgnitionShape;
  readonly inputs: Omit<SpreadInputs, 'ground' | 'barriers'>;
  readonly centre: Position;
  /** From the centre to the farthest vertex of the ignition. */
  readonly reachMetres: number;
  readonly breaks: readonly (readonly LngLat[])[];
  readonly waters: WaterLayers;
  readonly fuels: readonly FuelRow[];
  /** True for a real fire that is not over. It takes precedence over other runs. */
  readonly isBurning: boolean;
  /** The field that a refusal names. */
  readonly field: 'incidentId' | 'ignition';
}

/** Everything that the calculation needs, in full detail. */
export interface SpreadPlan extends Pick<Question, 'key' | 'fireId' | 'gridNo' | 'breaks' | 'waters' | 'fuels'> {
  readonly inputs: SpreadInputs;
}

/** The start is rounded down to this step, so that the requests of fifty users within some minutes are the same. */
const BEGIN_STEP_MS = 5 * 60_000;
const MOST_WIDE_METRES = 20_000;
const MOST_PLOTS = 1_000;
/** The most runs listed of a fire; the newest are listed. */
export const MOST_RUNS = 200;
/** The terrain checked around the ignition before a run is accepted: as far as the wind rule reaches. */
const LOOK_METRES = 1_050;
/** The check runs in the server's main thread, so the cells are few enough not to delay an alarm. */
const MOST_LOOK_CELLS_A_SIDE = 200;
/**
 * The size of a run's window: this distance for each hour, plus the least distance. In storms, a fire's head is faster. The result then
 * reports that the edge was reached.
 */
const HOUR_METRES = 1_500;
const LEAST_METRES = 1_000;
/** Cells of 30 m, or larger ones if a window would have more cells per side than the limit. */
const CELL_METRES = 30;
const MOST_CELLS_A_SIDE = 1_000;
/**
 * The least distance by which an ignition in a river or on a road may be moved: a few cells. Otherwise the size of the fire's ellipse
 * applies.
 */
const LEAST_OFF_METRES = 100;

const onStep = (time: Date): number => Math.floor(time.getTime() / BEGIN_STEP_MS) * BEGIN_STEP_MS;

/** @throws Refusal 404 for a fire of another grid; 422 naming the field for any other fault */
export async function questionOf(room: Needs, context: Context, asked: Asked): Promise<Question> {
  const { weather: entered, moisturePercent } = asked;
  if (asked.incidentId == null && asked.ignition == null) throw invalid('ignition', 'spread-place-needed');
  if (asked.incidentId == null && asked.correct === true) throw invalid('correct', 'spread-none-to-correct');
  const nowMs = onStep(context.now);
  const given = asked.ignition == null ? null : partsOf(asked.ignition);
  if (given !== null && asked.correct === true) throw invalid('correct', 'spread-ignition-given');
  const begin = asked.begin ?? firstOf(given) ?? context.now;
  if (Math.abs(begin.getTime() - context.now.getTime()) > SPREAD_BEGIN_DAYS * DAY_MS)
    throw invalid('begin', 'spread-begin', { days: SPREAD_BEGIN_DAYS });
  const fire = asked.incidentId == null ? null : await fireOf(room, context, asked.incidentId);
  // A given ignition is never a correction of an earlier run.
  const corrected = fire && given === null ? correctedOf(fire, context, asked) : null;
  const beginMs = corrected?.beginMs ?? onStep(begin);
  const { hours, members } = corrected ?? { hours: asked.hours, members: asked.members ?? 1 };
  // Observations that weight the members must not also determine where they start.
  const known = fire && ignitedByFire(fire, corrected?.correction.after === null ? beginMs : null);
  const lit =
    given === null
      ? { ...(known as Lit), ...(corrected && ignitionOf(corrected)) }
      : litByParts(room, context, given, { fire: known, beginMs, hours });
  const { centre, reachMetres } = extentOf([lit.shape, ...(lit.later ?? []).map(({ shape }) => shape)]);
  if (reachMetres > MOST_WIDE_METRES / 2) throw invalid(lit.field, 'spread-ignition-too-wide', { kilometres: MOST_WIDE_METRES / 1_000 });
  const asEntered = { entered: entered ?? null, moisture: enteredMoistureOf(moisturePercent), by: accountOf(context).fullName };
  const [fuels, canopyVersion, waters, weather] = await Promise.all([
    room.store.fuelRows.all(),
    room.groundWindows.canopyVersion(),
    waterLayers(room),
    weatherFor(room, { place: centre, beginMs, hours, ...asEntered }, corrected, nowMs),
  ]);
  const inputs = {
    beginMs,
    hours,
    members,
    model: { name: asked.model ?? corrected?.model ?? 'rothermel', version: FIRE_MODEL_VERSION },
    ignition: { source: lit.source, shape: lit.shape, ...(lit.later && { later: lit.later }) },
    ellipse: lit.ellipse,
    weather,
    correction: corrected?.correction ?? null,
  } as const;
  const versions = [room.elevation().version(), room.landCover.version(), canopyVersion, room.roads.version(), waters.version, fuels];
  const key = createHash('sha256')
    .update(JSON.stringify([lit.fireId, lit.gridNo, { ...inputs, ...asAsked(inputs) }, lit.breaks, versions]))
    .digest();
  // The same question has the same members, because the seed comes from its key.
  const seeded = { ...inputs, seed: key.readUInt32LE() };
  return {
    ...lit,
    key: key.toString('hex'),
    inputs: seeded,
    centre,
    reachMetres,
    waters,
    fuels,
    isBurning: fire !== null && isBurning(fire),
  };
}

const isBurning = ({ incident: { state, alarms } }: FireAtHand): boolean =>
  state !== 'closed' && !alarms.some(({ alarm }) => isDrill(alarm));

type Lit = Pick<Question, 'fireId' | 'gridNo' | 'shape' | 'breaks' | 'field'> & {
  readonly source: SpreadInputs['ignition']['source'];
  readonly later?: readonly LaterIgnition[];
  readonly ellipse: SpreadInputs['ellipse'];
};

/** A fire with its plots, its observations and its forecasts. */
export interface FireAtHand extends SeenFire {
  readonly incident: VisibleIncident;
  readonly plots: readonly Plot[];
  /** Newest first, without their results. */
  readonly runs: readonly SpreadRun[];
  readonly moreRuns: boolean;
}

/** A fixed number of queries, whatever the fire. @throws Refusal 404 for a fire of another grid */
export async function fireOf(
  { store }: Pick<Needs, 'store'>,
  { scope, now }: Pick<Context, 'scope' | 'now'>,
  id: string,
): Promise<FireAtHand> {
  const incident = await store.incidents.find(scope, id);
  if (incident === null) throw notFound();
  const [{ plots, sightings }, { list: runs, more }] = await Promise.all([
    seenOf(store, scope, incident),
    store.spreadRuns.ofFire(scope, alarmIdsOf(incident), { limit: MOST_RUNS }),
  ]);
  return { incident, plots, runs, moreRuns: more, sightings, last: lastToCorrect(runs, now) };
}

const alarmIdsOf = ({ alarms }: VisibleIncident): string[] => alarms.map(({ alarm }) => alarm.id);

/** The plots of a fire in this grid, and its observations, by time. */
async function seenOf(store: Needs['store'], scope: GridNo, incident: VisibleIncident): Promise<Pick<FireAtHand, 'plots' | 'sightings'>> {
  const plots = await store.plots.ofFires(scope, alarmIdsOf(incident), { limit: MOST_PLOTS });
  const sightings = [...placesSeen(incident.alarms), ...(await perimetersSeen(store, plots))];
  return { plots, sightings: sightings.toSorted((a, b) => a.seen.atMs - b.seen.atMs) };
}

/** The observations of a fire in this grid; none if the fire does not exist. */
export async function sightingsOf({ store }: Pick<Needs, 'store'>, scope: GridNo, fireId: string): Promise<readonly Sighting[]> {
  const incident = await store.incidents.find(scope, fireId);
  return incident === null ? [] : (await seenOf(store, scope, incident)).sightings;
}

/** With a given start, weighted by the observations since; else the correction of the last run. */
function correctedOf(
  fire: FireAtHand,
  { now }: Pick<Context, 'now'>,
  { begin, correct, members, hours }: Asked,
): CorrectedOrWeighed | null {
  if (begin == null) return correctionOf(fire, { correct: correct ?? null, members: members ?? null, hours, now });
  const beginMs = onStep(begin);
  return weighedSince(fire, { correct: correct ?? null, members: members ?? null, hours, now }, beginMs);
}

/**
 * The run that is replaced is not part of the key, because the next user's request would replace the run that answers this one. The name of
 * the officer who entered the weather is not part of it either, because another officer may enter the same.
 */
const asAsked = ({ correction, weather: { enteredBy: _, ...weather } }: Pick<SpreadInputs, 'correction' | 'weather'>) => ({
  correction: correction && { ...correction, after: null },
  weather,
});

/** The ignition of the correction, which replaces the fire's current position. */
const ignitionOf = ({ ignition, ellipse }: CorrectedOrWeighed) => (ignition === null ? {} : { ...ignition, ellipse });

const weatherFor = (room: Needs, asked: Parameters<typeof weatherOf>[1], corrected: CorrectedOrWeighed | null, nowMs: number) =>
  corrected?.weather == null ? weatherOf(room, asked) : weatherSince(room, asked, corrected.weather, nowMs);

/**
 * The burnt area drawn last, else the middle of the fire's ellipse. The ellipse shows where the fire may be, not what burns.
 * @param untilMs the given start: only observations until then are used, with at least the first alarm; null: all
 */
function ignitedByFire({ incident, plots, sightings }: FireAtHand, untilMs: number | null): Lit {
  const { position, ellipse } = summaryOf(untilMs === null ? incident : knownBy(incident, untilMs));
  const drawn = sightings
    .flatMap(({ seen }) => (seen.kind === 'perimeter' && (untilMs === null || seen.atMs <= untilMs) ? [seen] : []))
    .at(-1);
  return {
    fireId: incident.id,
    gridNo: incident.gridNo,
    field: 'incidentId',
    source: drawn === undefined ? 'fire' : 'drawn',
    shape: drawn === undefined ? pointOf(position) : shapeOf([drawn]),
    ellipse: {
      semiMajorMetres: Math.round(ellipse.semiMajorMetres),
      semiMinorMetres: Math.round(ellipse.semiMinorMetres),
      bearingDegrees: Math.round(ellipse.azimuthDegrees),
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
const pointOf = ({ lng, lat }: Position): IgnitionShape => ({
  type: 'Point',
  coordinates: [Math.round(lng * DECIMALS) / DECIMALS, Math.round(lat * DECIMALS) / DECIMALS],
});
/** One part of a given ignition. */
interface GivenPart {
  readonly shape: IgnitionPart;
  /** null: from the start. */
  readonly time: Date | null;
  /** The path of the time in the request. */
  readonly path: string;
}

function partsOf(given: NonNullable<Asked['ignition']>): readonly GivenPart[] {
  const partOf = ({ geometry, properties }: GivenFeature, at: string): GivenPart => ({
    shape: geometry,
    time: properties?.time ?? null,
    path: `${at}.properties.time`,
  });
  if (given.type === 'FeatureCollection') return given.features.map((one, i) => partOf(one, `ignition.features.${i}`));
  return [given.type === 'Feature' ? partOf(given, 'ignition') : { shape: given, time: null, path: 'ignition' }];
}
type GivenFeature = Extract<Asked['ignition'], { readonly type: 'Feature' }>;

/** The earliest ignition time if all parts have one; null: not all have one. */
function firstOf(parts: readonly GivenPart[] | null): Date | null {
  const times = (parts ?? []).flatMap(({ time }) => (time === null ? [] : [time.getTime()]));
  return parts === null || times.length < parts.length ? null : new Date(Math.min(...times));
}

interface GivenOf {
  /** The fire as it is known; null: the request names none. */
  readonly fire: Lit | null;
  readonly beginMs: number;
  readonly hours: number;
}

/**
 * @throws Refusal 422 naming `ignition` or the time of a part: too many points, outside the country or the officer's grid, too far from the
 * fire, or outside the hours
 */
function litByParts({ gazetteer }: Needs, context: Context, parts: readonly GivenPart[], { fire, beginMs, hours }: GivenOf): Lit {
  const points = parts.flatMap(({ shape }) => placesOf(shape));
  if (points.length > MOST_IGNITION_POINTS) throw invalid('ignition.coordinates', 'spread-ignition-points', { most: MOST_IGNITION_POINTS });
  const { gridNo: own } = accountOf(context);
  const { gridAt } = gazetteer();
  const grids = points.map((point) => {
    const gridNo = gridAt(point, own);
    if (gridNo === null) throw invalid('ignition', 'outside-china');
    if (!covers(context.scope, gridNo)) throw invalid('ignition', 'outside-own-grid');
    return gridNo;
  });
  if (fire !== null) {
    const [middle] = placesOf(fire.shape);
    if (middle !== undefined && points.some((point) => distanceMetres(point, middle) > MOST_WIDE_METRES))
      throw invalid('ignition', 'spread-ignition-far', { kilometres: MOST_WIDE_METRES / 1_000 });
  }
  const endMs = beginMs + hours * HOUR_MS;
  const timed = parts.map(({ shape, time, path }) => {
    // Rounded down to five minutes, like the start.
    const atMs = time === null ? beginMs : onStep(time);
    if (atMs < beginMs || atMs >= endMs) throw invalid(path, 'spread-ignition-time', { from: new Date(beginMs), to: new Date(endMs) });
    return { shape, atMs };
  });
  const later = timed.filter(({ atMs }) => atMs > beginMs).toSorted((a, b) => a.atMs - b.atMs);
  const shapes = timed.filter(({ atMs }) => atMs === beginMs).map(({ shape }) => shape);
  const [first, ...others] = shapes;
  if (first === undefined) throw invalid('ignition', 'spread-ignition-later');
  return {
    fireId: fire?.fireId ?? null,
    gridNo: fire?.gridNo ?? commonGrid(grids),
    field: 'ignition',
    source: 'entered',
    shape: others.length === 0 ? first : { type: 'GeometryCollection', geometries: shapes },
    ...(later.length > 0 && { later }),
    ellipse: null,
    breaks: fire?.breaks ?? [],
  };
}

/** Every vertex of a shape. */
export function placesOf(shape: IgnitionShape): Position[] {
  return shape.type === 'GeometryCollection' ? shape.geometries.flatMap(placesOf) : cornersOf(shape.coordinates);
}

function cornersOf(coordinates: IgnitionPart['coordinates']): Position[] {
  const [first] = coordinates;
  if (typeof first === 'number') return [{ lng: first, lat: coordinates[1] as number }];
  return (coordinates as readonly IgnitionPart['coordinates'][]).flatMap(cornersOf);
}

function extentOf(shapes: readonly IgnitionShape[]): { readonly centre: Position; readonly reachMetres: number } {
  const places = shapes.flatMap(placesOf);
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

/**
 * The weather service's hourly forecast at a fire, with the wind multiplied as a run would do it there: the initial values for an officer
 * who enters weather.
 * @throws Refusal 404 for a fire of another grid
 */
export async function weatherAtFire(room: Pick<Needs, 'store' | 'weather' | 'log' | 'groundWindows'>, context: Context, fireId: string) {
  const { centre } = extentOf([ignitedByFire(await fireOf(room, context, fireId), null).shape]);
  const weather = await serviceWeather(room, centre);
  if (weather === null) return { source: null, windFactor: 1, hours: [] };
  const window = await room.groundWindows.read({ centre, halfMetres: LOOK_METRES, cellMetres: CELL_METRES });
  const [middle] = ignitionsOf(window, pointOf(centre)).flatMap((ignition) => cellsOf(window.grid, ignition));
  const windFactor = windFactorIn(window, middle as number);
  return { ...weather, windFactor, hours: weather.hours.map(windier(windFactor)) };
}

/** Rounded to two decimals, because it is displayed. */
const windFactorIn = ({ grid, heights }: GroundWindow, cell: number): number => Math.round(100 * windFactorAt(grid, heights, cell)) / 100;
const windier =
  (factor: number) =>
  (hour: SpreadHour): SpreadHour => ({
    ...hour,
    windSpeedMetresPerSecond: hour.windSpeedMetresPerSecond * factor,
  });

/**
 * Checks the terrain around the ignition: whether it is known and burns, and the wind factor there.
 * @throws Refusal 422 naming the fire or the ignition if the terrain is unknown, nothing burns there, or the fuel is unknown
 */
export async function planOf(room: Pick<Needs, 'store' | 'log' | 'groundWindows'>, question: Question): Promise<SpreadPlan> {
  const { centre, reachMetres, shape, inputs, breaks, waters, fuels, field, key, fireId, gridNo } = question;
  const lookMetres = reachMetres + LOOK_METRES;
  const lookCellMetres = Math.max(CELL_METRES, Math.ceil((2 * lookMetres) / MOST_LOOK_CELLS_A_SIDE));
  const window = await room.groundWindows.read({ centre, halfMetres: lookMetres, cellMetres: lookCellMetres });
  if (window.brokenCanopies.length > 0)
    room.log.warn({ files: window.brokenCanopies }, 'imported canopies cannot be read, and are left out');
  const lit = litCell(window, question, await watersIn(room, waters, boxOfFrame(window.frame)));
  if (typeof lit === 'string') throw invalid(lit === 'no-factor' ? 'model' : field, UNLIT_CODES[lit]);
  if (typeof lit === 'object') throw invalid(field, 'spread-unknown-fuel', { scheme: lit.scheme, value: lit.value });
  const isMoved = inputs.ignition.source === 'fire';
  const { weather } = inputs;
  const windFactor = weather.windFactor === null ? null : windFactorIn(window, lit);
  const halfMetres = reachMetres + LEAST_METRES + HOUR_METRES * inputs.hours;
  return {
    key,
    fireId,
    gridNo,
    breaks,
    waters,
    fuels,
    inputs: {
      ...inputs,
      ignition: { ...inputs.ignition, shape: isMoved ? pointOf(placeIn(window, centreOf(window.grid, lit))) : shape },
      weather: {
        ...weather,
        windFactor,
        hours: weather.hours.map(windier(windFactor ?? 1)),
      },
      ground: {
        centre,
        halfMetres,
        cellMetres: Math.max(CELL_METRES, Math.ceil((2 * halfMetres) / MOST_CELLS_A_SIDE)),
        elevation: window.elevation,
        landCover: window.landCover,
        ...canopyOf(window),
        ownFuels: fuels.length,
      },
      barriers: { breaks: breaks.length, roads: 0, waters: 0 },
    },
  };
}

/** Included only if canopies were measured somewhere in the window. */
export const canopyOf = ({ canopy }: Pick<GroundWindow, 'canopy'>): Pick<SpreadInputs['ground'], 'canopy'> =>
  canopy.share > 0 ? { canopy } : {};

/** `no-factor`: the fuel burns by Rothermel's model, but its Ks is unknown; a class: its fuel is unknown. */
type Unlit = keyof typeof UNLIT_CODES | WindowClass;
const UNLIT_CODES = {
  'no-ground': 'spread-no-ground',
  'nothing-burns': 'spread-nothing-burns',
  'no-factor': 'spread-no-fuel-factor',
} as const;

/**
 * A burnable cell of the ignition. For a fire's position, the burnable cell nearest to the middle of its ellipse, if it is within the
 * ellipse's size.
 */
function litCell(window: GroundWindow, { shape, inputs, breaks, fuels: rows }: Question, waters: readonly Shape[]): number | Unlit {
  const { grid, heights, classes, table } = window;
  const { ground, fuels } = groundOf(window, ownFuelsOf(rows));
  const barrier = barrierOf(window, breaks, waters);
  const fuelAt = (cell: number): number => ground.fuel[cell] as number;
  const isHeld = (cell: number): boolean => barrier !== null && barrier[cell] !== 0;
  const cells = ignitionsOf(window, shape).flatMap((ignition) => cellsOf(grid, ignition));
  if (cells.every((cell) => Number.isNaN(heights[cell] as number) || (classes[cell] as number) >= table.length)) return 'no-ground';
  const litBy = (model: SpreadModel): number | null => {
    const burns = fuels.map((fuel) => fuelBurns(fuel, model));
    const isBurning = (cell: number): boolean => burns[fuelAt(cell)] === true && !isHeld(cell);
    const lit = cells.find(isBurning);
    if (lit !== undefined || inputs.ignition.source !== 'fire') return lit ?? null;
    return nearestBurning(grid, cells[0], inputs.ellipse, isBurning);
  };
  const lit = litBy(inputs.model.name);
  if (lit !== null) return lit;
  if (inputs.model.name === 'wang' && litBy('rothermel') !== null) return 'no-factor';
  const isKnown = fuels.map(isKnownFuel);
  const unknown = cells.find((cell) => isKnown[fuelAt(cell)] === false && table[fuelAt(cell)] !== undefined && !isHeld(cell));
  return unknown === undefined ? 'nothing-burns' : (table[fuelAt(unknown)] as WindowClass);
}

/** @returns null: no cell burns within the position error */
function nearestBurning(
  grid: GroundWindow['grid'],
  middle: number | undefined,
  ellipse: SpreadInputs['ellipse'],
  isBurning: (cell: number) => boolean,
): number | null {
  if (middle === undefined) return null;
  const reach = Math.min(Math.max(ellipse?.semiMajorMetres ?? 0, LEAST_OFF_METRES), LOOK_METRES) / grid.cellMetres;
  return nearestCell(grid, middle, reach, isBurning);
}

function nearestCell(
  { columns, rows }: { readonly columns: number; readonly rows: number },
  from: number,
  reach: number,
  fits: (cell: number) => boolean,
): number | null {
  const [column, row] = [from % columns, Math.floor(from / columns)];
  let best: number | null = null;
  let bestSquared = reach * reach;
  for (let y = Math.max(Math.ceil(row - reach), 0); y <= Math.min(row + reach, rows - 1); y++)
    for (let x = Math.max(Math.ceil(column - reach), 0); x <= Math.min(column + reach, columns - 1); x++) {
      const squared = (x - column) ** 2 + (y - row) ** 2;
      if (squared > bestSquared || !fits(y * columns + x)) continue;
      [best, bestSquared] = [y * columns + x, squared];
    }
  return best;
}
