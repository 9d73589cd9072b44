// Forecasts of fires on the wire.
import {
  ancestorAt,
  type BorderLevel,
  borderBetween,
  type GridNo,
  type SpreadBehaviour,
  type SpreadFailure,
  type SpreadImpact,
  type SpreadInputs,
  type SpreadRun,
} from '@lookout/domain';
import type { Language } from '../errors/entry.ts';
import { codedError, errorMessage } from '../errors/index.ts';
import { formatTime, readTime } from '../values.ts';
import type { GridNames } from './alarm.ts';
import type { WireSpreadBehaviour, WireSpreadHeader, WireSpreadRun } from './spread-schema.ts';

/** Who finishes forecasts, in the log. Stored, and read by the people on duty whatever language a desk shows: always Chinese. */
export const FORECASTER_NAME = '蔓延推演';
/** The demo's own land cover, in place of a file's name. */
export const DEMO_COVER_NAME = '演示地类';

const FAILURE_CODES = {
  'nothing-burns': 'spread-nothing-burns',
  'server-stopped': 'spread-server-stopped',
  fault: 'spread-fault',
} as const satisfies Record<SpreadFailure, string>;

export const writeSpreadHeader = (run: SpreadRun, nameOf: GridNames): WireSpreadHeader => ({
  id: run.id,
  fireId: run.fireId,
  gridNo: run.gridNo,
  gridName: nameOf(run.gridNo) ?? run.gridNo,
  state: run.state,
  progress: run.progress,
  begin: formatTime(new Date(run.inputs.beginMs)),
  hours: run.inputs.hours,
  members: run.inputs.members,
  askedBy: run.askedBy,
  askedAt: formatTime(run.askedAt),
  endedAt: run.endedAt && formatTime(run.endedAt),
});

export interface SpreadReader {
  /** Of what is hit, what lies in other grids is not told, but borders and layers that this grid shares. */
  readonly maySee: (impact: { readonly kind: string; readonly layerName: string | null; readonly gridNo: GridNo }) => boolean;
  readonly language: Language;
  readonly nameOf: GridNames;
}

export function writeSpreadRun(run: SpreadRun, { maySee, language, nameOf }: SpreadReader): WireSpreadRun {
  const { result, failure } = run;
  const code = failure && FAILURE_CODES[failure];
  return {
    ...writeSpreadHeader(run, nameOf),
    failure: code && { code, message: errorMessage(codedError(code), language) },
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
    behaviour: result?.behaviour?.map(writeSpreadBehaviour) ?? null,
    impacts: (result?.impacts ?? []).filter(maySee).map((impact) => writeSpreadImpact(impact, run.gridNo, nameOf)),
  };
}

export const writeSpreadBehaviour = ({ position, ...hour }: SpreadBehaviour): WireSpreadBehaviour => ({
  ...hour,
  longitude: position.lng,
  latitude: position.lat,
});

/** @param home the grid of the forecast */
export const writeSpreadImpact = (impact: SpreadImpact, home: GridNo, nameOf: GridNames): WireSpreadRun['impacts'][number] => {
  const { position, ...said } = impact;
  const borderLevel = impact.kind === 'border' ? borderBetween(home, impact.gridNo) : null;
  return { ...said, borderLevel, name: enteredName(impact, borderLevel, nameOf), longitude: position.lng, latitude: position.lat };
};

/** A county of another province is named with its province, 甘肃省文县: its own name says nothing of the border. */
function enteredName({ name, gridNo }: SpreadImpact, borderLevel: BorderLevel | null, nameOf: GridNames): string {
  const above = borderLevel === null ? null : ancestorAt(gridNo, borderLevel);
  const wide = above === null || above === gridNo ? null : nameOf(above);
  return wide === null ? name : `${wide}${name}`;
}

const writeInputs = ({ seed, model, ignition, ellipse, weather, ground, barriers }: SpreadInputs): WireSpreadRun['inputs'] => ({
  seed,
  model,
  ignition: { source: ignition.source, geometry: { type: ignition.shape.type, coordinates: [...ignition.shape.coordinates] } },
  ellipse,
  weather: { ...weather, hours: weather.hours.map(({ atMs, ...hour }) => ({ ...hour, time: formatTime(new Date(atMs)) })) },
  ground: {
    longitude: ground.centre.lng,
    latitude: ground.centre.lat,
    halfMetres: ground.halfMetres,
    cellMetres: ground.cellMetres,
    elevation: ground.elevation,
    landCover: { ...ground.landCover, files: [...ground.landCover.files] },
    ownFuels: ground.ownFuels,
  },
  barriers,
});

interface Times {
  readonly begin: string;
  readonly askedAt: string;
  readonly endedAt: string | null;
}
const readTimes = <T extends Times>({ begin, askedAt, endedAt, ...said }: T) => ({
  ...said,
  begin: readTime(begin),
  askedAt: readTime(askedAt),
  endedAt: endedAt === null ? null : readTime(endedAt),
});

export const readSpreadHeader = (run: WireSpreadHeader) => readTimes(run);
export const readSpreadRun = (run: WireSpreadRun) => readTimes(run);
