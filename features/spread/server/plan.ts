// From an officer's request to the plan of a run: where the fire starts, its hours, its weather, and the data that stop or feed it. Invalid
// requests are refused before any calculation.

import { createHash } from 'node:crypto';
import { DAY_MS } from '@lookout/domain';
import { FIRE_MODEL_VERSION } from '@lookout/fire-model';
import { invalid } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { isDrill } from '../../exercise/drill.ts';
import type { FuelRow } from '../fuel-row.ts';
import { enteredMoistureOf, SPREAD_BEGIN_DAYS, type SpreadInputs } from '../spread-inputs.ts';
import { type CorrectedInputs, correctionOf, weighedSince } from './correction.ts';
import { type FireToForecast, fireOf } from './fire.ts';
import {
  extentOf,
  type FireStart,
  firstTimeOf,
  onStep,
  type RequestedPart,
  requestedParts,
  requireNarrow,
  type SpreadRequest,
  startOfFire,
  startOfParts,
} from './ignition.ts';
import { type WaterLayers, waterLayers } from './waters.ts';
import { type WeatherRequest, weatherOf, weatherSince } from './weather.ts';

type Needs = Pick<Room, 'store' | 'gazetteer' | 'weather' | 'log' | 'groundWindows' | 'landCover' | 'roads' | 'elevation'>;

/** What to calculate, before the terrain is checked. */
export interface ForecastPlan extends Pick<FireStart, 'fireId' | 'gridNo' | 'breaks' | 'field'> {
  /** The same for all users who request the same with the same data. */
  readonly key: string;
  readonly inputs: Omit<SpreadInputs, 'ground' | 'barriers'>;
  readonly waters: WaterLayers;
  readonly fuels: readonly FuelRow[];
  /** True for a real fire that is not over. It takes precedence over other runs. */
  readonly isBurning: boolean;
}

/** @throws Refusal 404 for a fire of another grid; 422 naming the field for any other fault */
export async function planOf(room: Needs, context: Context, request: SpreadRequest): Promise<ForecastPlan> {
  requireConsistent(request);
  const parts = request.ignition == null ? null : requestedParts(request.ignition);
  const requestedBegin = beginOf(request, parts, context);
  const fire = request.incidentId == null ? null : await fireOf(room, context, request.incidentId);
  // A given ignition is never a correction of an earlier run.
  const corrected = fire && parts === null ? correctedOf(fire, context, request) : null;
  const { begin, hours, members } = corrected ?? { begin: requestedBegin, hours: request.hours, members: request.members ?? 1 };
  // Observations that weight the members must not also determine where they start.
  const fireStart = fire && startOfFire(fire, corrected?.previous === null ? begin : null);
  const start =
    parts === null
      ? { ...(fireStart as FireStart), ...ignitionOf(corrected) }
      : startOfParts(room, context, parts, { fire: fireStart, begin, hours });
  requireNarrow(start);
  const { fireId, gridNo, breaks, field, ignition, ellipse } = start;
  const [fuels, canopyVersion, waters, weather] = await Promise.all([
    room.store.fuelRows.all(),
    room.groundWindows.canopyVersion(),
    waterLayers(room),
    weatherFor(room, context, request, corrected, { place: extentOf(ignition).centre, begin, hours }),
  ]);
  const model = { name: request.model ?? corrected?.previous?.model ?? 'rothermel', version: FIRE_MODEL_VERSION } as const;
  const inputs = { begin, hours, members, model, ignition, ellipse, weather, correction: corrected?.correction ?? null };
  const versions = [room.elevation().version(), room.landCover.version(), canopyVersion, room.roads.version(), waters.version, fuels];
  const key = createHash('sha256')
    .update(JSON.stringify([fireId, gridNo, comparable(inputs), breaks, versions]))
    .digest();
  return {
    fireId,
    gridNo,
    breaks,
    field,
    key: key.toString('hex'),
    // The same request has the same members, because the seed comes from its key.
    inputs: { ...inputs, seed: key.readUInt32LE() },
    waters,
    fuels,
    isBurning: fire !== null && isBurning(fire),
  };
}

/** @throws Refusal 422 naming a field that is missing, or that another field excludes */
function requireConsistent({ incidentId, ignition, correct }: SpreadRequest): void {
  if (incidentId == null && ignition == null) throw invalid('ignition', 'spread-place-needed');
  if (correct !== true) return;
  if (incidentId == null) throw invalid('correct', 'spread-none-to-correct');
  if (ignition != null) throw invalid('correct', 'spread-ignition-given');
}

/** The requested start: as given, or the time of the first part, or now. @throws Refusal 422 naming `begin` if it is too far from now */
function beginOf({ begin: given }: SpreadRequest, parts: readonly RequestedPart[] | null, { now }: Pick<Context, 'now'>): Date {
  const begin = given ?? (parts && firstTimeOf(parts)) ?? now;
  if (Math.abs(begin.getTime() - now.getTime()) > SPREAD_BEGIN_DAYS * DAY_MS)
    throw invalid('begin', 'spread-begin', { days: SPREAD_BEGIN_DAYS });
  return onStep(begin);
}

/** With a given start, weighted by the observations since; else the correction of the last run. */
function correctedOf(
  fire: FireToForecast,
  { now }: Pick<Context, 'now'>,
  { begin, correct = null, members = null, hours }: SpreadRequest,
): CorrectedInputs | null {
  const request = { correct, members, hours, now };
  return begin == null ? correctionOf(fire, request) : weighedSince(fire, request, onStep(begin));
}

/** The ignition of the correction, which replaces the fire's current position. */
const ignitionOf = (corrected: CorrectedInputs | null): Partial<Pick<FireStart, 'ignition' | 'ellipse'>> => {
  const previous = corrected?.previous ?? null;
  return previous === null ? {} : { ignition: previous.ignition, ellipse: previous.ellipse };
};

/** The weather that the officer entered, or the service's, and for a corrected run that of the last run until now. */
function weatherFor(
  room: Needs,
  context: Context,
  { weather, moisturePercent }: SpreadRequest,
  corrected: CorrectedInputs | null,
  place: Pick<WeatherRequest, 'place' | 'begin' | 'hours'>,
) {
  const entered = { entered: weather ?? null, moisture: enteredMoistureOf(moisturePercent), by: accountOf(context).fullName };
  const request = { ...place, ...entered };
  const before = corrected?.previous?.weather;
  return before === undefined ? weatherOf(room, request) : weatherSince(room, request, before, onStep(context.now));
}

/**
 * The inputs by which two requests are the same. The run that is replaced is not included, because the next user's request would replace the
 * run that answers this one. The name of the officer who entered the weather is not included either, because another officer may enter the
 * same.
 */
const comparable = ({ correction, weather, ...inputs }: Omit<ForecastPlan['inputs'], 'seed'>) => ({
  ...inputs,
  correction: correction && { ...correction, after: null },
  weather: { ...weather, enteredBy: null },
});

const isBurning = ({ incident: { state, alarms } }: FireToForecast): boolean =>
  state !== 'closed' && !alarms.some(({ alarm }) => isDrill(alarm));
