// Forecasts of fires as calls answer with them: GeoJSON with times, and what the reader may see of the impacts.

import { codedError, type GridNames, type Language } from '@lookout/contract';
import { ancestorAt, type BorderLevel, type GridNo } from '@lookout/domain';
import { errorMessage } from '../errors.ts';
import type { FireSeen, ServiceWeather, ShownSeen, SpreadRunFile, SpreadRunLine } from './spread.schema.ts';
import {
  borderBetween,
  type IgnitionPart,
  MOISTURE_CLASSES,
  type SeenOfFire,
  type SpreadError,
  type SpreadFailure,
  type SpreadHour,
  type SpreadImpact,
  type SpreadInputs,
  type SpreadQueuePlace,
  type SpreadRun,
} from './spread.ts';

/**
 * The actor who finishes forecasts in the log. It is stored and read by officers on duty whatever language a browser shows, so it is always
 * Chinese.
 */
export const FORECASTER_NAME = '蔓延推演';
/** The demo's own land cover, shown instead of a file name. */
export const DEMO_COVER_NAME = '演示地类';

const FAILURE_CODES = {
  'nothing-burns': 'spread-nothing-burns',
  'server-stopped': 'spread-server-stopped',
  'too-long': 'spread-too-long',
  fault: 'spread-fault',
} as const satisfies Record<SpreadFailure, string>;

/** @param error null: unknown, or not requested */
export const writeSpreadHeader = (run: SpreadRun, nameOf: GridNames, error: SpreadError | null): SpreadRunLine => ({
  id: run.id,
  fireId: run.fireId,
  gridNo: run.gridNo,
  gridName: nameOf(run.gridNo) ?? run.gridNo,
  state: run.state,
  progress: run.progress,
  begin: new Date(run.inputs.beginMs),
  hours: run.inputs.hours,
  members: run.inputs.members,
  askedBy: run.askedBy,
  askedAt: run.askedAt,
  endedAt: run.endedAt,
  model: run.inputs.model.name,
  corrected: run.inputs.correction !== null,
  agreement: error?.perimeter?.jaccard ?? error?.places?.within ?? null,
});

export const writeSeenOfFire = (seen: SeenOfFire): ShownSeen => {
  const { kind, id, atMs } = seen;
  const said = { kind, id, time: new Date(atMs) };
  if (seen.kind !== 'perimeter') {
    const { position, ellipse } = seen;
    return { ...said, geometry: { type: 'Point', coordinates: [position.lng, position.lat] }, ellipse };
  }
  const ring = [...seen.ring, ...seen.ring.slice(0, 1)].map(([lng, lat]): [number, number] => [lng, lat]);
  return { ...said, geometry: { type: 'Polygon', coordinates: [ring] }, ellipse: null };
};

interface SeenOfFires {
  readonly last: SpreadRun | null;
  readonly seen: readonly { readonly seen: SeenOfFire; readonly fresh: boolean }[];
}
export const writeFireSeen = ({ last, seen }: SeenOfFires): FireSeen => ({
  last: last && { id: last.id, begin: new Date(last.inputs.beginMs), askedAt: last.askedAt },
  seen: seen.map(({ seen: one, fresh }) => ({ ...writeSeenOfFire(one), fresh })),
});

const writeError = ({ perimeter, places }: SpreadError): SpreadRunFile['error'] => {
  if (perimeter === null) return { perimeter, places };
  const { atMs, ...scores } = perimeter;
  return { perimeter: { ...scores, time: new Date(atMs) }, places };
};

export interface SpreadReader {
  /** Decides which impacts the reader sees: those of other grids are left out, except borders and layers that they share with this grid. */
  readonly maySee: (impact: { readonly kind: string; readonly layerName: string | null; readonly gridNo: GridNo }) => boolean;
  readonly language: Language;
  readonly nameOf: GridNames;
  /** The error of the forecast; null: unknown. */
  readonly error: SpreadError | null;
  /** null: not queued. */
  readonly queue: SpreadQueuePlace | null;
}

