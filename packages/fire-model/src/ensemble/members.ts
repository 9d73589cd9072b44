// The members of an ensemble: the same fire grown under inputs that deviate by their stated errors. A member draws each error once and
// applies it to all hours: errors drawn anew for each hour would cancel out, and the ensemble would be overconfident.
import { covarianceOfEllipse95, type Ellipse, type Offset } from '@lookout/geo';
import { MOISTURE_CLASSES, type Moisture, type MoistureClass } from '../fuel-bed.ts';
import { cellsOf, type Ignition } from '../growth/ignition.ts';
import type { GrowthRequest } from '../growth/request.ts';
import { fuelBurns, type WeatherHour } from '../growth/weather.ts';
import { normalsOf } from './randoms.ts';

/** Standard errors of the inputs and of the model. Factors are log-normal, so that the median member has the given value. */
export interface EnsembleErrors {
  /** Standard error of the logarithm of the wind speed. */
  readonly windSpeedLog: number;
  readonly windFromDegrees: number;
  /** Standard errors of the logarithm of the moisture of all dead fuel, and of all live fuel. */
  readonly deadMoistureLog: number;
  readonly liveMoistureLog: number;
  /**
   * Standard error of the humidity of the air, percent points; it deviates together with the moisture of dead fuel. Only Wang's rate uses
   * it.
   */
  readonly humidityPercent: number;
  /** Standard error of the logarithm of every rate of spread: the error of the model itself. */
  readonly rateLog: number;
  /**
   * 95 % ellipse of the ignition point, for example of a fire with several alarms; all ignitions are moved together. null: the point is
   * known.
   */
  readonly ignition: Ellipse | null;
}

/**
 * Rate: a factor of 1.8. M. G. Cruz and M. E. Alexander (Uncertainty associated with model predictions of surface and crown fire rates of
 * spread, Environmental Modelling & Software 47, 2013) propose ±35 % as the standard for models, after 1,278 observations; with it
 * ensembles were overconfident for the fires of the demo world, which spread at rates from measurements of other authors. 1.8 was found on
 * such fires with other seeds than those of the tests (decision 0076). All others 待核对: no published figure for mountains was found; they
 * are to be estimated from past forecasts.
 */
export const DEFAULT_ENSEMBLE_ERRORS: EnsembleErrors = {
  windSpeedLog: 0.25,
  windFromDegrees: 20,
  deadMoistureLog: 0.2,
  liveMoistureLog: 0.15,
  humidityPercent: 10,
  rateLog: Math.log(1.8),
  ignition: null,
};

const MOISTURE_ERRORS: Readonly<Record<MoistureClass, 'deadMoisture' | 'liveMoisture'>> = {
  oneHour: 'deadMoisture',
  tenHour: 'deadMoisture',
  hundredHour: 'deadMoisture',
  liveHerbaceous: 'liveMoisture',
  liveWoody: 'liveMoisture',
};
// Upper limits of a request (`growth/request.ts`): a draw beyond is clipped.
const GREATEST_WIND = 113;
const GREATEST_MOISTURE = 400;
/** Number of draws of an ignition point until one is on ground that burns. */
const MOST_PLACES = 32;

/**
 * The request from which one member is grown: always the same for the same seed and index. The ignition point is drawn again while it is on
 * ground that does not burn, because a fire did start; after 32 such draws the given place is used.
 * @param index 0, 1, 2 …: all members are drawn, none is the given request itself
 */
export function memberRequest(base: GrowthRequest, errors: EnsembleErrors, seed: number, index: number): GrowthRequest {
  const normal = normalsOf(seed, index);
  const windFactor = Math.exp(errors.windSpeedLog * normal());
  const turned = errors.windFromDegrees * normal();
  const damp = normal();
  const moistureFactor = {
    deadMoisture: Math.exp(errors.deadMoistureLog * damp),
    liveMoisture: Math.exp(errors.liveMoistureLog * normal()),
  };
  const rateFactor = (base.rateFactor ?? 1) * Math.exp(errors.rateLog * normal());
  const weather = base.weather.map(
    (hour): WeatherHour => ({
      ...hour,
      windSpeedMetresPerSecond: Math.min(hour.windSpeedMetresPerSecond * windFactor, GREATEST_WIND),
      windFromDegrees: (((hour.windFromDegrees + turned) % 360) + 360) % 360,
      humidityPercent: Math.min(Math.max(hour.humidityPercent + errors.humidityPercent * damp, 0), 100),
      moisturePercent: Object.fromEntries(
        MOISTURE_CLASSES.map((name) => [
          name,
          Math.min(hour.moisturePercent[name] * moistureFactor[MOISTURE_ERRORS[name]], GREATEST_MOISTURE),
        ]),
      ) as Moisture,
    }),
  );
  return { ...base, weather, rateFactor, ignitions: movedIgnitions(base, errors.ignition, normal) };
}

function movedIgnitions(base: GrowthRequest, ellipse: Ellipse | null, normal: () => number): readonly Ignition[] {
  if (ellipse === null) return base.ignitions;
  const { eastEast, eastNorth, northNorth } = covarianceOfEllipse95(ellipse);
  // Cholesky root of the covariance.
  const east = Math.sqrt(eastEast);
  const across = east > 0 ? eastNorth / east : 0;
  const north = Math.sqrt(Math.max(northNorth - across * across, 0));
  for (let place = 0; place < MOST_PLACES; place++) {
    const [first, second] = [normal(), normal()];
    const shift: Offset = { east: east * first, north: across * first + north * second };
    const moved = base.ignitions.map((ignition) => movedBy(ignition, shift));
    if (moved.some((ignition) => burnsAt(base, ignition))) return moved;
  }
  return base.ignitions;
}

function movedBy(ignition: Ignition, shift: Offset): Ignition {
  const move = ({ east, north }: Offset): Offset => ({ east: east + shift.east, north: north + shift.north });
  if (ignition.kind === 'point') return { ...ignition, point: move(ignition.point) };
  if (ignition.kind === 'line') return { ...ignition, points: ignition.points.map(move) };
  return { ...ignition, rings: ignition.rings.map((ring) => ring.map(move)) };
}

function burnsAt({ ground, fuels, model, burnt }: GrowthRequest, ignition: Ignition): boolean {
  return cellsOf(ground, ignition).some((cell) => {
    const fuel = fuels[ground.fuel[cell] as number];
    return fuel !== undefined && fuelBurns(fuel, model) && (ground.barrier?.[cell] ?? 0) === 0 && (burnt?.[cell] ?? 0) === 0;
  });
}