export function writeSpreadRun(run: SpreadRun, { maySee, language, nameOf, error, queue }: SpreadReader): SpreadRunFile {
  const { result, failure } = run;
  const code = failure && FAILURE_CODES[failure];
  return {
    ...writeSpreadHeader(run, nameOf, error),
    failure: code && { code, message: errorMessage(codedError(code), language) },
    queuePlace: queue?.place ?? null,
    queueAhead: queue && { burning: queue.burning, ownGrid: queue.ownGrid },
    inputs: writeInputs(run.inputs),
    isochrones: result && {
      type: 'FeatureCollection',
      features: result.isochrones.map(({ coordinates, ...properties }) => ({
        type: 'Feature',
        properties,
        geometry: { type: 'MultiPolygon', coordinates: coordinates as [number, number][][][] },
      })),
    },
    areaHectares: result?.areaHectares ?? null,
    reachesEdge: result?.reachesEdge ?? null,
    seconds: result?.seconds ?? null,
    weighing: result?.weighing ? { ...result.weighing, kinds: [...result.weighing.kinds] } : null,
    unknownGround: result?.unknownGround ? { ...result.unknownGround, classes: [...result.unknownGround.classes] } : null,
    error: error && writeError(error),
    behaviour: result?.behaviour ? [...result.behaviour] : null,
    impacts: (result?.impacts ?? []).filter(maySee).map((impact) => writeSpreadImpact(impact, run.gridNo, nameOf)),
  };
}

/** @param home the grid of the forecast */
export const writeSpreadImpact = (impact: SpreadImpact, home: GridNo, nameOf: GridNames): SpreadRunFile['impacts'][number] => {
  const borderLevel = impact.kind === 'border' ? borderBetween(home, impact.gridNo) : null;
  return { ...impact, borderLevel, name: enteredName(impact, borderLevel, nameOf) };
};

/** A county of another province is named with its province, 甘肃省文县, because its own name does not show the border. */
function enteredName({ name, gridNo }: SpreadImpact, borderLevel: BorderLevel | null, nameOf: GridNames): string {
  const above = borderLevel === null ? null : ancestorAt(gridNo, borderLevel);
  const wide = above === null || above === gridNo ? null : nameOf(above);
  return wide === null ? name : `${wide}${name}`;
}

const writePart = ({ type, coordinates }: IgnitionPart) => ({ type, coordinates: [...coordinates] });
const writeIgnition = ({ source, shape, later = [] }: SpreadInputs['ignition']): SpreadRunFile['inputs']['ignition'] => ({
  source,
  geometry: shape.type === 'GeometryCollection' ? { type: shape.type, geometries: shape.geometries.map(writePart) } : writePart(shape),
  later: later.map(({ atMs, shape: part }) => ({ time: new Date(atMs), geometry: writePart(part) })),
});

const writeHour = ({ atMs, ...hour }: SpreadHour) => ({ ...hour, time: new Date(atMs) });

interface WeatherOfFire {
  readonly source: ServiceWeather['source'];
  readonly windFactor: number;
  readonly hours: readonly SpreadHour[];
}
export const writeFireWeather = ({ hours, ...said }: WeatherOfFire): ServiceWeather => ({ ...said, hours: hours.map(writeHour) });

const writeInputs = ({ seed, model, ignition, ellipse, weather, ground, barriers, correction }: SpreadInputs): SpreadRunFile['inputs'] => ({
  seed,
  model,
  ignition: writeIgnition(ignition),
  ellipse,
  weather: {
    ...weather,
    enteredMoisture: [...(weather.enteredMoisture ?? (weather.moisture === 'entered' ? MOISTURE_CLASSES : []))],
    enteredBy: weather.enteredBy ?? null,
    hours: weather.hours.map(writeHour),
  },
  ground: {
    longitude: ground.centre.lng,
    latitude: ground.centre.lat,
    halfMetres: ground.halfMetres,
    cellMetres: ground.cellMetres,
    elevation: ground.elevation,
    landCover: { ...ground.landCover, files: [...ground.landCover.files] },
    canopy: ground.canopy ? { ...ground.canopy, files: [...ground.canopy.files] } : null,
    ownFuels: ground.ownFuels,
  },
  barriers: { ...barriers, waters: barriers.waters ?? 0 },
  correction: correction && { ...correction, seen: correction.seen.map(writeSeenOfFire) },
});
